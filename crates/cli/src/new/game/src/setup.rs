use std::ops::RangeInclusive;

use meydan_core::{Clock, MapFile, Setup, Terms};

use crate::config::{Config, ConfigError};
use crate::game::__Name__;
use crate::maps;

/// The one clock: a player's turn.
pub(crate) const CLOCK: &str = "turn";

impl Setup for __Name__ {
    const ABOUT: &'static str = "two players take stones from a heap; the last stone wins";
    const RULESETS: &'static [&'static str] = &["document"];
    const SIDES: RangeInclusive<usize> = 2..=2;

    fn clocks(_ruleset: &str) -> &'static [Clock] {
        &[Clock { name: CLOCK, millis: 1000 }]
    }

    fn maps() -> &'static [MapFile] {
        maps::ALL
    }

    fn config(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        Config::read(map, terms)
    }
}
