//! The shortest path of the client API (spec 16), for bots.

use std::collections::VecDeque;

use crate::cells::{Cell, CellSet, Direction};
use crate::geometry::Geometry;

/// The directions of a shortest path between two cells over free cells, heroes ignored, as the original clients
/// give it: breadth first, neighbours tried in the order up, down, left, right. Empty if the cells are the same or
/// no path leads there; `blocked` cells count as walls.
///
/// ```
/// use meydan_heroes::{Cell, CellSet, Direction, Geometry, shortest_path};
///
/// let open = Geometry::new(&CellSet::new(3, 3));
/// let path = shortest_path(&open, Cell { row: 0, column: 0 }, Cell { row: 1, column: 1 }, &[]);
/// assert_eq!(path, [Direction::Down, Direction::Right]);
/// ```
pub fn shortest_path(geometry: &Geometry, from: Cell, to: Cell, blocked: &[Cell]) -> Vec<Direction> {
    let ends_free = geometry.is_free(from) && geometry.is_free(to);
    if from == to || !ends_free || blocked.contains(&from) || blocked.contains(&to) {
        return Vec::new();
    }
    let mut closed: CellSet = geometry.walls().clone();
    blocked
        .iter()
        .filter(|cell| geometry.cell(cell.row.into(), cell.column.into()).is_some())
        .for_each(|&cell| closed.insert(cell));
    closed.insert(from);
    let mut came: Vec<Option<(Cell, Direction)>> =
        vec![None; usize::from(geometry.rows()) * usize::from(geometry.columns())];
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            break;
        }
        for direction in Direction::ALL {
            if let Some(next) = geometry.neighbour(cell, direction).filter(|&next| !closed.contains(next)) {
                closed.insert(next);
                came[usize::from(geometry.at(next))] = Some((cell, direction));
                queue.push_back(next);
            }
        }
    }
    let mut path = Vec::new();
    let mut cell = to;
    while let Some((before, direction)) = came[usize::from(geometry.at(cell))] {
        path.push(direction);
        cell = before;
    }
    path.reverse();
    path
}

/// How many steps every cell is away from the nearest goal, over free cells; `u16::MAX` where none can be reached.
/// Indexed row by row.
pub fn distances(geometry: &Geometry, goals: impl IntoIterator<Item = Cell>) -> Vec<u16> {
    let mut steps = vec![u16::MAX; usize::from(geometry.rows()) * usize::from(geometry.columns())];
    let mut queue = VecDeque::new();
    for goal in goals.into_iter().filter(|&goal| geometry.is_free(goal)) {
        steps[usize::from(geometry.at(goal))] = 0;
        queue.push_back(goal);
    }
    while let Some(cell) = queue.pop_front() {
        let here = steps[usize::from(geometry.at(cell))];
        for direction in Direction::ALL {
            if let Some(next) = geometry.neighbour(cell, direction).filter(|&next| geometry.is_free(next)) {
                let there = &mut steps[usize::from(geometry.at(next))];
                if *there == u16::MAX {
                    *there = here + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    steps
}
