//! A* for routes.

use crate::board::Board;
use crate::geometry::Dir;
use crate::state::State;

/// A shortest way between two cells around all walls that stand now, as steps; `None` if the cells to avoid shut it
/// off. `avoid` is asked once per cell at most.
///
/// The steps left are estimated by rows and columns, which never overestimates; among equal promises the way that has
/// come farther goes first.
pub fn route(
    board: &Board,
    state: &State,
    from: u16,
    to: u16,
    mut avoid: impl FnMut(u16) -> bool,
) -> Option<Vec<Dir>> {
    const NEW: u32 = u32::MAX;
    let goal = board.cell(to);
    let estimate = |at: u16| board.cell(at).distance(goal) as usize;
    let mut steps = vec![NEW; board.cells()];
    let mut came = vec![Dir::Up; board.cells()];
    let mut done = vec![false; board.cells()];
    // On a grid the promise of a neighbour is the same or two more, so buckets serve as the queue.
    let mut queue: Vec<Vec<u16>> = vec![Vec::new(); estimate(from) + 1];
    queue[estimate(from)].push(from);
    steps[usize::from(from)] = 0;
    let mut promise = estimate(from);
    while promise < queue.len() {
        let Some(at) = queue[promise].pop() else {
            promise += 1;
            continue;
        };
        if at == to {
            return Some(way(board, from, to, &came));
        }
        if std::mem::replace(&mut done[usize::from(at)], true) {
            continue;
        }
        for dir in Dir::ALL.into_iter().filter(|&dir| state.is_open(at, dir)) {
            let next = board.beside(at, dir);
            let here = steps[usize::from(at)] + 1;
            if here < steps[usize::from(next)] {
                let new = steps[usize::from(next)] == NEW;
                if new && next != to && avoid(next) {
                    done[usize::from(next)] = true;
                    steps[usize::from(next)] = 0;
                    continue;
                }
                steps[usize::from(next)] = here;
                came[usize::from(next)] = dir;
                let promise = here as usize + estimate(next);
                if queue.len() <= promise {
                    queue.resize_with(promise + 1, Vec::new);
                }
                queue[promise].push(next);
            }
        }
    }
    None
}

fn way(board: &Board, from: u16, to: u16, came: &[Dir]) -> Vec<Dir> {
    let mut way = Vec::new();
    let mut at = to;
    while at != from {
        let dir = came[usize::from(at)];
        way.push(dir);
        at = board.beside(at, dir.back());
    }
    way.reverse();
    way
}
