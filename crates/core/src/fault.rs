use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Seat;

/// What a seat did wrong, in words its author understands. A fault never stops a match; what the seat's silence
/// means is decided by the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fault {
    /// Who.
    pub seat: Seat,
    /// In which window.
    pub window: u32,
    /// What kind of mistake it was.
    pub kind: FaultKind,
    /// The mistake in a sentence.
    pub text: String,
}

/// The kinds of mistakes a seat can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started or never connected.
    Start,
    /// It did not finish its window in time.
    Timeout,
    /// An act came after its window had closed and was dropped.
    Late,
    /// The process ended or the connection was lost.
    Gone,
    /// It sent something that is not a message.
    Garbage,
    /// It sent more than it may.
    Flood,
    /// The rules refused the act.
    Rejected,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Start => "start",
            FaultKind::Timeout => "timeout",
            FaultKind::Late => "late",
            FaultKind::Gone => "gone",
            FaultKind::Garbage => "garbage",
            FaultKind::Flood => "flood",
            FaultKind::Rejected => "rejected",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}, window {}: {} ({})", self.seat, self.window, self.text, self.kind)
    }
}
