//! The exact solver against brute force that knows none of its shortcuts, and what hints claim.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{HashSet, VecDeque};

use meydan_core::{Chance, Game, Next, Seed, Viewer};
use meydan_labyrinth::solve::{Budget, Claim, Inexact, Verdict, count_lines, hint, hint_for, solve};
use meydan_labyrinth::{
    Action, Board, Cell, Config, Dir, Ending, Labyrinth, Recipe, State, WallView, generate, route,
};

/// The fewest rounds to victory over every legal action, by plain breadth-first search with the engine itself.
fn brute_force(board: &Board, start: &State) -> Option<u32> {
    let key = |state: &State| {
        let walls: Vec<(u32, u8)> = state.walls.iter().map(|wall| (wall.slot, wall.life)).collect();
        let runner = state.runners[state.turn as usize];
        (runner.at, runner.budget, state.hunters.clone(), walls, state.owes_push)
    };
    let mut seen = HashSet::from([key(start)]);
    let mut queue = VecDeque::from([start.clone()]);
    let (mut actions, mut log) = (Vec::new(), Vec::new());
    let mut chance = Chance::scripted([]);
    while let Some(state) = queue.pop_front() {
        actions.clear();
        state.legal(board, &mut actions);
        for &action in &actions {
            let mut next = state.clone();
            let answer = next.act(board, action, &mut chance, &mut log).unwrap();
            if next.result == Some(Ending::Victory) {
                return Some(next.round - start.round + 1);
            }
            assert_eq!(answer, Next::Done, "without boxes every turn is one action");
            next.end_turn(board, &mut log);
            if next.result.is_none() && seen.insert(key(&next)) {
                queue.push_back(next);
            }
        }
        log.clear();
    }
    None
}

/// Plays a line and gives how it ended.
fn play(board: &Board, state: &State, line: &[Action]) -> Option<Ending> {
    let mut state = state.clone();
    let mut log = Vec::new();
    for &action in line {
        assert_eq!(state.result, None, "the line ends with the game");
        state.act(board, action, &mut Chance::scripted([]), &mut log).unwrap();
        state.end_turn(board, &mut log);
    }
    state.result
}

/// A small random position: budgets, walls that stand already, a push owed now and then, a round limit now and then.
fn position(seed: u64) -> (Board, State) {
    let mut chance = Chance::new(Seed(seed));
    let (rows, cols) = [(2, 5), (3, 4), (4, 3), (4, 4), (5, 4), (5, 5), (6, 4)][chance.below(7) as usize];
    let most = (rows - 1) * (cols - 1);
    // Of few walls the runner hardly ever survives; draw many more often than few.
    let walls = most - chance.below(most + 1) * chance.below(most + 1) / (most + 1);
    let recipe = Recipe { hunters: 1 + chance.below(3) / 2, walls, ..Recipe::new(rows, cols) };
    let mut config = generate(&recipe, &mut chance).unwrap();
    config.max_rounds = if chance.below(3) == 0 { 2 + chance.below(8) } else { 0 };
    let board = Board::new(&config).unwrap();
    let mut view = State::new(&board, &config).view(&board);
    view.runners[0].walls = chance.below(4) as u16;
    if chance.below(4) == 0 {
        view.push = Some(0);
    }
    let mut state = State::from_view(&board, &view).unwrap();
    for _ in 0..chance.below(3) {
        let slots: Vec<u32> = board.slots().filter(|&slot| state.may_stand(&board, slot).is_ok()).collect();
        if let Some(&slot) = chance.pick(&slots) {
            let wall = board.wall(slot);
            let life = 1 + chance.below(2) as u8;
            view.walls.push(WallView { row: wall.row, col: wall.col, dir: wall.dir, life });
            state = State::from_view(&board, &view).unwrap();
        }
    }
    (board, state)
}

#[test]
fn the_solver_agrees_with_brute_force() {
    let (mut wins, mut walls, mut losses) = (0, 0, 0);
    for seed in 0..std::env::var("N").map_or(600, |n| n.parse().unwrap()) {
        let (board, state) = position(seed);
        let wanted = brute_force(&board, &state);
        let answer = solve(&board, &state, Budget::LONG).unwrap();
        match answer.verdict {
            Verdict::Win { line } => {
                assert_eq!(Some(line.len() as u32), wanted, "position {seed}: {line:?}");
                assert_eq!(play(&board, &state, &line), Some(Ending::Victory), "position {seed}: {line:?}");
                wins += 1;
                walls += u32::from(line.iter().any(|action| matches!(action, Action::Wall(_))));
            }
            Verdict::NoWin => {
                assert_eq!(wanted, None, "position {seed} has a win");
                losses += 1;
            }
            Verdict::GaveUp => panic!("position {seed} is small, yet the solver gave up"),
        }
    }
    println!("{wins} {walls} {losses}");
    assert!(wins > 100 && walls > 20 && losses > 100, "the positions are varied: {wins} {walls} {losses}");
}
