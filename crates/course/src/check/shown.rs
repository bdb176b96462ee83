//! What a program prints, as far as it is meant for the check: everything else is for people.

use std::fmt::Write;

use meydan_labyrinth::{Cell, Config, Lie, Prize, Wall};

/// A board as a program prints it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    pub(crate) core: (i32, i32),
    /// Those that have left the board are at `-1 -1`.
    pub(crate) runners: Vec<(i32, i32)>,
    pub(crate) hunters: Vec<(i32, i32)>,
    pub(crate) walls: Vec<(i32, i32, char)>,
    pub(crate) light: Vec<(i32, i32, char, u8)>,
    pub(crate) boxes: Vec<(i32, i32)>,
}

/// One thing a program says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Board(Box<Shown>),
    Turn(u32),
    Push(u32),
    Illegal,
    Opened(u32, Prize),
    Saved,
    Victory,
    Defeat,
}

/// The most of anything that is read.
const MOST: usize = 4000;

impl Shown {
    /// Reads the numbers of a board; `None` while some are missing, an error where they make no sense.
    pub(crate) fn read(words: &[String], phase: u8) -> Result<Option<Shown>, String> {
        let mut words = Words { words, at: 0, short: false };
        let shown = words.board(phase);
        match shown {
            Ok(shown) => Ok(Some(shown)),
            Err(_) if words.short => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// The board in the document's format.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{} {}\n{} {}\n", self.rows, self.cols, self.core.0, self.core.1);
        for list in [&self.runners, &self.hunters] {
            let _ = writeln!(text, "{}", list.len());
            for (row, col) in list {
                let _ = writeln!(text, "{row} {col}");
            }
        }
        let _ = writeln!(text, "{}", self.walls.len());
        for (row, col, lie) in &self.walls {
            let _ = writeln!(text, "{row} {col} {lie}");
        }
        if !self.boxes.is_empty() {
            let _ = writeln!(text, "{}", self.boxes.len());
            for (row, col) in &self.boxes {
                let _ = writeln!(text, "{row} {col}");
            }
        }
        text
    }

    /// The board as a match begins on it.
    pub(crate) fn config(&self, light: Option<u16>) -> Config {
        let cell = |&(row, col): &(i32, i32)| Cell::new(row, col);
        let mut config = Config::empty(self.rows, self.cols);
        config.core = cell(&self.core);
        config.runners = self.runners.iter().map(cell).collect();
        config.hunters = self.hunters.iter().map(cell).collect();
        config.walls = self.walls.iter().map(|&(row, col, lie)| wall(row, col, lie)).collect();
        config.boxes = self.boxes.iter().map(cell).collect();
        config.max_rounds = 0;
        config.light = light;
        config
    }
}

pub(crate) fn wall(row: i32, col: i32, lie: char) -> Wall {
    Wall { row, col, dir: if lie == 'H' { Lie::Horizontal } else { Lie::Vertical } }
}

struct Words<'a> {
    words: &'a [String],
    at: usize,
    short: bool,
}

impl Words<'_> {
    fn next(&mut self) -> Result<&str, String> {
        let word = self.words.get(self.at);
        self.at += 1;
        match word {
            Some(word) => Ok(word),
            None => {
                self.short = true;
                Err(String::new())
            }
        }
    }

    fn number(&mut self) -> Result<i32, String> {
        let word = self.next()?.to_owned();
        word.parse().map_err(|_| format!("`{word}` stands in a board where a number should"))
    }

    fn count(&mut self) -> Result<usize, String> {
        let count = self.number()?;
        let count = usize::try_from(count).ok().filter(|&count| count <= MOST);
        count.ok_or_else(|| "a count in a board is negative or too large".to_owned())
    }

    fn cells(&mut self) -> Result<Vec<(i32, i32)>, String> {
        (0..self.count()?).map(|_| Ok((self.number()?, self.number()?))).collect()
    }

    fn lie(&mut self) -> Result<char, String> {
        let word = self.next()?;
        match word {
            "H" => Ok('H'),
            "V" => Ok('V'),
            other => Err(format!("`{other}` stands in a board where H or V should")),
        }
    }

    fn board(&mut self, phase: u8) -> Result<Shown, String> {
        let size = |n: i32| u32::try_from(n).ok().filter(|n| (2..=255).contains(n));
        let wrong = || "a board has from 2 to 255 rows and columns".to_owned();
        let rows = size(self.number()?).ok_or_else(wrong)?;
        let cols = size(self.number()?).ok_or_else(wrong)?;
        let core = (self.number()?, self.number()?);
        let runners = self.cells()?;
        let hunters = self.cells()?;
        let walls: Result<_, String> =
            (0..self.count()?).map(|_| Ok((self.number()?, self.number()?, self.lie()?))).collect();
        let mut shown = Shown { rows, cols, core, runners, hunters, walls: walls?, ..Shown::default() };
        if phase >= 4 {
            let light: Result<_, String> = (0..self.count()?)
                .map(|_| Ok((self.number()?, self.number()?, self.lie()?, self.number()?.clamp(0, 9) as u8)))
                .collect();
            shown.light = light?;
        }
        if phase >= 5 {
            shown.boxes = self.cells()?;
        }
        Ok(shown)
    }
}

/// What a line means, if it is not for people. `board` alone opens the numbers of a board.
pub(crate) fn item(line: &str) -> Option<Item> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<u32>().ok());
    match (words.first().copied()?, words.len()) {
        ("turn", 2) => Some(Item::Turn(number(1)?)),
        ("push", 2) => Some(Item::Push(number(1)?)),
        ("illegal", _) => Some(Item::Illegal),
        ("saved", 1) => Some(Item::Saved),
        ("victory", 1) => Some(Item::Victory),
        ("defeat", 1) => Some(Item::Defeat),
        ("box", 3) => {
            let prize = match words[2] {
                "turn" => Prize::ExtraTurn,
                "walls" => Prize::Walls,
                "earthquake" => Prize::Earthquake,
                "push" => Prize::Push,
                _ => return None,
            };
            Some(Item::Opened(number(1)?, prize))
        }
        _ => None,
    }
}
