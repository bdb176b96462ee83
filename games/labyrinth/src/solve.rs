//! What the runner to move should do, and how sure that is.
//!
//! With one runner on the board and no box left the game is a puzzle without chance, and the answer is exact: a
//! shortest forced win, or the proof that there is none. With boxes or more runners the answer is an estimate from
//! played-out games, and says so.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::action::Action;
use crate::board::Board;
use crate::config::{Config, ConfigError};
use crate::state::State;
use crate::view::{Misfit, View};

mod chase;
mod exact;
mod ground;
mod lines;
mod playout;
mod survive;
mod table;
mod tree;

pub use playout::{greedy_action, threatened};

/// How much a search may look at before it gives up, in states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states.
    pub states: u64,
}

impl Budget {
    /// Enough for an answer within a blink.
    pub const BLINK: Budget = Budget { states: 40_000 };
    /// Enough for a long think: a few seconds.
    pub const LONG: Budget = Budget { states: 5_000_000 };
}

/// The answer of the exact solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A shortest forced win: one action per round, the last one reaches the core.
    Win {
        /// The whole line of play.
        line: Vec<Action>,
    },
    /// Whatever the runner does, it does not reach the core in time.
    NoWin,
    /// The budget was used up first.
    GaveUp,
}

/// An answer and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub verdict: Verdict,
    /// How many states were looked at.
    pub states: u64,
}

/// Why the exact solver does not take a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Inexact {
    /// Nobody is to act.
    #[error("nobody is to act; ask while a runner's turn is open")]
    NobodyActs,
    /// Several runners are on the board.
    #[error("{0} runners are on the board; only one can be solved exactly")]
    Runners(u32),
    /// Boxes are left.
    #[error("{0} boxes are left; what is in them is chance")]
    Boxes(usize),
}

/// The shortest forced win of the only runner on the board, or the proof that there is none.
pub fn solve(board: &Board, state: &State, budget: Budget) -> Result<Answer, Inexact> {
    if state.to_act().is_none() {
        return Err(Inexact::NobodyActs);
    }
    if state.on_board() != 1 {
        return Err(Inexact::Runners(state.on_board()));
    }
    if !state.boxes.is_empty() {
        return Err(Inexact::Boxes(state.boxes.len()));
    }
    let (verdict, states) = exact::solve(board, state, budget.states);
    Ok(Answer { verdict, states })
}

/// In how many ways the only runner can win in exactly `rounds` rounds, boxes avoided, counting only walls that might
/// stop a hunter; `None` if the budget is used up first. The second number is how many states were looked at.
pub fn count_lines(board: &Board, state: &State, rounds: u32, budget: Budget) -> (Option<u64>, u64) {
    lines::count(board, state, rounds, budget.states)
}

/// What to do, and what is claimed about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The action.
    pub action: Action,
    /// What it is worth.
    pub claim: Claim,
    /// How many states were looked at.
    pub states: u64,
}

/// How sure a hint is. Displayed as a sentence for people.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Proven: this line wins whatever happens.
    ForcedWin {
        /// All of it, one action per round.
        line: Vec<Action>,
        /// Whether no shorter win exists.
        shortest: bool,
    },
    /// Proven: there is no win to be forced.
    NoForcedWin {
        /// For how many rounds the runner surely stays on the board by walking; `None` if for as long as it likes.
        survives: Option<u32>,
    },
    /// The search gave up; the action is a guess from played-out games.
    GaveUp {
        /// The share of played-out games that were won.
        won: f64,
        /// How many were played out.
        playouts: u32,
    },
    /// Chance or company is involved; the action did best in played-out games.
    Estimate {
        /// The share of them that were won.
        won: f64,
        /// How many were played out.
        playouts: u32,
    },
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = |n: usize| if n == 1 { "1 round".to_string() } else { format!("{n} rounds") };
        match self {
            Claim::ForcedWin { line, shortest: true } => {
                write!(f, "you win in {}, and no sooner", rounds(line.len()))
            }
            Claim::ForcedWin { line, shortest: false } => write!(f, "you win in {}", rounds(line.len())),
            Claim::NoForcedWin { survives: None } => {
                write!(f, "no forced win; you can keep away from the hunters for as long as you like")
            }
            Claim::NoForcedWin { survives: Some(n) } => {
                write!(f, "no forced win; by walking you stay free for {}", rounds(*n as usize))
            }
            Claim::GaveUp { won, playouts } => write!(
                f,
                "the search gave up; {:.0} % of {playouts} games played out from here were won",
                won * 100.0
            ),
            Claim::Estimate { won, playouts } => {
                write!(
                    f,
                    "an estimate: {:.0} % of {playouts} games played out from here were won",
                    won * 100.0
                )
            }
        }
    }
}

/// Why there is no hint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HintError {
    /// Nobody is to act.
    #[error("nobody is to act; ask while a runner's turn is open")]
    NobodyActs,
    /// The view and the board do not belong together.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The board is refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// A hint for the runner to act. The same question always gets the same answer.
pub fn hint(board: &Board, state: &State, budget: Budget) -> Result<Hint, HintError> {
    if state.to_act().is_none() {
        return Err(HintError::NobodyActs);
    }
    let mut states = 0;
    let mut gave_up = false;
    if state.on_board() == 1 {
        let (verdict, searched) = exact::solve(board, state, budget.states);
        states += searched;
        let exact = state.boxes.is_empty();
        match verdict {
            Verdict::Win { line } => {
                // Without boxes the solver's win is a shortest one; a walk straight to the core always is.
                let runner = state.runners[state.turn as usize].at;
                let shortest = exact || line.len() == usize::from(board.to_core[usize::from(runner)]);
                return Ok(Hint { action: line[0], claim: Claim::ForcedWin { line, shortest }, states });
            }
            Verdict::NoWin if exact => {
                let (action, survives) = survive::survive(board, state);
                return Ok(Hint { action, claim: Claim::NoForcedWin { survives }, states });
            }
            Verdict::GaveUp if exact => gave_up = true,
            Verdict::NoWin | Verdict::GaveUp => {}
        }
    }
    let best = tree::search(board, state, budget.states);
    let (won, playouts) = (best.won, best.playouts);
    let claim = if gave_up { Claim::GaveUp { won, playouts } } else { Claim::Estimate { won, playouts } };
    Ok(Hint { action: best.action, claim, states: states + best.states })
}

/// A hint from what a seat sees.
pub fn hint_for(config: &Config, view: &View, budget: Budget) -> Result<Hint, HintError> {
    let board = Board::new(config)?;
    let state = State::from_view(&board, view)?;
    hint(&board, &state, budget)
}
