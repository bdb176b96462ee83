mod bmp;
mod map;

use meydan_core::{Budget, Chance, OverBudget};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use bmp::{BmpError, write_bmp};
pub use map::{Map, MapError, Point, Tile};

/// The most teams a match can have. The contest had four; its server never counted.
pub const MOST_TEAMS: usize = 32;
/// The most units a team can have.
pub const MOST_UNITS: usize = 64;
/// The longest match in ticks. The contest's had 300; the errors of a team that stays silent pile up tick by tick.
pub const MOST_TICKS: u32 = 10_000;
/// The longest id or name in bytes.
pub const LONGEST_NAME: usize = 256;

/// Everything that is agreed before a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Which of the two rulesets holds.
    pub ruleset: Ruleset,
    /// The map as rows of text.
    pub map: Map,
    /// The teams in registration order; seat `i` is team `i`.
    pub teams: Vec<TeamConfig>,
    /// How many units each team has.
    pub units_per_team: usize,
    /// How many ticks are played.
    pub ticks: u32,
    /// The time limit that the timeout error quotes, in milliseconds. The clocks themselves are the referee's.
    pub time_limit_ms: u64,
    /// The ids of the diamonds in map order: column by column, top to bottom.
    pub diamond_ids: Vec<String>,
}

/// A team as it is known before the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TeamConfig {
    /// The id that the original's wire shows: a UUID.
    pub id: String,
    /// The name it registered under.
    pub name: String,
}

/// The two rulesets differ in one rule only: when a killed unit may come back (spec 14, row 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// The rule document: a killed unit comes back in the next tick at the earliest.
    #[default]
    Document,
    /// The original server: a killed unit may come back in the tick of its death.
    Official,
}

impl Ruleset {
    /// The ruleset of a name.
    pub fn named(name: &str) -> Option<Ruleset> {
        match name {
            "document" => Some(Ruleset::Document),
            "official" => Some(Ruleset::Official),
            _ => None,
        }
    }
}

/// Why a match cannot start.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The map cannot be used.
    #[error(transparent)]
    Map(#[from] MapError),
    /// There are too many units and diamonds.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// An id or a name is too long.
    #[error("`{name}` has an entry of {found} bytes: give at most {}", LONGEST_NAME)]
    Long {
        /// Which list.
        name: &'static str,
        /// How long the entry is.
        found: usize,
    },
    /// The ruleset is unknown.
    #[error("unknown ruleset `{name}`: choose `document` or `official`")]
    Ruleset {
        /// What was asked for.
        name: String,
    },
    /// A knob is unknown.
    #[error("unknown option `{name}`: jungle knows {known}")]
    Option {
        /// What was asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A number is missing or out of its range.
    #[error("`{name}` is `{value}`: give a whole number from {least} to {most}")]
    Number {
        /// Which number.
        name: &'static str,
        /// What was given.
        value: String,
        /// The least allowed.
        least: u64,
        /// The most allowed.
        most: u64,
    },
    /// A list does not have one entry for each thing it names.
    #[error("`{name}` has {found} entries: give {wanted}, one for each {thing}")]
    Count {
        /// Which list.
        name: &'static str,
        /// How many entries it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
        /// What an entry stands for.
        thing: &'static str,
    },
}

impl Config {
    /// A config with the defaults of the rule document and ids that `chance` makes up.
    pub fn new(map: Map, teams: usize, units_per_team: usize, chance: &mut Chance) -> Config {
        let diamonds = map.diamonds().count();
        Config {
            ruleset: Ruleset::Document,
            map,
            teams: (1..=teams).map(|i| TeamConfig { id: uuid(chance), name: format!("Team {i}") }).collect(),
            units_per_team,
            ticks: 300,
            time_limit_ms: 150,
            diamond_ids: (0..diamonds).map(|_| uuid(chance)).collect(),
        }
    }

    /// How many units there are over all teams.
    pub fn units(&self) -> usize {
        self.teams.len() * self.units_per_team
    }

    /// The numbers of a team's units, which count from 1 over all teams.
    pub fn units_of(&self, team: usize) -> std::ops::RangeInclusive<u16> {
        let first = team * self.units_per_team + 1;
        first as u16..=(first + self.units_per_team - 1) as u16
    }

    /// The number of the unit that `id` names, if it is exactly that number's text. Ids are digits only, so that
    /// ignoring case, as the original does, changes nothing.
    pub fn unit_named(id: &str) -> Option<u16> {
        let number: u16 = id.parse().ok()?;
        (number > 0 && number.to_string() == id).then_some(number)
    }

    /// Checks that the numbers fit together and that there is not too much of anything: a config may come from a
    /// stranger's record.
    pub fn check(&self) -> Result<(), ConfigError> {
        let in_range = |name, value: usize, most: usize| {
            if (1..=most).contains(&value) {
                Ok(())
            } else {
                Err(ConfigError::Number { name, value: value.to_string(), least: 1, most: most as u64 })
            }
        };
        in_range("teams", self.teams.len(), MOST_TEAMS)?;
        in_range("units", self.units_per_team, MOST_UNITS)?;
        in_range("ticks", self.ticks as usize, MOST_TICKS as usize)?;
        let wanted = self.map.diamonds().count();
        Budget::STANDARD.pieces("a match", self.units() + wanted)?;
        let ids = self.teams.iter().flat_map(|team| [("teams", &team.id), ("teams", &team.name)]);
        for (name, text) in ids.chain(self.diamond_ids.iter().map(|id| ("diamond_ids", id))) {
            if text.len() > LONGEST_NAME {
                return Err(ConfigError::Long { name, found: text.len() });
            }
        }
        if self.diamond_ids.len() != wanted {
            let found = self.diamond_ids.len();
            return Err(ConfigError::Count {
                name: "diamond_ids",
                found,
                wanted,
                thing: "diamond of the map",
            });
        }
        Ok(())
    }
}

/// A version-4 UUID. The original takes them from the system's random source, so they are not draws of the match.
pub fn uuid(chance: &mut Chance) -> String {
    let mut bytes = [0u8; 16];
    bytes.fill_with(|| chance.below(256) as u8);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (i, byte) in bytes.iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).expect("four bits are one digit"));
        }
    }
    text
}
