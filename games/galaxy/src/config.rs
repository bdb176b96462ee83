//! What fixes a match besides chance: the map and the rules' constants.

mod file;
mod map;
mod rules;

use std::sync::Arc;

use meydan_core::{OverBudget, Roster, Terms};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use map::to_square;
pub use map::{Map, PlanetId, Strategic};
pub use rules::{EarlyWinCheck, Rules, Ruleset};

/// The map and the rules of a match. Cheap to clone: everything is shared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Plain"))]
#[serde(try_from = "Plain", into = "Plain")]
pub struct Config(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    rules: Rules,
    map: Map,
    roster: Roster,
}

/// A config as JSON shows it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Config"))]
struct Plain {
    rules: Rules,
    map: map::Plain,
}

impl Config {
    /// Puts a map and rules together.
    pub fn new(map: Map, rules: Rules) -> Result<Config, ConfigError> {
        rules.check()?;
        let roster =
            Roster::one_seat_per_side((0..rules.number_of_players).map(|player| format!("player {player}")));
        Ok(Config(Arc::new(Inner { rules, map, roster })))
    }

    /// Reads a map file of the original's format and the terms of the match.
    pub fn read(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        Config::new(Map::read(map)?, Rules::read(terms)?)
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.0.map
    }

    /// The rules' constants.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The players.
    pub fn roster(&self) -> &Roster {
        &self.0.roster
    }
}

impl TryFrom<Plain> for Config {
    type Error = ConfigError;

    fn try_from(plain: Plain) -> Result<Self, Self::Error> {
        Config::new(plain.map.try_into()?, plain.rules)
    }
}

impl From<Config> for Plain {
    fn from(config: Config) -> Self {
        Plain { rules: config.rules().clone(), map: config.map().clone().into() }
    }
}

/// Why a match cannot be set up.
#[derive(Debug, Error, PartialEq)]
pub enum ConfigError {
    /// The map file is too large.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// The map file is not a JSON object.
    #[error("the map is not a JSON object: {0}; give a file in the format of the contest's maps")]
    NotJson(String),
    /// A field of the map is absent.
    #[error("the map has no `{field}`; add it")]
    MissingField {
        /// The field.
        field: &'static str,
    },
    /// A field of the map does not hold what it should.
    #[error("`{field}` of the map is `{found}`; it should be {wanted}")]
    BadField {
        /// The field, with the index where it is a list.
        field: String,
        /// What it holds, cut short.
        found: String,
        /// What it should hold.
        wanted: String,
    },
    /// A planet named in the map does not exist.
    #[error("`{field}` of the map names planet `{found}`; planets are numbered from 0 to {last}")]
    NoSuchPlanet {
        /// The field with its index.
        field: String,
        /// The number found.
        found: i64,
        /// The last planet.
        last: usize,
    },
    /// The two lists of strategic planets do not match.
    #[error(
        "`scores_of_strategic_nodes` of the map has {scores} entries and `strategic_nodes` has {planets}; \
         give one score per strategic planet"
    )]
    UnevenScores {
        /// How many strategic planets there are.
        planets: usize,
        /// How many scores.
        scores: usize,
    },
    /// A planet is strategic twice.
    #[error("`{field}` of the map names planet `{planet}` again; list every strategic planet once")]
    StrategicTwice {
        /// The field with its index.
        field: String,
        /// The planet.
        planet: usize,
    },
    /// There is no such ruleset.
    #[error("there is no ruleset `{found}`; choose `document` or `official`")]
    NoSuchRuleset {
        /// The name given.
        found: String,
    },
    /// There is no such setting.
    #[error("there is no setting `{name}`; the settings are {known}")]
    NoSuchSetting {
        /// The name given.
        name: String,
        /// All names.
        known: String,
    },
    /// A setting has a value it cannot have.
    #[error("the setting `{name}` cannot be `{found}`; give {wanted}")]
    BadSetting {
        /// The setting.
        name: &'static str,
        /// The value given.
        found: String,
        /// What it can be.
        wanted: String,
    },
}
