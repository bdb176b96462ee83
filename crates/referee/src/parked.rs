//! Acts that wait for those of other seats, so that the order in which they take effect does not depend on who was
//! quicker. In a live window of several seats one act of each seat is waited for; then they are applied in seat order,
//! and again, until all are done.

use std::time::Duration;

use meydan_core::{Game, Next, Seat, SeatSet};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::table::{Inner, Refusal, Told};

/// What comes of an act.
pub(crate) type Answer<G> = Result<Told<G>, Refusal<<G as Game>::Rejection>>;

/// The acts that wait in the open window.
pub(crate) struct Parking<G: Game> {
    acts: Vec<Option<Parked<G>>>,
    /// How long each seat's acts have waited in this window.
    waited: Vec<Duration>,
    /// The seats that may still act in the open window.
    pub(crate) awaited: SeatSet,
}

struct Parked<G: Game> {
    action: G::Action,
    since: Instant,
    answer: oneshot::Sender<Answer<G>>,
}

impl<G: Game> Parking<G> {
    pub(crate) fn new(seats: usize) -> Self {
        let acts = std::iter::repeat_with(|| None).take(seats).collect();
        Parking { acts, waited: vec![Duration::ZERO; seats], awaited: SeatSet::EMPTY }
    }

    /// A new window with these seats. Whoever still waits in the old one is sent away.
    pub(crate) fn open(&mut self, seats: SeatSet) {
        self.acts.fill_with(|| None);
        self.waited.fill(Duration::ZERO);
        self.awaited = seats;
    }

    /// One act waits.
    pub(crate) fn park(&mut self, seat: Seat, action: G::Action) -> oneshot::Receiver<Answer<G>> {
        let (answer, answered) = oneshot::channel();
        self.acts[seat.index()] = Some(Parked { action, since: Instant::now(), answer });
        answered
    }

    /// Whether an act of the seat waits for those of others.
    pub(crate) fn waits(&self, seat: Seat) -> bool {
        self.acts[seat.index()].is_some()
    }

    /// A seat acts no more in this window.
    pub(crate) fn finish(&mut self, seat: Seat) {
        self.awaited.remove(seat);
        self.acts[seat.index()] = None;
    }

    /// How long the seat's acts have waited so far. That time is not the seat's own.
    pub(crate) fn waited(&self, seat: Seat) -> Duration {
        let now = self.acts[seat.index()].as_ref().map_or(Duration::ZERO, |parked| parked.since.elapsed());
        self.waited[seat.index()] + now
    }

    /// A whole round, if every awaited seat has an act here.
    fn round(&mut self) -> Vec<(Seat, Parked<G>)> {
        let whole = self.awaited.iter().all(|seat| self.acts[seat.index()].is_some());
        if !whole {
            return Vec::new();
        }
        let mut round = Vec::new();
        for seat in self.awaited.iter() {
            if let Some(parked) = self.acts[seat.index()].take() {
                self.waited[seat.index()] += parked.since.elapsed();
                round.push((seat, parked));
            }
        }
        round
    }
}

impl<G: Game> Inner<G> {
    /// Applies the waiting acts if nobody else is to be waited for. Everybody is answered after all have acted, with the
    /// same state before their eyes.
    pub(crate) fn advance(&mut self) {
        let round = self.parking.round();
        let mut answers = Vec::with_capacity(round.len());
        for (seat, parked) in round {
            let answer = self.act(seat, parked.action).map(|next| (next, self.told(seat)));
            answers.push((seat, parked.answer, answer));
        }
        for (seat, send, answer) in answers {
            let answer = answer.map(|(next, events)| {
                let view = (next == Next::More).then(|| self.view(seat));
                Told { next, events, view }
            });
            // A seat whose time was up does not listen any more.
            let _ = send.send(answer);
        }
    }
}
