use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome};
use meydan_galaxy::{Action, Galaxy};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use tokio::time::timeout;

use crate::callback::{Word, call};
use crate::lobby::Hall;

/// A client of the contest on its seat: told when its turn begins and ends, served by the HTTP server in between.
pub(crate) struct WirePlayer {
    hall: Arc<Hall>,
    clocks: Vec<(String, u64)>,
    /// Whether the client has ever answered; one that has not may still be about to listen.
    met: bool,
}

impl WirePlayer {
    pub(crate) fn new(hall: Arc<Hall>) -> WirePlayer {
        WirePlayer { hall, clocks: Vec::new(), met: false }
    }

    /// Calls the client. What goes wrong is noted for its author, and the turn goes on.
    async fn call(&mut self, word: Word, table: &Table<Galaxy>) {
        let client = self.hall.office().client(table.seat()).cloned();
        let Some(client) = client else { return };
        match call(&client, word, self.hall.settings.timeout, !self.met).await {
            Ok(()) => self.met = true,
            Err(error) => {
                let (path, address, port) = (word.path(), client.address, client.port);
                table.fault(FaultKind::Gone, format!("`{path}` to {address}:{port}: {error}"));
            }
        }
    }

    /// How long a turn may last under a clock; `None`: as long as it likes.
    fn limit(&self, clock: &str) -> Option<Duration> {
        let limit = self.clocks.iter().find(|(name, _)| name == clock).map(|&(_, millis)| millis);
        limit.filter(|&millis| millis > 0).map(Duration::from_millis)
    }
}

impl Player<Galaxy> for WirePlayer {
    /// The limit of a turn counts from the moment the callback has returned (spec 5), which only this player knows.
    fn clocked(&self) -> bool {
        false
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<Galaxy>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            self.clocks.clone_from(&briefing.clocks);
            let seat = table.seat();
            self.hall.office().open_door(seat, table.clone());
            self.hall.seating.gathered().await;
            if !self.hall.seating.is_taken(seat) {
                return Err(Trouble::start("no client logged in to this seat"));
            }
            if !self.hall.office().is_ready(seat) {
                return Err(Trouble::start("its client logged in, but never said that it was ready"));
            }
            Ok(())
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<Galaxy>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            self.hall.begin_turn(table.seat());
            let word = if turn.window.clock == "init" { Word::Init } else { Word::Turn };
            self.call(word, table).await;
            let limit = self.limit(turn.window.clock);
            match limit {
                Some(limit) => drop(timeout(limit, self.hall.turn_finished()).await),
                None => self.hall.turn_finished().await,
            }
            let finished = self.hall.office().end_turn(table.seat());
            if let Some(limit) = limit.filter(|_| !finished) {
                table.fault(
                    FaultKind::Timeout,
                    format!("the turn was not finished after {} ms", limit.as_millis()),
                );
            }
            self.call(Word::End, table).await;
            if finished {
                // The act that the client was promised when it finished its turn.
                let _ = table.act_in(turn.window.number, Action::Next);
            }
            Ok(())
        })
    }

    fn finish<'a>(&'a mut self, _: &'a Outcome, _: &'a Table<Galaxy>) -> BoxFuture<'a, ()> {
        Box::pin(self.hall.farewell())
    }
}
