//! Plays a record again for a league.

use meydan_arena::Error;
use meydan_league::{Done, Lease, VerifyWork};

use super::Shift;
use super::hand::Undone;
use crate::verify::{Checked, VerifyError, verify};

impl Shift {
    pub(super) async fn check(&self, lease: &Lease, work: &VerifyWork) -> Result<Done, Undone> {
        let record = self.tasks.fetch(lease, &work.trace).await?;
        let verdict = tokio::task::spawn_blocking(move || verify(&record)).await.map_err(Undone::ours)?;
        let differs = match verdict {
            Ok(verdict) => match verdict.checked {
                Checked::Same => None,
                Checked::Differs { window, why } => Some(format!("at window {window}: {why}")),
            },
            // Whoever played it is of another version. Somebody else may know its rules; until then nothing is said against it.
            Err(error @ VerifyError::Rules(_)) => {
                return Err(Undone::Theirs(Error::Trouble(error.to_string())));
            }
            Err(error) => Some(error.to_string()),
        };
        Ok(Done::Verified { differs })
    }
}
