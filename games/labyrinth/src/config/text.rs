//! The board file of the course: whitespace-separated numbers, one letter per wall.

use std::fmt::Write;

use meydan_core::{Budget, SeatSet};

use super::{Config, ConfigError, Piece, default_rounds};
use crate::board::Board;
use crate::geometry::{Cell, Lie, Wall};

pub(super) fn read(text: &[u8]) -> Result<Config, ConfigError> {
    Budget::MAP.bytes("a board file", text.len() as u64)?;
    let text =
        std::str::from_utf8(text).map_err(|error| ConfigError::NotText { byte: error.valid_up_to() })?;
    let mut words = Words::new(text);
    let mut lines = Lines::default();

    let rows = words.number("the number of rows", Config::MOST_SIZE)?;
    lines.size = words.line;
    let cols = words.number("the number of columns", Config::MOST_SIZE)?;
    let core = words.cell("the core")?;
    lines.core = words.line;
    let runners = words.cells("runners", "runner", &mut lines.runners)?;
    let hunters = words.cells("hunters", "hunter", &mut lines.hunters)?;
    let count = words.number("the number of walls", WALLS)?;
    let mut walls = Vec::new();
    for i in 0..count {
        let Cell { row, col } = words.cell(&format!("wall {i}"))?;
        lines.walls.push(words.line);
        let dir = words.lie(&format!("how wall {i} lies"))?;
        walls.push(Wall { row, col, dir });
    }
    let boxes = if words.is_empty() { Vec::new() } else { words.cells("boxes", "box", &mut lines.boxes)? };
    if let Some((line, found)) = words.next() {
        return Err(at(line, ConfigError::Trailing { found: found.into() }));
    }

    let seats = runners.len().clamp(1, SeatSet::CAPACITY) as u32;
    let max_rounds = default_rounds(rows, cols);
    let config = Config { rows, cols, core, runners, hunters, walls, boxes, max_rounds, seats, light: None };
    match Board::new(&config) {
        Ok(_) => Ok(config),
        Err(problem) => Err(lines.locate(problem)),
    }
}

pub(super) fn write(config: &Config) -> String {
    let mut text = format!("{} {}\n{} {}\n", config.rows, config.cols, config.core.row, config.core.col);
    let list = |text: &mut String, cells: &[Cell]| {
        let _ = writeln!(text, "{}", cells.len());
        for cell in cells {
            let _ = writeln!(text, "{} {}", cell.row, cell.col);
        }
    };
    list(&mut text, &config.runners);
    list(&mut text, &config.hunters);
    let _ = writeln!(text, "{}", config.walls.len());
    for wall in &config.walls {
        let _ = writeln!(text, "{} {} {}", wall.row, wall.col, wall.dir.letter());
    }
    if !config.boxes.is_empty() {
        list(&mut text, &config.boxes);
    }
    text
}

/// The most walls a board can have: 254 × 254 (spec, Board).
const WALLS: u32 = (Config::MOST_SIZE - 1) * (Config::MOST_SIZE - 1);

fn at(line: usize, problem: ConfigError) -> ConfigError {
    ConfigError::Line { line, problem: Box::new(problem) }
}

/// On which line each thing stands, so that a rule broken later can name it.
#[derive(Default)]
struct Lines {
    size: usize,
    core: usize,
    runners: Vec<usize>,
    hunters: Vec<usize>,
    walls: Vec<usize>,
    boxes: Vec<usize>,
}

impl Lines {
    fn locate(&self, problem: ConfigError) -> ConfigError {
        let of = |lines: &[usize], index: usize| lines.get(index + 1).copied();
        let line = match &problem {
            ConfigError::Size { .. } => Some(self.size),
            ConfigError::CoreOutside { .. } => Some(self.core),
            ConfigError::NoRunners => self.runners.first().copied(),
            ConfigError::Outside { piece, index, .. } | ConfigError::OnCore { piece, index, .. } => {
                of(self.of(*piece), *index)
            }
            ConfigError::HunterOnRunner { index, .. } => of(&self.hunters, *index),
            ConfigError::BoxTwice { index, .. } => of(&self.boxes, *index),
            ConfigError::WallOutside { index, .. }
            | ConfigError::WallTwice { index, .. }
            | ConfigError::WallCuts { index, .. } => self.walls.get(*index).copied(),
            _ => None,
        };
        match line {
            Some(line) => at(line, problem),
            None => problem,
        }
    }

    /// The line of the count, then the line of each piece.
    fn of(&self, piece: Piece) -> &[usize] {
        match piece {
            Piece::Runner => &self.runners,
            Piece::Hunter => &self.hunters,
            Piece::Box => &self.boxes,
        }
    }
}

/// The words of a file and the line each stands on.
struct Words<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    words: std::str::SplitWhitespace<'a>,
    /// The line of the last word taken, from 1.
    line: usize,
    reading: usize,
    peeked: Option<(usize, &'a str)>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        let lines = text.lines().enumerate();
        Words { lines, words: "".split_whitespace(), line: 1, reading: 1, peeked: None }
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        if let Some(word) = self.peeked.take() {
            self.line = word.0;
            return Some(word);
        }
        loop {
            if let Some(word) = self.words.next() {
                self.line = self.reading;
                return Some((self.line, word));
            }
            let (number, line) = self.lines.next()?;
            self.reading = number + 1;
            self.words = line.split_whitespace();
        }
    }

    fn is_empty(&mut self) -> bool {
        let line = self.line;
        self.peeked = self.next();
        self.line = line;
        self.peeked.is_none()
    }

    fn word(&mut self, wanted: &str) -> Result<&'a str, ConfigError> {
        let line = self.line;
        match self.next() {
            Some((_, word)) => Ok(word),
            None => Err(at(line, ConfigError::Missing { wanted: wanted.into() })),
        }
    }

    fn number(&mut self, wanted: &str, most: u32) -> Result<u32, ConfigError> {
        let word = self.word(wanted)?;
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        match word.parse::<u32>() {
            Ok(number) if digits && number <= most => Ok(number),
            _ => Err(at(
                self.line,
                ConfigError::NotANumber { found: word.into(), wanted: wanted.into(), most },
            )),
        }
    }

    fn cell(&mut self, what: &str) -> Result<Cell, ConfigError> {
        // Any three-digit number is let through: whether it lies on this board is told with its size.
        let row = self.number(&format!("the row of {what}"), 999)?;
        let col = self.number(&format!("the column of {what}"), 999)?;
        Ok(Cell::new(row as i32, col as i32))
    }

    /// A count and so many cells; `lines` gets the line of the count and of each cell.
    fn cells(&mut self, many: &str, one: &str, lines: &mut Vec<usize>) -> Result<Vec<Cell>, ConfigError> {
        let count = self.number(&format!("the number of {many}"), Config::MOST_PIECES as u32)?;
        lines.push(self.line);
        let mut cells = Vec::new();
        for i in 0..count {
            cells.push(self.cell(&format!("{one} {i}"))?);
            lines.push(self.line);
        }
        Ok(cells)
    }

    fn lie(&mut self, wanted: &str) -> Result<Lie, ConfigError> {
        match self.word(wanted)? {
            "H" => Ok(Lie::Horizontal),
            "V" => Ok(Lie::Vertical),
            found => Err(at(self.line, ConfigError::NotALie { found: found.into(), wanted: wanted.into() })),
        }
    }
}
