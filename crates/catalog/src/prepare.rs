use std::collections::BTreeMap;

use meydan_core::trace::{Entrant, Header};
use meydan_core::{Chance, OverBudget, Seed, Terms};
use meydan_referee::TimeControl;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Offer;

/// What somebody chooses to play.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The ruleset; `None`: the game's first.
    pub ruleset: Option<String>,
    /// The map; `None`: the game's first.
    pub map: Option<MapChoice>,
    /// What fixes all chance; `None`: drawn anew.
    pub seed: Option<u64>,
    /// How many sides, where the map leaves it open.
    pub sides: Option<usize>,
    /// Further knobs of the game.
    pub options: BTreeMap<String, String>,
}

/// The largest map file that is taken, in bytes. The originals' own are some hundred kilobytes.
pub const LARGEST_MAP: usize = 8 << 20;

/// Where a map comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MapChoice {
    /// The name of a built-in map.
    Named(String),
    /// A map that somebody brings: a name for it, and its bytes.
    Brought(String, Vec<u8>),
}

/// Why a match cannot be set up.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// No such ruleset.
    #[error("`{game}` has no ruleset `{ruleset}`; it has {known}")]
    Ruleset {
        /// The game.
        game: &'static str,
        /// What was asked for.
        ruleset: String,
        /// What there is.
        known: String,
    },
    /// No such map.
    #[error("`{game}` has no map `{name}`; it has {known}, or give a map file")]
    Map {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A map file that is too large.
    #[error(transparent)]
    Budget(#[from] OverBudget),
    /// The game refuses the map or the terms.
    #[error("the map `{map}` cannot be played: {reason}")]
    Config {
        /// The map's name.
        map: String,
        /// The game's reason.
        reason: String,
    },
}

/// A match of `G`, set up and not yet begun.
pub struct Prepared<G: Offer> {
    /// The game at its start.
    pub game: G,
    /// What it was set up from.
    pub config: G::Config,
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The map's name.
    pub map: String,
    /// The map file as it was read.
    pub map_bytes: Vec<u8>,
    /// What fixes all chance.
    pub seed: Seed,
}

impl<G: Offer> Prepared<G> {
    /// Reads the map and sets the match up.
    pub fn new(choice: &Choice) -> Result<Self, PrepareError> {
        let ruleset = ruleset::<G>(choice.ruleset.as_deref())?;
        let (map, map_bytes) = map::<G>(choice.map.as_ref())?;
        let mut options = choice.options.clone();
        if let Some(MapChoice::Brought(name, _)) = &choice.map {
            for (option, value) in G::of_contest(name, choice.sides) {
                options.entry(option.to_owned()).or_insert(value);
            }
        }
        let terms = Terms { ruleset: ruleset.to_owned(), sides: choice.sides, options };
        let refused =
            |error: G::ConfigError| PrepareError::Config { map: map.clone(), reason: error.to_string() };
        let config = G::config(&map_bytes, &terms).map_err(refused)?;
        let seed = Seed(choice.seed.unwrap_or_else(fresh_seed));
        Prepared::of(config, ruleset, map, map_bytes, seed)
    }

    /// Sets a match up from a config that was read or made before.
    pub fn of(
        config: G::Config,
        ruleset: &'static str,
        map: String,
        map_bytes: Vec<u8>,
        seed: Seed,
    ) -> Result<Self, PrepareError> {
        match G::new(&config, Chance::new(seed)) {
            Ok(game) => Ok(Prepared { game, config, ruleset, map, map_bytes, seed }),
            Err(error) => Err(PrepareError::Config { map, reason: error.to_string() }),
        }
    }

    /// The clocks of the game under this ruleset.
    pub fn time_control(&self) -> TimeControl {
        TimeControl::of(G::clocks(self.ruleset))
    }

    /// The head of the match's trace.
    pub fn header(&self, entrants: Vec<Entrant>, time: &TimeControl) -> Header {
        Header {
            ruleset: self.ruleset.to_owned(),
            map: self.map.clone(),
            entrants,
            clocks: time.millis(),
            ..Header::of(&self.game, &self.config, self.seed)
        }
    }

    /// The chance for what is drawn beside the match on a seat: a house bot's own dice. It is fixed by the match's
    /// seed, so that the same seed and the same bots give the same match.
    pub fn seat_chance(&self, seat: usize) -> Chance {
        seat_chance(self.seed, seat)
    }
}

pub(crate) fn seat_chance(seed: Seed, seat: usize) -> Chance {
    Chance::new(Seed(seed.0 ^ (0x6d65_7964_616e_0000 + seat as u64 + 1)))
}

fn ruleset<G: Offer>(asked: Option<&str>) -> Result<&'static str, PrepareError> {
    let Some(asked) = asked else { return Ok(G::RULESETS[0]) };
    let known = G::RULESETS.iter().find(|name| **name == asked);
    known.copied().ok_or_else(|| PrepareError::Ruleset {
        game: G::NAME,
        ruleset: asked.to_owned(),
        known: G::RULESETS.join(", "),
    })
}

fn map<G: Offer>(asked: Option<&MapChoice>) -> Result<(String, Vec<u8>), PrepareError> {
    let name = match asked {
        None => return Ok((G::maps()[0].name.to_owned(), G::maps()[0].bytes.to_owned())),
        Some(MapChoice::Brought(name, bytes)) => {
            if bytes.len() > LARGEST_MAP {
                let (asked, most) = (bytes.len(), LARGEST_MAP);
                return Err(OverBudget { what: "a map file", unit: "bytes", asked, most }.into());
            }
            return Ok((name.clone(), bytes.clone()));
        }
        Some(MapChoice::Named(name)) => name,
    };
    let known = G::maps().iter().find(|map| map.name == name);
    known.map(|map| (name.clone(), map.bytes.to_owned())).ok_or_else(|| PrepareError::Map {
        game: G::NAME,
        name: name.clone(),
        known: G::maps().iter().map(|map| map.name).collect::<Vec<_>>().join(", "),
    })
}

/// A seed nobody chose. Below 2^53, so that every JSON reader keeps it exactly.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) >> 11
}
