//! Plays a record again for a league.

use meydan_league::{Done, Lease, VerifyWork};

use super::Shift;
use super::hand::Undone;
use crate::verify::{Checked, verify};

impl Shift {
    pub(super) async fn check(&self, lease: &Lease, work: &VerifyWork) -> Result<Done, Undone> {
        let record = self.tasks.fetch(lease, &work.trace).await?;
        let verdict = tokio::task::spawn_blocking(move || verify(&record)).await.map_err(Undone::ours)?;
        let differs = match verdict {
            Ok(verdict) => match verdict.checked {
                Checked::Same => None,
                Checked::Differs { window, why } => Some(format!("at window {window}: {why}")),
            },
            Err(error) => Some(error.to_string()),
        };
        Ok(Done::Verified { differs })
    }
}
