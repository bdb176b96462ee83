//! Boxes, by expectation: walk to one, and weigh everything that may come out of it.

use meydan_core::{Chance, Next, Seed};

use super::company::{Exact, Search};
use super::joint::ToBox;
use crate::action::Action;
use crate::board::Board;
use crate::event::Prize;
use crate::state::{Ending, State};

/// The best box to walk to.
pub(super) struct Bet {
    /// The first act on the way.
    pub(super) action: Action,
    /// The share of outcomes that are surely won.
    pub(super) won: f64,
    /// How many were looked at.
    pub(super) outcomes: u32,
}

/// How many boxes are weighed.
const BOXES: usize = 4;
/// In how many ways an earthquake is tried.
const QUAKES: u32 = 6;
/// How many boxes in a row are weighed.
const DEPTH: u32 = 2;

/// The box that promises most, if one promises anything.
pub(super) fn best(board: &Board, state: &State, ways: &[ToBox], budget: u64, met: &mut u64) -> Option<Bet> {
    let mut table = Table { board, outcomes: 0, met: 0 };
    let best = table.choose(state, ways, budget, DEPTH);
    *met += table.met;
    let (action, won) = best.filter(|(_, won)| *won > 0.0)?;
    Some(Bet { action, won, outcomes: table.outcomes })
}

/// Sources of chance that draw this prize first. They are always the same, so that the same question has the same answer.
fn draws(prize: u32) -> impl Iterator<Item = Chance> {
    (0..).map(|seed| Chance::new(Seed(seed))).filter(move |chance| {
        let mut first = chance.clone();
        first.below(Prize::ALL.len() as u32) == prize
    })
}

struct Table<'a> {
    board: &'a Board,
    outcomes: u32,
    met: u64,
}

impl Table<'_> {
    fn choose(&mut self, state: &State, ways: &[ToBox], budget: u64, depth: u32) -> Option<(Action, f64)> {
        let mut best: Option<(Action, f64)> = None;
        let tried = ways.len().min(BOXES);
        for way in &ways[..tried] {
            let won = self.open(state, way, budget / tried as u64, depth);
            if best.is_none_or(|(_, other)| won > other) {
                best = way.line.first().map(|&action| (action, won));
            }
        }
        best
    }

    /// The share of what comes out of a box that is won. All four prizes are equally likely (spec, Boxes).
    fn open(&mut self, state: &State, way: &ToBox, budget: u64, depth: u32) -> f64 {
        let Some((before, step)) = self.walk(state, &way.line) else { return 0.0 };
        let each = budget / u64::from(Prize::ALL.len() as u32 - 1 + QUAKES);
        let mut won = 0.0;
        for (number, prize) in Prize::ALL.into_iter().enumerate() {
            let ways = if prize == Prize::Earthquake { QUAKES } else { 1 };
            for mut chance in draws(number as u32).take(ways as usize) {
                let after = self.follow(&before, step, &mut chance);
                self.outcomes += 1;
                won += after.map_or(0.0, |after| self.value(&after, each, depth)) / f64::from(ways);
            }
        }
        won / Prize::ALL.len() as f64
    }

    /// The share that is surely won from here: all, or what the next box gives.
    fn value(&mut self, state: &State, budget: u64, depth: u32) -> f64 {
        match state.result {
            Some(Ending::Victory) => return 1.0,
            Some(_) => return 0.0,
            None => {}
        }
        let mut search = Search::new(self.board, state, budget);
        let found = search.exact();
        self.met += search.met;
        match found {
            Exact::Win { .. } => 1.0,
            _ if depth <= 1 || state.boxes.is_empty() => 0.0,
            _ => {
                let ways = search.ways();
                self.choose(state, &ways, budget, depth - 1).map_or(0.0, |(_, won)| won)
            }
        }
    }

    /// Plays a way up to the step onto the box.
    fn walk(&self, state: &State, line: &[Action]) -> Option<(State, Action)> {
        let (&last, acts) = line.split_last()?;
        let mut state = state.clone();
        for &act in acts {
            state = self.follow(&state, act, &mut Chance::scripted([]))?;
        }
        Some((state, last))
    }

    fn follow(&self, state: &State, act: Action, chance: &mut Chance) -> Option<State> {
        let (mut state, mut log) = (state.clone(), Vec::new());
        let next = state.act(self.board, act, chance, &mut log).ok()?;
        if next == Next::Done {
            state.end_turn(self.board, &mut log);
        }
        Some(state)
    }
}
