use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome};
use meydan_galaxy::{Action, Galaxy};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn, skipped};
use tokio::time::timeout;

use crate::callback::{CallError, Word, call};
use crate::lobby::Hall;

/// A client of the contest on its seat: told when its turn begins and ends, served by the HTTP server in between.
pub(crate) struct WirePlayer {
    hall: Arc<Hall>,
    clocks: Vec<(String, u64)>,
    /// Whether the client has ever answered; one that has not may still be about to listen.
    met: Arc<AtomicBool>,
}

impl WirePlayer {
    pub(crate) fn new(hall: Arc<Hall>) -> WirePlayer {
        WirePlayer { hall, clocks: Vec::new(), met: Arc::default() }
    }

    /// Calls the client. What goes wrong is noted for its author, and the turn goes on.
    fn call(&self, word: Word, table: &Table<Galaxy>) -> impl Future<Output = ()> + Send + use<> {
        let (hall, met, table) = (Arc::clone(&self.hall), Arc::clone(&self.met), table.clone());
        async move {
            let client = hall.office().client(table.seat()).cloned();
            let Some(client) = client else { return };
            match call(&client, word, hall.settings.timeout, !met.load(Ordering::Relaxed)).await {
                Ok(()) => met.store(true, Ordering::Relaxed),
                Err(error) => {
                    if matches!(error, CallError::Status(_) | CallError::Older) {
                        met.store(true, Ordering::Relaxed);
                    }
                    let (path, address, port) = (word.path(), client.address, client.port);
                    table.fault(FaultKind::Gone, format!("`{path}` to {address}:{port}: {error}"));
                }
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
            self.hall.turn_told().await;
            let open = OpenTurn::begin(self, table);
            let word = if turn.window.clock == "init" { Word::Init } else { Word::Turn };
            self.call(word, table).await;
            let limit = self.limit(turn.window.clock);
            match limit {
                Some(limit) => drop(timeout(limit, self.hall.turn_finished()).await),
                None => match self.hall.long_stop {
                    Some(stop) => {
                        if timeout(stop, self.hall.turn_finished()).await.is_err() {
                            table.fault(FaultKind::Timeout, skipped(stop));
                        }
                    }
                    None => self.hall.turn_finished().await,
                },
            }
            let finished = open.end();
            if let Some(limit) = limit.filter(|_| !finished) {
                table.fault(
                    FaultKind::Timeout,
                    format!(
                        "its turn was not ended with next_state after {} ms; the original waits as long",
                        limit.as_millis()
                    ),
                );
            }
            self.hall.turn_told().await;
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

/// A turn that has begun. It ends even if nobody waits for its end any more, because a referee that knows only its own
/// clock has closed the window: the client is called for `/end` after every turn (spec 5).
struct OpenTurn<'a> {
    player: &'a WirePlayer,
    table: &'a Table<Galaxy>,
    ended: bool,
}

impl<'a> OpenTurn<'a> {
    fn begin(player: &'a WirePlayer, table: &'a Table<Galaxy>) -> OpenTurn<'a> {
        player.hall.begin_turn(table.seat());
        OpenTurn { player, table, ended: false }
    }

    /// Ends the turn. Gives whether the client had finished it.
    fn end(mut self) -> bool {
        self.close()
    }

    fn close(&mut self) -> bool {
        self.ended = true;
        self.player.hall.end_turn(self.table.seat(), self.player.call(Word::End, self.table))
    }
}

impl Drop for OpenTurn<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.close();
        }
    }
}
