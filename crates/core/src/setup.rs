use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::Game;

/// How a match of a game is set up from outside: its rulesets, clocks and maps. Pure data and parsing, no I/O.
pub trait Setup: Game {
    /// One line for lists: what the game is.
    const ABOUT: &'static str;
    /// The rulesets by name; the first is the default.
    const RULESETS: &'static [&'static str];
    /// How many sides a match can have (for a list; a map and terms decide).
    const SIDES: RangeInclusive<usize>;
    /// Whether a bot whose act is refused has lost its window (a person is asked again in any case).
    const REFUSAL_ENDS_WINDOW: bool = false;
    /// Whether a seat's view hides from it what the spectator's view shows: fog, hidden pieces, reserves.
    const SECRETS: bool = false;

    /// The clocks that windows may name, with the durations of the rule document or the original server.
    fn clocks(ruleset: &str) -> &'static [Clock];

    /// The maps that come with Meydan; the first is the default.
    fn maps() -> &'static [MapFile];

    /// Reads a map file and the terms of the match into a config. The error names the field or the line and says
    /// what to change.
    fn config(map: &[u8], terms: &Terms) -> Result<Self::Config, Self::ConfigError>;

    /// What is odd about a config although it can be played, one sentence each.
    fn warnings(config: &Self::Config) -> Vec<String> {
        let _ = config;
        Vec::new()
    }
}

/// What is agreed for a match besides its map and seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// One of the game's rulesets.
    pub ruleset: String,
    /// How many sides take part, where the map leaves it open.
    pub sides: Option<usize>,
    /// Further knobs by name, as given with `--set name=value`.
    pub options: BTreeMap<String, String>,
}

impl Terms {
    /// The default terms under a ruleset.
    pub fn of(ruleset: impl Into<String>) -> Terms {
        Terms { ruleset: ruleset.into(), ..Terms::default() }
    }
}

/// A clock that the rules name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// The name windows use.
    pub name: &'static str,
    /// How long a seat has, in milliseconds, where nobody says otherwise. 0 means no limit.
    pub millis: u64,
}

/// A map that is built into the program.
#[derive(Clone, Copy, Debug)]
pub struct MapFile {
    /// The name for `--map`.
    pub name: &'static str,
    /// The file as it lies in `maps/`.
    pub bytes: &'static [u8],
}
