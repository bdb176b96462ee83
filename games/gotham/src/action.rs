//! What a unit may do, and why it may be refused.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One decision of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Joins before the match. A thief starts on the node; police stay on their station but must name a node.
    Ready {
        /// The start node's id.
        node: i32,
    },
    /// Goes to a neighbouring node, or stays.
    Move {
        /// The node's id; the unit's own to stay.
        to: i32,
    },
    /// Puts a message of `0` and `1` into the chat box of the team's police or thieves.
    Say {
        /// The message.
        text: String,
    },
}

/// Why an act was refused. The texts are the original's, because its bots and their authors know them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// A move to a number that no node can have.
    #[error("node id must be positive")]
    NotPositive,
    /// A message with other characters than `0` and `1`.
    #[error("chat text must only include 0 and 1")]
    Alphabet,
    /// `document`: a message that is too long.
    #[error("chat text is longer than chatBoxMaxSize")]
    TooLong,
    /// The unit is already in the match.
    #[error("you have already joined")]
    AlreadyJoined,
    /// The start node does not exist.
    #[error("Node with id:  {node} doesn't exist!")]
    NoSuchStart {
        /// The number that was named.
        node: i32,
    },
    /// Joining is over.
    #[error("You can't join the game cause the game status is not PENDING any more!")]
    JoiningIsOver,
    /// The other half is acting.
    #[error("it's not your turn yet.")]
    NotYourTurn,
    /// A move after the end.
    #[error("you can't move because the game is finished.")]
    MoveAfterEnd,
    /// A message after the end.
    #[error("you can't send a message because the game is finished!")]
    SayAfterEnd,
    /// The unit has not joined.
    #[error("you have not declared your readiness yet.")]
    NotReady,
    /// A move before the match has begun.
    #[error("game state is PENDING , you can only move on ONGOING state.")]
    MoveWhilePending,
    /// A message before the match has begun.
    #[error("game state is PENDING, you can only move on ONGOING state.")]
    SayWhilePending,
    /// The unit has moved in this half-turn.
    #[error("you can't move anymore.")]
    AlreadyMoved,
    /// The unit has sent a message in this half-turn.
    #[error("you have already sent a message this turn.")]
    AlreadySaid,
    /// The unit has been caught.
    #[error("you are not alive to do any action.")]
    Dead,
    /// The node to go to does not exist.
    #[error("resource Node with id: {node} was not found")]
    NoSuchNode {
        /// The number that was named.
        node: i32,
    },
    /// There is no path.
    #[error("there is no path between node id: {from} (your node) to node id: {to}")]
    NoPath {
        /// Where the unit stands.
        from: i32,
        /// Where it wants to go.
        to: i32,
    },
    /// The path costs more than the unit has.
    #[error("agent doesn't have enough balance to move along this path")]
    CannotPayPath,
    /// The message costs more than the unit has.
    #[error("agent doesn't have enough balance to send this text.")]
    CannotPayText,
    /// There is no such seat.
    #[error("there is no such seat in this match")]
    NoSuchSeat,
}

/// What sort of mistake a rejection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The act is wrong whatever the situation.
    Malformed,
    /// It names something that does not exist.
    Unknown,
    /// It is not allowed now.
    Refused,
}

impl Rejection {
    /// What sort of mistake it is.
    pub fn mistake(&self) -> Mistake {
        match self {
            Rejection::NotPositive | Rejection::Alphabet | Rejection::TooLong => Mistake::Malformed,
            Rejection::NoSuchNode { .. } | Rejection::NoSuchSeat => Mistake::Unknown,
            _ => Mistake::Refused,
        }
    }
}
