use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Board;
use crate::geometry::{Cell, Wall};
use crate::state::{Ending, Runner, Standing, State, Temporary};

/// The match as everybody sees it. Nothing in labyrinth is hidden but the draws to come, so every seat and the
/// spectator get the same view. The board itself is in the [`Config`](crate::Config).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// The round, from 1.
    pub round: u32,
    /// The runner to act; `null` once its turn or the game is over.
    pub turn: Option<u32>,
    /// The runner that owes a push, if one does.
    pub push: Option<u32>,
    /// How the game ended; `null` while it runs.
    pub result: Option<Ending>,
    /// The runners in index order.
    pub runners: Vec<RunnerView>,
    /// Where each hunter is.
    pub hunters: Vec<Cell>,
    /// The temporary walls, by row, then column, `H` before `V`.
    pub walls: Vec<WallView>,
    /// The boxes that are left.
    pub boxes: Vec<Cell>,
    /// How many runners have reached the core.
    pub arrived: u32,
    /// How many must reach it.
    pub needed: u32,
    /// How many temporary walls were put up so far.
    pub walls_used: u32,
}

/// One runner in a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RunnerView {
    /// Its cell; one that has left keeps its last.
    pub at: Cell,
    /// Whether it is on the board.
    pub status: Standing,
    /// How many walls it may still put up.
    pub walls: u16,
}

/// A temporary wall in a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WallView {
    /// The row of the cell above or left of it.
    pub row: i32,
    /// The column of that cell.
    pub col: i32,
    /// How it lies.
    pub dir: crate::geometry::Lie,
    /// At how many more ends of rounds it is still counted; at zero it is gone.
    pub life: u8,
}

impl WallView {
    /// Where it stands.
    pub fn wall(self) -> Wall {
        Wall { row: self.row, col: self.col, dir: self.dir }
    }
}

/// Why a view does not fit a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the view does not fit the board: {0}; take both from the same match")]
pub struct Misfit(&'static str);

impl State {
    /// What everybody may see.
    pub fn view(&self, board: &Board) -> View {
        let runner = |r: &Runner| RunnerView { at: board.cell(r.at), status: r.status, walls: r.budget };
        let wall = |t: &Temporary| {
            let Wall { row, col, dir } = board.wall(t.slot);
            WallView { row, col, dir, life: t.life }
        };
        View {
            round: self.round,
            turn: self.to_act(),
            push: self.owes_push.then_some(self.turn),
            result: self.result,
            runners: self.runners.iter().map(runner).collect(),
            hunters: self.hunters.iter().map(|&at| board.cell(at)).collect(),
            walls: self.walls.iter().map(wall).collect(),
            boxes: self.boxes.iter().map(|&at| board.cell(at)).collect(),
            arrived: self.arrived,
            needed: board.needed,
            walls_used: self.walls_used,
        }
    }

    /// The state a view shows. Only a view in which somebody is to act tells everything: between a runner's last
    /// act and the close of its window the view does not say whose turn it was.
    pub fn from_view(board: &Board, view: &View) -> Result<State, Misfit> {
        let find = |cell| board.find(cell).ok_or(Misfit("a piece stands outside"));
        let runner = |r: &RunnerView| Ok(Runner { at: find(r.at)?, status: r.status, budget: r.walls });
        let wall = |w: &WallView| {
            let slot = board.slot(w.wall()).ok_or(Misfit("a temporary wall stands outside"))?;
            Ok(Temporary { slot, life: w.life })
        };
        let turn = view.turn.unwrap_or(0);
        if turn as usize >= view.runners.len() {
            return Err(Misfit("there is no such runner to act"));
        }
        let mut state = State {
            round: view.round,
            turn,
            owes_push: view.push.is_some(),
            acted: view.turn.is_none(),
            result: view.result,
            runners: view.runners.iter().map(runner).collect::<Result<_, Misfit>>()?,
            hunters: view.hunters.iter().map(|&cell| find(cell)).collect::<Result<_, Misfit>>()?,
            walls: view.walls.iter().map(wall).collect::<Result<_, Misfit>>()?,
            boxes: view.boxes.iter().map(|&cell| find(cell)).collect::<Result<_, Misfit>>()?,
            walls_used: view.walls_used,
            open: Vec::new(),
            on_board: 0,
            arrived: 0,
            prey: Vec::new(),
        };
        state.rebuild(board);
        Ok(state)
    }
}
