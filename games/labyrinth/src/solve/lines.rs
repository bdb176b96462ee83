//! In how many ways a win can be played: layer by layer, without any of the pruning that merges lines.

use super::chase::NONE;
use super::ground::{Ground, Moment, weight};
use super::table::Table;
use crate::board::Board;
use crate::state::State;

/// The number of lines that win in exactly `rounds` rounds, `None` if more than `budget` states are met; and how many
/// states were met.
pub(super) fn count(board: &Board, state: &State, rounds: u32, budget: u64) -> (Option<u64>, u64) {
    let ground = Ground::new(board, state);
    let start = ground.start(state);
    let weight = weight(state);
    let mut layer = Layer::new(&start);
    layer.add(&start, 1);
    let (mut walls, mut met, mut won) = (Vec::new(), 0, 0u64);
    let mut next = start.clone();
    for round in 1..=rounds {
        let mut following = Layer::new(&start);
        let left = rounds - round;
        for number in 0..layer.ways.len() {
            met += weight;
            if met > budget {
                return (None, budget);
            }
            let ways = layer.ways[number];
            let moment = layer.moment(number, &start);
            let near = |runner: u16| u32::from(board.to_core[usize::from(runner)]) <= left;
            for (_, to) in ground.steps(&moment) {
                if to == board.core {
                    won = won.saturating_add(if left == 0 { ways } else { 0 });
                } else if near(to) && ground.answer(&moment, to, NONE, &mut next) {
                    following.add(&next, ways);
                }
            }
            if near(moment.runner) {
                if ground.answer(&moment, moment.runner, NONE, &mut next) {
                    following.add(&next, ways);
                }
                ground.useful_walls(&moment, &mut walls);
                for &slot in &walls {
                    if ground.answer(&moment, moment.runner, slot, &mut next) {
                        following.add(&next, ways);
                    }
                }
            }
        }
        layer = following;
    }
    (Some(won), met)
}

/// The moments of one round and in how many ways each is reached. Here the budget is part of the key.
struct Layer {
    table: Table,
    ways: Vec<u64>,
    key: Vec<u16>,
}

impl Layer {
    fn new(start: &Moment) -> Layer {
        Layer { table: Table::new(start.width() + 1), ways: Vec::new(), key: Vec::new() }
    }

    fn add(&mut self, moment: &Moment, ways: u64) {
        moment.write_key(&mut self.key);
        self.key.push(moment.budget);
        let (number, new) = self.table.insert(&self.key);
        if new {
            self.ways.push(ways);
        } else {
            let total = &mut self.ways[number as usize];
            *total = total.saturating_add(ways);
        }
    }

    fn moment(&self, number: usize, like: &Moment) -> Moment {
        let mut moment = like.clone();
        let key = self.table.key(number as u32);
        moment.read_key(&key[..key.len() - 1]);
        moment.budget = key[key.len() - 1];
        moment
    }
}
