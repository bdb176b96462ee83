//! The exact solver against brute force that knows none of its shortcuts, and what hints claim.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{HashSet, VecDeque};

use meydan_core::{Chance, Game, Next, Seed, Viewer};
use meydan_labyrinth::solve::{Budget, Claim, Guide, Inexact, Verdict, count_lines, hint, hint_for, solve};
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
            Verdict::Win { line, rounds } => {
                assert_eq!((Some(rounds), line.len() as u32), (wanted, rounds), "position {seed}: {line:?}");
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
        let Verdict::Win { line, .. } = solve(&board, &state, Budget::LONG).unwrap().verdict else {
            continue;
        };
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
                (Claim::ForcedWin { rounds, shortest: true, .. }, None) => left = Some(*rounds),
                (Claim::ForcedWin { rounds, shortest: true, .. }, Some(left)) => assert_eq!(*rounds, left),
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
    // Boxes and company make it an estimate, unless a way around the boxes wins anyway.
    let boxed = Config { boxes: vec![Cell::new(1, 1)], ..config.clone() };
    let board = Board::new(&boxed).unwrap();
    let around = hint(&board, &State::new(&board, &boxed), Budget::BLINK).unwrap();
    assert!(matches!(around.claim, Claim::ForcedWin { shortest: true, .. }), "{}", around.claim);
    let shut = Config { boxes: vec![Cell::new(0, 1), Cell::new(1, 0)], ..config.clone() };
    let board = Board::new(&shut).unwrap();
    let state = State::new(&board, &shut);
    let through = hint(&board, &state, Budget::BLINK).unwrap();
    assert!(matches!(through.claim, Claim::Chance { won, .. } if won > 0.9), "{}", through.claim);
    assert_eq!(solve(&board, &state, Budget::BLINK), Err(Inexact::Boxes(2)));
    let two = Config { runners: vec![Cell::new(2, 3); 2], seats: 2, ..config };
    let board = Board::new(&two).unwrap();
    let state = State::new(&board, &two);
    let company = hint(&board, &state, Budget::BLINK).unwrap();
    assert_eq!(company.claim.to_string(), "you win in 5 rounds, and no sooner");
}

/// A small random position of several runners: one in the middle of a round now and then, walls that stand, a push owed.
fn company(seed: u64) -> (Board, State) {
    let mut chance = Chance::new(Seed(seed));
    let (rows, cols) = [(2, 4), (3, 3), (3, 4), (4, 3)][chance.below(4) as usize];
    let most = (rows - 1) * (cols - 1);
    let recipe = Recipe { hunters: 0, walls: chance.below(most + 1), ..Recipe::new(rows, cols) };
    let mut config = generate(&recipe, &mut chance).unwrap();
    let cell = |chance: &mut Chance| Cell::new(chance.below(rows) as i32, chance.below(cols) as i32);
    let runners = if rows * cols < 10 { 2 + chance.below(3) } else { 2 + chance.below(2) };
    config.runners.clear();
    while config.runners.len() < runners as usize {
        let at = cell(&mut chance);
        if at != config.core {
            config.runners.push(at);
        }
    }
    for _ in 0..200 {
        let at = cell(&mut chance);
        let wanted = if runners < 4 { 1 + seed % 2 } else { 1 };
        if config.hunters.len() as u64 == wanted {
            break;
        }
        if at != config.core && !config.runners.contains(&at) {
            config.hunters.push(at);
        }
    }
    config.max_rounds = if chance.below(3) == 0 { 1 + chance.below(4) } else { 12 };
    let board = Board::new(&config).unwrap();
    let mut view = State::new(&board, &config).view(&board);
    let light = if runners == 2 { chance.below(3) } else { chance.below(5) / 4 };
    for runner in 0..light {
        view.runners[runner as usize % runners as usize].walls = 1;
    }
    for runner in light..runners {
        view.runners[runner as usize].walls = 0;
    }
    view.turn = Some(chance.below(runners));
    if chance.below(5) == 0 && !view.hunters.is_empty() {
        view.push = view.turn;
    }
    let mut state = State::from_view(&board, &view).unwrap();
    if chance.below(2) == 0 {
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

/// The fewest rounds to victory of all runners together, round by round over every legal action.
fn brute_force_together(board: &Board, start: &State) -> Option<u32> {
    let key = |state: &State| {
        let walls: Vec<(u32, u8)> = state.walls.iter().map(|wall| (wall.slot, wall.life)).collect();
        let runners: Vec<_> = state.runners.iter().map(|r| (r.at, r.status as u8, r.budget)).collect();
        (state.turn, runners, state.hunters.clone(), walls, state.owes_push)
    };
    let mut seen = HashSet::from([key(start)]);
    let mut layer = vec![start.clone()];
    let (mut actions, mut log) = (Vec::new(), Vec::new());
    while !layer.is_empty() {
        let mut following = Vec::new();
        while let Some(state) = layer.pop() {
            actions.clear();
            state.legal(board, &mut actions);
            for &action in &actions {
                let mut next = state.clone();
                next.act(board, action, &mut Chance::scripted([]), &mut log).unwrap();
                log.clear();
                if next.result == Some(Ending::Victory) {
                    return Some(next.round - start.round + 1);
                }
                next.end_turn(board, &mut log);
                if next.result.is_none() && seen.insert(key(&next)) {
                    if next.round == state.round { layer.push(next) } else { following.push(next) }
                }
            }
        }
        layer = following;
    }
    None
}

#[test]
fn several_runners_are_solved_as_brute_force_does() {
    let (mut wins, mut walls, mut losses) = (0, 0, 0);
    for seed in 0..600 {
        let (board, state) = company(seed);
        let wanted = brute_force_together(&board, &state);
        let answer = solve(&board, &state, Budget::LONG).unwrap();
        match answer.verdict {
            Verdict::Win { line, rounds } => {
                assert_eq!(Some(rounds), wanted, "position {seed}: {line:?}");
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
    println!("{wins} wins, {walls} of them with walls, {losses} losses");
    assert!(wins > 200 && walls > 10 && losses > 50, "the positions are varied: {wins} {walls} {losses}");
}

/// Follows hints to the end: the first claim, how it ended, and in which round.
fn follow(config: &Config, seed: u64) -> (Claim, Ending, u32) {
    let mut game = Labyrinth::new(config, Chance::new(Seed(seed))).unwrap();
    let (mut guide, mut log, mut first) = (Guide::default(), Vec::new(), None);
    while let Some(runner) = game.state().to_act() {
        let hint = guide.hint(game.board(), game.state(), Budget::BLINK).unwrap();
        first.get_or_insert(hint.claim);
        if game.act(game.seat_of(runner), hint.action, &mut log).unwrap() == Next::Done {
            game.close(&mut log);
        }
    }
    (first.unwrap(), game.state().result.unwrap(), game.state().round)
}

#[test]
fn what_is_proven_is_played() {
    let mut proven = 0;
    for (runners, hunters, walls) in [(1, 2, 30), (2, 1, 20), (2, 2, 20), (3, 2, 20), (4, 3, 25)] {
        for seed in 0..12 {
            let recipe = Recipe { runners, hunters, walls, ..Recipe::new(9, 9) };
            let config = generate(&recipe, &mut Chance::new(Seed(seed))).unwrap();
            let (claim, ending, round) = follow(&config, seed);
            match claim {
                Claim::ForcedWin { rounds, shortest, .. } => {
                    assert_eq!(ending, Ending::Victory, "{recipe:?} {seed}");
                    assert!(if shortest { round == rounds } else { round <= rounds }, "{recipe:?} {seed}");
                    proven += u32::from(shortest);
                }
                Claim::NoForcedWin { .. } => assert_ne!(ending, Ending::Victory, "{recipe:?} {seed}"),
                Claim::Nearer { .. } => {
                    assert_eq!(runners, 4, "{recipe:?} {seed}: only the largest are not worked out")
                }
                other => panic!("{recipe:?} {seed}: {other}"),
            }
        }
    }
    assert!(proven > 50, "only {proven} of 60 were proven shortest");
}

#[test]
fn a_hint_never_claims_more_than_it_has_proven() {
    // So little thought that hardly anything can be proven: every claim must hold all the same.
    let (mut nearer, mut forced) = (0, 0);
    for seed in 0..60 {
        let recipe = Recipe { runners: 3, hunters: 3, walls: 30, ..Recipe::new(10, 10) };
        let config = generate(&recipe, &mut Chance::new(Seed(seed))).unwrap();
        let board = Board::new(&config).unwrap();
        let state = State::new(&board, &config);
        let hint = hint(&board, &state, Budget { states: 60 }).unwrap();
        match hint.claim {
            Claim::ForcedWin { line, shortest, rounds } => {
                assert_eq!(play(&board, &state, &line), Some(Ending::Victory), "board {seed}");
                if shortest {
                    let long = solve(&board, &state, Budget::BLINK).unwrap().verdict;
                    let sooner = matches!(long, Verdict::Win { rounds: other, .. } if other < rounds);
                    assert!(!sooner, "board {seed}: a shortest win was claimed");
                }
                forced += 1;
            }
            Claim::Nearer { rounds, steps } => {
                let now = state.runners.iter().map(|r| board.to_core[usize::from(r.at)]).min().unwrap();
                assert!(steps < u32::from(now) && rounds > 0, "board {seed}: {steps} of {now}");
                nearer += 1;
            }
            Claim::Estimate { .. } | Claim::NoForcedWin { .. } => {}
            Claim::Chance { .. } => panic!("there are no boxes"),
        }
    }
    assert!(nearer > 5 && forced > 5, "the budget was chosen so that both come up: {nearer} {forced}");
}

/// Boards with boxes, and the best chance on them as another program worked it out, in percents.
const CHANCES: [(&str, f64); 5] = [
    ("5 5 4 3 1 3 4 2 1 3 1 0 7 0 0 V 0 3 H 0 4 H 1 2 H 2 1 H 3 3 V 4 0 V 3 2 0 2 2 4 4", 100.0),
    ("4 4 2 3 1 3 1 2 0 2 0 3 6 0 0 H 0 1 V 0 2 H 1 0 V 2 2 V 2 3 H 3 1 3 2 2 3 0", 33.3),
    ("4 4 3 3 1 0 2 1 2 0 0 3 1 3 2 3 3 1", 8.3),
    ("4 4 3 2 1 2 0 2 0 2 2 3 0 3 0 3 1 2 3 1", 58.0),
    ("4 4 2 3 1 1 1 2 3 0 3 2 0 3 1 3 2 1 3 3", 38.0),
];

#[test]
fn the_best_chance_with_boxes_is_exact_on_small_boards() {
    for (board, percent) in CHANCES {
        let config = Config::read(board.as_bytes()).unwrap();
        let board = Board::new(&config).unwrap();
        let hint = hint(&board, &State::new(&board, &config), Budget::BLINK).unwrap();
        let Claim::Chance { won, exact: true, .. } = hint.claim else { panic!("{config:?}: {}", hint.claim) };
        assert!((won * 100.0 - percent).abs() < 0.6, "{config:?}: {won} instead of {percent} %");
    }
}

#[test]
fn a_game_that_is_lost_at_once_is_proven_to_be() {
    let recipe = Recipe { runners: 2, hunters: 2, walls: 4, ..Recipe::new(3, 3) };
    let config = generate(&recipe, &mut Chance::new(Seed(253_978))).unwrap();
    let board = Board::new(&config).unwrap();
    let hint = hint(&board, &State::new(&board, &config), Budget::BLINK).unwrap();
    assert!(matches!(hint.claim, Claim::NoForcedWin { .. }), "{}", hint.claim);
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
