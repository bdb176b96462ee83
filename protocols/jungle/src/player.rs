//! A bot of the original contest on its seat.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome, Seat};
use meydan_jungle::Jungle;
use meydan_referee::{Briefing, Player, Refusal, Table, Trouble, Turn, skipped};
use tokio::time::{sleep, timeout};

use crate::convert::Scenery;
use crate::hub::{Client, Hub, Incoming};

/// The player of a seat that a bot takes by connecting.
pub(crate) struct WirePlayer {
    pub(crate) seat: Seat,
    pub(crate) hub: Arc<Hub>,
    /// Made when the names of all teams are known.
    pub(crate) scenery: Arc<OnceLock<Arc<Scenery>>>,
    pub(crate) config: Arc<meydan_jungle::Config>,
    /// How long it may take for a tick where no clock runs.
    pub(crate) long_stop: Option<Duration>,
    /// The pause before every tick but the first.
    pub(crate) pause: Duration,
    pub(crate) client: Option<Client>,
    /// The last tick for which a command was taken.
    pub(crate) commanded: Option<u32>,
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
        let view = table.view();
        // What was wrong with the orders of the tick before is known now.
        if tick.checked_sub(1).is_some_and(|before| self.commanded == Some(before)) {
            let errors = view.teams.get(self.seat.index()).map_or(&[][..], |team| &team.errors);
            for error in scenery.errors(self.seat.index(), errors) {
                table.fault(FaultKind::Rejected, refused(&error));
            }
        }
        let text = scenery.tick(self.seat, &view);
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
                        Ok(_) => self.commanded = Some(tick),
                        Err(Refusal::Closed) => {}
                        // An absurd command does not count; there may be time for another.
                        Err(Refusal::Rules(_)) => client.link.await_tick(tick),
                    }
                }
                Some(other) => Self::hear(table, other),
            }
        }
    }
}

/// An error of the original as its bot's author reads it: which unit, and what was wrong.
fn refused(error: &str) -> String {
    let parts = error.split_once(")) ").and_then(|(unit, what)| {
        let (id, _) = unit.split_once("(id: ")?.1.split_once('|')?;
        Some((id, what))
    });
    match parts {
        Some((id, what)) => format!("unit {id}: {what}"),
        None => error.to_owned(),
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
        Box::pin(async move {
            let Some(stop) = self.long_stop.filter(|_| turn.budget.is_none()) else {
                return self.answer(turn, table).await;
            };
            match timeout(stop, self.answer(turn, table)).await {
                Ok(answer) => answer,
                Err(_) => {
                    // Others may be waited for longer than this one was.
                    if self.commanded != Some(turn.window.number) {
                        table.fault(FaultKind::Timeout, skipped(stop));
                    }
                    Ok(())
                }
            }
        })
    }

    fn finish<'a>(&'a mut self, _: &'a Outcome, _: &'a Table<Jungle>) -> BoxFuture<'a, ()> {
        // No message tells the bots that it is over: the sockets are simply closed, all of them.
        Box::pin(async { self.hub.close().await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_with_its_unit() {
        let error = r#"(id: 4|position: {"x":16,"y":1})) Cannot vine on an adjacent position"#;
        assert_eq!(refused(error), "unit 4: Cannot vine on an adjacent position");
        assert_eq!(
            refused("[object Object] Unit 9 doesn't exists!"),
            "[object Object] Unit 9 doesn't exists!"
        );
    }
}
