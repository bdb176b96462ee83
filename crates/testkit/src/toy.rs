//! A game small enough to test everything around games with.

use std::convert::Infallible;

use meydan_core::{
    Chance, Explore, Game, Mode, Next, Outcome, Roster, Seat, SeatSet, Side, Status, Viewer, Window,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Seats add up digits, each with a die on top; the largest sum wins. A seat that has left loses what it had.
#[derive(Clone, Serialize)]
pub struct Sums {
    config: SumsConfig,
    number: u32,
    sums: Vec<u32>,
    kept: Vec<Option<u32>>,
    chance: Chance,
    roster: Roster,
}

/// How a match of [`Sums`] is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SumsConfig {
    /// How many seats.
    pub seats: usize,
    /// How many windows.
    pub windows: u32,
    /// Whether digits count at once or when the window closes.
    pub mode: Mode,
    /// How many digits a seat may add per window in live mode.
    pub acts: u32,
}

impl SumsConfig {
    /// Two seats in live windows of one act.
    pub fn live(windows: u32) -> SumsConfig {
        SumsConfig { seats: 2, windows, mode: Mode::Live, acts: 1 }
    }

    /// Two seats in sealed windows.
    pub fn sealed(windows: u32) -> SumsConfig {
        SumsConfig { mode: Mode::Sealed, ..SumsConfig::live(windows) }
    }
}

/// Why a digit was refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SumsRejection {
    /// Not a digit.
    #[error("`{0}` is not a digit; send 0 to 9")]
    TooLarge(u32),
    /// Not this seat's window.
    #[error("it is not this seat's window")]
    NotYours,
}

/// What one seat may know: its own sum and how many windows are left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SumsView {
    /// The viewer's own sum; of everybody for a spectator.
    pub sums: Vec<u32>,
    /// How many windows are left.
    pub left: u32,
}

impl Game for Sums {
    const NAME: &'static str = "sums";
    const RULES: u32 = 3;
    type Config = SumsConfig;
    type Action = u32;
    type View = SumsView;
    type Event = (Seat, u32);
    type Rejection = SumsRejection;
    type ConfigError = Infallible;

    fn new(config: &SumsConfig, chance: Chance) -> Result<Self, Infallible> {
        let roster = Roster::one_seat_per_side((0..config.seats).map(|i| format!("adder {i}")));
        let (sums, kept) = (vec![0; config.seats], vec![None; config.seats]);
        Ok(Sums { config: config.clone(), number: 0, sums, kept, chance, roster })
    }

    fn roster(&self) -> &Roster {
        &self.roster
    }

    fn status(&self) -> Status {
        if self.number < self.config.windows {
            let (seats, mode) = (SeatSet::first(self.config.seats), self.config.mode);
            return Status::Waiting(Window { number: self.number, seats, mode, clock: "turn" });
        }
        let score = |side: Side| i64::from(self.sums[side.index()]);
        Status::Over(Outcome::rank_sides(&self.roster, "turn limit", score, |a, b| score(b).cmp(&score(a))))
    }

    fn act(&mut self, seat: Seat, digit: u32, log: &mut Vec<(Seat, u32)>) -> Result<Next, SumsRejection> {
        if self.number >= self.config.windows || seat.index() >= self.config.seats {
            return Err(SumsRejection::NotYours);
        }
        if digit > 9 {
            return Err(SumsRejection::TooLarge(digit));
        }
        match self.config.mode {
            Mode::Sealed => {
                self.kept[seat.index()] = Some(digit);
                Ok(Next::Done)
            }
            Mode::Live => {
                self.sums[seat.index()] += digit + self.chance.below(6);
                log.push((seat, digit));
                let acts = self.kept[seat.index()].unwrap_or(0) + 1;
                self.kept[seat.index()] = Some(acts);
                Ok(if acts < self.config.acts { Next::More } else { Next::Done })
            }
        }
    }

    fn close(&mut self, log: &mut Vec<(Seat, u32)>) {
        for (i, kept) in self.kept.iter_mut().enumerate() {
            if let (Some(digit), Mode::Sealed) = (kept.take(), self.config.mode) {
                self.sums[i] += digit + self.chance.below(6);
                log.push((Seat(i as u8), digit));
            }
        }
        self.number += 1;
    }

    fn withdraw(&mut self, seat: Seat, _: &mut Vec<(Seat, u32)>) {
        self.sums[seat.index()] = 0;
    }

    fn view(&self, who: Viewer) -> SumsView {
        let sums = match who {
            Viewer::Seat(seat) => vec![self.sums[seat.index()]],
            Viewer::Spectator => self.sums.clone(),
        };
        SumsView { sums, left: self.config.windows - self.number }
    }

    // Everybody knows its own digits; that a seat added a zero is told to nobody.
    fn tells(&self, who: Viewer, &(seat, digit): &(Seat, u32)) -> bool {
        who == Viewer::Seat(seat) && digit > 0
    }
}

impl Explore for Sums {
    fn candidates(&self, _: Seat, chance: &mut Chance, out: &mut Vec<u32>) {
        out.extend([chance.below(10), chance.below(12), 3]);
    }
}
