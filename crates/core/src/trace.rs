//! The trace of a match: header, inputs, a state hash per window. It is the truth about a match; everything
//! drawable is derived from it by running the engine.
//!
//! A trace file is one plain line, `meydan-trace 1`, and then a zstd stream (with its checksum) of JSON lines: the
//! [`Header`], the [`Entry`]s, and last an [`Entry::End`]. The stream is flushed at every window, so a file cut
//! short by a crash can be read up to the cut.

mod read;
mod replay;
mod write;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Fault, Input, Outcome, Seat, StateHash};

pub use read::{Trace, TraceError};
pub use replay::{Replay, ReplayError, Step};
pub use write::TraceWriter;

/// The version of the trace format that this program writes. It reads every version up to this one.
pub const VERSION: u32 = 1;

/// The first line of every trace file, up to the version.
const MAGIC: &str = "meydan-trace ";

/// What a match was played with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The ruleset's name.
    pub ruleset: String,
    /// The map's name, for people; the map itself is in the config.
    pub map: String,
    /// What fixed all chance.
    pub seed: crate::Seed,
    /// The game's config.
    pub config: Box<RawValue>,
    /// Who played, in seat order.
    pub seats: Vec<SeatName>,
    /// The clocks of the match in milliseconds (0: no limit).
    pub clocks: Vec<(String, u64)>,
}

/// Who sat on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatName {
    /// The bot's or person's name.
    pub name: String,
    /// The seat as it was asked for: `house:greedy`, a command line, `human`.
    pub spec: String,
}

/// One line of a trace after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry<A> {
    /// A seat acted and the rules took it.
    Act(Seat, A),
    /// How long a seat took in the window about to close, in microseconds.
    Time(Seat, u64),
    /// A seat left for good.
    Withdraw(Seat),
    /// The window closed; the hash of the state after it.
    Close(StateHash),
    /// A mistake of a seat.
    Fault(Fault),
    /// Something a bot wants drawn; never shown to the opponent.
    Note(Seat, Box<RawNote>),
    /// What a bot wrote to its standard error in this window.
    Stderr(Seat, String),
    /// The match is over.
    End(End),
}

/// A note as the bot sent it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawNote(pub Box<RawValue>);

impl PartialEq for RawNote {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

/// The last line of a whole trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// How the match ended.
    pub outcome: Outcome,
    /// How many windows were closed.
    pub windows: u32,
}

impl<A> Entry<A> {
    /// Whether this entry may have changed the game.
    pub fn is_input(&self) -> bool {
        matches!(self, Entry::Act(..) | Entry::Time(..) | Entry::Withdraw(_) | Entry::Close(_))
    }

    /// The input to the game that this entry is, if it is one.
    pub fn input(&self) -> Option<Input<A>>
    where
        A: Clone,
    {
        match self {
            Entry::Act(seat, action) => Some(Input::Act(*seat, action.clone())),
            Entry::Time(seat, micros) => Some(Input::Time(*seat, *micros)),
            Entry::Withdraw(seat) => Some(Input::Withdraw(*seat)),
            Entry::Close(_) => Some(Input::Close),
            Entry::Fault(_) | Entry::Note(..) | Entry::Stderr(..) | Entry::End(_) => None,
        }
    }
}
