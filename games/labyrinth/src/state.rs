use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::config::Config;
use crate::geometry::Dir;

/// The part of a match that changes, as plain data. Cells and walls are numbers of the [`Board`].
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The round, from 1.
    pub round: u32,
    /// The runner to act. Once the game is decided it stays the one that acted last.
    pub turn: u32,
    /// Whether that runner owes a push.
    pub owes_push: bool,
    /// Whether that runner has done all it may in its turn.
    pub acted: bool,
    /// How the game ended, once it is decided.
    pub result: Option<Ending>,
    /// The runners.
    pub runners: Vec<Runner>,
    /// Where each hunter is.
    pub hunters: Vec<u16>,
    /// The temporary walls, by row, then column, `H` before `V`.
    pub walls: Vec<Temporary>,
    /// The boxes that are left, in the order of the cells.
    pub boxes: Vec<u16>,
    /// How many temporary walls were put up so far.
    pub walls_used: u32,
    /// The open sides of each cell, temporary walls included, and [`BOX`]; rebuilt from the rest.
    #[serde(skip)]
    pub(crate) open: Vec<u8>,
    #[serde(skip)]
    pub(crate) on_board: u32,
    #[serde(skip)]
    pub(crate) arrived: u32,
    /// A buffer of the hunters' phase.
    #[serde(skip)]
    pub(crate) prey: Vec<(u8, u8)>,
}

/// The bit of [`State::open`] that says a box lies on the cell.
pub(crate) const BOX: u8 = 1 << 4;

/// One runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Runner {
    /// Its cell; one that has left keeps its last.
    pub at: u16,
    /// Whether it is on the board.
    pub status: Standing,
    /// How many walls it may still put up.
    pub budget: u16,
}

/// Whether a runner is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It runs.
    On,
    /// It has reached the core.
    Arrived,
    /// A hunter has caught it.
    Caught,
}

/// A temporary wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Temporary {
    /// Where it stands.
    pub slot: u32,
    /// For how many more ends of rounds.
    pub life: u8,
}

/// How long a temporary wall stands: two full rounds (spec, Temporary walls).
pub(crate) const LIFE: u8 = 2;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A third of the runners has reached the core.
    Victory,
    /// No runner is left on the board.
    Defeat,
    /// The last round has passed.
    OutOfTime,
}

impl Ending {
    /// The ending in the words of the rules.
    pub fn words(self) -> &'static str {
        match self {
            Ending::Victory => "victory",
            Ending::Defeat => "defeat",
            Ending::OutOfTime => "out of time",
        }
    }
}

impl State {
    /// The start of a match on a board made from the same config.
    pub fn new(board: &Board, config: &Config) -> State {
        let mut boxes: Vec<u16> = config.boxes.iter().map(|&cell| board.index(cell)).collect();
        boxes.sort_unstable();
        let runner = |&cell| Runner { at: board.index(cell), status: Standing::On, budget: board.budget };
        let mut state = State {
            round: 1,
            turn: 0,
            owes_push: false,
            acted: false,
            result: None,
            runners: config.runners.iter().map(runner).collect(),
            hunters: config.hunters.iter().map(|&cell| board.index(cell)).collect(),
            walls: Vec::new(),
            boxes,
            walls_used: 0,
            open: Vec::new(),
            on_board: 0,
            arrived: 0,
            prey: Vec::new(),
        };
        state.rebuild(board);
        state
    }

    /// Becomes equal to another state, in the memory that is there.
    pub(crate) fn copy_from(&mut self, from: &State) {
        let State { runners, hunters, walls, boxes, open, .. } = from;
        self.runners.clone_from(runners);
        self.hunters.clone_from(hunters);
        self.walls.clone_from(walls);
        self.boxes.clone_from(boxes);
        self.open.clone_from(open);
        (self.round, self.turn, self.walls_used) = (from.round, from.turn, from.walls_used);
        (self.owes_push, self.acted, self.result) = (from.owes_push, from.acted, from.result);
        (self.on_board, self.arrived) = (from.on_board, from.arrived);
    }

    /// Makes the tables that are derived from the rest.
    pub(crate) fn rebuild(&mut self, board: &Board) {
        self.open.clone_from(&board.open);
        for &at in &self.boxes {
            self.open[usize::from(at)] |= BOX;
        }
        for i in 0..self.walls.len() {
            self.set_open(board, self.walls[i].slot, false);
        }
        let count = |standing| self.runners.iter().filter(|r| r.status == standing).count() as u32;
        (self.on_board, self.arrived) = (count(Standing::On), count(Standing::Arrived));
    }

    /// Whether one may step from a cell to a side: no border, no wall of either kind.
    pub fn is_open(&self, at: u16, dir: Dir) -> bool {
        self.open[usize::from(at)] & dir.bit() != 0
    }

    /// Whether a box lies on a cell.
    pub fn has_box(&self, at: u16) -> bool {
        self.open[usize::from(at)] & BOX != 0
    }

    /// How many runners are on the board.
    pub fn on_board(&self) -> u32 {
        self.on_board
    }

    /// How many runners have reached the core.
    pub fn arrived(&self) -> u32 {
        self.arrived
    }

    /// The runner whose turn it is; nobody's once the game is decided.
    pub fn to_act(&self) -> Option<u32> {
        (self.result.is_none() && !self.acted).then_some(self.turn)
    }

    pub(crate) fn set_open(&mut self, board: &Board, slot: u32, open: bool) {
        let (at, dir) = board.across(slot);
        let other = board.beside(at, dir);
        for (at, bit) in [(at, dir.bit()), (other, dir.back().bit())] {
            let sides = &mut self.open[usize::from(at)];
            if open { *sides |= bit } else { *sides &= !bit }
        }
    }
}
