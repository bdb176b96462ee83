//! How hard a board is, by the exact solver.

use std::fmt;
use std::str::FromStr;

use meydan_core::{Chance, Seed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::action::Action;
use crate::board::Board;
use crate::config::Config;
use crate::geometry::Dir;
use crate::log::log2;
use crate::solve::{Budget, Verdict, count_lines, solve};
use crate::state::State;

/// How hard a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Walk to the core and hardly look up.
    Easy,
    /// A few steps must be right.
    Medium,
    /// The hunter must be led astray or held up.
    Hard,
    /// Nearly every step must be right, for long.
    Insane,
}

impl Difficulty {
    /// All four, easiest first.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Insane];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Insane => "insane",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no difficulty `{0}`; choose easy, medium, hard or insane")]
pub struct UnknownDifficulty(String);

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|difficulty| difficulty.name() == text);
        found.ok_or_else(|| UnknownDifficulty(text.into()))
    }
}

/// What the solver says about a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The verdict.
    pub difficulty: Difficulty,
    /// In how many rounds the win can be forced, and no sooner.
    pub rounds: u32,
    /// How many steps the core is away when nobody hunts.
    pub steps: u32,
    /// How many walls the solver's line puts up.
    pub walls: u32,
    /// Dead ends: of all steps and rests that stand open along the line, how many throw the win away.
    pub dead_ends: u32,
    /// How many steps and rests stand open along the line.
    pub choices: u32,
    /// In how many ways the shortest win can be played (walls that stop nobody left out), at most `u64::MAX`.
    pub lines: u64,
    /// Whether all of this is exact. With several runners or with boxes each runner is rated as if it were alone and
    /// the boxes empty, and the one that decides the victory counts.
    pub exact: bool,
}

/// Why a board has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unrated {
    /// No win can be forced.
    #[error("no win can be forced on this board; change its walls or pieces")]
    NoWin,
    /// The search was too large.
    #[error("the board is too large to be rated; make it smaller or take a hunter away")]
    TooLarge,
}

/// Making this many cells of a board counts as much as looking at one state.
pub(crate) const CELLS_PER_STATE: u64 = 4;

/// The most states looked at while one board is rated: a few seconds.
const PURSE: u64 = 3_000_000;

/// Rates a board from its start.
pub fn rate(board: &Board, config: &Config) -> Result<Rating, Unrated> {
    rate_within(board, config, &mut Purse(PURSE))
}

/// What may still be spent on searching, in states.
pub(crate) struct Purse(pub(crate) u64);

impl Purse {
    fn budget(&self) -> Budget {
        Budget { states: self.0 }
    }

    fn spend(&mut self, states: u64) {
        self.0 = self.0.saturating_sub(states);
    }
}

pub(crate) fn rate_within(board: &Board, config: &Config, purse: &mut Purse) -> Result<Rating, Unrated> {
    let exact = config.runners.len() == 1 && config.boxes.is_empty();
    if exact {
        return rate_alone(board, config, true, purse);
    }
    let mut ratings = Vec::new();
    let mut error = Unrated::NoWin;
    for &runner in &config.runners {
        purse.spend(board.cells() as u64 / CELLS_PER_STATE);
        if purse.0 == 0 {
            return Err(Unrated::TooLarge);
        }
        let alone = Config { runners: vec![runner], boxes: Vec::new(), seats: 1, ..config.clone() };
        let board = Board::new(&alone).expect("a board with fewer pieces keeps the rules");
        match rate_alone(&board, &alone, false, purse) {
            Ok(rating) => ratings.push(rating),
            Err(why) => error = why,
        }
    }
    // A third of the runners must arrive: the easiest ones will.
    ratings.sort_by_key(|rating| (rating.difficulty, rating.rounds));
    ratings.get(board.needed as usize - 1).copied().ok_or(error)
}

fn rate_alone(board: &Board, config: &Config, exact: bool, purse: &mut Purse) -> Result<Rating, Unrated> {
    let mut state = State::new(board, config);
    let steps = u32::from(board.to_core[usize::from(state.runners[0].at)]);
    let line = winning_line(board, &state, purse)?.ok_or(Unrated::NoWin)?;
    let rounds = line.len() as u32;
    let (lines, states) = count_lines(board, &state, rounds, purse.budget());
    purse.spend(states);
    let lines = lines.ok_or(Unrated::TooLarge)?;
    let walls = line.iter().filter(|action| matches!(action, Action::Wall(_))).count() as u32;
    let (mut dead_ends, mut choices) = (0, 0);
    // Nothing is drawn: there are no boxes.
    let mut chance = Chance::new(Seed(0));
    let mut log = Vec::new();
    for &played in &line[..line.len() - 1] {
        let at = state.runners[0].at;
        let ways = Dir::ALL.into_iter().filter(|&dir| state.is_open(at, dir)).map(Action::Move);
        for action in ways.chain([Action::Stay]) {
            choices += 1;
            if action != played {
                let mut other = state.clone();
                log.clear();
                let _ = other.act(board, action, &mut chance, &mut log);
                other.end_turn(board, &mut log);
                let lost = other.result.is_some() || winning_line(board, &other, purse)?.is_none();
                dead_ends += u32::from(lost);
            }
        }
        log.clear();
        let _ = state.act(board, played, &mut chance, &mut log);
        state.end_turn(board, &mut log);
    }
    let mut rating =
        Rating { difficulty: Difficulty::Easy, rounds, steps, walls, dead_ends, choices, lines, exact };
    rating.difficulty = difficulty(&rating);
    Ok(rating)
}

fn winning_line(board: &Board, state: &State, purse: &mut Purse) -> Result<Option<Vec<Action>>, Unrated> {
    let answer = solve(board, state, purse.budget()).map_err(|_| Unrated::NoWin)?;
    purse.spend(answer.states);
    match answer.verdict {
        Verdict::Win { line, .. } => Ok(Some(line)),
        Verdict::NoWin => Ok(None),
        Verdict::GaveUp => Err(Unrated::TooLarge),
    }
}

/// The verdict: rounds beyond the bare steps show that the hunters must be dodged, dead ends that mistakes are
/// punished, few lines that there is no other way.
fn difficulty(rating: &Rating) -> Difficulty {
    let detour = f64::from(rating.rounds - rating.steps);
    let dead = f64::from(rating.dead_ends) / f64::from(rating.choices.max(1));
    // A single winning line leaves no freedom; tens of thousands of them leave plenty.
    let narrow = 1.0 - (log2(rating.lines) / 16.0).min(1.0);
    let points = f64::from(rating.rounds) / 4.0
        + detour * 0.75
        + f64::from(rating.walls) * 2.0
        + dead * 8.0
        + narrow * 2.0;
    match points {
        p if p < 5.0 => Difficulty::Easy,
        p if p < 9.0 => Difficulty::Medium,
        p if p < 14.0 => Difficulty::Hard,
        _ => Difficulty::Insane,
    }
}
