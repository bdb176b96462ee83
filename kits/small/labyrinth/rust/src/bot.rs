//! Goes the shortest way to the Light Core, whoever hunts it.
use crate::labyrinth::{Action, Game};

pub struct Bot;

impl Bot {
    pub fn new(_game: &Game) -> Bot {
        Bot
    }

    pub fn turn(&mut self, game: &Game) -> Action {
        let steps = game.distances(game.core);
        let ways = game.neighbours(game.runners[game.me].at, 0);
        let best = ways.min_by_key(|(_, cell)| steps.get(cell).copied().unwrap_or(u32::MAX));
        best.map_or(Action::Stay, |(way, _)| Action::Move(way))
    }
}
