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
    for seed in 0..2000 {
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
    assert!(wins > 600 && walls > 100 && losses > 600, "the positions are varied: {wins} {walls} {losses}");
}

#[test]
fn the_number_of_lines_is_what_trying_everything_gives() {
    // Without walls to put up nothing is left out of the count, so plain enumeration must agree.
    fn enumerate(board: &Board, state: &State, rounds: usize) -> u64 {
        let (mut actions, mut log) = (Vec::new(), Vec::new());
        state.legal(board, &mut actions);
        let follow = |action: &Action| {
            let mut next = state.clone();
            next.act(board, *action, &mut Chance::scripted([]), &mut log).unwrap();
            next.end_turn(board, &mut log);
            match next.result {
                Some(Ending::Victory) => u64::from(rounds == 1),
                None if rounds > 1 => enumerate(board, &next, rounds - 1),
                _ => 0,
            }
        };
        actions.iter().map(follow).sum()
    }
    let mut compared = 0;
    for seed in 0..200 {
        let (board, state) = position(seed);
        let mut view = state.view(&board);
        (view.runners[0].walls, view.push) = (0, None);
        let state = State::from_view(&board, &view).unwrap();
        let Verdict::Win { line } = solve(&board, &state, Budget::LONG).unwrap().verdict else { continue };
        for rounds in [line.len() - 1, line.len(), line.len() + 1] {
            let left = if board.max_rounds == 0 { u32::MAX } else { board.max_rounds };
            if rounds as u32 <= left.min(7) {
                let (lines, _) = count_lines(&board, &state, rounds as u32, Budget::LONG);
                assert_eq!(
                    lines,
                    Some(enumerate(&board, &state, rounds)),
                    "position {seed}, {rounds} rounds"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared} were compared");
}

#[test]
fn following_hints_wins_in_the_rounds_they_claim() {
    for seed in 0..20 {
        let recipe = Recipe { walls: 30, ..Recipe::new(9, 9) };
        let config = generate(&recipe, &mut Chance::new(Seed(seed))).unwrap();
        let mut game = Labyrinth::new(&config, Chance::new(Seed(seed))).unwrap();
        let mut log = Vec::new();
        let mut left = None;
        while let Some(runner) = game.state().to_act() {
            let hint = hint_for(&config, &game.view(Viewer::Spectator), Budget::BLINK).unwrap();
            match (&hint.claim, left) {
                (Claim::ForcedWin { line, shortest: true }, None) => left = Some(line.len()),
                (Claim::ForcedWin { line, shortest: true }, Some(rounds)) => assert_eq!(line.len(), rounds),
                (claim, _) => {
                    assert_eq!((left, matches!(claim, Claim::NoForcedWin { .. })), (None, true), "{claim}");
                    break;
                }
            }
            game.act(game.seat_of(runner), hint.action, &mut log).unwrap();
            game.close(&mut log);
            left = left.map(|rounds| rounds - 1);
        }
        assert!(left.is_none_or(|rounds| rounds == 0 && game.state().result == Some(Ending::Victory)));
    }
}

#[test]
fn a_hint_says_what_it_knows() {
    // Straight to the core with nobody about.
    let config = Config::empty(3, 4);
    let board = Board::new(&config).unwrap();
    let state = State::new(&board, &config);
    let straight = hint(&board, &state, Budget::BLINK).unwrap();
    assert_eq!(straight.claim.to_string(), "you win in 5 rounds, and no sooner");

    // A round too few.
    let late = Config { max_rounds: 4, ..config.clone() };
    let board = Board::new(&late).unwrap();
    let lost = hint(&board, &State::new(&board, &late), Budget::BLINK).unwrap();
    assert_eq!(
        lost.claim.to_string(),
        "no forced win; you can keep away from the hunters for as long as you like"
    );

    // An open field, a hunter between the runner and a far core: all is lost, and how soon is told.
    let field = Config { hunters: vec![Cell::new(3, 3)], ..Config::empty(5, 5) };
    let board = Board::new(&field).unwrap();
    let state = State::new(&board, &field);
    let caught = hint(&board, &state, Budget::BLINK).unwrap();
    assert!(matches!(caught.claim, Claim::NoForcedWin { survives: Some(0) }), "{:?}", caught.claim);

    // The search stops where it is told to, and does not guess.
    let answer = solve(&board, &state, Budget { states: 0 }).unwrap();
    assert_eq!((answer.verdict, answer.states), (Verdict::GaveUp, 0));
    let given_up = hint(&board, &state, Budget { states: 0 }).unwrap();
    assert!(given_up.claim.to_string().starts_with("the search gave up"), "{}", given_up.claim);

    // Boxes and company make it an estimate, unless a way around the boxes wins anyway.
    let boxed = Config { boxes: vec![Cell::new(1, 1)], ..config.clone() };
    let board = Board::new(&boxed).unwrap();
    let around = hint(&board, &State::new(&board, &boxed), Budget::BLINK).unwrap();
    assert!(matches!(around.claim, Claim::ForcedWin { shortest: true, .. }), "{}", around.claim);
    let shut = Config { boxes: vec![Cell::new(0, 1), Cell::new(1, 0)], ..config.clone() };
    let board = Board::new(&shut).unwrap();
    let state = State::new(&board, &shut);
    let through = hint(&board, &state, Budget::BLINK).unwrap();
    assert!(matches!(through.claim, Claim::Estimate { won, .. } if won > 0.9), "{}", through.claim);
    assert_eq!(solve(&board, &state, Budget::BLINK), Err(Inexact::Boxes(2)));
    let two = Config { runners: vec![Cell::new(2, 3); 2], seats: 2, ..config };
    let board = Board::new(&two).unwrap();
    let state = State::new(&board, &two);
    assert_eq!(solve(&board, &state, Budget::BLINK), Err(Inexact::Runners(2)));
    let company = hint(&board, &state, Budget::BLINK).unwrap();
    assert!(company.claim.to_string().starts_with("an estimate: 100 %"), "{}", company.claim);
}

#[test]
fn routes_are_shortest_and_avoid_what_they_are_told_to() {
    for seed in 0..30 {
        let recipe = Recipe { walls: 60, ..Recipe::new(12, 10) };
        let config = generate(&recipe, &mut Chance::new(Seed(seed))).unwrap();
        let board = Board::new(&config).unwrap();
        let state = State::new(&board, &config);
        for from in 0..board.cells() as u16 {
            let way = route(&board, &state, from, board.core, |_| false).unwrap();
            assert_eq!(way.len(), usize::from(board.to_core[usize::from(from)]));
            let end = way.iter().fold(from, |at, &dir| {
                assert!(state.is_open(at, dir));
                board.beside(at, dir)
            });
            assert_eq!(end, board.core);
        }
    }
    let config = Config::empty(2, 3);
    let board = Board::new(&config).unwrap();
    let state = State::new(&board, &config);
    let around = route(&board, &state, 5, 0, |at| at == 4).unwrap();
    assert_eq!(around, [Dir::Up, Dir::Left, Dir::Left]);
    assert_eq!(route(&board, &state, 5, 0, |at| at == 4 || at == 1), None);
}
