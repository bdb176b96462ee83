use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;

use meydan_core::{Clock, Seat};
use serde::{Deserialize, Serialize};

/// How long seats may think: the rules name clocks, this turns the names into durations.
#[derive(Clone, Debug)]
pub struct TimeControl {
    limits: BTreeMap<String, Limit>,
    /// Time a seat may use beyond its limits, over the whole match.
    bank: Duration,
    /// Which time decides.
    pub count: Count,
    /// Whether a seat's process stands still while the seat is not asked, from its first turn on.
    pub freeze: bool,
    /// How long a player may take to start or connect.
    pub start: Duration,
    /// What a seat gets on top in the first window it is asked in: an interpreter that starts is not thinking.
    pub warm_up: Duration,
    /// How long a player may take to say goodbye.
    pub finish: Duration,
}

/// Which time decides, where both are counted. Where nobody counts processor time, wall time does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// Time by the clock on the wall, as in the original contests.
    #[default]
    Wall,
    /// The processor time of the seat's whole tree. A seat that only waits is cut off by the clock all the same, far later
    /// ([`Count::backstop`]).
    Cpu,
}

impl Count {
    /// How long a seat whose processor time is counted may take by the clock on the wall: long enough for a machine that
    /// has ten times as much to do as it has processors.
    pub fn backstop(budget: Duration) -> Duration {
        budget * 10 + Duration::from_secs(1)
    }
}

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "wall" => Ok(Count::Wall),
            "cpu" => Ok(Count::Cpu),
            _ => Err(format!("`{text}` is not a time that can be counted; give wall or cpu")),
        }
    }
}

/// The duration of one named clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// `None`: as long as it takes.
    pub time: Option<Duration>,
    /// Whether the window lasts its whole time even when everybody is done, as some original servers did.
    pub hold: bool,
}

impl Limit {
    /// No limit at all.
    pub const NONE: Limit = Limit { time: None, hold: false };
}

impl TimeControl {
    /// The clocks of a game as its rules have them.
    pub fn of(clocks: &[Clock]) -> TimeControl {
        let limit = |clock: &Clock| Limit {
            time: (clock.millis > 0).then(|| Duration::from_millis(clock.millis)),
            hold: false,
        };
        TimeControl {
            limits: clocks.iter().map(|clock| (clock.name.to_owned(), limit(clock))).collect(),
            bank: Duration::ZERO,
            count: Count::Wall,
            freeze: false,
            start: Duration::from_secs(10),
            warm_up: Duration::from_secs(2),
            finish: Duration::from_secs(2),
        }
    }

    /// No limits: for people, and for debugging.
    pub fn off() -> TimeControl {
        TimeControl::of(&[])
    }

    /// Multiplies every limit and the bank.
    pub fn scaled(mut self, factor: f64) -> TimeControl {
        for limit in self.limits.values_mut() {
            limit.time = limit.time.map(|time| time.mul_f64(factor));
        }
        self.bank = self.bank.mul_f64(factor);
        self
    }

    /// Gives every seat a bank of time for the whole match.
    pub fn with_bank(mut self, bank: Duration) -> TimeControl {
        self.bank = bank;
        self
    }

    /// Sets one clock.
    pub fn with_limit(mut self, clock: impl Into<String>, limit: Limit) -> TimeControl {
        self.limits.insert(clock.into(), limit);
        self
    }

    /// Makes windows of this clock last their whole time.
    pub fn with_hold(mut self, clock: &str) -> TimeControl {
        if let Some(limit) = self.limits.get_mut(clock) {
            limit.hold = true;
        }
        self
    }

    /// The limit of a clock. A clock nobody set has none.
    pub fn limit(&self, clock: &str) -> Limit {
        self.limits.get(clock).copied().unwrap_or(Limit::NONE)
    }

    /// The clocks in milliseconds, 0 for no limit, as a trace's header keeps them.
    pub fn millis(&self) -> Vec<(String, u64)> {
        let millis = |limit: &Limit| limit.time.map_or(0, |time| time.as_millis() as u64);
        self.limits.iter().map(|(name, limit)| (name.clone(), millis(limit))).collect()
    }

    /// The banks of these seats, each with its own time to warm up where it has one.
    pub(crate) fn banks(&self, warm_ups: impl IntoIterator<Item = Option<Duration>>) -> Banks {
        let warm_up: Vec<Duration> = warm_ups.into_iter().map(|own| own.unwrap_or(self.warm_up)).collect();
        Banks { left: vec![self.bank; warm_up.len()], warm_up }
    }
}

/// What is left of each seat's bank.
pub(crate) struct Banks {
    left: Vec<Duration>,
    warm_up: Vec<Duration>,
}

impl Banks {
    /// How long a seat may take under this limit.
    pub(crate) fn budget(&self, seat: Seat, limit: Limit) -> Option<Duration> {
        limit.time.map(|time| time + self.warm_up[seat.index()] + self.left[seat.index()])
    }

    /// Takes from the bank what was used beyond the limit.
    pub(crate) fn charge(&mut self, seat: Seat, limit: Limit, used: Duration) {
        let warm_up = std::mem::take(&mut self.warm_up[seat.index()]);
        if let Some(time) = limit.time {
            let left = &mut self.left[seat.index()];
            *left = left.saturating_sub(used.saturating_sub(time + warm_up));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: &[Clock] = &[Clock { name: "turn", millis: 200 }, Clock { name: "free", millis: 0 }];

    #[test]
    fn a_factor_stretches_limits_and_bank() {
        let mut control = TimeControl::of(TURN).with_bank(Duration::from_secs(1)).scaled(10.0);
        control.warm_up = Duration::ZERO;
        let limit = control.limit("turn");
        assert_eq!(limit.time, Some(Duration::from_secs(2)));
        assert_eq!(control.banks([None]).budget(Seat(0), limit), Some(Duration::from_secs(12)));
        assert_eq!(control.limit("free").time, None);
        assert_eq!(control.limit("unheard of"), Limit::NONE);
    }

    #[test]
    fn a_bank_pays_for_what_goes_beyond_the_limit() {
        let mut control = TimeControl::of(TURN).with_bank(Duration::from_millis(500));
        control.warm_up = Duration::from_secs(3);
        let (mut banks, limit) = (control.banks([None, None]), control.limit("turn"));
        assert_eq!(
            banks.budget(Seat(0), limit),
            Some(Duration::from_millis(3700)),
            "the first window is longer"
        );
        banks.charge(Seat(0), limit, Duration::from_millis(3150));
        assert_eq!(banks.budget(Seat(0), limit), Some(Duration::from_millis(700)));
        banks.charge(Seat(0), limit, Duration::from_millis(600));
        assert_eq!(banks.budget(Seat(0), limit), Some(Duration::from_millis(300)));
        banks.charge(Seat(0), limit, Duration::from_secs(9));
        assert_eq!(banks.budget(Seat(0), limit), Some(Duration::from_millis(200)));
        assert_eq!(banks.budget(Seat(1), limit), Some(Duration::from_millis(3700)));
    }
}
