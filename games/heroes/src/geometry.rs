//! Rays, sight and impact cells: exact integer geometry (spec 8.1 and 8.2).

use std::sync::OnceLock;

use crate::cells::{Cell, CellSet, Direction};

/// A cell as an index, row by row. Nothing outside the crate needs it.
pub(crate) type At = u16;

/// The index of a hero that stands nowhere.
pub(crate) const NOWHERE: At = At::MAX;

/// The walls of a map and what follows from them. What a cell sees is worked out when it is first asked for.
#[derive(Debug)]
pub struct Geometry {
    rows: u8,
    columns: u8,
    walls: CellSet,
    cells: Box<[Cell]>,
    /// The free cell one step away in each direction; [`NOWHERE`] where a wall or the edge is.
    steps: Box<[[At; 4]]>,
    sights: Box<[OnceLock<Box<[u64]>>]>,
}

impl Geometry {
    /// The geometry of a map with these walls.
    pub fn new(walls: &CellSet) -> Geometry {
        let (rows, columns) = (walls.rows(), walls.columns());
        let cells: Box<[Cell]> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column })).collect();
        let sights = cells.iter().map(|_| OnceLock::new()).collect();
        let mut geometry =
            Geometry { rows, columns, walls: walls.clone(), cells, steps: Box::default(), sights };
        let free = |cell: Option<Cell>| {
            cell.filter(|&cell| geometry.is_free(cell)).map_or(NOWHERE, |cell| geometry.at(cell))
        };
        let around = |&cell: &Cell| Direction::ALL.map(|direction| free(geometry.neighbour(cell, direction)));
        geometry.steps = geometry.cells.iter().map(around).collect();
        geometry
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The walls.
    pub fn walls(&self) -> &CellSet {
        &self.walls
    }

    /// Whether the cell is on the map and no wall.
    pub fn is_free(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns && !self.walls.contains(cell)
    }

    /// The cell at a row and a column, if that is on the map.
    pub fn cell(&self, row: i32, column: i32) -> Option<Cell> {
        let on_map =
            (0..i32::from(self.rows)).contains(&row) && (0..i32::from(self.columns)).contains(&column);
        on_map.then_some(Cell { row: row as u8, column: column as u8 })
    }

    /// The cell one step away, if that is on the map.
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, column) = (i32::from(cell.row), i32::from(cell.column));
        match direction {
            Direction::Up => self.cell(row - 1, column),
            Direction::Down => self.cell(row + 1, column),
            Direction::Left => self.cell(row, column - 1),
            Direction::Right => self.cell(row, column + 1),
        }
    }

    /// The cells of the ray from one cell towards another, the start first. Walls stop it unless it is lobbed.
    pub fn ray(&self, from: Cell, to: Cell, lobbing: bool) -> impl Iterator<Item = Cell> + '_ {
        self.walk(self.at(from), self.at(to), lobbing).map(|at| self.place(at))
    }

    /// Whether two cells see each other. A wall neither sees nor is seen; a free cell sees itself.
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        self.sees_at(self.at(from), self.at(to))
    }

    /// Everything a cell sees.
    pub fn seen_from(&self, from: Cell) -> CellSet {
        let mut seen = CellSet::new(self.rows, self.columns);
        seen.join(self.sight(self.at(from)));
        seen
    }

    /// Where an ability acts that is aimed at a cell: on the last cell of the ray within `range`, or, if it is not
    /// lobbed, on the first cell (the start included) where `stops` holds: an enemy for an offensive ability, an
    /// own hero for a defensive one (spec 8.2).
    pub fn impact(
        &self,
        range: i32,
        lobbing: bool,
        from: Cell,
        to: Cell,
        mut stops: impl FnMut(Cell) -> bool,
    ) -> Cell {
        self.place(self.impact_at(range, lobbing, self.at(from), self.at(to), |at| stops(self.place(at))))
    }

    /// Where a dodge towards a cell ends: on the last cell of the ray within `range` (spec 6). It may be a wall or
    /// the start, and then the dodge fails.
    pub fn dodge_end(&self, range: i32, lobbing: bool, from: Cell, to: Cell) -> Cell {
        self.place(self.dodge_end_at(range, lobbing, self.at(from), self.at(to)))
    }

    pub(crate) fn at(&self, cell: Cell) -> At {
        debug_assert!(cell.row < self.rows && cell.column < self.columns, "{cell} is on the map");
        At::from(cell.row) * At::from(self.columns) + At::from(cell.column)
    }

    pub(crate) fn place(&self, at: At) -> Cell {
        self.cells[usize::from(at)]
    }

    /// The free cell one step away.
    pub(crate) fn step_at(&self, at: At, direction: Direction) -> Option<At> {
        let next = self.steps[usize::from(at)][direction as usize];
        (next != NOWHERE).then_some(next)
    }

    pub(crate) fn is_wall_at(&self, at: At) -> bool {
        self.walls.has(usize::from(at))
    }

    pub(crate) fn distance_at(&self, a: At, b: At) -> i32 {
        self.place(a).distance(self.place(b))
    }

    pub(crate) fn sees_at(&self, from: At, to: At) -> bool {
        self.sight(from)[usize::from(to) / 64] >> (to % 64) & 1 == 1
    }

    /// What a cell sees, as the words of a [`CellSet`].
    pub(crate) fn sight(&self, from: At) -> &[u64] {
        self.sights[usize::from(from)].get_or_init(|| {
            let mut seen = CellSet::new(self.rows, self.columns);
            if !self.is_wall_at(from) {
                for to in 0..self.cells.len() {
                    // A stopping ray that arrives has met no wall; only its end is left to check.
                    if !self.walls.has(to) && self.walk(from, to as At, false).last() == Some(to as At) {
                        seen.put(to);
                    }
                }
            }
            seen.words().into()
        })
    }

    pub(crate) fn impact_at(
        &self,
        range: i32,
        lobbing: bool,
        from: At,
        to: At,
        mut stops: impl FnMut(At) -> bool,
    ) -> At {
        if from == to || (!lobbing && self.is_wall_at(from)) {
            return from;
        }
        let mut impact = from;
        for at in self.walk(from, to, lobbing) {
            if self.distance_at(from, at) > range {
                break;
            }
            impact = at;
            if !lobbing && stops(at) {
                break;
            }
        }
        impact
    }

    pub(crate) fn dodge_end_at(&self, range: i32, lobbing: bool, from: At, to: At) -> At {
        // The distance grows along a ray, so the last cell within the range is the one before the first beyond it.
        self.walk(from, to, lobbing)
            .take_while(|&at| self.distance_at(from, at) <= range)
            .last()
            .unwrap_or(from)
    }

    pub(crate) fn walk(&self, from: At, to: At, lobbing: bool) -> Walk<'_> {
        let (a, b) = (self.place(from), self.place(to));
        let (rows, columns) = (i32::from(a.row.abs_diff(b.row)), i32::from(a.column.abs_diff(b.column)));
        Walk {
            geometry: self,
            lobbing,
            next: Some(from),
            left: (rows, columns),
            row_step: if b.row >= a.row { i32::from(self.columns) } else { -i32::from(self.columns) },
            column_step: if b.column >= a.column { 1 } else { -1 },
            row_border: columns,
            column_border: rows,
            twice: (2 * columns, 2 * rows),
        }
    }
}

/// The integer walk of spec 8.1: with `n` rows and `m` columns to go, the next row border is met at `(2i+1)·m`, the
/// next column border at `(2j+1)·n`; the smaller comes first, equal means a corner.
pub(crate) struct Walk<'a> {
    geometry: &'a Geometry,
    lobbing: bool,
    next: Option<At>,
    left: (i32, i32),
    row_step: i32,
    column_step: i32,
    row_border: i32,
    column_border: i32,
    twice: (i32, i32),
}

impl Iterator for Walk<'_> {
    type Item = At;

    fn next(&mut self) -> Option<At> {
        let here = self.next?;
        self.next = self.step(here);
        Some(here)
    }
}

impl Walk<'_> {
    fn step(&mut self, here: At) -> Option<At> {
        if self.left == (0, 0) {
            return None;
        }
        let by_row = self.row_border <= self.column_border;
        let by_column = self.column_border <= self.row_border;
        let (mut row, mut column) = (0, 0);
        if by_row {
            row = self.row_step;
            self.left.0 -= 1;
            self.row_border += self.twice.0;
        }
        if by_column {
            column = self.column_step;
            self.left.1 -= 1;
            self.column_border += self.twice.1;
        }
        let there = |step: i32| (i32::from(here) + step) as At;
        let next = there(row + column);
        if !self.lobbing {
            let wall = |at| self.geometry.is_wall_at(at);
            if wall(next) || (by_row && by_column && (wall(there(row)) || wall(there(column)))) {
                return None;
            }
        }
        Some(next)
    }
}
