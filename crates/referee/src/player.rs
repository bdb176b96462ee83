use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Game, Outcome, Seat, Side, Window};
use serde::Serialize;
use serde_json::value::RawValue;
use thiserror::Error;

use crate::{Gauge, Table};

/// Whoever fills a seat: a bot over some wire, a bot in this process, a person, a recording.
///
/// The referee drops the future of [`Player::play`] when time is up, so a player keeps half-read bytes in itself
/// and not in the future.
pub trait Player<G: Game>: Send {
    /// Whether the match's clocks bind this player. They do not bind people, nor house bots, whose thinking is bounded
    /// by its own measure: so that the same seed gives the same match on a slow machine too.
    fn clocked(&self) -> bool {
        true
    }

    /// Who counts what the player's process uses. Asked for once, when everybody has started.
    fn gauge(&self) -> Option<Arc<dyn Gauge>> {
        None
    }

    /// What the player gets on top in its first window; `None`: what everybody gets.
    fn warm_up(&self) -> Option<Duration> {
        None
    }

    /// Before the first window: start, connect, shake hands. An error means the seat stays empty.
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        let _ = (briefing, table);
        Box::pin(ready(Ok(())))
    }

    /// Plays one window. Returning means the seat is done; an error means it has left for good.
    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>>;

    /// After every window in which the seat was asked: hand over what was gathered on the side (stderr).
    fn collect(&mut self, table: &Table<G>) {
        let _ = table;
    }

    /// The match is over; say goodbye.
    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        let _ = (outcome, table);
        Box::pin(ready(()))
    }
}

/// What a seat is told before the match.
#[derive(Clone, Debug, Serialize)]
pub struct Briefing {
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The ruleset's name.
    pub ruleset: String,
    /// The map's name.
    pub map: String,
    /// The seat.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// What the game calls the seat.
    pub label: String,
    /// The sides of all seats.
    pub sides: Vec<Side>,
    /// The clocks in milliseconds; 0 means no limit.
    pub clocks: Vec<(String, u64)>,
    /// The game's config, map included.
    pub config: Box<RawValue>,
}

/// One window as a player meets it.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The open window.
    pub window: Window,
    /// How long the seat has from now; `None`: as long as it likes.
    pub budget: Option<Duration>,
}

/// Why a seat has left for good.
#[derive(Clone, Debug, Error)]
pub enum Trouble {
    /// The bot's own doing, in words for its author. The match goes on by the rules.
    #[error("{text}")]
    Theirs {
        /// The kind of fault it becomes.
        kind: FaultKind,
        /// The sentence.
        text: String,
    },
    /// Something went wrong on our side. The match is void.
    #[error("{0}")]
    Ours(String),
}

impl Trouble {
    /// The process ended or the connection was lost.
    pub fn gone(text: impl Into<String>) -> Trouble {
        Trouble::fault(FaultKind::Gone, text)
    }

    /// It could not be started, or it never came.
    pub fn start(text: impl Into<String>) -> Trouble {
        Trouble::fault(FaultKind::Start, text)
    }

    /// A mistake of that kind.
    pub fn fault(kind: FaultKind, text: impl Into<String>) -> Trouble {
        Trouble::Theirs { kind, text: text.into() }
    }

    /// Not the bot's doing: a thread, a disk, a wall, a panic of our own.
    pub fn ours(text: impl Into<String>) -> Trouble {
        Trouble::Ours(text.into())
    }
}

/// Something went wrong on our side: the match is void, changes no rating, and may be played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the match is void: {reason}")]
pub struct Infrastructure {
    /// What went wrong.
    pub reason: String,
}

impl Infrastructure {
    /// Voids a match for this reason.
    pub fn new(reason: impl Into<String>) -> Infrastructure {
        Infrastructure { reason: reason.into() }
    }

    /// Voids a match because our own code panicked.
    pub fn panicked(who: &str, payload: &(dyn std::any::Any + Send)) -> Infrastructure {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Infrastructure::new(format!("{who} panicked: {}", text.unwrap_or("it did not say why")))
    }
}
