use std::ops::RangeInclusive;

use meydan_core::{Clock, MapFile, Setup, Terms};

use crate::config::{CLASSES, Config, ConfigError, Ruleset};
use crate::game::Heroes;
use crate::maps::MAPS;

impl Setup for Heroes {
    const ABOUT: &'static str =
        "two teams of four heroes fight for an objective zone in the fog of war (Sharif AI Challenge 2019)";
    const RULESETS: &'static [&'static str] = Ruleset::NAMES;
    const SIDES: RangeInclusive<usize> = 2..=2;
    const SECRETS: bool = true;

    fn clocks(ruleset: &str) -> &'static [Clock] {
        if ruleset == "official" { OFFICIAL_CLOCKS } else { DOCUMENT_CLOCKS }
    }

    fn maps() -> &'static [MapFile] {
        MAPS
    }

    /// The options are the map's `gameConstants`, `--set maxTurns=20`, and the number of hero classes, `--set classes=5`.
    fn config(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        if let Some(found) = terms.sides.filter(|&sides| sides != 2) {
            return Err(ConfigError::Sides { found });
        }
        let mut config = Config::read(map, Ruleset::named(&terms.ruleset)?)?;
        for (name, value) in &terms.options {
            let number = value
                .parse()
                .map_err(|_| ConfigError::OptionValue { name: name.clone(), value: value.clone() })?;
            match name.as_str() {
                CLASSES => config.set_classes(number)?,
                _ => config.set_constant(name, number)?,
            }
        }
        config.validate()?;
        Ok(config)
    }

    fn warnings(config: &Config) -> Vec<String> {
        config.notes.clone()
    }
}

/// The document's limits (spec 13).
const DOCUMENT_CLOCKS: &[Clock] = &[
    Clock { name: "init", millis: 5000 },
    Clock { name: "pick", millis: 200 },
    Clock { name: "first_move", millis: 500 },
    Clock { name: "move", millis: 200 },
    Clock { name: "action", millis: 200 },
];

/// The limits of the contest's server.
const OFFICIAL_CLOCKS: &[Clock] = &[
    Clock { name: "init", millis: 5150 },
    Clock { name: "pick", millis: 850 },
    Clock { name: "first_move", millis: 1150 },
    Clock { name: "move", millis: 850 },
    Clock { name: "action", millis: 850 },
];
