use std::ops::RangeInclusive;

use meydan_core::{Clock, MapFile, Setup, Terms};

use crate::{Config, ConfigError, Galaxy, maps};

impl Setup for Galaxy {
    const ABOUT: &'static str = "AI Cup 2023: three rulers on a graph of planets, dice and dialogue";
    const RULESETS: &'static [&'static str] = &["document", "official"];
    const SIDES: RangeInclusive<usize> = 3..=3;
    const SECRETS: bool = true;

    fn clocks(_ruleset: &str) -> &'static [Clock] {
        &[Clock { name: "init", millis: 700 }, Clock { name: "turn", millis: 1500 }]
    }

    fn maps() -> &'static [MapFile] {
        maps::MAPS
    }

    fn config(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        Config::read(map, terms)
    }

    fn warnings(config: &Config) -> Vec<String> {
        config.map().warnings()
    }
}
