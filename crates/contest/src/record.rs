use std::collections::BTreeMap;

use crate::Meeting;

/// Results by pair and by board.
///
/// Duels and half points are counted in whole numbers and kept in one order, so a record is the same whatever order the
/// results came in, and so is everything that is computed from it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) players: usize,
    pub(crate) cells: Vec<Cell>,
    pub(crate) boards: Vec<Board>,
}

/// All duels of one pair of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) duels: f64,
    /// The points of `a`.
    pub(crate) points: f64,
    /// By how much the strength of `a` counts for more than it is.
    pub(crate) lead: f64,
}

/// What boards brought that are alike in everything.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board {
    pub(crate) lines: Vec<Line>,
    /// How many boards are alike.
    pub(crate) count: f64,
}

/// What one pair of players did on one board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    /// The pair's cell.
    pub(crate) cell: usize,
    pub(crate) duels: f64,
    pub(crate) points: f64,
}

/// The players, the lower one first; their duels; the half points of the first.
type Entry = ((usize, usize), u32, u32);

impl Record {
    /// # Panics
    /// If a meeting names a player that is not below `players`.
    pub(crate) fn new(players: usize, meetings: &[Meeting]) -> Record {
        let mut together: BTreeMap<u64, Vec<Entry>> = BTreeMap::new();
        let mut sheets: Vec<Vec<Entry>> = Vec::new();
        for meeting in meetings {
            match meeting.board {
                Some(board) => together.entry(board).or_default().extend(entries(players, meeting)),
                None => sheets.push(entries(players, meeting).collect()),
            }
        }
        sheets.extend(together.into_values());
        sheets.iter_mut().for_each(add_up);
        sheets.sort_unstable();
        let mut all: Vec<Entry> = sheets.iter().flatten().copied().collect();
        add_up(&mut all);
        let place =
            |pair| all.binary_search_by_key(&pair, |entry| entry.0).expect("all entries were added up");
        let line = |&(pair, duels, halves): &Entry| Line {
            cell: place(pair),
            duels: f64::from(duels),
            points: f64::from(halves) / 2.0,
        };
        let cell = |&((a, b), duels, halves): &Entry| Cell {
            a,
            b,
            duels: f64::from(duels),
            points: f64::from(halves) / 2.0,
            lead: 0.0,
        };
        let cells: Vec<Cell> = all.iter().map(cell).collect();
        let board = |alike: &[Vec<Entry>]| Board {
            lines: alike[0].iter().map(line).collect(),
            count: alike.len() as f64,
        };
        let boards =
            sheets.chunk_by(|a, b| a == b).map(board).filter(|board| !board.lines.is_empty()).collect();
        Record { players, cells, boards }
    }

    /// The part of the record that these players, in ascending order, made among themselves. They are numbered anew.
    pub(crate) fn among(&self, members: &[usize]) -> Record {
        let number = |player: usize| members.binary_search(&player).ok();
        let mut cells = Vec::new();
        let kept: Vec<Option<usize>> = self
            .cells
            .iter()
            .map(|cell| {
                cells.push(Cell { a: number(cell.a)?, b: number(cell.b)?, ..*cell });
                Some(cells.len() - 1)
            })
            .collect();
        let board = |board: &Board| {
            let line = |line: &Line| Some(Line { cell: kept[line.cell]?, ..*line });
            Board { lines: board.lines.iter().filter_map(line).collect(), count: board.count }
        };
        let boards = self.boards.iter().map(board).filter(|board| !board.lines.is_empty()).collect();
        Record { players: members.len(), cells, boards }
    }

    /// How many games of certain pairs there are on a board, averaged over these games.
    pub(crate) fn games_per_board(&self, of: impl Fn(&Cell) -> bool) -> f64 {
        let (mut games, mut squares) = (0.0, 0.0);
        for board in &self.boards {
            let lines = board.lines.iter().filter(|line| of(&self.cells[line.cell]));
            let here: f64 = lines.map(|line| line.duels).sum();
            games += board.count * here;
            squares += board.count * here * here;
        }
        squares / games
    }
}

impl Cell {
    /// The same cell with so many imaginary draws more.
    pub(crate) fn with_draws(self, draws: f64) -> Cell {
        Cell { duels: self.duels + draws, points: self.points + draws / 2.0, ..self }
    }
}

impl Board {
    /// Who met on it.
    pub(crate) fn players(&self, cells: &[Cell]) -> Vec<usize> {
        let mut players: Vec<usize> =
            self.lines.iter().flat_map(|line| [cells[line.cell].a, cells[line.cell].b]).collect();
        players.sort_unstable();
        players.dedup();
        players
    }
}

fn entries(players: usize, meeting: &Meeting) -> impl Iterator<Item = Entry> {
    meeting.duels().map(move |duel| {
        assert!(duel.a.max(duel.b) < players, "player {} is not below {players}", duel.a.max(duel.b));
        let halves = (2.0 * duel.points) as u32;
        if duel.a < duel.b { ((duel.a, duel.b), 1, halves) } else { ((duel.b, duel.a), 1, 2 - halves) }
    })
}

/// Sorts entries by pair and makes one of all that concern the same pair.
fn add_up(entries: &mut Vec<Entry>) {
    entries.sort_unstable();
    entries.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            (kept.1, kept.2) = (kept.1 + next.1, kept.2 + next.2);
        }
        same
    });
}
