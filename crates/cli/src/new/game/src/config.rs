use meydan_core::Terms;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What fixes a match besides chance. It is public: every bot is told it at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Config {
    /// How many stones are on the heap at the start.
    pub heap: u32,
    /// How many stones may be taken in a turn.
    pub most: u32,
}

impl Config {
    /// The largest heap. A match has at most as many turns.
    pub const LARGEST_HEAP: u32 = 1000;

    /// Reads a map file, lines of a name and a number, and the terms of the match, whose options go over it.
    pub(crate) fn read(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        if let Some(sides) = terms.sides.filter(|&sides| sides != 2) {
            return Err(ConfigError::Sides(sides));
        }
        let text = std::str::from_utf8(map).map_err(|_| ConfigError::NotText)?;
        let mut config = Config { heap: 0, most: 0 };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            config.set(name, value.trim())?;
        }
        for (name, value) in &terms.options {
            config.set(name, value)?;
        }
        config.check()?;
        Ok(config)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let number = match name {
            "heap" => &mut self.heap,
            "most" => &mut self.most,
            _ => return Err(ConfigError::Unknown(name.to_owned())),
        };
        let wrong = |_| ConfigError::NotNumber { name: name.to_owned(), value: value.to_owned() };
        *number = value.parse().map_err(wrong)?;
        Ok(())
    }

    /// What every config keeps, wherever it comes from.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        for (name, found) in [("heap", self.heap), ("most", self.most)] {
            if !(1..=Self::LARGEST_HEAP).contains(&found) {
                return Err(ConfigError::OutOfRange { name, found });
            }
        }
        Ok(())
    }
}

/// Why no match can start from a map or its terms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The map is not text.
    #[error("the map is not text; give lines like `heap 21`")]
    NotText,
    /// A name that means nothing.
    #[error("there is no `{0}`; the names are `heap` and `most`")]
    Unknown(String),
    /// A value that is not a number.
    #[error("`{name}` cannot be `{value}`; give a whole number")]
    NotNumber {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// A number that is too small or too large, or that the map does not give at all.
    #[error("`{name}` is {found}; give 1 to {most}", most = Config::LARGEST_HEAP)]
    OutOfRange {
        /// The name.
        name: &'static str,
        /// The number.
        found: u32,
    },
    /// Too few or too many sides.
    #[error("the game is for 2 sides, not for {0}; give two seats")]
    Sides(usize),
}
