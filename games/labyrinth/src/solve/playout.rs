//! A plain way to play every runner to the end, for estimates.

use meydan_core::Chance;

use crate::action::Action;
use crate::board::Board;
use crate::event::Event;
use crate::geometry::Dir;
use crate::state::{Ending, Standing, State};

/// How often, in a hundred, a played-out game strays from the plain way.
const STRAY: u32 = 15;

/// What a plain player does: the step that leads closest to the core among those after which no hunter could
/// catch this runner in the coming phase; if there is none, a wall that stops the catch; else straight on.
pub fn greedy_action(board: &Board, state: &State) -> Action {
    if state.owes_push {
        return greedy_push(board, state);
    }
    let runner = state.runners[state.turn as usize];
    let mut best: Option<((bool, u16, bool), Action)> = None;
    let stay = (Action::Stay, runner.at);
    for (action, to) in steps(board, state, runner.at).chain([stay]) {
        let caught = to != board.core && threatened(board, state, to);
        // Closest first; where all else is equal, a step rather than a rest.
        let rank = (caught, board.to_core[usize::from(to)], action == Action::Stay);
        if best.is_none_or(|(other, _)| rank < other) {
            best = Some((rank, action));
        }
    }
    let ((caught, ..), action) = best.expect("staying is always possible");
    if caught && runner.budget > 0 {
        let mut slots = Vec::new();
        chased_slots(board, state, runner.at, &mut slots);
        let mut copy = None;
        for slot in slots.into_iter().filter(|&slot| state.may_stand(board, slot).is_ok()) {
            let walled = copy.get_or_insert_with(|| state.clone());
            walled.set_open(board, slot, false);
            let saved = !threatened(board, walled, runner.at);
            walled.set_open(board, slot, true);
            if saved {
                return Action::Wall(board.wall(slot));
            }
        }
    }
    action
}

/// The push after which the hunters are farthest from the runners.
fn greedy_push(board: &Board, state: &State) -> Action {
    let mut pushes = Vec::new();
    state.legal(board, &mut pushes);
    let gain = |push: &Action| {
        let Action::Push { hunter, to } = *push else { return (0, 0) };
        let from = board.cell(state.hunters[hunter as usize]);
        let running = state.runners.iter().filter(|r| r.status == Standing::On);
        let nearest = |cell: crate::geometry::Cell| {
            running.clone().map(|r| board.cell(r.at).distance(cell) as i64).min().unwrap_or(0)
        };
        // A push onto a runner catches it; else prefer to move away the hunter that is nearest.
        if nearest(to) == 0 { (i64::MIN, 0) } else { (nearest(to) - nearest(from), -nearest(from)) }
    };
    let best = pushes.iter().copied().max_by_key(|push| gain(push));
    best.expect("a push is owed only where a hunter stands, and every cell has an open side")
}

pub(super) fn steps(board: &Board, state: &State, at: u16) -> impl Iterator<Item = (Action, u16)> {
    Dir::ALL.into_iter().filter(move |&dir| state.is_open(at, dir)).map(move |dir| {
        let to = board.beside(at, dir);
        (Action::Move(dir), to)
    })
}

/// Whether a hunter that heads for `prey` is there within its two steps, or stands there already.
pub fn threatened(board: &Board, state: &State, prey: u16) -> bool {
    state.hunters.iter().any(|&hunter| {
        let mut at = hunter;
        for _ in 0..2 {
            if at == prey {
                return true;
            }
            match head_for(board, state, at, prey) {
                Some((_, next)) => at = next,
                None => return false,
            }
        }
        at == prey
    })
}

/// The slots that hunters heading for `prey` cross in their two steps.
pub(super) fn chased_slots(board: &Board, state: &State, prey: u16, out: &mut Vec<u32>) {
    for &hunter in &state.hunters {
        let mut at = hunter;
        for _ in 0..2 {
            let Some((dir, next)) = head_for(board, state, at, prey) else { break };
            let slot = board.slot_beside(at, dir);
            if !out.contains(&slot) {
                out.push(slot);
            }
            at = next;
        }
    }
}

fn head_for(board: &Board, state: &State, from: u16, prey: u16) -> Option<(Dir, u16)> {
    let ((row, col), (to_row, to_col)) = (board.place(from), board.place(prey));
    let across = if to_col < col { Dir::Left } else { Dir::Right };
    let along = if to_row < row { Dir::Up } else { Dir::Down };
    [(to_col != col, across), (to_row != row, along)]
        .into_iter()
        .find(|&(differs, dir)| differs && state.is_open(from, dir))
        .map(|(_, dir)| (dir, board.beside(from, dir)))
}

/// What a played-out game came to.
pub(super) struct Playout {
    /// Between 0 and 1; more for a victory, and for a quick one.
    pub(super) value: f64,
    pub(super) won: bool,
    /// How many actions were played.
    pub(super) acts: u64,
}

/// Plays to the end, or for `horizon` rounds.
pub(super) fn play_out(
    board: &Board,
    state: &mut State,
    horizon: u32,
    chance: &mut Chance,
    log: &mut Vec<Event>,
) -> Playout {
    let first = state.round;
    let mut acts = 0;
    while state.result.is_none() && state.round - first < horizon {
        let action = if !state.owes_push && chance.below(100) < STRAY {
            let at = state.runners[state.turn as usize].at;
            let open = Dir::ALL.into_iter().filter(|&dir| state.is_open(at, dir)).count() as u32;
            let mut ways = steps(board, state, at);
            let way = ways.nth(chance.below(open + 1) as usize);
            way.map_or(Action::Stay, |(action, _)| action)
        } else {
            greedy_action(board, state)
        };
        advance(board, state, action, chance, log);
        acts += 1;
    }
    let share = |n: u32, of: u32| f64::from(n) / f64::from(of.max(1));
    let early = 1.0 - share(state.round - first, horizon);
    let value = match state.result {
        Some(Ending::Victory) => 0.75 + 0.25 * early,
        Some(Ending::Defeat) => 0.0,
        Some(Ending::OutOfTime) | None => 0.1 + 0.2 * share(state.arrived, board.needed),
    };
    Playout { value, won: state.result == Some(Ending::Victory), acts }
}

/// Plays one legal action and, if it ends the turn, what follows.
pub(super) fn advance(
    board: &Board,
    state: &mut State,
    action: Action,
    chance: &mut Chance,
    log: &mut Vec<Event>,
) {
    log.clear();
    if !matches!(state.act(board, action, chance, log), Ok(meydan_core::Next::More)) {
        state.end_turn(board, log);
    }
}
