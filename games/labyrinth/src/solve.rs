//! What the runner to move should do, and how sure that is.
//!
//! With no box left the game is a puzzle without chance, and the answer is exact as far as the budget goes: a shortest
//! forced win of all runners together, or the proof that there is none. Where the budget ends first, the answer is a win that
//! may not be the shortest, or else a way that surely leads nearer to the core, and says which. What boxes hold is
//! counted by expectation.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::action::Action;
use crate::board::Board;
use crate::config::{Config, ConfigError};
use crate::state::State;
use crate::view::{Misfit, View};

mod chase;
mod company;
mod exact;
mod expect;
mod gamble;
mod ground;
mod guide;
mod joint;
mod lines;
mod playout;
mod survive;
mod table;
mod tree;

pub use guide::Guide;
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
    /// A shortest forced win; the last act reaches the core.
    Win {
        /// Every act until then, in the order of the turns.
        line: Vec<Action>,
        /// How many rounds it takes.
        rounds: u32,
    },
    /// Whatever the runners do, not enough of them reach the core in time.
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
    /// Boxes are left.
    #[error("{0} boxes are left; what is in them is chance")]
    Boxes(usize),
}

/// The shortest forced win of the runners on the board, or the proof that there is none.
pub fn solve(board: &Board, state: &State, budget: Budget) -> Result<Answer, Inexact> {
    if state.to_act().is_none() {
        return Err(Inexact::NobodyActs);
    }
    if !state.boxes.is_empty() {
        return Err(Inexact::Boxes(state.boxes.len()));
    }
    let (verdict, states) = if state.on_board() == 1 {
        exact::solve(board, state, budget.states)
    } else {
        company::solve(board, state, budget.states)
    };
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
    /// Proven: this line wins whatever happens, if everybody keeps to it.
    ForcedWin {
        /// How many rounds it takes.
        rounds: u32,
        /// All of it: every act in the order of the turns.
        line: Vec<Action>,
        /// Whether no shorter win exists.
        shortest: bool,
    },
    /// Proven: there is no win to be forced.
    NoForcedWin {
        /// For how many rounds somebody surely stays on the board; `None` if for as long as they like.
        survives: Option<u32>,
    },
    /// No win can be forced around the boxes, or none was found: what they may hold is counted by expectation.
    Chance {
        /// The chance to win. Where it is not exact, the share of what was drawn from the boxes that is won; whatever was not worked out
        /// counts as lost.
        won: f64,
        /// How many moments or outcomes were looked at.
        outcomes: u32,
        /// Whether everything that may happen was weighed, so that no act has a better chance.
        exact: bool,
    },
    /// The search ended before there was a proof: this is the way that led nearest to the core.
    Nearer {
        /// After how many rounds.
        rounds: u32,
        /// How many steps the runners that are needed then have to go, all together.
        steps: u32,
    },
    /// Nothing better is known; the action did best in played-out games.
    Estimate {
        /// The share of them that were won.
        won: f64,
        /// How many were played out.
        playouts: u32,
    },
}

impl Claim {
    /// Whether longer thought could not change what is said.
    pub fn is_proven(&self) -> bool {
        matches!(self, Claim::ForcedWin { shortest: true, .. } | Claim::NoForcedWin { .. })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = |n: u32| if n == 1 { "1 round".to_string() } else { format!("{n} rounds") };
        let steps = |n: u32| if n == 1 { "1 step".to_string() } else { format!("{n} steps") };
        match self {
            Claim::ForcedWin { rounds: n, shortest: true, .. } => {
                write!(f, "you win in {}, and no sooner", rounds(*n))
            }
            Claim::ForcedWin { rounds: n, shortest: false, .. } => {
                write!(f, "you win in {}, perhaps sooner", rounds(*n))
            }
            Claim::NoForcedWin { survives: None } => {
                write!(f, "no forced win; you can keep away from the hunters for as long as you like")
            }
            Claim::NoForcedWin { survives: Some(n) } => {
                write!(f, "no forced win; by walking you stay free for {}", rounds(*n))
            }
            Claim::Chance { won, outcomes, exact: true } => write!(
                f,
                "chance decides: you win with {}, and nothing is better (worked out over {outcomes} moments)",
                Percent(*won)
            ),
            Claim::Chance { won, outcomes, exact: false } => {
                write!(f, "chance decides: an estimate of {} over {outcomes} drawn outcomes", Percent(*won))
            }
            Claim::Nearer { rounds: n, steps: left } => write!(
                f,
                "not worked out; this way leads nearer to the core: {} left after {}",
                steps(*left),
                rounds(*n)
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

/// A chance in whole percents; what is not certain is never said to be.
struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = (self.0 * 100.0).round();
        match whole {
            _ if self.0 >= 1.0 - 1e-6 => f.write_str("100 %"),
            100.0 => f.write_str("over 99 %"),
            0.0 if self.0 > 0.0 => f.write_str("under 1 %"),
            _ => write!(f, "{whole:.0} %"),
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
    if state.on_board() == 1 {
        let (verdict, searched) = exact::solve(board, state, budget.states);
        states += searched;
        let exact = state.boxes.is_empty();
        match verdict {
            Verdict::Win { line, rounds } => {
                // Without boxes the solver's win is a shortest one; a walk straight to the core always is.
                let runner = state.runners[state.turn as usize].at;
                let shortest = exact || line.len() == usize::from(board.to_core[usize::from(runner)]);
                let action = line[0];
                return Ok(Hint { action, claim: Claim::ForcedWin { rounds, line, shortest }, states });
            }
            Verdict::NoWin if exact => {
                let (action, survives) = survive::survive(board, state);
                return Ok(Hint { action, claim: Claim::NoForcedWin { survives }, states });
            }
            Verdict::NoWin | Verdict::GaveUp => {}
        }
    }
    let mut search = company::Search::new(board, state, budget.states);
    if let Some((action, claim)) = search.claim() {
        return Ok(Hint { action, claim, states: states + search.met });
    }
    states += search.met;
    let best = tree::search(board, state, budget.states);
    let claim = Claim::Estimate { won: best.won, playouts: best.playouts };
    Ok(Hint { action: best.action, claim, states: states + best.states })
}

/// A hint from what a seat sees.
pub fn hint_for(config: &Config, view: &View, budget: Budget) -> Result<Hint, HintError> {
    let board = Board::new(config)?;
    let state = State::from_view(&board, view)?;
    hint(&board, &state, budget)
}
