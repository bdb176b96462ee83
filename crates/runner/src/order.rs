use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::time::Duration;

use meydan_catalog::{Choice, MapChoice, Offer, PrepareError, Prepared, UnknownGame};
use meydan_core::trace::Entrant;
use meydan_core::{Roster, Seat};
use meydan_referee::{Count, Taking, TimeControl};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{SeatError, SeatSpec};

/// What to play and who takes part. It is data: it can be stored, sent and read back, and nothing in it starts anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchOrder {
    /// The match's own name; empty: it has none.
    pub id: String,
    /// Which try at this match it is, counted from 0.
    pub attempt: u32,
    /// The game.
    pub game: String,
    /// The ruleset; `None`: the game's first.
    pub ruleset: Option<String>,
    /// The map; `None`: the game's first.
    pub map: Option<MapChoice>,
    /// What fixes all chance; `None`: drawn anew.
    pub seed: Option<u64>,
    /// How many sides, where the map leaves it open; `None`: as many as entrants, where the game allows that.
    pub sides: Option<usize>,
    /// Further knobs of the game.
    pub options: BTreeMap<String, String>,
    /// Who takes part: one for each seat, or one for each side, which then fills every seat of that side.
    pub entrants: Vec<Entrant>,
    /// How fast the clocks run.
    pub clock: ClockRate,
    /// How time is dealt out.
    pub fairness: Fairness,
    /// A pause after every window, so that people can follow.
    pub pace: Duration,
    /// Whether acts are taken as they come, as the original servers took them.
    pub as_they_come: bool,
}

impl MatchOrder {
    /// A match of these seats with everything else as usual.
    pub fn of(game: impl Into<String>, seats: &[SeatSpec]) -> MatchOrder {
        let entrants = crate::names::entrants(seats);
        // People should see at once what came of an act; clients of the contests were written for servers that did so.
        let as_they_come = seats.iter().any(|seat| seat.is_wire() || *seat == SeatSpec::Human);
        MatchOrder { game: game.into(), entrants, as_they_come, ..MatchOrder::default() }
    }

    /// What the catalogue is asked for.
    pub fn choice<G: Offer>(&self) -> Choice {
        // More entrants than a game has sides are units of those sides, and the map knows how many.
        let entrants = self.entrants.len();
        Choice {
            ruleset: self.ruleset.clone(),
            map: self.map.clone(),
            seed: self.seed,
            sides: self.sides.or(G::SIDES.contains(&entrants).then_some(entrants)),
            options: self.options.clone(),
        }
    }

    pub(crate) fn taking(&self) -> Taking {
        if self.as_they_come { Taking::AsTheyCome } else { Taking::InTurn }
    }

    /// Which entrant sits on each seat.
    pub fn deal<G: Offer>(&self, prepared: &Prepared<G>) -> Result<Vec<usize>, SeatError> {
        let roster: &Roster = prepared.game.roster();
        let sides: Vec<_> = roster.sides().collect();
        let given = self.entrants.len();
        if given == roster.len() {
            return Ok((0..given).collect());
        }
        if given == sides.len() {
            let of_side = |seat: Seat| sides.iter().position(|side| *side == roster.side(seat)).unwrap_or(0);
            return Ok(roster.seats().map(of_side).collect());
        }
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let (least, most) = (*G::SIDES.start(), *G::SIDES.end());
        let (seats, hint) = if sides.len() == roster.len() && least < most && !G::SIDES.contains(&given) {
            (format!("{least} to {most} seats"), format!("give {least} to {most} seats"))
        } else if sides.len() == roster.len() {
            (count(roster.len(), "seat"), format!("give {}", count(roster.len(), "seat")))
        } else {
            let seats = format!("{} on {}", count(roster.len(), "seat"), count(sides.len(), "side"));
            (seats, "give one for each side, or one for each seat".to_owned())
        };
        Err(SeatError::Count { game: G::NAME, map: prepared.map.clone(), seats, given, hint })
    }
}

/// How time is dealt out: what a contest chooses. Processor time, cores and standing still need walls that can count and
/// hold ([`Judge`](crate::Judge)); bots without walls have the clock on the wall and the bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fairness {
    /// Which time decides.
    pub count: Count,
    /// What every seat may use beyond its limits, over the whole match.
    pub bank: Duration,
    /// Whether every bot has a core of its own, as far as there are enough.
    pub pin: bool,
    /// Whether a bot stands still while it is not asked, from its first turn on. Clients of the original contests do not:
    /// their servers speak to them at any time.
    pub freeze: bool,
}

impl Fairness {
    /// The clocks of a match with this.
    pub fn control(self, time: TimeControl) -> TimeControl {
        let mut time = time.with_bank(self.bank);
        (time.count, time.freeze) = (self.count, self.freeze);
        time
    }
}

/// How fast the clocks run: `1x`, `10x`, `0.5x`, `off`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ClockRate {
    /// The game's limits times this factor.
    Times(f64),
    /// No limits.
    Off,
}

impl Default for ClockRate {
    fn default() -> Self {
        ClockRate::Times(1.0)
    }
}

impl FromStr for ClockRate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(ClockRate::Off);
        }
        let factor = text.strip_suffix('x').and_then(|number| number.parse::<f64>().ok());
        match factor.filter(|factor| *factor > 0.0 && *factor <= 1e6) {
            Some(factor) => Ok(ClockRate::Times(factor)),
            None => Err(format!("`{text}` is not a clock; give 1x, 10x, 0.5x or off")),
        }
    }
}

impl TryFrom<String> for ClockRate {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<ClockRate> for String {
    fn from(rate: ClockRate) -> String {
        match rate {
            ClockRate::Times(factor) => format!("{factor}x"),
            ClockRate::Off => "off".to_owned(),
        }
    }
}

impl ClockRate {
    /// The clocks of a match at this rate.
    pub fn control(self, time: TimeControl) -> TimeControl {
        match self {
            ClockRate::Times(factor) => time.scaled(factor),
            ClockRate::Off => TimeControl::off(),
        }
    }
}

/// What is wrong with an order. Whoever gave it can mend it.
#[derive(Debug, Error)]
pub enum OrderError {
    /// No such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It cannot be set up.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// It cannot be seated.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// What was played before cannot be gone on with.
    #[error("the match cannot be resumed: {0}")]
    Resume(String),
    /// Nobody has the eyes that it is to be seen with.
    #[error("there is no seat {seat} to look from; the match has {seats}, counted from 0")]
    Eyes {
        /// The seat asked for.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
}

/// A name for a match that nobody has used: sixteen hexadecimal digits.
pub fn fresh_id() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_rate_is_a_factor_or_off() {
        assert_eq!("10x".parse(), Ok(ClockRate::Times(10.0)));
        assert_eq!("off".parse(), Ok(ClockRate::Off));
        for wrong in ["10", "x", "-1x", "0x", "fast", "infx", "NaNx"] {
            assert!(wrong.parse::<ClockRate>().unwrap_err().contains(wrong));
        }
    }

    #[test]
    fn an_order_survives_being_stored() {
        let seats: Vec<SeatSpec> =
            ["house:greedy", "python3 a.py", "wire"].map(|s| s.parse().unwrap()).into();
        let order =
            MatchOrder { seed: Some(u64::MAX), clock: ClockRate::Off, ..MatchOrder::of("galaxy", &seats) };
        let fairness = Fairness { count: Count::Cpu, bank: Duration::from_secs(5), pin: true, freeze: true };
        let order = MatchOrder { fairness, ..order };
        let text = serde_json::to_string(&order).unwrap();
        assert_eq!(serde_json::from_str::<MatchOrder>(&text).unwrap(), order);
        assert!(!text.contains("python3"), "an order says who, not how: {text}");
    }
}
