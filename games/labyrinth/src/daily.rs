//! The board of a day: the same for everybody, and rated, so that one knows what is possible once one has played.

use std::fmt;
use std::str::FromStr;

use meydan_core::{Chance, Seed};
use thiserror::Error;

use crate::config::Config;
use crate::generate::{GenerateError, Recipe, generate_rated};
use crate::rate::{Difficulty, Rating};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

/// That is not a day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a day; write it as 2026-03-21")]
pub struct NotADay(String);

impl Day {
    /// What the board of every day holds.
    pub const RECIPE: Recipe = Recipe { rows: 9, cols: 9, runners: 1, hunters: 1, walls: 24, boxes: 0 };
    /// How hard it is.
    pub const DIFFICULTY: Difficulty = Difficulty::Medium;

    /// What fixes the board: the day, read as one number.
    pub fn seed(self) -> Seed {
        Seed(u64::from(self.year) * 10_000 + u64::from(self.month) * 100 + u64::from(self.day))
    }

    /// The board of the day, and what the solver says about it.
    pub fn board(self) -> Result<(Config, Rating), GenerateError> {
        generate_rated(&Self::RECIPE, Self::DIFFICULTY, &mut Chance::new(self.seed()))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Day, NotADay> {
        let wrong = || NotADay(text.to_owned());
        let mut parts = text.split('-');
        let mut part = |digits: usize| -> Option<u16> {
            let part = parts.next()?;
            let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| plain)
        };
        let (year, month, day) = (|| Some((part(4)?, part(2)?, part(2)?)))().ok_or_else(wrong)?;
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let known = (1..=days).contains(&day) && parts.next().is_none();
        if known { Ok(Day { year, month: month as u8, day: day as u8 }) } else { Err(wrong()) }
    }
}
