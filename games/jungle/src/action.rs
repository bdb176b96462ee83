use meydan_core::Seat;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::config::Point;

/// What a team sends in a tick: its whole command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Orders, carried out in this sequence.
    // One that cannot be read is an error of its own, and the others are carried out (spec 5).
    #[serde(deserialize_with = "read_orders")]
    pub orders: Vec<Order>,
}

impl Action {
    /// The most orders a command may hold. Four teams of six units need six; the rest is room for mistakes, each
    /// of which is answered.
    pub const MOST_ORDERS: usize = 4096;
}

/// One order for one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The unit's number, counted from 1 over all teams.
    pub unit: u16,
    /// What it is told to do.
    #[serde(rename = "do")]
    pub deed: Deed,
}

/// What a unit can be told to do. The cell it names may be off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Stand still, and take a diamond that lies here.
    None,
    /// Take a step towards a cell.
    Move(Point),
    /// Come to life on a spawn tile.
    Spawn(Point),
    /// Start to raise the level of the carried diamond.
    Summon,
    /// Put the diamond on a cell next to the unit, or into the hands of a unit there.
    Drop(Point),
    /// Strike a unit on a cell next to this one.
    Attack(Point),
    /// Pull the unit on a cell of the same row or column near.
    Vine(Point),
    /// Something that is none of the above, or lacks its cell: it is answered with an error. Nobody sends this on purpose.
    #[cfg_attr(feature = "ts", ts(skip))]
    Invalid,
}

/// Reads orders one by one.
fn read_orders<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Order>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Said {
        Order(Order),
        /// At least it says for whom it was meant.
        For {
            unit: u16,
        },
        Other(IgnoredAny),
    }
    let order = |said: Said| match said {
        Said::Order(order) => order,
        Said::For { unit } => Order { unit, deed: Deed::Invalid },
        Said::Other(_) => Order { unit: 0, deed: Deed::Invalid },
    };
    Ok(Vec::deserialize(deserializer)?.into_iter().map(order).collect())
}

/// The name of an order, as errors spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verb {
    /// [`Deed::None`]
    None,
    /// [`Deed::Move`]
    Move,
    /// [`Deed::Spawn`]
    Spawn,
    /// [`Deed::Summon`]
    Summon,
    /// [`Deed::Drop`]
    Drop,
    /// [`Deed::Attack`]
    Attack,
    /// [`Deed::Vine`]
    Vine,
}

impl Verb {
    /// The original's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verb::None => "NONE",
            Verb::Move => "MOVE",
            Verb::Spawn => "SPAWN",
            Verb::Summon => "SUMMON",
            Verb::Drop => "DROP",
            Verb::Attack => "ATTACK",
            Verb::Vine => "VINE",
        }
    }
}

/// Why a command was refused whole. What is wrong inside a command is not a reason: that shows in the team's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The team does not play in this tick.
    #[error("seat {0} is not asked in this tick: it has left the match or does not exist")]
    NotAsked(Seat),
    /// The team has answered already.
    #[error("seat {0} has already sent its command for this tick: wait for the next one")]
    Again(Seat),
    /// The command is absurdly long.
    #[error("the command holds {0} orders: send at most {most}", most = Action::MOST_ORDERS)]
    TooLong(usize),
}
