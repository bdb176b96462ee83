use meydan_core::Seat;
use serde::{Deserialize, Serialize};

/// What happened, in the order it happened: all that a picture of the match needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A player took stones.
    Took {
        /// Who.
        seat: Seat,
        /// How many.
        stones: u32,
        /// Whether nothing was heard from the player, so that one stone was taken for it.
        silent: bool,
    },
    /// A player took the last stone.
    Won {
        /// Who.
        seat: Seat,
    },
}
