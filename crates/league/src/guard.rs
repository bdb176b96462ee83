//! How often something may be asked for. The counts are in the tables, so that several processes share them.

use std::time::Duration;

use meydan_arena::Error;
use meydan_store::Team;

use crate::league::Told;
use crate::{Caller, League};

/// So many in so long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) most: i64,
    pub(crate) window: Duration,
}

pub(crate) const HOUR: Duration = Duration::from_secs(3600);
pub(crate) const DAY: Duration = Duration::from_secs(24 * 3600);

impl Rate {
    pub(crate) const fn hourly(most: i64) -> Rate {
        Rate { most, window: HOUR }
    }
}

impl League {
    /// Counts one more for a visitor, or refuses it.
    pub(crate) async fn ration(&self, caller: &Caller, what: &str, rate: Rate) -> Result<(), Error> {
        if caller.from == meydan_arena::Visitor::Host {
            return Ok(());
        }
        self.ration_key(&format!("{what} {}", caller.from), rate).await
    }

    /// Whether this is the first time within a day that somebody comes with this.
    pub async fn first_time(&self, what: &str) -> Result<bool, Error> {
        let mut tx = self.store.begin().await.told()?;
        let count = tx.hit(&format!("once {what}"), self.now(), DAY).await.told()?;
        tx.commit().await.told()?;
        Ok(count == 1)
    }

    /// Counts one more for a team and for whoever asks, or refuses it: who goes from team to team has not more than who stays.
    pub(crate) async fn ration_team(
        &self,
        what: &str,
        team: &Team,
        caller: &Caller,
        rate: Rate,
    ) -> Result<(), Error> {
        self.ration_key(&format!("{what} {}", team.id), rate).await?;
        match caller.account() {
            Some(account) => {
                self.ration_key(&format!("{what} {} {}", team.contest, account.user), rate).await
            }
            None => Ok(()),
        }
    }

    /// Counts one more for a key, or refuses it.
    pub(crate) async fn ration_key(&self, key: &str, rate: Rate) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        let count = tx.hit(key, now, rate.window).await.told()?;
        tx.commit().await.told()?;
        if count > rate.most {
            let minutes = rate.window.as_secs().div_ceil(60);
            return Err(Error::Busy(format!(
                "that was asked for {} times in {minutes} minutes, which is as often as one may; try again later",
                rate.most
            )));
        }
        Ok(())
    }
}
