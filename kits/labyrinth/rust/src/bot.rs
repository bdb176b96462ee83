//! Your bot: change this file.

use std::collections::{BTreeSet, VecDeque};

use crate::labyrinth::{Action, Cell, Direction, Game, Status, Wall};
use crate::log;

/// How many positions one search may look at; the time for a turn is plenty for that.
const POSITIONS: usize = 1000;

/// Looks for the shortest way to the Light Core on which no hunter catches it, and puts up a wall if there is none.
pub struct Bot;

/// What a search has found.
struct Plan {
    reaches: bool,
    rounds: u32,
    first: Option<Action>,
}

impl Plan {
    /// Sooner at the core, or safe for longer.
    fn better_than(&self, other: &Plan) -> bool {
        match (self.reaches, other.reaches) {
            (true, true) => self.rounds < other.rounds,
            (false, false) => self.rounds > other.rounds,
            (reaches, _) => reaches,
        }
    }
}

impl Bot {
    /// Begins a match.
    pub fn new(game: &Game) -> Bot {
        log!("seat {}: the core is at {:?}", game.seat, game.core);
        Bot
    }

    /// Decides what the runner `game.me` does.
    pub fn turn(&mut self, game: &Game) -> Action {
        if game.must_push {
            return push(game);
        }
        let me = game.runners[game.me].at;
        let mut best = search(game, me, &game.hunters, 0);
        if !best.reaches {
            for wall in walls(game) {
                let ahead = game.with_wall(wall);
                if let Some(hunters) = ahead.hunters_after(&game.hunters, &runners(game, me), me, 0) {
                    let plan = Plan { first: Some(Action::Wall(wall)), ..search(&ahead, me, &hunters, 1) };
                    if plan.better_than(&best) {
                        best = plan;
                    }
                }
            }
        }
        best.first.unwrap_or(Action::Stay)
    }
}

/// The shortest safe way to the core from a position so many rounds ahead; without one, the way that is safe longest.
///
/// Hunters always do the same, so their steps can be told in advance. The other runners are taken to wait.
fn search(game: &Game, at: Cell, hunters: &[Cell], later: u32) -> Plan {
    let mut best = Plan { reaches: false, rounds: later, first: None };
    // After two rounds no wall of today stands any more, so positions from then on are alike.
    let mut seen = BTreeSet::from([(at, hunters.to_vec(), later.min(2))]);
    let mut queue = VecDeque::from([(at, hunters.to_vec(), later, None)]);
    while let Some((cell, hunters, later, begun)) = queue.pop_front() {
        if seen.len() >= POSITIONS {
            break;
        }
        best = Plan { reaches: false, rounds: later, first: begun };
        let steps = game.neighbours(cell, later).map(|(way, to)| (Action::Move(way), to));
        for (action, to) in steps.chain([(Action::Stay, cell)]) {
            let first = begun.unwrap_or(action);
            if to == game.core {
                return Plan { reaches: true, rounds: later + 1, first: Some(first) };
            }
            if hunters.contains(&to) {
                continue;
            }
            if let Some(after) = game.hunters_after(&hunters, &runners(game, to), to, later) {
                if seen.insert((to, after.clone(), (later + 1).min(2))) {
                    queue.push_back((to, after, later + 1, Some(first)));
                }
            }
        }
    }
    best
}

/// The cells of the runners on the board, with yours moved to the cell `mine`.
fn runners(game: &Game, mine: Cell) -> Vec<Cell> {
    let on = game.runners.iter().enumerate().filter(|(_, runner)| runner.status == Status::On);
    on.map(|(number, runner)| if number == game.me { mine } else { runner.at }).collect()
}

/// Walls worth a thought: beside the runner and beside the hunter that is nearest to it.
fn walls(game: &Game) -> Vec<Wall> {
    let me = game.runners[game.me].at;
    let nearest = game.hunters.iter().copied().min_by_key(|hunter| me.distance(*hunter));
    let beside = |cell: Cell| Direction::ALL.map(|way| Wall::between(cell, cell.step(way)));
    [me].into_iter().chain(nearest).flat_map(beside).filter(|wall| game.can_wall(*wall)).collect()
}

/// Sends the nearest hunter one step away, as far as that gets it.
fn push(game: &Game) -> Action {
    let me = game.runners[game.me].at;
    let pushes = game.hunters.iter().enumerate().flat_map(|(hunter, &at)| {
        game.neighbours(at, 0).map(move |(_, to)| (me.distance(at), u32::MAX - me.distance(to), hunter, to))
    });
    let best = pushes.min_by_key(|&(near, far, ..)| (near, far));
    best.map_or(Action::Stay, |(_, _, hunter, to)| Action::Push { hunter, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{json, Json, ToJson};

    fn game(runner: Json, hunters: Json, push: Json) -> Game {
        crate::labyrinth::game(
            json!({ "rows": 3, "cols": 3, "core": [0, 0], "runners": [[2, 2]], "hunters": [[0, 2]],
                "walls": [{ "row": 0, "col": 0, "dir": "h" }], "boxes": [], "max_rounds": 60, "seats": 1 }),
            json!({ "round": 1, "turn": 0, "push": push, "runners": [{ "at": runner, "status": "on", "walls": 1 }],
                "hunters": hunters, "walls": [], "boxes": [], "arrived": 0, "needed": 1 }),
        )
    }

    fn cell(row: i32, col: i32) -> Cell {
        Cell { row, col }
    }

    #[test]
    fn walls_stop_everybody() {
        let board = game(json!([1, 0]), json!([]), Json::Null);
        assert!(!board.is_open(cell(1, 0), Direction::Up, 0));
        assert!(board.is_open(cell(1, 1), Direction::Up, 0));
        assert!(board.fixed_walls.contains(&Wall::between(cell(1, 0), cell(0, 0))));
        assert_eq!(board.distances(cell(0, 0))[&cell(1, 0)], 3);
    }

    #[test]
    fn a_hunter_goes_across_before_it_goes_along() {
        let board = game(json!([2, 0]), json!([[0, 2]]), Json::Null);
        let after = |at| board.hunters_after(&board.hunters, &[at], at, 0);
        assert_eq!(after(cell(2, 0)), Some(vec![cell(0, 0)]));
        assert_eq!(after(cell(0, 0)), None);
    }

    #[test]
    fn the_bot_walks_around_a_wall_and_onto_the_core() {
        let board = game(json!([1, 0]), json!([]), Json::Null);
        assert_eq!(Bot.turn(&board), Action::Move(Direction::Right));
        let board = game(json!([0, 1]), json!([[2, 2]]), Json::Null);
        assert_eq!(Bot.turn(&board), Action::Move(Direction::Left));
    }

    #[test]
    fn the_bot_pushes_a_hunter_away() {
        let board = game(json!([2, 2]), json!([[0, 2]]), json!(0));
        assert_eq!(Bot.turn(&board), Action::Push { hunter: 0, to: cell(0, 1) });
        assert_eq!(Bot.turn(&board).to_json(), json!({ "push": { "hunter": 0, "to": [0, 1] } }));
    }
}
