//! The board as characters: the same picture for the plain mode and for the full screen.

use std::collections::BTreeMap;
use std::ops::Range;

use meydan_labyrinth::{Action, Board, Cell, Dir, Lie, Standing, View, Wall};

/// How a character is meant; the theme turns it into colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Nothing.
    Floor,
    /// A corner of cells where no wall ends.
    Post,
    /// The border or a fixed wall.
    Wall,
    /// A temporary wall, and whether this is its last round.
    Temporary {
        /// Whether it is gone after this round.
        last: bool,
    },
    /// The wall under the cursor, and whether it may stand there.
    Cursor {
        /// Whether it may stand there.
        legal: bool,
    },
    /// What the hint proposes.
    Hint,
    /// A runner: its number, and whether it is to act.
    Runner {
        /// Its number.
        number: u32,
        /// Whether it is to act.
        acts: bool,
    },
    /// A hunter.
    Hunter,
    /// The core.
    Core,
    /// A lucky box.
    Box,
    /// Something was here a moment ago.
    From,
    /// Something has just come here.
    To {
        /// Whether it is a hunter.
        hunter: bool,
    },
    /// Somebody was just caught here.
    Caught,
}

/// A mark on a cell, laid over the board for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Something was here a moment ago.
    From,
    /// Something has just come here.
    To {
        /// Whether it is a hunter.
        hunter: bool,
    },
    /// Somebody was just caught here.
    Caught,
    /// What the hint proposes.
    Hint,
}

/// What is laid over the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// The wall that is being placed, and whether it may stand there.
    pub cursor: Option<(Wall, bool)>,
    /// What is proposed.
    pub hint: Option<Action>,
    /// Marks on cells.
    pub marks: Vec<(Cell, Mark)>,
}

/// How wide a cell is, without the walls beside it.
const CELL: usize = 3;
const STEP: usize = CELL + 1;
/// What the numbers of the rows take in lines of text.
const MARGIN: usize = 3;

/// A board with everything on it, ready to be read character by character.
pub struct Picture<'a> {
    board: &'a Board,
    pieces: BTreeMap<Cell, (String, Look)>,
    temporary: BTreeMap<Wall, u8>,
    cursor: Option<(Wall, bool)>,
    hinted_wall: Option<Wall>,
    marks: BTreeMap<Cell, Mark>,
}

impl<'a> Picture<'a> {
    /// The picture of a board and what is on it.
    pub fn new(board: &'a Board, view: &View, overlay: &Overlay) -> Picture<'a> {
        let mut marks: BTreeMap<Cell, Mark> = overlay.marks.iter().copied().collect();
        let mut hinted_wall = None;
        let acting = view.turn.and_then(|turn| view.runners.get(turn as usize));
        match (overlay.hint, acting) {
            (Some(Action::Wall(wall)), _) => hinted_wall = Some(wall),
            (Some(Action::Move(dir)), Some(runner)) => {
                marks.insert(runner.at.step(dir), Mark::Hint);
            }
            (Some(Action::Stay), Some(runner)) => {
                marks.insert(runner.at, Mark::Hint);
            }
            (Some(Action::Push { to, .. }), _) => {
                marks.insert(to, Mark::Hint);
            }
            _ => {}
        }
        Picture {
            pieces: pieces(board, view),
            board,
            temporary: view.walls.iter().map(|wall| (wall.wall(), wall.life)).collect(),
            cursor: overlay.cursor,
            hinted_wall,
            marks,
        }
    }

    /// How many lines it has, without the numbers above.
    pub fn height(&self) -> usize {
        usize::from(self.board.rows) * 2 + 1
    }

    /// How many columns it has, without the numbers beside.
    pub fn width(&self) -> usize {
        usize::from(self.board.cols) * STEP + 1
    }

    /// How much room the numbers of the rows take.
    pub fn margin(&self) -> usize {
        (self.board.rows - 1).to_string().len() + 1
    }

    /// The number of a column, where it begins above this column of the picture.
    pub fn number_at(&self, column: usize) -> Option<String> {
        let (col, offset) = (column / STEP, column % STEP);
        let number = col.to_string();
        (col < usize::from(self.board.cols) && offset == if number.len() == 3 { 1 } else { 2 })
            .then_some(number)
    }

    /// Where a cell is in the picture: line and first column.
    pub fn place(cell: Cell) -> (usize, usize) {
        (cell.row.max(0) as usize * 2 + 1, cell.col.max(0) as usize * STEP + 1)
    }

    /// The character at a line and a column.
    pub fn at(&self, line: usize, column: usize) -> (char, Look) {
        let (row, col) = ((line / 2) as i32, (column / STEP) as i32);
        match (line.is_multiple_of(2), column.is_multiple_of(STEP)) {
            (true, true) => self.post(row, col),
            (true, false) => self.segment(Wall::under(row - 1, col), column % STEP),
            (false, true) => self.segment(Wall::right_of(row, col - 1), 0),
            (false, false) => self.inside(Cell::new(row, col), column % STEP - 1),
        }
    }

    fn inside(&self, cell: Cell, offset: usize) -> (char, Look) {
        let mark = self.marks.get(&cell);
        let (letter, look) = match self.pieces.get(&cell) {
            Some((text, look)) => (text.chars().nth(offset).unwrap_or(' '), *look),
            None => (' ', Look::Floor),
        };
        match mark {
            None => (letter, look),
            Some(Mark::Hint) if look == Look::Floor => (if offset == 1 { '•' } else { ' ' }, Look::Hint),
            Some(Mark::Hint) => (letter, Look::Hint),
            Some(Mark::From) if look == Look::Floor => (if offset == 1 { '∙' } else { ' ' }, Look::From),
            Some(Mark::From) => (letter, Look::From),
            Some(Mark::To { hunter }) => (letter, Look::To { hunter: *hunter }),
            Some(Mark::Caught) => ([' ', '✗', ' '][offset.min(2)], Look::Caught),
        }
    }

    fn segment(&self, wall: Wall, offset: usize) -> (char, Look) {
        let lies = wall.dir == Lie::Horizontal;
        if let Some((_, legal)) = self.cursor.filter(|(cursor, _)| *cursor == wall) {
            let letter = match (legal, lies) {
                (true, true) => '═',
                (true, false) => '║',
                (false, _) => 'x',
            };
            return (letter, Look::Cursor { legal });
        }
        if self.hinted_wall == Some(wall) {
            return (if lies { '═' } else { '║' }, Look::Hint);
        }
        if self.solid(wall) {
            return (if lies { '─' } else { '│' }, Look::Wall);
        }
        match self.temporary.get(&wall) {
            None => (' ', Look::Floor),
            Some(life) => {
                let last = *life <= 1;
                let letter = match (lies, last) {
                    (true, _) if offset == 2 => char::from_digit(u32::from(*life), 10).unwrap_or('+'),
                    (true, false) => '┅',
                    (true, true) => '┈',
                    (false, false) => '┇',
                    (false, true) => '┊',
                };
                (letter, Look::Temporary { last })
            }
        }
    }

    fn post(&self, row: i32, col: i32) -> (char, Look) {
        let sides = [
            self.solid(Wall::right_of(row - 1, col - 1)),
            self.solid(Wall::right_of(row, col - 1)),
            self.solid(Wall::under(row - 1, col - 1)),
            self.solid(Wall::under(row - 1, col)),
        ];
        let shape = sides.iter().rev().fold(0, |mask, side| mask * 2 + usize::from(*side));
        // Indexed by up 1, down 2, left 4, right 8.
        const SHAPES: [char; 16] =
            ['·', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
        (SHAPES[shape], if shape == 0 { Look::Post } else { Look::Wall })
    }

    /// Whether a piece of the border or a fixed wall stands at a place, which may lie outside.
    fn solid(&self, wall: Wall) -> bool {
        let (first, second) = wall.sides();
        match (self.board.find(first), self.board.find(second)) {
            (Some(at), Some(_)) => {
                let dir = if wall.dir == Lie::Horizontal { Dir::Down } else { Dir::Right };
                self.board.open[usize::from(at)] & dir.bit() == 0
            }
            (None, None) => false,
            _ => true,
        }
    }

    /// The whole picture as lines, with the rows and columns numbered.
    pub fn lines(&self) -> Vec<String> {
        self.strip(0..usize::from(self.board.cols))
    }

    /// The same of some columns of the board, with the walls on both sides of them.
    pub fn strip(&self, cols: Range<usize>) -> Vec<String> {
        let mut lines = Vec::with_capacity(self.height() + 1);
        let numbers: String = cols.clone().map(|col| format!("{col:^4}")).collect();
        lines.push(format!("    {}", numbers.trim_end()));
        for line in 0..self.height() {
            let number = if line % 2 == 1 { format!("{:>3}", line / 2) } else { "   ".to_owned() };
            let columns = cols.start * STEP..=cols.end * STEP;
            let drawn: String = columns.map(|column| self.at(line, column).0).collect();
            lines.push(format!("{number}{drawn}"));
        }
        lines
    }

    /// How many columns of the board a strip of this width has room for; one at least.
    pub fn columns_in(width: usize) -> usize {
        (width.saturating_sub(MARGIN + 1) / STEP).max(1)
    }
}

/// What stands on each cell, as three characters.
fn pieces(board: &Board, view: &View) -> BTreeMap<Cell, (String, Look)> {
    let mut pieces = BTreeMap::new();
    for &at in &view.boxes {
        pieces.insert(at, (" ⊞ ".to_owned(), Look::Box));
    }
    pieces.insert(board.cell(board.core), (" ✦ ".to_owned(), Look::Core));
    let mut put = |at: Cell, text: String, look: Look| {
        let short =
            if text.chars().count() > CELL { text.chars().skip(1).take(CELL).collect() } else { text };
        pieces.insert(at, (format!("{short:^CELL$}"), look));
    };
    let mut hunters: BTreeMap<Cell, (u32, usize)> = BTreeMap::new();
    for (number, &at) in view.hunters.iter().enumerate() {
        hunters.entry(at).or_insert((number as u32, 0)).1 += 1;
    }
    for (at, (number, count)) in hunters {
        let text = if count == 1 { format!("H{number}") } else { format!("H×{}", count.min(9)) };
        put(at, text, Look::Hunter);
    }
    let mut runners: BTreeMap<Cell, (u32, usize)> = BTreeMap::new();
    for (number, runner) in view.runners.iter().enumerate().filter(|(_, r)| r.status == Standing::On) {
        let entry = runners.entry(runner.at).or_insert((number as u32, 0));
        entry.1 += 1;
        if view.turn == Some(number as u32) {
            entry.0 = number as u32;
        }
    }
    for (at, (number, count)) in runners {
        let mut text = format!("R{number}");
        if count > 1 && number < 10 {
            text.push('+');
        }
        put(at, text, Look::Runner { number, acts: view.turn == Some(number) });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use meydan_core::{Chance, Game, Seed, Viewer};
    use meydan_labyrinth::{Config, Labyrinth, WallView};

    #[test]
    fn walls_meet_in_the_right_corners() {
        let config = Config::read(b"3 3\n0 2\n1\n2 0\n1\n0 0\n2\n0 0 H\n1 1 V\n1\n1 1\n").unwrap();
        let game = Labyrinth::new(&config, Chance::new(Seed(1))).unwrap();
        let mut view = game.view(Viewer::Spectator);
        view.walls.push(WallView { row: 1, col: 2, dir: Lie::Horizontal, life: 2 });
        view.walls.push(WallView { row: 2, col: 0, dir: Lie::Vertical, life: 1 });
        let picture = Picture::new(game.board(), &view, &Overlay::default());
        let drawn = picture.lines().join("\n");
        let wanted = "
     0   1   2
   ┌───────────┐
  0│H0       ✦ │
   ├───╴   ╷   │
  1│     ⊞ │   │
   │   ·   ╵┅2┅│
  2│R0 ┊       │
   └───────────┘";
        assert_eq!(drawn, wanted.trim_start_matches('\n'));
    }

    #[test]
    fn a_strip_is_the_picture_between_two_columns() {
        let config = Config::read(b"2 4\n0 0\n1\n1 3\n1\n0 3\n0\n").unwrap();
        let game = Labyrinth::new(&config, Chance::new(Seed(1))).unwrap();
        let picture = Picture::new(game.board(), &game.view(Viewer::Spectator), &Overlay::default());
        assert_eq!(picture.strip(0..4), picture.lines());
        let left = ["     0   1", "   ┌───────", "  0│ ✦     ", "   │   ·   ·", "  1│       ", "   └───────"];
        let cut: Vec<String> =
            picture.strip(0..2).iter().map(|line| line.chars().take(12).collect()).collect();
        assert!(cut.iter().zip(left).all(|(line, wanted)| line.starts_with(wanted)), "{cut:?}");
        assert!(picture.strip(2..4)[2].contains("H0") && !picture.strip(0..2)[2].contains("H0"));
        assert_eq!(Picture::columns_in(80), 19);
        assert!(picture.strip(0..4).iter().all(|line| line.chars().count() <= 4 * 4 + 4));
    }

    #[test]
    fn several_pieces_on_a_cell_are_counted() {
        let config = Config::read(b"2 3\n0 0\n2\n1 0\n1 0\n2\n0 2\n0 2\n0\n").unwrap();
        let game = Labyrinth::new(&config, Chance::new(Seed(1))).unwrap();
        let picture = Picture::new(game.board(), &game.view(Viewer::Spectator), &Overlay::default());
        let drawn = picture.lines().join("\n");
        assert!(drawn.contains("R0+") && drawn.contains("H×2"), "{drawn}");
    }
}
