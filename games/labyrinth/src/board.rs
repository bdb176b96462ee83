use crate::config::{Config, ConfigError};
use crate::geometry::{Cell, Dir, Lie, Wall};
use crate::knots::Knots;

/// What never changes in a match: the grid, the core and the fixed walls, as tables for speed.
///
/// Inside the engine a cell is its number `row * cols + col`, and the place of a wall is its *slot*: twice the
/// number of the cell above or left of it, plus 1 if the wall is vertical.
#[derive(Clone, Debug)]
pub struct Board {
    /// How many rows.
    pub rows: u16,
    /// How many columns.
    pub cols: u16,
    /// The cell of the core.
    pub core: u16,
    /// The last round, 0 if there is none.
    pub max_rounds: u32,
    /// How many runners make a victory: a third, rounded up.
    pub needed: u32,
    /// The walls a runner has at the start.
    pub budget: u16,
    /// The open sides of each cell, as bits of [`Dir::bit`].
    pub open: Vec<u8>,
    /// How many steps each cell is from the core around the fixed walls.
    pub to_core: Vec<u16>,
    /// Which ends of walls are tied together.
    pub knots: Knots,
    /// Row and column of each cell: looked up so often that dividing each time would be slow.
    places: Vec<(u8, u8)>,
}

impl Board {
    /// The tables of a config; an error if the config breaks a rule of the board.
    pub fn new(config: &Config) -> Result<Board, ConfigError> {
        config.check()?;
        let (rows, cols) = (config.rows as u16, config.cols as u16);
        let mut board = Board {
            rows,
            cols,
            core: 0,
            max_rounds: config.max_rounds,
            needed: (config.runners.len() as u32).div_ceil(3),
            budget: config.light.unwrap_or((rows.min(cols) / 3).max(1)),
            open: open_grid(rows, cols),
            to_core: Vec::new(),
            knots: Knots::new(rows, cols),
            places: (0..rows).flat_map(|row| (0..cols).map(move |col| (row as u8, col as u8))).collect(),
        };
        board.core = board.index(config.core);
        for (i, &wall) in config.walls.iter().enumerate() {
            let slot = board.slot(wall).ok_or(ConfigError::WallOutside { index: i, wall })?;
            let (at, dir) = board.across(slot);
            if board.open[usize::from(at)] & dir.bit() == 0 {
                return Err(ConfigError::WallTwice { index: i, wall });
            }
            board.shut(slot);
            if !board.knots.tie(slot) {
                return Err(ConfigError::WallCuts { index: i, wall });
            }
        }
        board.knots.settle();
        board.to_core = board.distances(board.core);
        Ok(board)
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.open.len()
    }

    /// The number of a cell that lies on the board.
    pub fn index(&self, cell: Cell) -> u16 {
        cell.row as u16 * self.cols + cell.col as u16
    }

    /// The number of a cell, if it lies on the board.
    pub fn find(&self, cell: Cell) -> Option<u16> {
        let inside =
            (0..i32::from(self.rows)).contains(&cell.row) && (0..i32::from(self.cols)).contains(&cell.col);
        inside.then(|| self.index(cell))
    }

    /// The cell of a number.
    pub fn cell(&self, at: u16) -> Cell {
        let (row, col) = self.place(at);
        Cell::new(i32::from(row), i32::from(col))
    }

    /// The number of the neighbour on a side that is inside the board.
    pub fn beside(&self, at: u16, dir: Dir) -> u16 {
        match dir {
            Dir::Up => at - self.cols,
            Dir::Down => at + self.cols,
            Dir::Left => at - 1,
            Dir::Right => at + 1,
        }
    }

    /// The slot between a cell and its neighbour on a side that is inside the board.
    pub fn slot_beside(&self, at: u16, dir: Dir) -> u32 {
        let at = u32::from(at);
        match dir {
            Dir::Up => (at - u32::from(self.cols)) * 2,
            Dir::Down => at * 2,
            Dir::Left => (at - 1) * 2 + 1,
            Dir::Right => at * 2 + 1,
        }
    }

    /// The slot of a wall, if it lies between two cells of the board.
    pub fn slot(&self, wall: Wall) -> Option<u32> {
        let (first, second) = wall.sides();
        let at = self.find(first)?;
        self.find(second)?;
        Some(u32::from(at) * 2 + u32::from(wall.dir == Lie::Vertical))
    }

    /// The wall of a slot.
    pub fn wall(&self, slot: u32) -> Wall {
        let Cell { row, col } = self.cell((slot / 2) as u16);
        Wall { row, col, dir: if slot.is_multiple_of(2) { Lie::Horizontal } else { Lie::Vertical } }
    }

    /// The cell above or left of a slot, and the way from there across it.
    pub fn across(&self, slot: u32) -> (u16, Dir) {
        ((slot / 2) as u16, if slot.is_multiple_of(2) { Dir::Down } else { Dir::Right })
    }

    /// Row and column of a cell's number.
    pub fn place(&self, at: u16) -> (u8, u8) {
        self.places[usize::from(at)]
    }

    /// All slots between two cells of the board, fixed walls or not.
    pub fn slots(&self) -> impl Iterator<Item = u32> + use<'_> {
        (0..self.cells() as u32 * 2).filter(|&slot| {
            let (row, col) = self.place((slot / 2) as u16);
            if slot.is_multiple_of(2) {
                u16::from(row) + 1 < self.rows
            } else {
                u16::from(col) + 1 < self.cols
            }
        })
    }

    /// Steps from every cell to `goal` around the fixed walls.
    pub fn distances(&self, goal: u16) -> Vec<u16> {
        let mut distance = vec![u16::MAX; self.cells()];
        let mut queue = Vec::with_capacity(self.cells());
        distance[usize::from(goal)] = 0;
        queue.push(goal);
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            for dir in Dir::ALL {
                if self.open[usize::from(at)] & dir.bit() != 0 {
                    let next = self.beside(at, dir);
                    if distance[usize::from(next)] == u16::MAX {
                        distance[usize::from(next)] = distance[usize::from(at)] + 1;
                        queue.push(next);
                    }
                }
            }
        }
        distance
    }

    fn shut(&mut self, slot: u32) {
        let (at, dir) = self.across(slot);
        let other = self.beside(at, dir);
        self.open[usize::from(at)] &= !dir.bit();
        self.open[usize::from(other)] &= !dir.back().bit();
    }
}

/// The open sides of a grid without walls.
pub(crate) fn open_grid(rows: u16, cols: u16) -> Vec<u8> {
    let mut open = Vec::with_capacity(usize::from(rows) * usize::from(cols));
    for row in 0..rows {
        for col in 0..cols {
            let sides = [
                (row > 0, Dir::Up),
                (row + 1 < rows, Dir::Down),
                (col > 0, Dir::Left),
                (col + 1 < cols, Dir::Right),
            ];
            open.push(sides.iter().filter(|(inside, _)| *inside).map(|(_, dir)| dir.bit()).sum());
        }
    }
    open
}
