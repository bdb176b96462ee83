use serde::{Deserialize, Serialize};

/// A cell as people write it: row and column from 0, top left first. In JSON `[row, col]`.
///
/// The numbers may lie outside a board: what a player names is checked by the rules, not by the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "[row: number, col: number]"))]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Cell {
    /// The row, 0 at the top.
    pub row: i32,
    /// The column, 0 at the left.
    pub col: i32,
}

impl Cell {
    /// The cell at a row and a column.
    pub const fn new(row: i32, col: i32) -> Cell {
        Cell { row, col }
    }

    /// How many steps lie between two cells where no wall is in the way.
    pub fn distance(self, other: Cell) -> u32 {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }

    /// The cell one step further.
    pub fn step(self, dir: Dir) -> Cell {
        let (row, col) = dir.offset();
        Cell::new(self.row + row, self.col + col)
    }
}

impl From<(i32, i32)> for Cell {
    fn from((row, col): (i32, i32)) -> Cell {
        Cell { row, col }
    }
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> (i32, i32) {
        (cell.row, cell.col)
    }
}

/// One of the four ways. The order is the rule's own: an earthquake counts open neighbours in it (spec, Boxes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Dir {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
}

impl Dir {
    /// All four in the rule's order.
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right];

    /// The way's bit in a mask of open sides.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// What a step adds to row and column.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Dir::Up => (-1, 0),
            Dir::Down => (1, 0),
            Dir::Left => (0, -1),
            Dir::Right => (0, 1),
        }
    }

    /// The way back.
    pub const fn back(self) -> Dir {
        match self {
            Dir::Up => Dir::Down,
            Dir::Down => Dir::Up,
            Dir::Left => Dir::Right,
            Dir::Right => Dir::Left,
        }
    }

    /// The way's name as in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Dir::Up => "up",
            Dir::Down => "down",
            Dir::Left => "left",
            Dir::Right => "right",
        }
    }
}

/// How a wall lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Lie {
    /// Horizontal: under its cell.
    #[serde(rename = "h", alias = "H")]
    Horizontal,
    /// Vertical: right of its cell.
    #[serde(rename = "v", alias = "V")]
    Vertical,
}

impl Lie {
    /// The letter of the board file.
    pub const fn letter(self) -> char {
        match self {
            Lie::Horizontal => 'H',
            Lie::Vertical => 'V',
        }
    }
}

/// The place of a wall: under cell (row, col), or right of it. In JSON `{"row":1,"col":2,"dir":"h"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Wall {
    /// The row of the cell above or left of the wall.
    pub row: i32,
    /// The column of that cell.
    pub col: i32,
    /// How the wall lies.
    pub dir: Lie,
}

impl Wall {
    /// The wall under a cell.
    pub const fn under(row: i32, col: i32) -> Wall {
        Wall { row, col, dir: Lie::Horizontal }
    }

    /// The wall right of a cell.
    pub const fn right_of(row: i32, col: i32) -> Wall {
        Wall { row, col, dir: Lie::Vertical }
    }

    /// The two cells it stands between.
    pub fn sides(self) -> (Cell, Cell) {
        let cell = Cell::new(self.row, self.col);
        let dir = if self.dir == Lie::Horizontal { Dir::Down } else { Dir::Right };
        // Saturating, because a player may name any number.
        let (row, col) = dir.offset();
        (cell, Cell::new(cell.row.saturating_add(row), cell.col.saturating_add(col)))
    }
}
