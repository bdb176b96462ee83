//! The messages exactly as they are on the wire.

use std::collections::BTreeMap;

use meydan_core::{Mode, Outcome, Seat, Side};
use meydan_referee::{Briefing, Turn};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

/// The version of this protocol.
pub const PROTOCOL: u32 = 1;

/// What Meydan sends to a bot.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToBot<'a, V, E> {
    /// Once, before everything else.
    Start(Start<'a>),
    /// A window is open for this seat.
    Turn {
        /// The window's number.
        window: u32,
        /// Which clock runs, and how long the seat has.
        clock: ClockNow,
        /// Whether acts count at once (`live`) or when the window closes (`sealed`).
        mode: Mode,
        /// All that the seat may know.
        view: &'a V,
        /// What went wrong since the last turn, in words. Left out when nothing did.
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
        errors: &'a [String],
    },
    /// A live act was taken.
    Ok {
        /// The window's number.
        window: u32,
        /// Whether the seat may act again.
        next: NextAct,
        /// The fresh view, if it may.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        view: Option<&'a V>,
        /// And what happened, as far as it may know that. Left out where nothing did.
        #[serde(skip_serializing_if = "<[E]>::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<E>>", optional))]
        events: &'a [E],
    },
    /// A live act was refused; nothing has changed.
    Rejected {
        /// The window's number.
        window: u32,
        /// Whether the seat may act again.
        next: NextAct,
        /// Why.
        reason: &'a str,
    },
    /// The match is over.
    End {
        /// How it ended for everybody.
        outcome: &'a Outcome,
        /// The last view.
        view: &'a V,
    },
}

/// The first message.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Start<'a> {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The game's name.
    pub game: &'a str,
    /// The version of its rules.
    pub rules: u32,
    /// The ruleset's name.
    pub ruleset: &'a str,
    /// The map's name.
    pub map: &'a str,
    /// The bot's seat.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// What the game calls the seat.
    pub label: &'a str,
    /// The side of every seat.
    pub sides: &'a [Side],
    /// Every clock in milliseconds; 0 means no limit.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub clocks: BTreeMap<&'a str, u64>,
    /// The game's config, map included.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub config: &'a RawValue,
}

impl<'a> From<&'a Briefing> for Start<'a> {
    fn from(briefing: &'a Briefing) -> Self {
        Start {
            protocol: PROTOCOL,
            game: &briefing.game,
            rules: briefing.rules,
            ruleset: &briefing.ruleset,
            map: &briefing.map,
            seat: briefing.seat,
            side: briefing.side,
            label: &briefing.label,
            sides: &briefing.sides,
            clocks: briefing.clocks.iter().map(|(name, millis)| (name.as_str(), *millis)).collect(),
            config: &briefing.config,
        }
    }
}

/// The clock of a window.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockNow {
    /// Its name.
    pub name: &'static str,
    /// How long the seat has, in milliseconds; 0 means no limit.
    pub ms: u64,
    /// What the seat has left for the whole match, in milliseconds. Left out where only windows are limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub left: Option<u64>,
}

impl ClockNow {
    /// The clock that the match has set.
    pub fn of(turn: Turn) -> ClockNow {
        let ms = turn.budget.map_or(0, |budget| budget.as_millis() as u64);
        ClockNow { name: turn.window.clock, ms, left: None }
    }
}

/// Whether a seat may act again in this window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum NextAct {
    /// Yes.
    More,
    /// No.
    Done,
}

/// One line of a bot. It may hold several of these at once; a note comes first, then the act, then the end.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct FromBot {
    /// The window the line is meant for; a line for another window is dropped.
    #[serde(default)]
    pub window: Option<u32>,
    /// An act.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub act: Option<Box<RawValue>>,
    /// Something to be drawn in the viewer.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub note: Option<Box<RawValue>>,
    /// `true` ends the bot's window.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub done: bool,
}

/// What only a game knows; the page's shell carries it without looking.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[ts(type = "unknown")]
struct Unknown;

/// What the messages are in TypeScript.
#[cfg(feature = "ts")]
pub fn message_types() -> meydan_core::types::Declarations {
    let types = meydan_core::types::Declarations::new();
    types.with::<ToBot<'static, Unknown, Unknown>>().with::<FromBot>()
}

/// Why a line is not a message.
#[derive(Debug, Error)]
pub enum LineError {
    /// The bytes are not text.
    #[error("a line is not UTF-8 text; send JSON objects, one per line")]
    NotText,
    /// The text is not a message.
    #[error("`{text}` is not a message ({reason}); send a JSON object such as {{\"act\": …}}")]
    NotMessage {
        /// The line, shortened.
        text: String,
        /// What the JSON reader said.
        reason: String,
    },
    /// A message that asks for nothing.
    #[error("`{text}` has none of the keys `act`, `note`, `done`")]
    Empty {
        /// The line, shortened.
        text: String,
    },
}

impl FromBot {
    /// Reads one line, without its line break.
    pub fn read(line: &[u8]) -> Result<FromBot, LineError> {
        let text = std::str::from_utf8(line).map_err(|_| LineError::NotText)?;
        let message: FromBot = serde_json::from_str(text)
            .map_err(|e| LineError::NotMessage { text: shorten(text), reason: e.to_string() })?;
        if message.act.is_none() && message.note.is_none() && !message.done {
            return Err(LineError::Empty { text: shorten(text) });
        }
        Ok(message)
    }
}

/// The beginning of a text, for error messages.
pub fn shorten(text: &str) -> String {
    const KEPT: usize = 80;
    match text.char_indices().nth(KEPT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
