use serde::{Deserialize, Serialize};

use crate::action::Refusal;
use crate::cells::Cell;
use crate::few::Few;
use crate::name::Name;

/// What happened, as the record tells it: all of it, also what no team saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A team got a hero.
    Picked {
        /// The hero's id; even ids are team 0's.
        hero: u8,
        /// Its class.
        class: Name,
        /// Whether chance chose, because the team did not.
        drawn: bool,
    },
    /// A hero appeared in its respawn zone, at the start or after a death.
    Spawned {
        /// The hero's id.
        hero: u8,
        /// Where.
        cell: Cell,
    },
    /// A hero made a step.
    Moved {
        /// The hero's id.
        hero: u8,
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// A hero used an ability.
    Cast {
        /// The hero's id.
        hero: u8,
        /// The ability.
        ability: Name,
        /// Where the hero stood.
        from: Cell,
        /// Where the ability acted; for a dodge where the hero stands now.
        to: Cell,
        /// Whom it affected and the health they have after it, in scan order. Empty for a dodge.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Affected>"))]
        affected: Few<Affected, 4>,
    },
    /// A dodge that hurts hit somebody on its way.
    Slashed {
        /// The dodging hero's id.
        hero: u8,
        /// The ability.
        ability: Name,
        /// Whom it hit and the health they have after it, in the order of the way.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Affected>"))]
        affected: Few<Affected, 4>,
    },
    /// A hero was ordered to do something and did nothing in this phase.
    Stayed {
        /// The hero's id.
        hero: u8,
        /// Why its last order failed.
        why: Refusal,
    },
    /// A hero died.
    Died {
        /// The hero's id.
        hero: u8,
        /// Where it stood.
        cell: Cell,
    },
    /// A turn ended.
    Turn {
        /// The turn counter's new value.
        turn: u32,
        /// The scores now.
        scores: [i64; 2],
        /// How many own heroes held the objective zone.
        holding: [u8; 2],
        /// The action points each team left unused.
        unused_ap: [i32; 2],
    },
    /// Overtime began or its state changed.
    Overtime {
        /// Turns left, -1 if the teams are fully equal.
        remaining: i32,
        /// How many turns the next overtime may last.
        longest: i32,
    },
}

/// A hero that an ability affected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Affected {
    /// The hero's id.
    pub hero: u8,
    /// Its health after that; it may be below 0 until the phase ends.
    pub hp: i32,
}
