//! What several runners should do together, and one runner where boxes are in the way: several searches that share a budget.

use super::expect;
use super::gamble;
use super::ground::rounds_left;
use super::joint::{Found, Joint, Reached, Terms, ToBox};
use super::{Claim, Verdict};
use crate::action::Action;
use crate::board::Board;
use crate::state::{Standing, State};

/// How many moments the width of a position costs: every hunter looks at every runner.
fn weight(state: &State) -> u64 {
    1 + state.hunters.len() as u64 * u64::from(state.on_board()) / 6
}

/// The shortest win of all runners together, or the proof that there is none.
pub(super) fn solve(board: &Board, state: &State, budget: u64) -> (Verdict, u64) {
    let mut search = Search::new(board, state, budget);
    let verdict = match search.exact() {
        Exact::Win { line, rounds, shortest: true } => Verdict::Win { line, rounds },
        Exact::Nothing { .. } => Verdict::NoWin,
        Exact::Win { .. } | Exact::Unknown => Verdict::GaveUp,
    };
    (verdict, search.met)
}

/// What the searches without chance say.
pub(super) enum Exact {
    Win {
        line: Vec<Action>,
        rounds: u32,
        shortest: bool,
    },
    /// There is none; the act that keeps somebody on the board the longest of those looked at.
    Nothing {
        longest: Option<Reached>,
    },
    Unknown,
}

/// Searches one after the other.
pub(super) struct Search<'a> {
    board: &'a Board,
    state: &'a State,
    budget: u64,
    weight: u64,
    limit: u32,
    /// How many states were looked at.
    pub(super) met: u64,
    nearest: Option<Reached>,
    to_boxes: Vec<ToBox>,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: &'a Board, state: &'a State, budget: u64) -> Search<'a> {
        let limit = rounds_left(board, state);
        let weight = weight(state);
        Search { board, state, budget, weight, limit, met: 0, nearest: None, to_boxes: Vec::new() }
    }

    /// What to do and what is known about it; `None` where nothing is.
    pub(super) fn claim(&mut self) -> Option<(Action, Claim)> {
        match self.exact() {
            Exact::Win { line, rounds, shortest } => {
                return Some((line[0], Claim::ForcedWin { rounds, line, shortest }));
            }
            Exact::Nothing { longest } if self.state.boxes.is_empty() => {
                let survives = longest.as_ref().map_or(0, |reached| reached.rounds);
                // Where every act loses at once, any will do.
                let mut acts = Vec::new();
                self.state.legal(self.board, &mut acts);
                let action = longest.and_then(|reached| reached.act).or(acts.last().copied())?;
                return Some((action, Claim::NoForcedWin { survives: Some(survives) }));
            }
            Exact::Nothing { .. } | Exact::Unknown => {}
        }
        if !self.state.boxes.is_empty() {
            if let Some(best) = expect::best(self.board, self.state, self.budget, &mut self.met) {
                let claim = Claim::Chance { won: best.won, outcomes: best.moments, exact: true };
                return Some((best.action, claim));
            }
            let ways = std::mem::take(&mut self.to_boxes);
            let bet = gamble::best(self.board, self.state, &ways, self.budget / 4, &mut self.met);
            if let Some(bet) = bet {
                return Some((
                    bet.action,
                    Claim::Chance { won: bet.won, outcomes: bet.outcomes, exact: false },
                ));
            }
        }
        let nearest = self.nearest.take()?;
        Some((nearest.act?, Claim::Nearer { rounds: nearest.rounds, steps: nearest.steps }))
    }

    /// The ways to boxes that were met.
    pub(super) fn ways(self) -> Vec<ToBox> {
        self.to_boxes
    }

    /// Without walls first, because such a win is found soon and bounds the rest; then with everything; then, where that was too
    /// much, straight at the core.
    pub(super) fn exact(&mut self) -> Exact {
        let walls = self.state.runners.iter().any(|r| r.status == Standing::On && r.budget > 0);
        // With boxes on the board going around them may not be the quickest way, but nothing beats a straight one.
        let boxed = !self.state.boxes.is_empty();
        let straight = Joint::new(self.board, self.state, self.terms(0, false, 1)).least();
        let (mut best, longest) = match self.search(self.terms(if walls { 4 } else { 1 }, false, 1)) {
            (Found::Win { line, rounds }, _) => {
                if !walls && !boxed || rounds == straight {
                    return Exact::Win { line, rounds, shortest: true };
                }
                (Some((line, rounds)), None)
            }
            (Found::Nothing, longest) if !walls => return Exact::Nothing { longest },
            (_, longest) => (None, longest),
        };
        if walls {
            let mut terms = self.terms(2, true, 1);
            if let Some((_, rounds)) = best {
                terms.rounds = rounds - 1;
            }
            match (self.search(terms), best.take()) {
                ((Found::Win { line, rounds }, _), _) => {
                    return Exact::Win { line, rounds, shortest: !boxed || rounds == straight };
                }
                ((Found::Nothing, _), Some((line, rounds))) => {
                    return Exact::Win { line, rounds, shortest: !boxed };
                }
                ((Found::Nothing, more), None) => {
                    let last = |a: &Option<Reached>| a.as_ref().map_or(0, |reached| reached.rounds);
                    return Exact::Nothing {
                        longest: if last(&more) > last(&longest) { more } else { longest },
                    };
                }
                ((Found::Unknown, _), kept) => best = kept,
            }
        }
        if let Some((line, rounds)) = best {
            return Exact::Win { line, rounds, shortest: false };
        }
        match self.search(self.terms(4, true, HASTE)).0 {
            Found::Win { line, rounds } => Exact::Win { line, rounds, shortest: rounds == straight },
            _ => Exact::Unknown,
        }
    }

    fn terms(&self, part: u64, walls: bool, weight: u32) -> Terms {
        let budget = self.budget / self.weight / part.max(1);
        Terms { budget, walls, weight, rounds: self.limit }
    }

    fn search(&mut self, terms: Terms) -> (Found, Option<Reached>) {
        let mut joint = Joint::new(self.board, self.state, terms);
        let found = joint.run();
        self.met += joint.met * self.weight;
        let better = |reached: &Reached, than: &Option<Reached>| {
            let rank = |reached: &Reached| (reached.steps, reached.rounds);
            reached.steps < joint.steps_now() && than.as_ref().is_none_or(|than| rank(reached) < rank(than))
        };
        if let Some(reached) = joint.nearest().filter(|reached| better(reached, &self.nearest)) {
            self.nearest = Some(reached);
        }
        if self.to_boxes.is_empty() {
            self.to_boxes = joint.to_boxes();
        }
        (found, joint.longest())
    }
}

/// How much more a step counts than a round where any win will do.
const HASTE: u32 = 5;
