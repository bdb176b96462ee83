//! Boxes exactly: the best chance over everything that may happen, where that is little enough to be listed.
//!
//! Every moment that can be reached is listed, with everything that each act may lead to. Then the chance to win within `k`
//! acts is worked out for `k` = 1, 2, … from the chances within `k - 1`. It only grows, so at any `k` it can be had; when it grows no more, it
//! is the best there is. A round has at least one act, so as many acts as rounds are left are never too many.

use std::collections::BTreeMap;

use meydan_core::{Chance, Next};

use super::ground::rounds_left;
use crate::action::Action;
use crate::board::Board;
use crate::event::Prize;
use crate::geometry::Dir;
use crate::state::{Ending, Standing, State};

/// The most cells of a board that is tried: on larger ones the list would be too long anyway.
const CELLS: usize = 64;
/// The most ways of one earthquake.
const QUAKES: usize = 1024;
/// The most acts looked ahead where rounds are not limited.
const AHEAD: u32 = 400;
/// A smaller growth of a chance is none.
const NOTHING: f64 = 1e-9;

/// What an act may lead to.
type Outcome = (f64, Target);

#[derive(Clone, Copy, PartialEq)]
enum Target {
    Won,
    Lost,
    Moment(usize),
}

/// The best act and the chance to win by it.
pub(super) struct Best {
    pub(super) action: Action,
    pub(super) won: f64,
    /// How many moments were listed.
    pub(super) moments: u32,
}

/// The best chance; `None` where there is too much to be listed.
pub(super) fn best(board: &Board, state: &State, budget: u64, met: &mut u64) -> Option<Best> {
    if board.cells() > CELLS || state.runners.len() > 8 {
        return None;
    }
    let mut list =
        List { board, start: state, numbers: BTreeMap::new(), states: Vec::new(), acts: Vec::new() };
    list.number(state.clone());
    let most = usize::try_from(budget / 4).unwrap_or(usize::MAX);
    let mut steps = 0;
    while list.acts.len() < list.states.len() {
        if list.states.len() > most || steps > budget {
            *met += steps;
            return None;
        }
        let acts = list.follow(list.acts.len())?;
        steps += acts.iter().map(|(_, outcomes)| outcomes.len() as u64).sum::<u64>() / 8 + 1;
        list.acts.push(acts);
    }
    *met += steps;
    list.weigh(rounds_left(board, state).min(AHEAD))
}

struct List<'a> {
    board: &'a Board,
    start: &'a State,
    numbers: BTreeMap<Vec<u32>, usize>,
    states: Vec<State>,
    /// For every moment its acts and what they may lead to.
    acts: Vec<Vec<(Action, Vec<Outcome>)>>,
}

impl List<'_> {
    fn number(&mut self, mut state: State) -> usize {
        // When something happens does not matter here.
        state.round = self.start.round;
        let mut key = vec![state.turn << 1 | u32::from(state.owes_push), state.arrived];
        for runner in &state.runners {
            let on = runner.status == Standing::On;
            key.push(if on { u32::from(runner.at) << 16 | u32::from(runner.budget) } else { u32::MAX });
        }
        key.extend(state.hunters.iter().map(|&at| u32::from(at)));
        let mut walls: Vec<u32> = state.walls.iter().map(|w| w.slot << 2 | u32::from(w.life)).collect();
        walls.sort_unstable();
        key.extend(walls);
        key.push(u32::MAX);
        key.extend(state.boxes.iter().map(|&at| u32::from(at)));
        let next = self.states.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    /// All acts of a moment; `None` if an earthquake has too many ways.
    fn follow(&mut self, number: usize) -> Option<Vec<(Action, Vec<Outcome>)>> {
        let state = self.states[number].clone();
        let mut actions = Vec::new();
        state.legal(self.board, &mut actions);
        let mut acts = Vec::with_capacity(actions.len());
        for action in actions {
            let mut outcomes: Vec<Outcome> = Vec::new();
            for (share, script) in self.scripts(&state, action)? {
                let target = self.target(&state, action, script)?;
                match outcomes.iter_mut().find(|(_, other)| *other == target) {
                    Some((whole, _)) => *whole += share,
                    None => outcomes.push((share, target)),
                }
            }
            acts.push((action, outcomes));
        }
        Some(acts)
    }

    fn target(&mut self, state: &State, action: Action, script: Vec<f64>) -> Option<Target> {
        let (mut next, mut log) = (state.clone(), Vec::new());
        if next.act(self.board, action, &mut Chance::scripted(script), &mut log).ok()? == Next::Done {
            next.end_turn(self.board, &mut log);
        }
        Some(match next.result {
            Some(Ending::Victory) => Target::Won,
            Some(_) => Target::Lost,
            None => Target::Moment(self.number(next)),
        })
    }

    /// Everything that may be drawn when this is done, and how likely it is.
    fn scripts(&self, state: &State, action: Action) -> Option<Vec<(f64, Vec<f64>)>> {
        let runner = state.runners[state.turn as usize].at;
        let to = match action {
            Action::Move(dir) => self.board.beside(runner, dir),
            _ => return Some(vec![(1.0, Vec::new())]),
        };
        if to == self.board.core || state.hunters.contains(&to) || !state.boxes.contains(&to) {
            return Some(vec![(1.0, Vec::new())]);
        }
        let share = 1.0 / Prize::ALL.len() as f64;
        let mut scripts = Vec::new();
        for (number, prize) in Prize::ALL.into_iter().enumerate() {
            let first = number as f64;
            if prize != Prize::Earthquake {
                scripts.push((share, vec![first]));
                continue;
            }
            let mut ways = vec![vec![first]];
            let on = state.runners.iter().enumerate().filter(|(_, r)| r.status == Standing::On);
            let places = on.map(|(i, r)| if i as u32 == state.turn { to } else { r.at });
            for at in places.chain(state.hunters.iter().copied()) {
                let open = Dir::ALL.into_iter().filter(|&dir| state.is_open(at, dir)).count();
                if ways.len() * open > QUAKES {
                    return None;
                }
                ways = ways
                    .iter()
                    .flat_map(|way| (0..open).map(move |draw| [way.as_slice(), &[draw as f64]].concat()))
                    .collect();
            }
            let each = share / ways.len() as f64;
            scripts.extend(ways.into_iter().map(|way| (each, way)));
        }
        Some(scripts)
    }

    /// The chances, act by act.
    fn weigh(&self, ahead: u32) -> Option<Best> {
        let mut chances = vec![0.0; self.states.len()];
        let mut best = (self.acts.first()?.first()?.0, 0.0);
        for _ in 0..ahead {
            let before = chances.clone();
            let worth = |outcomes: &[Outcome]| {
                let worth = |&(share, target): &Outcome| match target {
                    Target::Won => share,
                    Target::Lost => 0.0,
                    Target::Moment(number) => share * before[number],
                };
                outcomes.iter().map(worth).sum::<f64>()
            };
            let mut grown = false;
            for (number, acts) in self.acts.iter().enumerate() {
                for (action, outcomes) in acts {
                    let won = worth(outcomes);
                    if won > chances[number] + NOTHING {
                        chances[number] = won;
                        grown = true;
                        if number == 0 {
                            best = (*action, won);
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
        let moments = self.states.len() as u32;
        Some(Best { action: best.0, won: best.1.min(1.0), moments })
    }
}
