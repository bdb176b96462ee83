//! Plays a record again.

use meydan_catalog::{Offer, Visit, visit};
use meydan_core::trace::{Replay, ReplayError};
use meydan_core::{Budget, Outcome, StateHash};
use meydan_record::{PublicKey, RecordError, header, read};
use thiserror::Error;

const BUDGET: Budget = Budget::STANDARD;

/// What came of playing a record again.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether the same came out.
    pub checked: Checked,
    /// Who signed the record, if the signature holds.
    pub attested: Option<PublicKey>,
    /// The outcome that the record tells; `None`: it is cut.
    pub outcome: Option<Outcome>,
    /// How many windows were played again.
    pub windows: u32,
    /// The hash of the last state that was reached.
    pub final_hash: StateHash,
}

/// Whether a match plays again as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// These inputs give these states and this outcome.
    Same,
    /// They do not.
    Differs {
        /// The first window that is different.
        window: u32,
        /// What is different, in words.
        why: String,
    },
}

/// Why a record cannot be played again at all.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// It cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// This program does not know the game, or has other rules for it: one of another version may.
    #[error("it cannot be played again here: {0}")]
    Rules(String),
    /// It tells of a match that there cannot be.
    #[error(transparent)]
    Impossible(ReplayError),
}

/// Plays a record again and compares every state. It keeps a core busy for a while, so it is called where one may wait.
pub fn verify(record: &[u8]) -> Result<Verdict, VerifyError> {
    let header = header(record, &BUDGET)?;
    visit(&header.game, Verify { record, rules: header.rules })
        .map_err(|error| VerifyError::Rules(error.to_string()))?
}

struct Verify<'a> {
    record: &'a [u8],
    rules: u32,
}

impl Visit for Verify<'_> {
    type Out = Result<Verdict, VerifyError>;

    fn visit<G: Offer>(self) -> Self::Out {
        // Under other rules there may be acts that cannot even be read.
        if self.rules != G::RULES {
            let error = ReplayError::OtherRules { game: G::NAME, found: self.rules, wanted: G::RULES };
            return Err(VerifyError::Rules(error.to_string()));
        }
        let record = read::<G::Action>(self.record, &BUDGET)?;
        let attested = record.seal.filter(|seal| seal.holds).map(|seal| seal.key);
        let outcome = record.trace.end.as_ref().map(|end| end.outcome.clone());
        let mut replay = Replay::<G>::new(&record.trace).map_err(VerifyError::Impossible)?;
        let (mut window, mut wrong) = (0, None);
        loop {
            match replay.step() {
                Ok(Some(step)) => window = step.window,
                Ok(None) => break,
                Err(error) => {
                    wrong = Some(error);
                    break;
                }
            }
        }
        let (final_hash, reached) = (replay.game.hash(), window);
        let (windows, wrong) = match wrong {
            Some(error) => (reached, Some(error)),
            None => match replay.finish() {
                Ok((_, windows)) => (windows, None),
                Err(error) => (reached, Some(error)),
            },
        };
        let checked = match wrong {
            None => Checked::Same,
            Some(error) => {
                Checked::Differs { window: window_of(&error).unwrap_or(reached), why: error.to_string() }
            }
        };
        Ok(Verdict { checked, attested, outcome, windows, final_hash })
    }
}

fn window_of(error: &ReplayError) -> Option<u32> {
    match error {
        ReplayError::Refused { window, .. }
        | ReplayError::Differs { window, .. }
        | ReplayError::Stray(window) => Some(*window),
        _ => None,
    }
}
