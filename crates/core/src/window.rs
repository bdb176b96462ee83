use serde::{Deserialize, Serialize};

use crate::{Outcome, SeatSet};

/// Where a match stands: waiting for somebody, or over. There is no third thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// A window is open. One without seats simply closes at once.
    Waiting(Window),
    /// The match has ended.
    Over(Outcome),
}

impl Status {
    /// The open window, if there is one.
    pub fn window(&self) -> Option<&Window> {
        match self {
            Status::Waiting(window) => Some(window),
            Status::Over(_) => None,
        }
    }

    /// The outcome, if the match is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Status::Waiting(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}

/// A stretch of the match in which certain seats may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Window {
    /// Counts from 0 and grows by one with every close.
    pub number: u32,
    /// Who may act.
    pub seats: SeatSet,
    /// When acts take effect.
    pub mode: Mode,
    /// Which clock runs. The rules name it; the match's time control gives it a duration.
    pub clock: &'static str,
}

/// When the acts of a window take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Acts are kept until the window closes. Nobody learns from another's act in the same window.
    Sealed,
    /// Acts take effect at once, and each is answered.
    Live,
}
