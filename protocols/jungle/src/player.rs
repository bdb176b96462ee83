//! A bot of the original contest on its seat.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome, Seat};
use meydan_jungle::Jungle;
use meydan_referee::{Briefing, Player, Refusal, Table, Trouble, Turn};
use tokio::time::sleep;

use crate::convert::Scenery;
use crate::hub::{Client, Hub, Incoming};

/// The player of a seat that a bot takes by connecting.
pub(crate) struct WirePlayer {
    pub(crate) seat: Seat,
    pub(crate) hub: Arc<Hub>,
    /// Made when the names of all teams are known.
    pub(crate) scenery: Arc<OnceLock<Arc<Scenery>>>,
    pub(crate) config: Arc<meydan_jungle::Config>,
    /// The pause before every tick but the first.
    pub(crate) pause: Duration,
    pub(crate) client: Option<Client>,
}

impl WirePlayer {
    /// Passes on what was noted while nobody listened.
    fn hear(table: &Table<Jungle>, incoming: Incoming) {
        match incoming {
            Incoming::Fault(kind, text) => table.fault(kind, text),
            Incoming::Command { tick, .. } => {
                table.fault(FaultKind::Late, format!("the command for tick {tick} came too late"));
            }
        }
    }

    fn lost(&mut self, table: &Table<Jungle>) -> Trouble {
        let Some(client) = &mut self.client else { return Trouble::gone("nobody is on this seat") };
        while let Ok(incoming) = client.inbox.try_recv() {
            Self::hear(table, incoming);
        }
        match client.link.why_cut() {
            Some((kind, why)) => Trouble::fault(kind, why),
            None => Trouble::gone("the connection was closed"),
        }
    }

    async fn answer(&mut self, turn: Turn, table: &Table<Jungle>) -> Result<(), Trouble> {
        self.hub.ask();
        let tick = turn.window.number;
        let Some(client) = &mut self.client else { return Err(Trouble::gone("nobody is on this seat")) };
        while let Ok(incoming) = client.inbox.try_recv() {
            Self::hear(table, incoming);
        }
        if !client.link.is_alive() {
            return Err(self.lost(table));
        }
        if tick > 0 {
            sleep(self.pause).await;
        }
        let scenery = scenery(&self.scenery, &self.hub, &self.config);
        let text = scenery.tick(self.seat, &table.view());
        client.link.await_tick(tick);
        client.outbox.send(text.into());
        loop {
            let incoming = tokio::select! {
                biased;
                incoming = client.inbox.recv() => incoming,
                () = client.link.gone() => None,
            };
            match incoming {
                None => return Err(self.lost(table)),
                Some(Incoming::Command { tick: answered, command }) if answered == tick => {
                    match table.act_in(tick, scenery.action(self.seat, &command)) {
                        // The seat is done, but until the tick is over its connection may still be lost.
                        Ok(_) | Err(Refusal::Closed) => {}
                        // An absurd command does not count; there may be time for another.
                        Err(Refusal::Rules(_)) => client.link.await_tick(tick),
                    }
                }
                Some(other) => Self::hear(table, other),
            }
        }
    }
}

/// The scenery of the match. It is made on first use, when everybody has a name.
pub(crate) fn scenery(
    cell: &OnceLock<Arc<Scenery>>,
    hub: &Hub,
    config: &meydan_jungle::Config,
) -> Arc<Scenery> {
    let make = || {
        let registered = hub.names();
        let name = |(i, team): (usize, &meydan_jungle::TeamConfig)| {
            registered.get(&Seat(i as u8)).cloned().unwrap_or_else(|| team.name.clone())
        };
        let names = config.teams.iter().enumerate().map(name).collect();
        Arc::new(Scenery::new(config.clone(), names))
    };
    cell.get_or_init(make).clone()
}

impl Player<Jungle> for WirePlayer {
    fn start<'a>(&'a mut self, _: &'a Briefing, _: &'a Table<Jungle>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            self.hub.seating.gathered().await;
            self.client = self.hub.take(self.seat);
            match &self.client {
                None => Err(Trouble::start("nobody registered for this seat")),
                // It keeps its place, but is never asked.
                Some(client) if !client.link.is_alive() => {
                    Err(Trouble::gone("the connection was closed before the match began"))
                }
                Some(_) => Ok(()),
            }
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<Jungle>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(self.answer(turn, table))
    }

    fn finish<'a>(&'a mut self, _: &'a Outcome, _: &'a Table<Jungle>) -> BoxFuture<'a, ()> {
        // No message tells the bots that it is over: the sockets are simply closed, all of them.
        Box::pin(async { self.hub.close().await })
    }
}
