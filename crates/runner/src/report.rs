use std::path::PathBuf;

use meydan_core::trace::Header;
use meydan_core::{Fault, Outcome, StateHash};
use meydan_referee::{Infrastructure, SeatTime};
use thiserror::Error;

use crate::{OrderError, Profile, SeatEnd, SeatWords, SlowWindow};

/// What came of a match.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// What was played, and by whom.
    pub header: Header,
    /// How it ended; `None`: it was stopped before its end.
    pub outcome: Option<Outcome>,
    /// Everything that bots did wrong, in order.
    pub faults: Vec<Fault>,
    /// How many windows were played.
    pub windows: u32,
    /// The hash of the last state.
    pub final_hash: StateHash,
    /// The hash of what every seat did in every window, if it was asked for: it knows nothing of the seed.
    pub acts: Option<StateHash>,
    /// The time of each seat; empty where nobody was clocked.
    pub times: Vec<SeatTime>,
    /// The slowest windows of each seat that was asked, the slowest of all first.
    pub slowest: Vec<SlowWindow>,
    /// Where the time went.
    pub profile: Profile,
    /// How the processes that were started for it ended, in seat order.
    pub ends: Vec<SeatEnd>,
    /// What bots wrote to their standard error, in seat order; seats that wrote nothing are left out.
    pub words: Vec<SeatWords>,
    /// Where the record is, if one was asked for.
    pub record: Option<Kept>,
    /// What sinks lost and which processes could not be ended, in words.
    pub warnings: Vec<String>,
}

/// What became of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is whole.
    Whole(PathBuf),
    /// It ends before the match did.
    Partial(PathBuf),
    /// It could not be written.
    Lost {
        /// Why.
        reason: String,
        /// What was written before that, if anything.
        partial: Option<PathBuf>,
    },
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum RunError {
    /// The order is wrong; nothing was played.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// Something went wrong on our side.
    #[error("{infrastructure}{}", record.as_ref().map_or(String::new(), Kept::clause))]
    Void {
        /// What went wrong.
        infrastructure: Infrastructure,
        /// What is left of the record.
        record: Option<Kept>,
    },
}

impl Kept {
    /// Where it is, to follow a sentence.
    fn clause(&self) -> String {
        match self {
            Kept::Whole(path) | Kept::Partial(path) | Kept::Lost { partial: Some(path), .. } => {
                format!("; the record so far is in {}", path.display())
            }
            Kept::Lost { partial: None, .. } => String::new(),
        }
    }
}

impl RunError {
    pub(crate) fn void(infrastructure: Infrastructure) -> RunError {
        RunError::Void { infrastructure, record: None }
    }
}
