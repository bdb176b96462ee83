//! A match that is being played, as the rest of the arena meets it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};

use crate::actor::Actor;
use crate::engines::Begun;
use crate::presence::{Attendance, Patience, Presence};
use crate::reception::Reception;
use crate::shelf::Sheet;
use crate::slots::Slot;
use crate::{Error, Film, MatchState, Visitor};

/// The handle of a live match. Its actor does the work.
pub(crate) struct Live {
    pub(crate) sheet: Sheet,
    pub(crate) film: Film,
    pub(crate) seat_films: BTreeMap<u8, Film>,
    /// Whose slot it has.
    pub(crate) visitor: Visitor,
    presence: Arc<Presence>,
    asks: mpsc::Sender<Ask>,
    over: watch::Receiver<Option<Farewell>>,
}

/// What the actor is asked for.
pub(crate) enum Ask {
    Sit { seat: u8, answer: oneshot::Sender<Result<Booth, Error>> },
    Hint { answer: oneshot::Sender<Result<Value, Error>> },
    Stop { stop: Stop, answer: oneshot::Sender<Result<(), Error>> },
}

/// How and why a match is stopped.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) state: MatchState,
    pub(crate) reason: Option<String>,
}

impl Stop {
    pub(crate) fn closing() -> Stop {
        let reason = Some("the arena was closed; it can be taken up again".to_owned());
        Stop { state: MatchState::Paused, reason }
    }
}

/// Why a person hears nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// The seat's key was used somewhere else.
    Elsewhere,
    /// The match is not being played any more.
    Ended {
        /// Where it stands.
        state: MatchState,
        /// Why.
        reason: Option<String>,
    },
}

impl Live {
    /// A handle, and the actor behind it, which has to be run.
    pub(crate) fn channel(sheet: Sheet, begun: Begun, slot: Slot, patience: Patience) -> (Live, Actor) {
        let (asks, asked) = mpsc::channel(16);
        let reception = Reception::new(begun.doors.clone(), patience);
        let live = Live {
            sheet,
            film: begun.film.clone(),
            seat_films: begun.seat_films.clone(),
            visitor: slot.visitor(),
            presence: reception.presence().clone(),
            asks,
            over: reception.over(),
        };
        (live, Actor::new(begun, slot, reception, asked, Instant::now() + patience.whole))
    }

    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> Ask) -> Result<T, Error> {
        let gone = || Error::Conflict("the match is not running any more".to_owned());
        let (answer, answered) = oneshot::channel();
        self.asks.send(ask(answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    /// A person comes to a seat.
    pub(crate) async fn sit(&self, seat: u8) -> Result<Booth, Error> {
        self.ask(|answer| Ask::Sit { seat, answer }).await
    }

    /// What whoever is to move should do.
    pub(crate) async fn hint(&self) -> Result<Value, Error> {
        self.ask(|answer| Ask::Hint { answer }).await
    }

    /// Stops the match. It is on the shelf when this returns.
    pub(crate) async fn stop(&self, stop: Stop) -> Result<(), Error> {
        self.ask(|answer| Ask::Stop { stop, answer }).await
    }

    /// Waits until the match is not played any more.
    pub(crate) async fn over(&self) {
        // An actor that is gone is over too.
        let _ = self.over.clone().wait_for(Option::is_some).await;
    }

    /// Since when nobody of its people is there; `None` while somebody is, or where no people play.
    pub(crate) fn abandoned_since(&self) -> Option<Instant> {
        self.presence.abandoned_since()
    }

    /// How many windows were played by now.
    pub(crate) fn windows(&self) -> u32 {
        self.film.windows()
    }

    /// How many bytes of memory its films hold.
    pub(crate) fn held(&self) -> usize {
        self.film.held() + self.seat_films.values().map(Film::held).sum::<usize>()
    }
}

/// A person's place while they are connected: lines of the native protocol both ways. Dropping it is leaving.
pub struct Booth {
    pub(crate) hear: mpsc::Receiver<String>,
    pub(crate) say: mpsc::Sender<String>,
    pub(crate) attendance: Attendance,
    /// Whether somebody else has come to the seat.
    pub(crate) displaced: Arc<AtomicBool>,
    pub(crate) over: watch::Receiver<Option<Farewell>>,
}

/// How long the end of a match may take to be told after the seat has fallen silent.
const PARTING: Duration = Duration::from_secs(5);

impl Booth {
    /// What the person hears next; `None` when nothing more will come.
    pub async fn hear(&mut self) -> Option<String> {
        self.hear.recv().await
    }

    /// What the person says. A seat that does not take it has ended; what it still tells can be heard.
    pub async fn say(&self, line: String) {
        self.attendance.word();
        let _ = self.say.send(line).await;
    }

    /// Why nothing more is heard; `None` if nobody knows.
    pub async fn farewell(mut self) -> Option<Farewell> {
        if self.displaced.load(Ordering::Acquire) {
            return Some(Farewell::Elsewhere);
        }
        let over = timeout(PARTING, self.over.wait_for(Option::is_some)).await;
        over.ok()?.ok()?.clone()
    }
}
