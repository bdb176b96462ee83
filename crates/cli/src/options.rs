//! What several commands take: the map, the seed, the clock.

use std::collections::BTreeMap;
use std::str::FromStr;

use meydan_catalog::{MapChoice, Offer, Plan, PrepareError, Prepared};
use meydan_referee::TimeControl;

/// How a match is set up.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct Setting {
    /// A map of the game by name, or a map file [default: the game's first map]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) map: Option<String>,
    /// What fixes all chance; the same seed and bots give the same match [default: drawn]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The rules as the document has them, or as the original server had them [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub(crate) ruleset: Option<String>,
    /// A further knob of the game; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
}

impl Setting {
    /// What to play, with `seats` given on the command line.
    pub(crate) fn plan<G: Offer>(&self, seats: usize) -> Plan {
        Plan {
            ruleset: self.ruleset.clone(),
            map: self.map.clone().map(MapChoice::Named),
            seed: self.seed,
            // More seats than a game has sides are units of those sides, and the map knows how many.
            sides: G::SIDES.contains(&seats).then_some(seats),
            options: self.set.iter().cloned().collect::<BTreeMap<_, _>>(),
        }
    }
}

/// Sets a match up, and says on standard error what is odd about its map.
pub(crate) fn prepare<G: Offer>(plan: &Plan) -> Result<Prepared<G>, PrepareError> {
    let prepared = Prepared::<G>::new(plan)?;
    for warning in G::warnings(&prepared.config) {
        eprintln!("warning: the map `{}` can be played, but {warning}", prepared.map);
    }
    Ok(prepared)
}

/// Reads `NAME=VALUE`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; write NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// How fast the clocks run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// Limits times this factor.
    Times(f64),
    /// No limits.
    Off,
}

impl FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Pace::Off);
        }
        let factor = text.strip_suffix('x').and_then(|number| number.parse::<f64>().ok());
        match factor.filter(|factor| *factor > 0.0 && *factor <= 1e6) {
            Some(factor) => Ok(Pace::Times(factor)),
            None => Err(format!("`{text}` is no clock; give 1x, 10x, 0.5x or off")),
        }
    }
}

impl Pace {
    /// The clocks of a match at this pace.
    pub(crate) fn control(self, time: TimeControl) -> TimeControl {
        match self {
            Pace::Times(factor) => time.scaled(factor),
            Pace::Off => TimeControl::off(),
        }
    }
}

/// A runtime for one match: one thread, so that no message crosses to another and back.
pub(crate) fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_factor_or_off() {
        assert_eq!("10x".parse(), Ok(Pace::Times(10.0)));
        assert_eq!("off".parse(), Ok(Pace::Off));
        for wrong in ["10", "x", "-1x", "0x", "fast", "infx", "NaNx"] {
            assert!(wrong.parse::<Pace>().unwrap_err().contains(wrong));
        }
    }
}
