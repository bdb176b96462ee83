use super::{Budget, Claim, Hint, HintError, hint};
use crate::action::Action;
use crate::board::Board;
use crate::state::State;
use crate::view::View;
use meydan_core::{Chance, Next};

/// Hints through a whole game: a win that was proven once is followed to its end, also where a later search sees less.
///
/// Where a short search proves nothing, a long one follows, so that whatever a long search can prove is played. It is not repeated
/// at every turn: only where no win is known and some rounds have passed.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    plan: Option<Plan>,
    /// The round of the last long search.
    thought: Option<u32>,
}

/// After how many rounds without a known win a long search is tried again.
const REST: u32 = 4;

#[derive(Clone, Debug)]
struct Plan {
    line: Vec<Action>,
    /// What is seen before each act of the line.
    views: Vec<View>,
    last_round: u32,
    shortest: bool,
    /// What it took to find it.
    states: u64,
}

impl Guide {
    /// A hint for the runner to act.
    pub fn hint(&mut self, board: &Board, state: &State, budget: Budget) -> Result<Hint, HintError> {
        let known = self.plan.as_ref().and_then(|plan| plan.go_on(board, state));
        if let Some(known) = known.as_ref().filter(|known| known.claim.is_proven()) {
            return Ok(known.clone());
        }
        let mut new = hint(board, state, budget)?;
        if self.is_worth_a_long_search(state, known.is_some(), &new) {
            self.thought = Some(state.round);
            let long = hint(board, state, Budget::LONG)?;
            new = Hint { states: new.states + long.states, ..long };
        }
        let rounds = |hint: &Hint| match hint.claim {
            Claim::ForcedWin { rounds, .. } => rounds,
            _ => u32::MAX,
        };
        match known {
            Some(known) if rounds(&known) < rounds(&new) => Ok(Hint { states: new.states, ..known }),
            _ => {
                self.plan = Plan::of(board, state, &new);
                Ok(new)
            }
        }
    }
}

impl Guide {
    fn is_worth_a_long_search(&self, state: &State, has_plan: bool, short: &Hint) -> bool {
        // What boxes hold cannot be proven, however long one thinks.
        let open = !short.claim.is_proven() && state.boxes.is_empty();
        let rested = self.thought.is_none_or(|round| state.round < round || state.round >= round + REST);
        open && !has_plan && rested && short.states < Budget::LONG.states
    }
}

impl Plan {
    fn of(board: &Board, state: &State, hint: &Hint) -> Option<Plan> {
        let Claim::ForcedWin { rounds, line, shortest } = &hint.claim else { return None };
        let (mut state, mut log) = (state.clone(), Vec::new());
        let last_round = state.round + rounds - 1;
        let mut views = Vec::with_capacity(line.len());
        for &act in line {
            views.push(state.view(board));
            if state.act(board, act, &mut Chance::scripted([]), &mut log) != Ok(Next::Done) {
                return None;
            }
            state.end_turn(board, &mut log);
        }
        Some(Plan { line: line.clone(), views, last_round, shortest: *shortest, states: hint.states })
    }

    fn go_on(&self, board: &Board, state: &State) -> Option<Hint> {
        let now = state.view(board);
        let at = self.views.iter().position(|view| *view == now)?;
        let line = self.line[at..].to_vec();
        let (rounds, shortest) = (self.last_round + 1 - state.round, self.shortest);
        Some(Hint {
            action: line[0],
            claim: Claim::ForcedWin { rounds, line, shortest },
            states: self.states,
        })
    }
}
