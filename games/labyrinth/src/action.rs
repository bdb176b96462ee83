use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geometry::{Cell, Dir, Wall};
use crate::lang::Lang;

/// What a runner does. In JSON `{"move":"up"}`, `{"wall":{"row":1,"col":2,"dir":"h"}}`, `"stay"`, or, when a box
/// gave a push, `{"push":{"hunter":0,"to":[1,2]}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// One step.
    Move(Dir),
    /// A temporary wall.
    Wall(Wall),
    /// Nothing.
    Stay,
    /// The push that a box gave: a hunter is put on one of its open neighbour cells.
    Push {
        /// Which hunter, from 0.
        hunter: u32,
        /// Where to.
        to: Cell,
    },
}

/// Why the rules refuse an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Rejection {
    /// Somebody else is to act, or the runner has acted already.
    #[error("not this runner's turn: wait for your window")]
    NotYourTurn,
    /// The step leads over the border.
    #[error("out of the board: move another way")]
    OutOfBoard,
    /// The step leads through a fixed wall.
    #[error("a fixed wall is in the way: move another way")]
    FixedWall,
    /// The step leads through a temporary wall.
    #[error("a temporary wall is in the way: move another way or wait until it is gone")]
    TemporaryWall,
    /// The runner has used up its walls.
    #[error("no walls left: move or stay")]
    NoWallsLeft,
    /// There is a wall already.
    #[error("a wall stands there already: choose another place")]
    WallStands,
    /// The wall would be on the border or outside.
    #[error("not between two neighbouring cells of the board: choose another place")]
    NotBetween,
    /// The wall would close off cells.
    #[error("it would cut the labyrinth in two: choose another place")]
    WouldCut,
    /// The push names no hunter, or a cell that is not an open neighbour of it.
    #[error("illegal push: name a hunter and one of its open neighbour cells")]
    IllegalPush,
    /// A push is owed and must come first.
    #[error("a push is owed: name a hunter and one of its open neighbour cells")]
    PushOwed,
    /// No box gave a push.
    #[error("no push is owed: move, put up a wall or stay")]
    NoPushOwed,
}

impl Rejection {
    /// The bare reason, in the words of the rules.
    pub fn reason(self) -> &'static str {
        match self {
            Rejection::NotYourTurn => "not this runner's turn",
            Rejection::OutOfBoard => "out of the board",
            Rejection::FixedWall => "a fixed wall is in the way",
            Rejection::TemporaryWall => "a temporary wall is in the way",
            Rejection::NoWallsLeft => "no walls left",
            Rejection::WallStands => "a wall stands there already",
            Rejection::NotBetween => "not between two neighbouring cells of the board",
            Rejection::WouldCut => "it would cut the labyrinth in two",
            // The rules know one reason for everything that is wrong about a push.
            Rejection::IllegalPush | Rejection::PushOwed | Rejection::NoPushOwed => "illegal push",
        }
    }

    /// The bare reason in a language.
    pub fn reason_in(self, lang: Lang) -> &'static str {
        match (lang, self) {
            (Lang::En, _) => self.reason(),
            (Lang::Fa, Rejection::NotYourTurn) => "نوبت این نقشه‌بردار نیست",
            (Lang::Fa, Rejection::OutOfBoard) => "بیرون از صفحه است",
            (Lang::Fa, Rejection::FixedWall) => "دیوار ثابت در راه است",
            (Lang::Fa, Rejection::TemporaryWall) => "دیوار موقت در راه است",
            (Lang::Fa, Rejection::NoWallsLeft) => "دیواری نمانده است",
            (Lang::Fa, Rejection::WallStands) => "آن‌جا دیوار هست",
            (Lang::Fa, Rejection::NotBetween) => "بین دو خانهٔ مجاور صفحه نیست",
            (Lang::Fa, Rejection::WouldCut) => "هزارتو را دو تکه می‌کند",
            (Lang::Fa, Rejection::IllegalPush | Rejection::PushOwed | Rejection::NoPushOwed) => {
                "هل نادرست است"
            }
        }
    }
}
