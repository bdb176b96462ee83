//! A runner that looks a few rounds ahead.

use meydan_core::{Chance, Next};
use meydan_labyrinth::solve::greedy_action;
use meydan_labyrinth::{Action, Board, Dir, Ending, Standing, State};

/// How many of its own turns the scout looks ahead.
const AHEAD: u32 = 4;

/// Tries every walk of its next turns in the rules themselves, the hunters answering as they do, and sets out on the one
/// that ends nearest to the core. The other runners are expected to go the plain way, and what a box holds is drawn.
pub(super) fn scout(board: &Board, state: &State, chance: &mut Chance) -> Action {
    if state.owes_push {
        return greedy_action(board, state);
    }
    let mut best = (i32::MIN, Action::Stay);
    for action in choices(board, state) {
        let worth = after(board, state, action, AHEAD, chance);
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// What is worth a thought: every open side, the wall or step that a plain player would choose, and a rest.
fn choices(board: &Board, state: &State) -> Vec<Action> {
    let at = state.runners[state.turn as usize].at;
    let open = Dir::ALL.into_iter().filter(|&dir| state.is_open(at, dir));
    let mut choices: Vec<Action> = open.map(Action::Move).collect();
    let plain = greedy_action(board, state);
    if !choices.contains(&plain) {
        choices.push(plain);
    }
    if plain != Action::Stay {
        choices.push(Action::Stay);
    }
    choices
}

/// What the runner to act has won after an action and the best of its next turns.
fn after(board: &Board, state: &State, action: Action, turns: u32, chance: &mut Chance) -> i32 {
    let me = state.turn;
    let mut next = state.clone();
    play(board, &mut next, action, chance);
    while next.result.is_none() && next.runners[me as usize].status == Standing::On && next.turn != me {
        let plain = greedy_action(board, &next);
        play(board, &mut next, plain, chance);
    }
    // A prize may have to be taken before anything else.
    while next.result.is_none() && next.owes_push {
        let plain = greedy_action(board, &next);
        play(board, &mut next, plain, chance);
    }
    let round = next.round as i32;
    let runner = next.runners[me as usize];
    match (next.result, runner.status) {
        (Some(Ending::Victory), _) => 3 * END - round,
        (_, Standing::Arrived) => 2 * END - round,
        (_, Standing::Caught) => round - 2 * END,
        _ if turns <= 1 || next.turn != me => -i32::from(board.to_core[usize::from(runner.at)]),
        _ => {
            let further = choices(board, &next).into_iter();
            further.map(|action| after(board, &next, action, turns - 1, chance)).max().unwrap_or(-END)
        }
    }
}

/// More than any way is long and any match lasts.
const END: i32 = 1_000_000;

/// Plays one action and, if it ends the turn, what follows.
fn play(board: &Board, state: &mut State, action: Action, chance: &mut Chance) {
    let mut log = Vec::new();
    if state.act(board, action, chance, &mut log) != Ok(Next::More) {
        state.end_turn(board, &mut log);
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Seed, Setup, Terms};
    use meydan_labyrinth::Labyrinth;

    use super::*;

    /// What the only runner does on a board file.
    fn first_step(board: &str) -> Action {
        let config = Labyrinth::config(board.as_bytes(), &Terms::of("document")).unwrap();
        let board = Board::new(&config).unwrap();
        scout(&board, &State::new(&board, &config), &mut Chance::new(Seed(1)))
    }

    #[test]
    fn it_walks_straight_to_the_core_where_nobody_is_near() {
        assert_eq!(first_step("9 9  0 4  1 0 0  1 8 8  0"), Action::Move(Dir::Right));
    }

    #[test]
    fn it_does_not_run_into_a_hunter_for_the_sake_of_a_shorter_way() {
        // The hunter stands between the runner and the core.
        assert_ne!(first_step("5 9  2 8  1 2 2  1 2 5  0"), Action::Move(Dir::Right));
    }
}
