//! What a program prints, as far as it is meant for the check: everything else is for people.

use std::fmt::{self, Write};

use meydan_labyrinth::{Cell, Config, Lie, Prize, Wall};

use super::words::Flaw;

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
    /// In which phase it was printed: later ones print more.
    pub(crate) phase: u8,
}

/// A part of a printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Size,
    Core,
    Runners,
    Hunters,
    Walls,
    Light,
    Boxes,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Size => "size",
            Part::Core => "core",
            Part::Runners => "runners",
            Part::Hunters => "hunters",
            Part::Walls => "walls",
            Part::Light => "temporary walls",
            Part::Boxes => "boxes",
        })
    }
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

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Board(_) => f.write_str("a board"),
            Item::Turn(runner) => write!(f, "turn {runner}"),
            Item::Push(runner) => write!(f, "push {runner}"),
            Item::Illegal => f.write_str("illegal"),
            Item::Opened(runner, Prize::ExtraTurn) => write!(f, "box {runner} turn"),
            Item::Opened(runner, Prize::Walls) => write!(f, "box {runner} walls"),
            Item::Opened(runner, Prize::Earthquake) => write!(f, "box {runner} earthquake"),
            Item::Opened(runner, Prize::Push) => write!(f, "box {runner} push"),
            Item::Saved => f.write_str("saved"),
            Item::Victory => f.write_str("victory"),
            Item::Defeat => f.write_str("defeat"),
        }
    }
}

/// The most of anything that is read.
const MOST: usize = 4000;

impl Shown {
    /// Reads the numbers of a board: the board, or the part in which some are missing; an error where they make no sense.
    pub(crate) fn read(words: &[String], phase: u8) -> Result<Result<Shown, Part>, (Flaw, Part)> {
        let mut words = Words { words, at: 0, part: Part::Size };
        let shown = words.board(phase);
        match shown {
            Ok(shown) => Ok(Ok(shown)),
            Err(None) => Ok(Err(words.part)),
            Err(Some(flaw)) => Err((flaw, words.part)),
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
        if self.phase >= 4 {
            let _ = writeln!(text, "{}", self.light.len());
            for (row, col, lie, life) in &self.light {
                let _ = writeln!(text, "{row} {col} {lie} {life}");
            }
        }
        if self.phase >= 5 {
            let _ = writeln!(text, "{}", self.boxes.len());
            for (row, col) in &self.boxes {
                let _ = writeln!(text, "{row} {col}");
            }
        }
        text
    }

    /// Whether nothing was shown yet.
    pub(crate) fn is_nothing(&self) -> bool {
        self.rows == 0
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

/// Why there is no board: a flaw, or nothing but that words are missing.
type Short = Option<Flaw>;

struct Words<'a> {
    words: &'a [String],
    at: usize,
    part: Part,
}

impl Words<'_> {
    fn next(&mut self) -> Result<&str, Short> {
        let word = self.words.get(self.at).ok_or(None)?;
        self.at += 1;
        Ok(word)
    }

    fn number(&mut self) -> Result<i32, Short> {
        let word = self.next()?;
        word.parse().map_err(|_| Some(Flaw::NotANumber(word.to_owned())))
    }

    fn count(&mut self) -> Result<usize, Short> {
        let count = self.number()?;
        let count = usize::try_from(count).ok().filter(|&count| count <= MOST);
        count.ok_or(Some(Flaw::Count))
    }

    fn cells(&mut self) -> Result<Vec<(i32, i32)>, Short> {
        (0..self.count()?).map(|_| Ok((self.number()?, self.number()?))).collect()
    }

    fn lie(&mut self) -> Result<char, Short> {
        let word = self.next()?;
        match word {
            "H" => Ok('H'),
            "V" => Ok('V'),
            other => Err(Some(Flaw::NotALie(other.to_owned()))),
        }
    }

    fn board(&mut self, phase: u8) -> Result<Shown, Short> {
        let size = |n: i32| u32::try_from(n).ok().filter(|n| (2..=255).contains(n));
        let rows = size(self.number()?).ok_or(Some(Flaw::Size))?;
        let cols = size(self.number()?).ok_or(Some(Flaw::Size))?;
        self.part = Part::Core;
        let core = (self.number()?, self.number()?);
        self.part = Part::Runners;
        let runners = self.cells()?;
        self.part = Part::Hunters;
        let hunters = self.cells()?;
        self.part = Part::Walls;
        let walls: Result<_, Short> =
            (0..self.count()?).map(|_| Ok((self.number()?, self.number()?, self.lie()?))).collect();
        let mut shown =
            Shown { rows, cols, core, runners, hunters, walls: walls?, phase, ..Shown::default() };
        if phase >= 4 {
            self.part = Part::Light;
            let light: Result<_, Short> = (0..self.count()?)
                .map(|_| Ok((self.number()?, self.number()?, self.lie()?, self.number()?.clamp(0, 9) as u8)))
                .collect();
            shown.light = light?;
        }
        if phase >= 5 {
            self.part = Part::Boxes;
            shown.boxes = self.cells()?;
        }
        Ok(shown)
    }
}

/// Marks after which a line goes on, because a prompt was printed without a new line.
const PROMPT: [char; 12] = ['>', ':', '?', ']', ')', '}', '$', '#', '=', '-', '؟', '»'];

/// A line as a person sees it: without what steers a terminal.
pub(crate) fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign == '\u{1b}' {
            if signs.next_if_eq(&'[').is_some() {
                // A sequence ends with its first letter.
                for sign in signs.by_ref() {
                    if ('@'..='~').contains(&sign) {
                        break;
                    }
                }
            }
        } else if !sign.is_control() || sign == '\t' {
            text.push(sign);
        }
    }
    text
}

/// The line itself, and what follows a prompt in it.
fn readings(line: &str) -> impl Iterator<Item = &str> {
    let after = line.char_indices().filter(|(_, sign)| PROMPT.contains(sign));
    let after = after.map(|(at, sign)| &line[at + sign.len_utf8()..]);
    [line].into_iter().chain(after).map(str::trim)
}

/// Whether the numbers of a board follow.
pub(crate) fn opens_board(line: &str) -> bool {
    let is_board =
        |text: &str| text.trim_end_matches([':', '.', '=', '-']).trim().eq_ignore_ascii_case("board");
    readings(line).any(is_board)
}

/// What a line means, if it is not for people. A prompt may stand before it; how it is punctuated, and small or large letters, do not matter.
pub(crate) fn item(line: &str) -> Option<Item> {
    readings(line).find_map(meaning)
}

fn meaning(text: &str) -> Option<Item> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_end_matches(['.', ',', ':', ';', '!', '?', '>']).to_ascii_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let number = |i: usize| words.get(i).and_then(|word: &String| word.parse::<u32>().ok());
    match (words.first()?.as_str(), words.len()) {
        ("turn", 2) => Some(Item::Turn(number(1)?)),
        ("push", 2) => Some(Item::Push(number(1)?)),
        ("illegal", _) => Some(Item::Illegal),
        ("saved", 1) => Some(Item::Saved),
        ("victory", 1) => Some(Item::Victory),
        ("defeat", 1) => Some(Item::Defeat),
        ("box", 3) => {
            let prize = match words[2].as_str() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_read_however_it_is_dressed() {
        for line in [
            "board",
            "BOARD:",
            "  Board ",
            "Enter the size: board",
            "\u{1b}[1;31mboard\u{1b}[0m",
            "move> board",
        ] {
            assert!(opens_board(&plain(line)), "{line:?}");
        }
        for line in ["this is the board", "boards", "the board is 4 x 4"] {
            assert!(!opens_board(line), "{line:?}");
        }
        for (line, wanted) in [
            ("illegal", Item::Illegal),
            ("illegal: out of the board", Item::Illegal),
            ("Your move> Illegal move!", Item::Illegal),
            ("Victory!", Item::Victory),
            ("turn 1:", Item::Turn(1)),
            ("move? turn 0", Item::Turn(0)),
            ("box 2 earthquake", Item::Opened(2, Prize::Earthquake)),
        ] {
            assert_eq!(item(&plain(line)), Some(wanted), "{line:?}");
        }
        for line in ["turn of the hunters", "a victory is near", "your turn", "", ">>>"] {
            assert_eq!(item(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_board_that_is_not_whole_says_where_it_ends() {
        let read = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            Shown::read(&words, 1)
        };
        assert_eq!(read("3 3 0 0 1 2 2 1 2 0 2 0 0 H"), Ok(Err(Part::Walls)));
        assert!(read("3 3 0 0 1 2 2 1 2 0 1 0 0 H").unwrap().is_ok());
        assert_eq!(read("3 3 0 0 1 x"), Err((Flaw::NotANumber("x".into()), Part::Runners)));
    }
}
