//! What happened, as the record tells it. The order is exactly the order of effects (spec 14.1).

use serde::{Deserialize, Serialize};

use crate::config::{Half, Team};
use crate::state::Phase;
use crate::text::Text;

/// One thing that happened. Units and nodes go by their ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit joined.
    Joined {
        /// Who.
        unit: i32,
        /// Where it stands now.
        node: i32,
    },
    /// The match went from one phase to the next.
    Phase {
        /// From.
        from: Phase,
        /// To.
        to: Phase,
    },
    /// A half-turn opened.
    Turn {
        /// The turn's number.
        number: i32,
        /// Who acts.
        half: Half,
        /// Whether thieves show themselves.
        visible: bool,
    },
    /// A unit moved, or decided to stay.
    Moved {
        /// Who.
        unit: i32,
        /// From.
        from: i32,
        /// To.
        to: i32,
        /// What it paid.
        price: f64,
        /// What it has left.
        balance: f64,
    },
    /// A unit sent a message.
    Said {
        /// Who.
        unit: i32,
        /// The message.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        text: Text,
        /// What it paid.
        price: f64,
        /// What it has left.
        balance: f64,
    },
    /// A thief was caught.
    Caught {
        /// Who.
        unit: i32,
        /// Where.
        node: i32,
    },
    /// A Joker was caught.
    JokerCaught {
        /// Who.
        unit: i32,
        /// Where.
        node: i32,
    },
    /// A unit earned its income.
    Paid {
        /// Who.
        unit: i32,
        /// How much.
        wage: f64,
        /// What it has now.
        balance: f64,
    },
    /// The match is decided.
    Decided {
        /// For whom.
        winner: Team,
    },
}
