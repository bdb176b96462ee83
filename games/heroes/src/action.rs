use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cells::Direction;
use crate::name::Name;
use crate::state::Phase;

/// One order of a team. A team may give many in one window; they are kept until it closes.
///
/// ```
/// use meydan_heroes::{Action, Direction};
///
/// let order: Action = serde_json::from_str(r#"{"move": {"hero": 3, "direction": "up"}}"#).unwrap();
/// assert_eq!(order, Action::Move { hero: 3, direction: Direction::Up });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Take a hero of this class. The last pick of a step counts.
    Pick {
        /// The class.
        class: Name,
    },
    /// One step.
    Move {
        /// The hero's id.
        hero: u8,
        /// Where to, from the cell where it stands now.
        direction: Direction,
    },
    /// Use an ability.
    Cast {
        /// The hero's id.
        hero: u8,
        /// The ability.
        ability: Name,
        /// The row aimed at.
        row: i32,
        /// The column aimed at.
        column: i32,
    },
    /// Nothing more to order in this phase. Changes nothing; later orders still count while the window is open.
    Pass,
}

/// Why an order was refused. It cost nothing and changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The match is over or the seat is not in it.
    #[error("nobody waits for this seat's orders")]
    NotWaiting,
    /// Another phase is open.
    #[error("this order does not belong to the `{}` phase; wait for its own", name(*.phase))]
    Phase {
        /// The open phase.
        phase: Phase,
    },
    /// There is no such class.
    #[error("there is no hero class `{class}`; take one of the config's `heroes`")]
    UnknownClass {
        /// What was asked for.
        class: Name,
    },
    /// The hero is not the team's own.
    #[error("hero {hero} is not yours")]
    NotYours {
        /// Its id.
        hero: u8,
    },
    /// The hero is dead.
    #[error("hero {hero} is dead and appears again in {respawn} turns")]
    Dead {
        /// Its id.
        hero: u8,
        /// Turns left.
        respawn: i32,
    },
    /// The step leads into a wall or off the map.
    #[error("hero {hero} cannot step there: a wall or the edge of the map")]
    NoWay {
        /// Its id.
        hero: u8,
    },
    /// The hero does not have the ability.
    #[error("hero {hero} has no ability `{ability}`")]
    NoAbility {
        /// Its id.
        hero: u8,
        /// What was asked for.
        ability: Name,
    },
    /// The ability is not ready.
    #[error("`{ability}` of hero {hero} is ready in {left} turns")]
    Cooldown {
        /// Its id.
        hero: u8,
        /// The ability.
        ability: Name,
        /// Turns left.
        left: i32,
    },
    /// The target is not on the map.
    #[error("row {row}, column {column} is not on the map")]
    OffMap {
        /// The row.
        row: i32,
        /// The column.
        column: i32,
    },
    /// The team cannot pay.
    #[error("that costs {cost} action points, {left} are left")]
    Poor {
        /// The cost.
        cost: i32,
        /// What is left.
        left: i32,
    },
    /// The hero has the order already; the first one counts.
    #[error("hero {hero} is to use `{ability}` already; the first order counts")]
    Repeated {
        /// Its id.
        hero: u8,
        /// The ability.
        ability: Name,
    },
    /// The team gave more orders than anybody needs.
    #[error("more than {0} orders in one phase; the rest is ignored")]
    TooMany(usize),
}

/// Why a hero did not do what it was ordered to; only the end of the window can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Too few action points were left.
    Poor,
    /// An own hero stood in the way.
    Blocked,
    /// The target is a wall.
    Wall,
    /// It was killed before its turn came.
    Killed,
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Init => "init",
        Phase::Pick => "pick",
        Phase::Move => "move",
        Phase::Action => "action",
    }
}
