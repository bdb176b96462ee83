//! Rays, sight and shortest paths, exactly as the engine computes them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::heroes::{At, Cell, Direction, Map};

/// In the order in which paths are looked for.
const STEPS: [(Direction, i32, i32); 4] =
    [(Direction::Up, -1, 0), (Direction::Down, 1, 0), (Direction::Left, 0, -1), (Direction::Right, 0, 1)];

pub(crate) fn distance(a: At, b: At) -> i32 {
    (a.row - b.row).abs() + (a.column - b.column).abs()
}

/// The cells whose inside the line between the two centres crosses, the start first. Walls stop the ray unless it is
/// lobbing. Where the line goes exactly through a corner, a wall on either side of that corner stops it too.
pub(crate) fn ray(map: &Map, start: Cell, target: Cell, lobbing: bool) -> Vec<Cell> {
    let cell = |row: i32, column: i32| map.cells[row as usize][column as usize];
    let (rows, columns) = (target.row - start.row, target.column - start.column);
    let (mut row, mut column, mut i, mut j) = (start.row, start.column, 0, 0);
    let mut found = vec![start];
    while i < rows.abs() || j < columns.abs() {
        // On one scale: where the line meets the next border between rows, and between columns.
        let (to_row, to_column) = ((2 * i + 1) * columns.abs(), (2 * j + 1) * rows.abs());
        let (by_row, by_column) = (to_row <= to_column, to_column <= to_row);
        let next_row = if by_row { row + rows.signum() } else { row };
        let next_column = if by_column { column + columns.signum() } else { column };
        let corner = by_row && by_column;
        let wall = cell(next_row, next_column).is_wall
            || corner && (cell(row, next_column).is_wall || cell(next_row, column).is_wall);
        if wall && !lobbing {
            break;
        }
        (row, column) = (next_row, next_column);
        i += i32::from(by_row);
        j += i32::from(by_column);
        found.push(cell(row, column));
    }
    found
}

/// Whether two cells see each other. Walls neither see nor are seen; heroes never block sight.
pub(crate) fn sees(map: &Map, a: Cell, b: Cell) -> bool {
    !a.is_wall && !b.is_wall && ray(map, a, b, false).last() == Some(&b)
}

/// Breadth first over free cells. Heroes are ignored.
pub(crate) fn path(map: &Map, start: At, target: At, blocked: &[Cell]) -> Vec<Direction> {
    let mut closed: BTreeSet<At> = blocked.iter().map(At::from).collect();
    let is_free = |at: At, closed: &BTreeSet<At>| {
        map.cell(at).is_some_and(|cell| !cell.is_wall) && !closed.contains(&at)
    };
    if !is_free(start, &closed) || !is_free(target, &closed) {
        return Vec::new();
    }
    closed.insert(start);
    let mut came: BTreeMap<At, (At, Direction)> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        if at == target {
            break;
        }
        for (way, rows, columns) in STEPS {
            let next = At { row: at.row + rows, column: at.column + columns };
            if is_free(next, &closed) {
                closed.insert(next);
                came.insert(next, (at, way));
                queue.push_back(next);
            }
        }
    }
    let mut found = Vec::new();
    let mut at = target;
    while let Some(&(before, way)) = came.get(&at) {
        found.push(way);
        at = before;
    }
    found.reverse();
    found
}
