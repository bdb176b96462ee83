use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One decision of a player. In JSON `{"take":2}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Takes so many stones.
    Take(u32),
}

/// Why the rules refuse an act. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The other player is to move, or this one has moved already.
    #[error("it is not your turn; wait for your window")]
    NotYourTurn,
    /// Too few or too many stones.
    #[error("`{asked}` stones cannot be taken; take 1 to {most}")]
    Stones {
        /// How many were asked for.
        asked: u32,
        /// How many may be taken now.
        most: u32,
    },
}
