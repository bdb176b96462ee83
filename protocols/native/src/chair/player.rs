//! A chair as the referee sees it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Budget, FaultKind, Game, Outcome};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use serde_json::value::to_raw_value;
use tokio::time::Instant;

use super::room::{Last, Shared};
use super::{ChairClock, ChairTerms};
use crate::player::until;
use crate::talk::{Heard, Talk, line_of};
use crate::wire::{ClockNow, Start, ToBot};

/// Plays as every native player does, for whoever sits on the chair at the moment.
pub struct ChairPlayer {
    shared: Arc<Shared>,
    terms: ChairTerms,
    talk: Talk,
    /// What was used of a person's time for the match.
    used: Duration,
}

impl ChairPlayer {
    pub(super) fn new(shared: Arc<Shared>, terms: ChairTerms) -> ChairPlayer {
        ChairPlayer { shared, terms, talk: Talk::new(Budget::STANDARD.notes), used: Duration::ZERO }
    }

    /// Waits until somebody has sat down.
    async fn gather(&self) -> Result<(), Trouble> {
        loop {
            let (here, given_up) = {
                let room = self.shared.lock();
                if let Some(trouble) = closed(&room.last) {
                    return Err(trouble);
                }
                let given_up = self.terms.patience.seat.map(|patience| room.empty_since + patience);
                (room.visitor.is_some(), given_up)
            };
            if here {
                return Ok(());
            }
            tokio::select! {
                () = self.shared.wake.notified() => {}
                () = until(given_up) => return Err(Trouble::start("nobody came to the seat")),
            }
        }
    }

    async fn window<G: Game>(&mut self, turn: Turn, table: &Table<G>) -> Result<(), Trouble> {
        let opened = Instant::now();
        let time = self.time(turn)?;
        if self.shared.open() {
            self.talk.stray_done();
        }
        self.talk.open(table);
        self.tell_turn(turn, table, &time, Duration::ZERO);
        let flag = time.own.map(|own| opened + own);
        loop {
            let (said, newcomer, away) = {
                let mut room = self.shared.lock();
                if let Some(trouble) = closed(&room.last) {
                    return Err(trouble);
                }
                let newcomer = std::mem::take(&mut room.newcomer);
                (room.said.pop_front(), newcomer, room.visitor.is_none().then_some(room.empty_since))
            };
            if newcomer {
                self.tell_turn(turn, table, &time, opened.elapsed());
            }
            if let Some(line) = said {
                let (heard, answer) = self.talk.hear(turn, table, &line).await;
                if let Some(text) = answer {
                    self.shared.tell(text);
                }
                match heard {
                    Heard::More => continue,
                    Heard::Done => return Ok(()),
                }
            }
            let patience = self.terms.patience;
            let given_up = away.zip(patience.seat).map(|(since, patience)| since + patience);
            let aside = self.talk.aside(time.told).map(|patience| opened + patience);
            let passed = away.zip(patience.turn).map(|(since, patience)| since + patience);
            tokio::select! {
                biased;
                () = self.shared.wake.notified() => {}
                () = until(given_up) => {
                    let waited = patience.seat.unwrap_or_default().as_secs();
                    return Err(Trouble::gone(format!("nobody came back to the seat within {waited} s")));
                }
                () = until(passed) => return Ok(()),
                () = until(aside) => {
                    self.talk.settle();
                    return Ok(());
                }
                () = until(flag) => {
                    table.fault(FaultKind::Timeout, format!("not done after {} ms", opened.elapsed().as_millis()));
                    return Ok(());
                }
            }
        }
    }

    /// How long the seat has in this window.
    fn time(&self, turn: Turn) -> Result<Time, Trouble> {
        let ChairClock::Person { window, total } = self.terms.clock else {
            return Ok(Time { told: turn.budget, own: None, left: None });
        };
        let left = total.saturating_sub(self.used);
        if left.is_zero() {
            let text = format!("its {} s for the whole match are used up", total.as_secs());
            return Err(Trouble::fault(FaultKind::Timeout, text));
        }
        let own = window.min(left);
        Ok(Time { told: Some(own), own: Some(own), left: Some(left) })
    }

    /// Tells the turn with what is left of its time.
    fn tell_turn<G: Game>(&self, turn: Turn, table: &Table<G>, time: &Time, past: Duration) {
        // A limit that is almost over must not read like no limit.
        let ms = |limit: Duration| (limit.saturating_sub(past).as_millis() as u64).max(1);
        let clock =
            ClockNow { name: turn.window.clock, ms: time.told.map_or(0, ms), left: time.left.map(ms) };
        self.shared.tell(self.talk.turn(turn, clock, table));
    }
}

/// How long a seat has in one window.
struct Time {
    /// What it is told.
    told: Option<Duration>,
    /// What the chair itself minds.
    own: Option<Duration>,
    /// What is left for the match.
    left: Option<Duration>,
}

fn closed(last: &Option<Last>) -> Option<Trouble> {
    match last {
        Some(Last::Closed(reason)) => Some(Trouble::gone(reason.clone())),
        Some(Last::End(_)) | None => None,
    }
}

impl<G: Game> Player<G> for ChairPlayer {
    fn clocked(&self) -> bool {
        self.terms.clock == ChairClock::Match
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let start = line_of::<(), ()>(&ToBot::Start(Start::from(briefing)));
            self.shared.start(start, to_raw_value(&table.view()).ok());
            if self.terms.gather { self.gather().await } else { Ok(()) }
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let open = OpenTurn { shared: self.shared.clone(), since: Instant::now() };
            let answer = self.window(turn, table).await;
            self.used += open.since.elapsed();
            answer
        })
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let view = table.view();
            self.shared.end(line_of::<_, ()>(&ToBot::End { outcome, view: &view }));
            self.shared.parted().await;
        })
    }
}

impl Drop for ChairPlayer {
    fn drop(&mut self) {
        self.shared.close("the match was ended");
    }
}

/// The seat is to act until this is dropped, in whatever way its turn ends.
struct OpenTurn {
    shared: Arc<Shared>,
    since: Instant,
}

impl Drop for OpenTurn {
    fn drop(&mut self) {
        self.shared.shut();
    }
}
