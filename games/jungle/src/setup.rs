use std::ops::RangeInclusive;

use meydan_core::{Chance, Clock, MapFile, Seed, Setup, StateHash, Terms};

use crate::config::{Config, ConfigError, MOST_TEAMS, MOST_TICKS, MOST_UNITS, Map, Ruleset};
use crate::game::{Jungle, OPENING, TICK};
use crate::maps;

/// The knobs that [`Terms::options`] may hold.
const KNOBS: [&str; 4] = ["units", "ticks", "limit", "check"];
/// How many units a team has where nobody says otherwise.
pub const DEFAULT_UNITS: usize = 3;
/// How many teams there are where nobody says otherwise.
pub const DEFAULT_TEAMS: usize = 4;

impl Setup for Jungle {
    const ABOUT: &'static str =
        "animals carry, raise and steal diamonds on a grid of tiles (Coveo Blitz 2022)";
    const RULESETS: &'static [&'static str] = &["document", "official"];
    const SIDES: RangeInclusive<usize> = 2..=4;

    fn clocks(_ruleset: &str) -> &'static [Clock] {
        &[Clock { name: OPENING, millis: 1150 }, Clock { name: TICK, millis: 150 }]
    }

    fn maps() -> &'static [MapFile] {
        maps::ALL
    }

    /// Knobs: `units` (per team), `ticks`, `limit` (the milliseconds that the timeout error quotes), `check=off` to
    /// play on a map with too few spawn tiles or all diamonds out of reach, `check=strict` to refuse one with any
    /// diamond out of reach.
    fn config(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        if let Some(name) = terms.options.keys().find(|name| !KNOBS.contains(&name.as_str())) {
            let known = KNOBS.map(|knob| format!("`{knob}`")).join(", ");
            return Err(ConfigError::Option { name: name.clone(), known });
        }
        let ruleset = Ruleset::named(&terms.ruleset)
            .ok_or_else(|| ConfigError::Ruleset { name: terms.ruleset.clone() })?;
        let teams = terms.sides.unwrap_or(DEFAULT_TEAMS);
        if !(1..=MOST_TEAMS).contains(&teams) {
            let value = teams.to_string();
            return Err(ConfigError::Number { name: "teams", value, least: 1, most: MOST_TEAMS as u64 });
        }
        let suggested = maps::suggested_units(map, teams).unwrap_or(DEFAULT_UNITS) as u64;
        let units = number(terms, "units", 1, MOST_UNITS as u64)?.unwrap_or(suggested);
        let read = Map::read(map)?;
        match terms.options.get("check").map(String::as_str) {
            None => read.check(teams)?,
            Some("strict") => read.check_strictly(teams)?,
            Some("off") => {}
            Some(other) => {
                let (name, known) = (format!("check={other}"), "`check=strict` and `check=off`".into());
                return Err(ConfigError::Option { name, known });
            }
        }
        // The ids are not secret and decide nothing; a map always gets the same ones.
        let mut ids = Chance::new(Seed(StateHash::of(&read).0));
        let mut config = Config::new(read, teams, units as usize, &mut ids);
        config.ruleset = ruleset;
        if let Some(ticks) = number(terms, "ticks", 1, u64::from(MOST_TICKS))? {
            config.ticks = ticks as u32;
        }
        if let Some(limit) = number(terms, "limit", 0, u64::from(u32::MAX))? {
            config.time_limit_ms = limit;
        }
        config.check()?;
        Ok(config)
    }

    fn warnings(config: &Config) -> Vec<String> {
        config
            .map
            .check_strictly(config.teams.len())
            .err()
            .map(|oddity| oddity.to_string())
            .into_iter()
            .collect()
    }
}

fn number(terms: &Terms, name: &'static str, least: u64, most: u64) -> Result<Option<u64>, ConfigError> {
    let Some(value) = terms.options.get(name) else { return Ok(None) };
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
        _ => Err(ConfigError::Number { name, value: value.clone(), least, most }),
    }
}
