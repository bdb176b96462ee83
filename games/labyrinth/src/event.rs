use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Wall};
use crate::state::Ending;

/// What happened, in the order it happened: enough to animate a round step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A runner took a step.
    Moved {
        /// Which runner.
        runner: u32,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A runner put up a temporary wall.
    WallUp {
        /// Which runner.
        runner: u32,
        /// Where.
        wall: Wall,
    },
    /// A runner stayed.
    Stayed {
        /// Which runner.
        runner: u32,
        /// Whether it stayed because nothing was heard from its seat.
        silent: bool,
    },
    /// A runner reached the core.
    Arrived {
        /// Which runner.
        runner: u32,
    },
    /// A runner was caught.
    Caught {
        /// Which runner.
        runner: u32,
        /// By which hunter.
        hunter: u32,
        /// Where.
        at: Cell,
    },
    /// A runner opened a box.
    Box {
        /// Which runner.
        runner: u32,
        /// Where.
        at: Cell,
        /// What was in it.
        prize: Prize,
    },
    /// The earthquake moved a runner.
    RunnerShaken {
        /// Which runner.
        runner: u32,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// The earthquake moved a hunter.
    HunterShaken {
        /// Which hunter.
        hunter: u32,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A runner pushed a hunter.
    Pushed {
        /// Which runner.
        runner: u32,
        /// Which hunter.
        hunter: u32,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A push was owed but never named, or there was no hunter to push.
    PushLapsed {
        /// Which runner.
        runner: u32,
    },
    /// A hunter took a step. All steps with the same number happen at once.
    HunterStep {
        /// Which hunter.
        hunter: u32,
        /// 1 or 2.
        step: u8,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A temporary wall is gone.
    WallDown {
        /// Where it stood.
        wall: Wall,
    },
    /// A round begins.
    Round {
        /// Its number.
        round: u32,
    },
    /// The game is decided.
    Ended {
        /// How.
        result: Ending,
    },
}

/// What a box can hold, in the order of the draw (spec, Boxes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Prize {
    /// The runner acts once more.
    ExtraTurn,
    /// Two more walls.
    Walls,
    /// Everybody is shaken to a random neighbour cell.
    Earthquake,
    /// The runner may push a hunter.
    Push,
}

impl Prize {
    /// All four in the order of the draw.
    pub const ALL: [Prize; 4] = [Prize::ExtraTurn, Prize::Walls, Prize::Earthquake, Prize::Push];
}
