use std::ops::RangeInclusive;

use meydan_core::{Clock, MapFile, SeatSet, Setup, Terms};

use crate::config::{Config, ConfigError, RULESET};
use crate::game::Labyrinth;
use crate::maps;

/// The one clock: a runner's turn.
pub(crate) const CLOCK: &str = "turn";

impl Setup for Labyrinth {
    const ABOUT: &'static str =
        "runners, hunters, walls of light: reach the core before the shadows reach you";
    const RULESETS: &'static [&'static str] = &[RULESET];
    const SIDES: RangeInclusive<usize> = 1..=SeatSet::CAPACITY;
    const REFUSAL_ENDS_WINDOW: bool = true;

    fn clocks(_ruleset: &str) -> &'static [Clock] {
        &[Clock { name: CLOCK, millis: 1000 }]
    }

    fn maps() -> &'static [MapFile] {
        maps::ALL
    }

    fn config(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        Config::under(map, terms)
    }
}
