use meydan_core::Seat;
use serde::Serialize;

use crate::config::Config;

/// The part of a match that changes, as plain data. Two matches are in the same state when this is the same.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// How many stones are left.
    pub heap: u32,
    /// Whose turn it is; once the match is decided, whose turn was the last.
    pub turn: Seat,
    /// Whether that player has taken stones. The turn ends when the window closes.
    pub taken: bool,
    /// Who took the last stone, once that turn is over.
    pub winner: Option<Seat>,
}

impl State {
    /// The start of a match.
    pub(crate) fn new(config: &Config) -> State {
        State { heap: config.heap, turn: Seat(0), taken: false, winner: None }
    }
}
