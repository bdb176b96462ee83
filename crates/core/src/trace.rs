//! The trace of a match: header, inputs, a state hash per window. It is the truth about a match; everything
//! drawable is derived from it by running the engine.
//!
//! This module has the words of a trace and [`Replay`], which plays one again. How a trace lies in a file, with its
//! compression and its signature, is the business of `meydan-record`.

mod entrant;
mod replay;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{Fault, Game, Input, Outcome, Seat, Seed, Side, StateHash};

pub use entrant::{Entrant, EntrantKind};
pub use replay::{Replay, ReplayError, Step};

/// What a match was played with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The program that recorded it, with its version.
    #[serde(default)]
    pub build: String,
    /// The match's own name, for whoever keeps many.
    #[serde(default)]
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The ruleset's name.
    pub ruleset: String,
    /// The map's name, for people; the map itself is in the config.
    pub map: String,
    /// The digest of the map file, as hexadecimal digits; empty where there was no file.
    #[serde(default)]
    pub map_digest: String,
    /// What fixed all chance.
    pub seed: Seed,
    /// The game's config.
    pub config: Box<RawValue>,
    /// Who played, in seat order.
    pub entrants: Vec<Entrant>,
    /// The side of each seat.
    pub sides: Vec<Side>,
    /// The clocks of the match in milliseconds (0: no limit).
    pub clocks: Vec<(String, u64)>,
}

impl Header {
    /// The plainest header for a match of `G`: nobody's name, no clocks. The caller fills in what it knows.
    ///
    /// # Panics
    /// If the config is not JSON, which the laws of the testkit forbid.
    pub fn of<G: Game>(game: &G, config: &G::Config, seed: Seed) -> Header {
        let roster = game.roster();
        Header {
            build: concat!("meydan ", env!("CARGO_PKG_VERSION")).to_owned(),
            id: String::new(),
            game: G::NAME.to_owned(),
            rules: G::RULES,
            ruleset: "document".to_owned(),
            map: String::new(),
            map_digest: String::new(),
            seed,
            config: to_raw_value(config).expect("a config is JSON, as the laws demand"),
            entrants: roster.seats().map(|seat| Entrant::bot(roster.label(seat))).collect(),
            sides: roster.seats().map(|seat| roster.side(seat)).collect(),
            clocks: Vec::new(),
        }
    }
}

/// One line of a trace after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry<A> {
    /// A seat acted and the rules took it.
    Act(Seat, A),
    /// How long a seat took in the window about to close, in microseconds.
    Time(Seat, u64),
    /// What a seat's process used in the window about to close, counted from outside. Only where somebody counted.
    Used(Seat, Used),
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
    /// How a seat's process ended after the match, in words. One that ended before is a fault.
    Ended(Seat, String),
    /// The match is over.
    End(End),
}

impl<A> Entry<A> {
    /// The entry as strangers may have it: nobody's notes and error output, and of a mistake only its kind, because what was said
    /// wrong may hold a part of what was said.
    pub fn discreet(self) -> Option<Entry<A>> {
        match self {
            Entry::Note(..) | Entry::Stderr(..) => None,
            Entry::Fault(fault) => Some(Entry::Fault(Fault { text: fault.kind.to_string(), ..fault })),
            other => Some(other),
        }
    }
}

/// What a process used in one window, counted from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Wall time, in microseconds.
    pub wall_us: u64,
    /// Processor time of its whole tree, in microseconds.
    pub cpu_us: u64,
    /// The most memory its tree has had at once until then, in bytes.
    pub peak: u64,
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
    /// The words by which a line tells what kind of entry it is.
    pub const KINDS: &[&str] =
        &["act", "time", "used", "withdraw", "close", "fault", "note", "stderr", "ended", "end"];

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
            Entry::Used(..)
            | Entry::Fault(_)
            | Entry::Note(..)
            | Entry::Stderr(..)
            | Entry::Ended(..)
            | Entry::End(_) => None,
        }
    }
}

/// A trace in memory. Acts are of type `A`; a tool that does not know the game reads [`RawValue`]s.
#[derive(Clone, Debug)]
pub struct Trace<A = Box<RawValue>> {
    /// What was played.
    pub header: Header,
    /// Everything after the header except the end.
    pub entries: Vec<Entry<A>>,
    /// The end; `None` if the match goes on (a save) or the record was cut short.
    pub end: Option<End>,
    /// Whether the record was cut short: the program that wrote it did not get to close it.
    pub cut: bool,
    /// How many entries were of a kind that this program does not know.
    pub skipped: usize,
}

impl<A> Trace<A> {
    /// How many windows were closed.
    pub fn windows(&self) -> u32 {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Close(_))).count() as u32
    }
}
