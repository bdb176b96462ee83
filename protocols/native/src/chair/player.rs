//! A chair as the referee sees it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Game, Outcome};
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
    /// What was used of their bank.
    banked: Duration,
    /// When the open window was opened.
    opened: Option<Instant>,
    /// How long acts have waited for those of others in it.
    waited: Duration,
    /// Since when one does.
    waiting: Option<Instant>,
}

impl ChairPlayer {
    pub(super) fn new(shared: Arc<Shared>, terms: ChairTerms) -> ChairPlayer {
        ChairPlayer {
            shared,
            terms,
            talk: Talk::default(),
            used: Duration::ZERO,
            banked: Duration::ZERO,
            opened: None,
            waited: Duration::ZERO,
            waiting: None,
        }
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
        loop {
            let (said, newcomer, away) = {
                let mut room = self.shared.lock();
                if let Some(trouble) = closed(&room.last) {
                    return Err(trouble);
                }
                let newcomer = std::mem::take(&mut room.newcomer);
                (room.said.pop_front(), newcomer, room.visitor.is_none().then_some(room.empty_since))
            };
            let since = opened + self.waited;
            if newcomer {
                self.tell_turn(turn, table, &time, since.elapsed());
            }
            if let Some(line) = said {
                match self.hear(turn, table, &line).await {
                    Heard::More => continue,
                    Heard::Done => return Ok(()),
                }
            }
            let patience = self.terms.patience;
            let given_up = away.zip(patience.seat).map(|(since, patience)| since + patience);
            let aside = self.talk.aside(time.told).map(|patience| since + patience);
            let flag = time.own.map(|own| since + own);
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
                    table.fault(FaultKind::Timeout, format!("not done after {} ms", since.elapsed().as_millis()));
                    return Ok(());
                }
            }
        }
    }

    /// Does what a line says. The time in which an act waits for those of others is not the seat's own.
    async fn hear<G: Game>(&mut self, turn: Turn, table: &Table<G>, line: &[u8]) -> Heard {
        let since = Instant::now();
        self.waiting = Some(since);
        let (heard, answer) = self.talk.hear(turn, table, line).await;
        self.waiting = None;
        self.waited += since.elapsed();
        if let Some(text) = answer {
            self.shared.tell(text);
        }
        heard
    }

    /// Charges the window that has ended. It may have ended while an act waited.
    fn charge(&mut self) {
        if let Some(opened) = self.opened.take() {
            let until = self.waiting.take().unwrap_or_else(Instant::now);
            let used = until.duration_since(opened).saturating_sub(self.waited);
            self.used += used;
            if let ChairClock::Person { window, .. } = self.terms.clock {
                self.banked += used.saturating_sub(window);
            }
        }
        self.waited = Duration::ZERO;
    }

    /// How long the seat has in this window.
    fn time(&self, turn: Turn) -> Result<Time, Trouble> {
        let ChairClock::Person { window, bank, total } = self.terms.clock else {
            return Ok(Time { told: turn.budget, own: None, left: None });
        };
        let left = total.saturating_sub(self.used);
        if left.is_zero() {
            let text = format!("its {} s for the whole match are used up", total.as_secs());
            return Err(Trouble::fault(FaultKind::Timeout, text));
        }
        let own = (window + bank.saturating_sub(self.banked)).min(left);
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
            let _open = OpenTurn(self.shared.clone());
            self.charge();
            self.opened = Some(Instant::now());
            let answer = self.window(turn, table).await;
            self.charge();
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
struct OpenTurn(Arc<Shared>);

impl Drop for OpenTurn {
    fn drop(&mut self) {
        self.0.shut();
    }
}
