//! What a match is played on: the city, the units, the money, the turns. All of it is public.

mod check;
mod layout;
mod map;
mod order;

use meydan_core::{Budget, OverBudget};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use map::{
    Agent, ChatSettings, CityFile, Drawing, Graph, IncomeSettings, NodeEntry, PathEntry, TurnSettings,
    is_blank,
};

/// The most units a match can have: one seat each.
pub const MOST_UNITS: usize = meydan_core::SeatSet::CAPACITY;
/// The most nodes that are read; the document allows 250, the other rulesets more. Sight is worked out from every node
/// over every path, so this and the paths are what the start of a match costs.
pub const MOST_NODES: usize = 512;
/// The most paths that are read.
pub const MOST_PATHS: usize = 4096;
/// The last turn there can be, and the most turns on which thieves can show themselves.
pub const MOST_TURNS: i32 = 100_000;
/// The largest chat box.
pub const MOST_CHAT: i32 = 65_536;
/// The most money a price, an income or a balance can be. Sums of it stay exact enough and finite.
pub const MOST_MONEY: f64 = 1e12;
/// The most nodes of a city under the document's rules.
pub const DOCUMENT_NODES: usize = 250;
/// The most different prices of a city under the document's rules.
pub const DOCUMENT_PRICES: usize = 3;

/// Whose rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ruleset {
    /// The rule document: full rounds, police first.
    Document,
    /// The server of the preliminary rounds, version 0.1.71.
    OfficialPrelim,
    /// The server of the finals, version 0.2.6, with Joker and Batman.
    Official,
}

impl Ruleset {
    /// All names, the default first.
    pub const NAMES: &'static [&'static str] = &["document", "official-prelim", "official"];

    /// The ruleset of a name.
    pub fn named(name: &str) -> Result<Ruleset, ConfigError> {
        match name {
            "document" => Ok(Ruleset::Document),
            "official-prelim" => Ok(Ruleset::OfficialPrelim),
            "official" => Ok(Ruleset::Official),
            _ => Err(ConfigError::UnknownRuleset { name: name.into() }),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Ruleset::Document => "document",
            Ruleset::OfficialPrelim => "official-prelim",
            Ruleset::Official => "official",
        }
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Team {
    /// Side 0.
    First,
    /// Side 1.
    Second,
}

impl Team {
    /// Both, in order.
    pub const BOTH: [Team; 2] = [Team::First, Team::Second];

    /// The team as an index.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub fn other(self) -> Team {
        match self {
            Team::First => Team::Second,
            Team::Second => Team::First,
        }
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Hides, and loses the match when all of its team are caught.
    Thief,
    /// Catches thieves.
    Police,
    /// A thief whose capture decides the match (`official` only).
    Joker,
    /// A police unit that catches a Joker alone (`official` only).
    Batman,
}

impl Kind {
    /// The half-turn in which the unit acts; also its chat box and its income.
    pub fn half(self) -> Half {
        match self {
            Kind::Thief | Kind::Joker => Half::Thieves,
            Kind::Police | Kind::Batman => Half::Police,
        }
    }
}

/// The two halves of a round, and the units that act in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// Thieves and Jokers.
    Thieves,
    /// Police and Batmen.
    Police,
}

impl Half {
    /// The other half.
    pub fn other(self) -> Half {
        match self {
            Half::Thieves => Half::Police,
            Half::Police => Half::Thieves,
        }
    }
}

/// How one goes along a path, by the rank of its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The lowest price of the city, as a rule 0.
    Walk,
    /// The middle price.
    Bus,
    /// The highest price.
    Metro,
}

/// A place in the city.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Node {
    /// Its number in the map file.
    pub id: i32,
    /// Where to draw it, from left to right.
    pub x: f64,
    /// Where to draw it, from top to bottom.
    pub y: f64,
}

/// A connection that can be used both ways.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Path {
    /// Its number in the map file.
    pub id: i32,
    /// One end, a node's number.
    pub from: i32,
    /// The other end, a node's number.
    pub to: i32,
    /// What one passage costs.
    pub price: f64,
    /// Walk, bus or metro.
    pub way: Way,
}

/// A unit as the map describes it. Its place in the list is its seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Unit {
    /// Its number in the map file.
    pub id: i32,
    /// Whose it is.
    pub team: Team,
    /// What it is.
    pub kind: Kind,
    /// Where it stands before anybody has joined.
    pub node: i32,
    /// Its money at the start.
    pub balance: f64,
}

/// What units earn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Income {
    /// Each police unit.
    pub police: f64,
    /// Each living thief.
    pub thieves: f64,
}

/// What talking costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatTerms {
    /// `document`: the longest message; otherwise the most messages that are shown.
    pub box_size: i32,
    /// The price of one character.
    pub cost: f64,
}

/// How far one sees under `official`, in steps on foot. All 0 under the other rulesets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Radii {
    /// Police see thieves on visible turns (X).
    pub thief: i32,
    /// Police see everybody else on visible turns (Y).
    pub joker: i32,
    /// Thieves see a Batman (Z).
    pub batman: i32,
}

/// Everything a match of `gotham` is played on. It holds no secret: tokens stay with whoever read the map file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Config {
    /// Whose rules are played.
    pub ruleset: Ruleset,
    /// The nodes in the order in which the original walks them (spec 11.2).
    pub nodes: Vec<Node>,
    /// The paths in the order in which the original walks them; of parallel ones the first counts.
    pub paths: Vec<Path>,
    /// The units in seat order, which is the order of the map file.
    pub units: Vec<Unit>,
    /// The seats in the order in which the original walks the units. It comes from the tokens, which are secret.
    pub order: Vec<u8>,
    /// What units earn.
    pub income: Income,
    /// The last turn: rounds under `document`, half-turns otherwise.
    pub max_turns: i32,
    /// The turns on which thieves show themselves, as listed in the map file.
    pub visible_turns: Vec<i32>,
    /// What talking costs.
    pub chat: ChatTerms,
    /// How far one sees.
    pub radii: Radii,
}

/// What a city may take.
pub(crate) const BUDGET: Budget = Budget { cells: MOST_NODES, pieces: MOST_UNITS, ..Budget::MAP };

/// Why a map or the terms of a match cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The file is not what it should be.
    #[error("the {file} cannot be read at `{field}`: {problem}")]
    Unreadable {
        /// `map` or `drawing`.
        file: &'static str,
        /// Where, as a path of field names.
        field: String,
        /// What is wrong there.
        problem: String,
    },
    /// A field of the map holds something the rules do not allow.
    #[error("`{field}` of the map is `{value}`: {wanted}")]
    Field {
        /// The field's path in the map file, counted from 0 in file order.
        field: String,
        /// What it holds.
        value: String,
        /// What it may hold.
        wanted: &'static str,
    },
    /// The file or the city is too large.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// There is no such ruleset.
    #[error("there is no ruleset `{name}`; choose `document`, `official-prelim` or `official`")]
    UnknownRuleset {
        /// The name that was asked for.
        name: String,
    },
    /// There is no such option.
    #[error("there is no option `{name}`; the options are {known}")]
    UnknownOption {
        /// The name that was given.
        name: String,
        /// All names.
        known: String,
    },
    /// An option's value cannot be used.
    #[error("the option `{name}` is `{value}`: give {wanted}")]
    Option {
        /// The option.
        name: String,
        /// What was given.
        value: String,
        /// What it may be.
        wanted: &'static str,
    },
    /// A match has two sides.
    #[error("a match of gotham has 2 sides, not `{asked}`; leave the number of sides out")]
    Sides {
        /// How many were asked for.
        asked: usize,
    },
}
