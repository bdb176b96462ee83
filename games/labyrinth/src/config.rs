use std::fmt;

use meydan_core::{Budget, OverBudget, SeatSet, Terms};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geometry::{Cell, Wall};

mod text;

/// The board and the knobs of a match. It is public: every bot is told it at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Config {
    /// How many rows, 2 to 255.
    pub rows: u32,
    /// How many columns, 2 to 255.
    pub cols: u32,
    /// The Light Core.
    pub core: Cell,
    /// Where each runner starts.
    pub runners: Vec<Cell>,
    /// Where each hunter starts.
    pub hunters: Vec<Cell>,
    /// The fixed walls.
    pub walls: Vec<Wall>,
    /// The lucky boxes.
    pub boxes: Vec<Cell>,
    /// The round after which a game without victory is out of time; 0 for none.
    pub max_rounds: u32,
    /// How many seats lead the runners: runner `i` belongs to seat `i mod seats`.
    pub seats: u32,
    /// How many temporary walls each runner has at the start, where it is not what the size of the board gives. A view
    /// tells every runner's walls, so nobody needs this to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub light: Option<u16>,
}

impl Config {
    /// The fewest rows and columns.
    pub const LEAST_SIZE: u32 = 2;
    /// The most rows and columns.
    pub const MOST_SIZE: u32 = 255;
    /// The most runners, hunters and boxes together.
    pub const MOST_PIECES: usize = Budget::STANDARD.pieces;
    /// The last round there can be. The score counts no further (spec, End).
    pub const MOST_ROUNDS: u32 = 99_999;

    /// An empty board: the core top left, one runner in the opposite corner.
    pub fn empty(rows: u32, cols: u32) -> Config {
        Config {
            rows,
            cols,
            core: Cell::new(0, 0),
            runners: vec![Cell::new(rows as i32 - 1, cols as i32 - 1)],
            hunters: Vec::new(),
            walls: Vec::new(),
            boxes: Vec::new(),
            max_rounds: default_rounds(rows, cols),
            seats: 1,
            light: None,
        }
    }

    /// Gives every runner a seat of its own, as far as there are seats.
    pub fn seat_each(mut self) -> Config {
        self.seats = self.runners.len().min(SeatSet::CAPACITY) as u32;
        self
    }

    /// Reads a board file (`n m`, core, runners, hunters, walls, boxes). The error names the line.
    pub fn read(text: &[u8]) -> Result<Config, ConfigError> {
        text::read(text)
    }

    /// The board as a file. The knobs `max_rounds` and `seats` have no place in it.
    pub fn write(&self) -> String {
        text::write(self)
    }

    /// The rules every board keeps, apart from its walls. Whatever is too large is refused before anything is made
    /// of it: a config may come from a stranger's record.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let size = Self::LEAST_SIZE..=Self::MOST_SIZE;
        if !size.contains(&self.rows) || !size.contains(&self.cols) {
            return Err(ConfigError::Size { rows: self.rows, cols: self.cols });
        }
        if !self.holds(self.core) {
            return Err(ConfigError::CoreOutside { cell: self.core, board: self.size() });
        }
        if self.runners.is_empty() {
            return Err(ConfigError::NoRunners);
        }
        let pieces = self.runners.len() + self.hunters.len() + self.boxes.len();
        Budget::STANDARD.pieces("a board", pieces)?;
        if self.max_rounds > Self::MOST_ROUNDS {
            return Err(ConfigError::Rounds { rounds: self.max_rounds });
        }
        // Every runner has a window in every round.
        let windows = self.runners.len() * self.max_rounds as usize;
        Budget::STANDARD.entries("a match", windows)?;
        for (piece, cells) in
            [(Piece::Runner, &self.runners), (Piece::Hunter, &self.hunters), (Piece::Box, &self.boxes)]
        {
            for (index, &cell) in cells.iter().enumerate() {
                if !self.holds(cell) {
                    return Err(ConfigError::Outside { piece, index, cell, board: self.size() });
                }
                if cell == self.core {
                    return Err(ConfigError::OnCore { piece, index, cell });
                }
            }
        }
        let mut seen = vec![Standing::Nobody; (self.rows * self.cols) as usize];
        let at = |cell: Cell| (cell.row as u32 * self.cols + cell.col as u32) as usize;
        for &cell in &self.runners {
            seen[at(cell)] = Standing::Runner;
        }
        for (index, &cell) in self.hunters.iter().enumerate() {
            if seen[at(cell)] == Standing::Runner {
                return Err(ConfigError::HunterOnRunner { index, cell });
            }
        }
        for (index, &cell) in self.boxes.iter().enumerate() {
            if seen[at(cell)] == Standing::Box {
                return Err(ConfigError::BoxTwice { index, cell });
            }
            seen[at(cell)] = Standing::Box;
        }
        let most = self.runners.len().min(SeatSet::CAPACITY) as u32;
        if !(1..=most).contains(&self.seats) {
            return Err(ConfigError::Seats { seats: self.seats, most });
        }
        Ok(())
    }

    /// Reads a board file under the terms of a match.
    pub(crate) fn under(map: &[u8], terms: &Terms) -> Result<Config, ConfigError> {
        if !terms.ruleset.is_empty() && terms.ruleset != RULESET {
            return Err(ConfigError::Ruleset { name: terms.ruleset.clone() });
        }
        let mut config = Config::read(map)?;
        if let Some(sides) = terms.sides {
            config.seats = u32::try_from(sides).unwrap_or(u32::MAX);
        }
        for (name, value) in &terms.options {
            let number = || {
                value
                    .parse::<u32>()
                    .map_err(|_| ConfigError::Option { name: name.clone(), value: value.clone() })
            };
            match name.as_str() {
                "max_rounds" => config.max_rounds = number()?,
                "seats" => config.seats = number()?,
                "light" => {
                    let wrong = || ConfigError::Option { name: name.clone(), value: value.clone() };
                    config.light = Some(u16::try_from(number()?).map_err(|_| wrong())?);
                }
                _ => return Err(ConfigError::UnknownOption { name: name.clone() }),
            }
        }
        config.check()?;
        Ok(config)
    }

    fn holds(&self, cell: Cell) -> bool {
        (0..self.rows as i32).contains(&cell.row) && (0..self.cols as i32).contains(&cell.col)
    }

    fn size(&self) -> Size {
        Size { rows: self.rows, cols: self.cols }
    }
}

/// The one ruleset.
pub(crate) const RULESET: &str = "document";

/// Where nobody says otherwise, a game lasts ten rounds per row and column (spec, End).
pub(crate) fn default_rounds(rows: u32, cols: u32) -> u32 {
    10 * (rows + cols)
}

#[derive(Clone, Copy, PartialEq)]
enum Standing {
    Nobody,
    Runner,
    Box,
}

/// What stands on a cell, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A runner.
    Runner,
    /// A hunter.
    Hunter,
    /// A lucky box.
    Box,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Piece::Runner => "runner",
            Piece::Hunter => "hunter",
            Piece::Box => "box",
        })
    }
}

/// The size of a board, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    rows: u32,
    cols: u32,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows go from 0 to {} and columns from 0 to {}", self.rows - 1, self.cols - 1)
    }
}

/// Why no match can start from a board or its terms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// A line of a board file is at fault.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: Box<ConfigError>,
    },
    /// The file is not text.
    #[error("the board file is not UTF-8 text from byte {byte} on; save it as plain text")]
    NotText {
        /// The first bad byte.
        byte: usize,
    },
    /// The file ends too early.
    #[error("the file ends where {wanted} should follow; add it")]
    Missing {
        /// What should follow.
        wanted: String,
    },
    /// Something is not a number.
    #[error("`{found}` stands where {wanted} should; write a whole number from 0 to {most}")]
    NotANumber {
        /// What stands there.
        found: String,
        /// What should stand there.
        wanted: String,
        /// The largest number that makes sense.
        most: u32,
    },
    /// A wall lies neither way.
    #[error("`{found}` stands where {wanted} should; write `H` (under the cell) or `V` (right of the cell)")]
    NotALie {
        /// What stands there.
        found: String,
        /// What should stand there.
        wanted: String,
    },
    /// Something follows the end.
    #[error("`{found}` follows the end of the board; remove it or correct the counts above")]
    Trailing {
        /// What follows.
        found: String,
    },
    /// The board is too small or too large.
    #[error("the board has `{rows}` rows and `{cols}` columns; each must be from 2 to 255")]
    Size {
        /// Its rows.
        rows: u32,
        /// Its columns.
        cols: u32,
    },
    /// The core is not on the board.
    #[error("the core at `{} {}` lies outside the board; {board}", cell.row, cell.col)]
    CoreOutside {
        /// The core.
        cell: Cell,
        /// The board.
        board: Size,
    },
    /// Nobody runs.
    #[error("there is no runner; a board needs at least one")]
    NoRunners,
    /// Too many pieces, or too many turns for them.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// The last round is too far away.
    #[error("the last round is `{rounds}`; give 0 for none, or a number up to {}", Config::MOST_ROUNDS)]
    Rounds {
        /// The round asked for.
        rounds: u32,
    },
    /// A piece is not on the board.
    #[error("{piece} {index} at `{} {}` lies outside the board; {board}", cell.row, cell.col)]
    Outside {
        /// The kind.
        piece: Piece,
        /// Which one, from 0.
        index: usize,
        /// Where.
        cell: Cell,
        /// The board.
        board: Size,
    },
    /// A piece stands on the core.
    #[error("{piece} {index} at `{} {}` stands on the core; put it on another cell", cell.row, cell.col)]
    OnCore {
        /// The kind.
        piece: Piece,
        /// Which one, from 0.
        index: usize,
        /// Where.
        cell: Cell,
    },
    /// A hunter stands on a runner.
    #[error("hunter {index} at `{} {}` stands on a runner; put it on another cell", cell.row, cell.col)]
    HunterOnRunner {
        /// Which hunter, from 0.
        index: usize,
        /// Where.
        cell: Cell,
    },
    /// Two boxes on one cell.
    #[error("box {index} at `{} {}` lies on another box; put it on another cell", cell.row, cell.col)]
    BoxTwice {
        /// Which box, from 0.
        index: usize,
        /// Where.
        cell: Cell,
    },
    /// A wall on the border or outside.
    #[error("wall {index} `{} {} {}` is not between two neighbouring cells of the board; the border needs no walls", wall.row, wall.col, wall.dir.letter())]
    WallOutside {
        /// Which wall, from 0.
        index: usize,
        /// The wall.
        wall: Wall,
    },
    /// The same wall again.
    #[error("wall {index} `{} {} {}` was given before; remove one of the two and correct the count", wall.row, wall.col, wall.dir.letter())]
    WallTwice {
        /// Which wall, from 0.
        index: usize,
        /// The wall.
        wall: Wall,
    },
    /// A wall closes off a cell.
    #[error("wall {index} `{} {} {}` makes some cells unreachable: with the walls before it, it cuts the labyrinth in two; remove it or one of those", wall.row, wall.col, wall.dir.letter())]
    WallCuts {
        /// Which wall, from 0.
        index: usize,
        /// The wall.
        wall: Wall,
    },
    /// More seats than runners.
    #[error("{seats} seats cannot lead the runners of this board; give {}", match most { 0 | 1 => "one".to_owned(), most => format!("1 to {most}") })]
    Seats {
        /// The seats asked for.
        seats: u32,
        /// The most there can be.
        most: u32,
    },
    /// No such ruleset.
    #[error("there is no ruleset `{name}`; labyrinth has only `document`")]
    Ruleset {
        /// What was asked for.
        name: String,
    },
    /// No such knob.
    #[error("there is no option `{name}`; labyrinth has `max_rounds`, `seats` and `light`")]
    UnknownOption {
        /// What was asked for.
        name: String,
    },
    /// A knob's value is not a number.
    #[error("option `{name}` is `{value}`; write a whole number")]
    Option {
        /// The knob.
        name: String,
        /// What was given.
        value: String,
    },
}
