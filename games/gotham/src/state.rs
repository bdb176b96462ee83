//! What changes in a match.

use std::sync::Arc;

use meydan_core::{Chance, Seat};
use serde::{Deserialize, Serialize};

use crate::city::{City, Seats};
use crate::config::{Half, Team};
use crate::text::Text;

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Units are joining.
    Pending,
    /// It is being played.
    Ongoing,
    /// It is over.
    Finished,
}

/// A half-turn: rounds count from 0 under `document` (0 is placement), half-turns from 1 otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Turn {
    /// The number of the round or half-turn.
    pub number: i32,
    /// Who acts.
    pub half: Half,
}

/// A message in a chat box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Message {
    /// The sender's id.
    pub from: i32,
    /// The text, `0` and `1` only.
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub text: Text,
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Cause {
    Joker,
    AllCaught,
    MoreCaptures,
    EarlierCaptures,
    Coin,
}

/// A match of `gotham`.
#[derive(Clone, Debug, Serialize)]
pub struct Gotham {
    #[serde(skip)]
    pub(crate) city: Arc<City>,
    pub(crate) phase: Phase,
    pub(crate) winner: Option<(Team, Cause)>,
    pub(crate) turn: Turn,
    /// How many windows have been closed, and who may act in the open one.
    pub(crate) window: u32,
    pub(crate) acting: Seats,
    /// Per seat: where it stands, its money, and when it was caught (−1: it is free).
    pub(crate) node: Vec<u16>,
    pub(crate) balance: Vec<f64>,
    pub(crate) caught_at: Vec<i32>,
    /// Marks of seats.
    pub(crate) ready: Seats,
    pub(crate) dead: Seats,
    pub(crate) moved: Seats,
    pub(crate) sent: Seats,
    /// The chat boxes by team and half. They only grow, so a running digest stands for them in the state's hash.
    #[serde(skip)]
    pub(crate) boxes: [[Arc<Vec<Message>>; 2]; 2],
    pub(crate) said: u64,
    pub(crate) chance: Chance,
}

impl Gotham {
    /// The source of the coin, for replaying recorded flips.
    #[doc(hidden)]
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// Puts a unit elsewhere behind the rules' back, for tests of what others can tell from their views.
    #[doc(hidden)]
    pub fn tamper(&mut self, seat: Seat, node: i32, balance: f64) {
        self.node[seat.index()] = self.city.node(node).expect("a test names a node of the city");
        self.balance[seat.index()] = balance;
    }

    /// What never changes in this match.
    pub fn city(&self) -> &City {
        &self.city
    }

    /// Whether any of the seats is left in the set.
    pub(crate) fn alive(&self, seats: Seats) -> bool {
        seats & !self.dead != 0
    }
}
