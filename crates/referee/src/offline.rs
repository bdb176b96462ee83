use std::panic::{AssertUnwindSafe, catch_unwind};

use meydan_core::trace::Entry;
use meydan_core::{Bot, Chance, Desk, Explore, Game, Next, Seat, SeatSet, StateHash, Status, Viewer, Window};

use crate::{Infrastructure, Recorder, Report};

/// Plays a match of bots that live in this process, without clocks and without waiting for anybody: what a gauntlet
/// of house bots and a training environment want. In a window of several seats they play one after another, in seat
/// order. `between` is called after every window and says whether to go on.
///
/// # Panics
/// If there are not exactly as many bots as seats.
pub fn offline<G: Game>(
    mut game: G,
    bots: &mut [Box<dyn Bot<G>>],
    forfeiters: SeatSet,
    mut recorders: Vec<Box<dyn Recorder<G>>>,
    between: &mut dyn FnMut() -> bool,
) -> Result<Report<G>, Infrastructure> {
    assert_eq!(bots.len(), game.roster().len(), "a match needs one bot per seat");
    let mut events = Vec::new();
    let mut windows = 0;
    let outcome = loop {
        let window = match game.status() {
            Status::Waiting(window) => window,
            Status::Over(outcome) => break Some(outcome),
        };
        for seat in window.seats.iter() {
            let forfeits = forfeiters.contains(seat);
            let desk = &mut OfflineDesk {
                game: &mut game,
                seat,
                window,
                open: true,
                forfeits,
                events: &mut events,
                recorders: &mut recorders,
            };
            let bot = &mut bots[seat.index()];
            // The match is thrown away with whatever the panic left behind.
            catch_unwind(AssertUnwindSafe(|| bot.play(desk)))
                .map_err(|why| Infrastructure::panicked(&format!("the house bot on seat {seat}"), &*why))?;
        }
        events.clear();
        game.close(&mut events);
        windows += 1;
        if !recorders.is_empty() {
            let read = recorders.iter().any(|recorder| recorder.reads_hashes());
            let entry = Entry::Close(if read { game.hash() } else { StateHash(0) });
            recorders.iter_mut().for_each(|recorder| recorder.entry(&entry, &events, &game));
        }
        if !between() && game.status().outcome().is_none() {
            break None;
        }
    };
    if let Some(outcome) = &outcome {
        recorders.iter_mut().for_each(|recorder| recorder.end(outcome, &game));
    }
    let final_hash = game.hash();
    Ok(Report { outcome, faults: Vec::new(), windows, final_hash, times: Vec::new(), rules_us: 0, recorders })
}

struct OfflineDesk<'a, G: Game> {
    game: &'a mut G,
    seat: Seat,
    window: Window,
    open: bool,
    forfeits: bool,
    events: &'a mut Vec<G::Event>,
    recorders: &'a mut Vec<Box<dyn Recorder<G>>>,
}

impl<G: Game> Desk<G> for OfflineDesk<'_, G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn window(&self) -> &Window {
        &self.window
    }

    fn view(&self) -> G::View {
        self.game.view(Viewer::Seat(self.seat))
    }

    fn act(&mut self, action: G::Action) -> Result<Next, G::Rejection> {
        if !self.open {
            return Ok(Next::Done);
        }
        self.events.clear();
        let kept = (!self.recorders.is_empty()).then(|| action.clone());
        let answer = self.game.act(self.seat, action, self.events);
        match &answer {
            Ok(next) => {
                self.open = *next == Next::More;
                if let Some(action) = kept {
                    let entry = Entry::Act(self.seat, action);
                    self.recorders.iter_mut().for_each(|r| r.entry(&entry, self.events, self.game));
                }
            }
            Err(_) => self.open = !self.forfeits,
        }
        answer
    }

    fn candidates(&self, chance: &mut Chance, out: &mut Vec<G::Action>)
    where
        G: Explore,
    {
        if self.open {
            self.game.candidates(self.seat, chance, out);
        }
    }
}
