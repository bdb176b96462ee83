//! A board as plain text, for pipes and the line mode.

use std::fmt::Write;

use crate::board::Board;
use crate::config::{Config, ConfigError};
use crate::state::{Standing, State};
use crate::view::View;

/// Which characters a picture is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Only ASCII: for any terminal and any pipe.
    #[default]
    Ascii,
    /// Box-drawing characters.
    Unicode,
}

/// The start of a match as a picture: what `--print` shows.
pub fn draw_start(config: &Config, style: Style) -> Result<String, ConfigError> {
    let board = Board::new(config)?;
    Ok(draw(&board, &State::new(&board, config).view(&board), style))
}

/// A moment of a match as a picture: a frame with row and column numbers, walls between cells, and in each cell up to
/// three signs: a runner on the left, the core or a box in the middle, a hunter on the right.
pub fn draw(board: &Board, view: &View, style: Style) -> String {
    let ink = match style {
        Style::Ascii => &ASCII,
        Style::Unicode => &UNICODE,
    };
    let picture = Picture::new(board, view, ink);
    let margin = (board.rows - 1).to_string().len();
    let mut text = String::new();
    let _ = write!(text, "{:margin$} ", "");
    for col in 0..board.cols {
        let _ = write!(text, "{col:^4}");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for row in 0..=board.rows {
        let _ = write!(text, "{:margin$} ", "");
        for col in 0..=board.cols {
            text.push(picture.corner(row, col));
            if col < board.cols {
                picture.edge_above(row, col, &mut text);
            }
        }
        text.push('\n');
        if row < board.rows {
            let _ = write!(text, "{row:>margin$} ");
            for col in 0..=board.cols {
                text.push(picture.edge_left(row, col));
                if col < board.cols {
                    text.extend(picture.cells[usize::from(row * board.cols + col)]);
                }
            }
            text.push('\n');
        }
    }
    text
}

/// What the signs mean, and where the game stands: the lines below a picture.
pub fn caption(view: &View, style: Style) -> String {
    let ink = match style {
        Style::Ascii => &ASCII,
        Style::Unicode => &UNICODE,
    };
    let mut text = format!("round {}", view.round);
    match (view.result, view.turn) {
        (Some(result), _) => {
            let _ = write!(text, ", {}", result.words());
        }
        (None, Some(turn)) => {
            let walls = view.runners.get(turn as usize).map_or(0, |runner| runner.walls);
            let owes = if view.push.is_some() { ", owes a push" } else { "" };
            let _ = write!(text, ", runner {turn} to act{owes}, walls left {walls}");
        }
        (None, None) => {}
    }
    let caught = view.runners.iter().filter(|runner| runner.status == Standing::Caught).count();
    let _ = writeln!(text, ", arrived {} of {} needed, caught {caught}", view.arrived, view.needed);
    let runner = if view.runners.len() == 1 { ink.runner.to_string() } else { "0-9".to_string() };
    let _ = writeln!(
        text,
        "{runner} runner, {} hunter, {} core, {} box, {}2{} or 2 a wall of light and the rounds it lasts",
        ink.hunter, ink.core, ink.chest, ink.light[0], ink.light[1]
    );
    text
}

/// The signs of a style.
struct Ink {
    runner: char,
    runners: char,
    hunter: char,
    hunters: char,
    core: char,
    chest: char,
    empty: char,
    across: char,
    upright: char,
    /// A temporary wall across, around its number.
    light: [char; 2],
    /// Corners by the walls that meet there: up 1, right 2, down 4, left 8.
    corners: [char; 16],
}

const ASCII: Ink = Ink {
    runner: 'R',
    runners: '&',
    hunter: 'H',
    hunters: '#',
    core: '*',
    chest: '?',
    empty: '.',
    across: '-',
    upright: '|',
    light: ['~', '~'],
    corners: ['+'; 16],
};

const UNICODE: Ink = Ink {
    runner: '●',
    runners: '&',
    hunter: '▲',
    hunters: '▲',
    core: '◆',
    chest: '▣',
    empty: '·',
    across: '─',
    upright: '│',
    light: ['╍', '╍'],
    corners: [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'],
};

struct Picture<'a> {
    board: &'a Board,
    ink: &'a Ink,
    cells: Vec<[char; 3]>,
    /// The life of the temporary wall at each slot, 0 for none.
    light: Vec<u8>,
}

impl<'a> Picture<'a> {
    fn new(board: &'a Board, view: &View, ink: &'a Ink) -> Picture<'a> {
        let mut cells = vec![[' ', ink.empty, ' ']; board.cells()];
        let mut put = |cell, place: usize, sign: &dyn Fn(char) -> char| {
            if let Some(at) = board.find(cell) {
                let old = &mut cells[usize::from(at)][place];
                *old = sign(*old);
            }
        };
        put(board.cell(board.core), 1, &|_| ink.core);
        for &at in &view.boxes {
            put(at, 1, &|_| ink.chest);
        }
        let alone = view.runners.len() == 1;
        for (i, runner) in view.runners.iter().enumerate().filter(|(_, r)| r.status == Standing::On) {
            put(runner.at, 0, &|old| match (old, u8::try_from(i)) {
                (' ', _) if alone => ink.runner,
                (' ', Ok(i @ 0..=9)) => char::from(b'0' + i),
                (' ', _) => ink.runner,
                _ => ink.runners,
            });
        }
        for &hunter in &view.hunters {
            put(hunter, 2, &|old| if old == ' ' { ink.hunter } else { ink.hunters });
        }
        let mut light = vec![0; board.cells() * 2];
        for wall in &view.walls {
            if let Some(slot) = board.slot(wall.wall()) {
                light[slot as usize] = wall.life;
            }
        }
        Picture { board, ink, cells, light }
    }

    /// Whether the board's frame or a fixed wall runs along the upper edge of a cell (rows up to and including the last).
    fn solid_above(&self, row: u16, col: u16) -> bool {
        if row == 0 || row == self.board.rows {
            return true;
        }
        let above = usize::from((row - 1) * self.board.cols + col);
        self.board.open[above] & crate::geometry::Dir::Down.bit() == 0
    }

    fn solid_left(&self, row: u16, col: u16) -> bool {
        if col == 0 || col == self.board.cols {
            return true;
        }
        let left = usize::from(row * self.board.cols + col - 1);
        self.board.open[left] & crate::geometry::Dir::Right.bit() == 0
    }

    fn edge_above(&self, row: u16, col: u16, text: &mut String) {
        if self.solid_above(row, col) {
            text.extend([self.ink.across; 3]);
        } else {
            let slot = usize::from((row - 1) * self.board.cols + col) * 2;
            match self.light[slot] {
                0 => text.push_str("   "),
                life => text.extend([self.ink.light[0], char::from(b'0' + life % 10), self.ink.light[1]]),
            }
        }
    }

    fn edge_left(&self, row: u16, col: u16) -> char {
        if self.solid_left(row, col) {
            return self.ink.upright;
        }
        let slot = usize::from(row * self.board.cols + col - 1) * 2 + 1;
        match self.light[slot] {
            0 => ' ',
            life => char::from(b'0' + life % 10),
        }
    }

    fn corner(&self, row: u16, col: u16) -> char {
        let up = row > 0 && self.solid_left(row - 1, col);
        let right = col < self.board.cols && self.solid_above(row, col);
        let down = row < self.board.rows && self.solid_left(row, col);
        let left = col > 0 && self.solid_above(row, col - 1);
        let meeting =
            usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3;
        self.ink.corners[meeting]
    }
}
