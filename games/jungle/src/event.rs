use serde::{Deserialize, Serialize};

use crate::config::Point;

/// What happened in a tick, in the order in which it happened. Teams count from 0, units from 1, diamonds from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A team's command is carried out from here on.
    Turn {
        /// Which team.
        team: u8,
    },
    /// A team sent no command in time; its turn is skipped.
    TimedOut {
        /// Which team.
        team: u8,
    },
    /// A team has left for good.
    Left {
        /// Which team.
        team: u8,
    },
    /// A unit came to life.
    Spawned {
        /// Which unit.
        unit: u16,
        /// On which cell.
        at: Point,
    },
    /// A unit took a step.
    Moved {
        /// Which unit.
        unit: u16,
        /// From where.
        from: Point,
        /// To where.
        to: Point,
    },
    /// A unit took a diamond from the ground.
    Took {
        /// Which unit.
        unit: u16,
        /// Which diamond.
        diamond: u16,
        /// Where both are.
        at: Point,
    },
    /// A unit began to raise its diamond.
    SummonStarted {
        /// Which unit.
        unit: u16,
        /// Which diamond.
        diamond: u16,
        /// The diamond's level before.
        level: u8,
        /// The points it holds.
        points: u32,
    },
    /// A diamond rose.
    SummonDone {
        /// Which unit did it.
        unit: u16,
        /// Which diamond.
        diamond: u16,
        /// The diamond's new level.
        level: u8,
    },
    /// A unit put its diamond on the ground and scored.
    Dropped {
        /// Which unit.
        unit: u16,
        /// Which diamond.
        diamond: u16,
        /// On which cell.
        at: Point,
        /// The points scored.
        points: u32,
        /// The diamond's level before it fell back to 1.
        level: u8,
    },
    /// A unit handed its diamond to another one.
    Gave {
        /// Who gave.
        unit: u16,
        /// Who got.
        receiver: u16,
        /// Which diamond.
        diamond: u16,
        /// Where the receiver stands.
        at: Point,
    },
    /// A unit struck another one down.
    Killed {
        /// Who struck.
        unit: u16,
        /// From which cell.
        from: Point,
        /// Who died.
        victim: u16,
        /// On which cell.
        at: Point,
        /// The diamond that went to the striker, if the victim carried one.
        diamond: Option<u16>,
    },
    /// A unit pulled another one near.
    Vined {
        /// Who pulled.
        unit: u16,
        /// From which cell.
        caller: Point,
        /// Who was pulled.
        target: u16,
        /// From where.
        from: Point,
        /// To where.
        to: Point,
        /// What the target carried before the pull, if anything.
        held: Option<Held>,
        /// Whether that was left behind on the target's old cell.
        lost: bool,
    },
}

/// A diamond in somebody's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Held {
    /// Which diamond.
    pub diamond: u16,
    /// Its level.
    pub level: u8,
    /// The points it holds.
    pub points: u32,
}
