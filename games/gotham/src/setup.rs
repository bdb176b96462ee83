//! How a match of `gotham` is set up from outside.

use std::ops::RangeInclusive;
use std::str::FromStr;

use meydan_core::{Clock, MapFile, Setup, Terms};

use crate::config::{CityFile, Config, ConfigError, Ruleset};
use crate::game::{HALF_TURN, READY};
use crate::maps;
use crate::state::Gotham;

/// The names of the options, with what each may be.
const OPTIONS: &[(&str, &str)] = &[
    ("max_turns", "a number of turns from 1 up"),
    ("visible_turns", "turn numbers with commas between them, or nothing"),
    ("police_income", "a number from 0 up"),
    ("thief_income", "a number from 0 up"),
    ("chat_box", "a number from 0 up"),
    ("chat_cost", "a number from 0 up"),
];

impl Setup for Gotham {
    const ABOUT: &'static str = "police and thieves on a city graph, one bot per unit";
    const RULESETS: &'static [&'static str] = Ruleset::NAMES;
    const SIDES: RangeInclusive<usize> = 2..=2;
    const SECRETS: bool = true;

    fn clocks(_ruleset: &str) -> &'static [Clock] {
        &[Clock { name: READY, millis: 30_000 }, Clock { name: HALF_TURN, millis: 1_000 }]
    }

    fn maps() -> &'static [MapFile] {
        maps::ALL
    }

    fn config(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        let ruleset = match terms.ruleset.as_str() {
            "" => Ruleset::Document,
            name => Ruleset::named(name)?,
        };
        if let Some(asked) = terms.sides.filter(|&sides| sides != 2) {
            return Err(ConfigError::Sides { asked });
        }
        let (mut file, drawing) = CityFile::read(map)?;
        apply(&mut file, terms)?;
        file.config(ruleset, drawing.as_ref())
    }
}

/// Puts the options of the terms in place of the map's settings. A server with a map file of its own does the same.
pub fn apply(file: &mut CityFile, terms: &Terms) -> Result<(), ConfigError> {
    for (name, value) in &terms.options {
        let Some(&(_, wanted)) = OPTIONS.iter().find(|(known, _)| known == name) else {
            let known: Vec<String> = OPTIONS.iter().map(|(known, _)| format!("`{known}`")).collect();
            return Err(ConfigError::UnknownOption { name: name.clone(), known: known.join(", ") });
        };
        let wrong = || ConfigError::Option { name: name.clone(), value: value.clone(), wanted };
        match name.as_str() {
            "max_turns" => {
                file.turn_settings.max_turns = number(value).filter(|&n| n >= 1).ok_or_else(wrong)?
            }
            "visible_turns" => {
                let turns = value.split(',').map(str::trim).filter(|turn| !turn.is_empty());
                file.turn_settings.visible_turns =
                    turns.map(number).collect::<Option<_>>().ok_or_else(wrong)?;
            }
            "police_income" => file.income.police_income_each_turn = amount(value).ok_or_else(wrong)?,
            "thief_income" => file.income.thief_income_each_turn = amount(value).ok_or_else(wrong)?,
            "chat_box" => {
                file.chat_settings.chat_box_max_size = number(value).filter(|&n| n >= 0).ok_or_else(wrong)?;
            }
            "chat_cost" => file.chat_settings.chat_cost_per_character = amount(value).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        }
    }
    Ok(())
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.trim().parse().ok()
}

fn amount(text: &str) -> Option<f64> {
    number(text).filter(|n: &f64| n.is_finite() && *n >= 0.0)
}
