use meydan_core::{Game, Outcome, Seat};
use thiserror::Error;

/// A match as a file of an original contest tells it. Such a file holds no inputs, so the match cannot be played again or
/// verified; it can be shown, as far as the file tells.
pub struct Tale<G: Game> {
    /// What the match was played on.
    pub config: G::Config,
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// What the seats were called.
    pub names: Vec<String>,
    /// What happened, in order.
    pub chapters: Vec<Chapter<G>>,
    /// How it ended, if that is told.
    pub outcome: Option<Outcome>,
}

/// A stretch of a tale, shown as one window.
pub struct Chapter<G: Game> {
    /// The clock of the window that it was.
    pub clock: &'static str,
    /// Who was asked.
    pub asked: Vec<Seat>,
    /// What happened.
    pub events: Vec<G::Event>,
    /// What a spectator saw after it.
    pub view: G::View,
}

/// Why a file cannot be told from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TaleError(pub String);

impl TaleError {
    /// A sentence about what is wrong.
    pub fn new(text: impl Into<String>) -> TaleError {
        TaleError(text.into())
    }
}
