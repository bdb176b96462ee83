//! How often something may be asked for. The counts are in the tables, so that several processes share them.

use std::time::Duration;

use meydan_arena::Error;
use meydan_store::{Team, Tx};

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

    /// Counts one more for a team and for whoever asks, or refuses it: who goes from team to team has not more than who stays. It counts with what
    /// the transaction does, so that whoever is refused for another reason, or meets our own trouble, has lost nothing.
    pub(crate) async fn ration_team(
        &self,
        tx: &mut Tx,
        what: &str,
        team: &Team,
        caller: &Caller,
        rate: Rate,
    ) -> Result<(), Error> {
        for key in team_keys(what, team, caller) {
            within(tx.hit(&key, self.now(), rate.window).await.told()?, rate)?;
        }
        Ok(())
    }

    /// Whether a team and whoever asks may do so once more; nothing is counted. For what costs something before it can be counted.
    pub(crate) async fn must_have_rations(
        &self,
        what: &str,
        team: &Team,
        caller: &Caller,
        rate: Rate,
    ) -> Result<(), Error> {
        let mut reader = self.store.read().await.told()?;
        for key in team_keys(what, team, caller) {
            within(reader.hits(&key, self.now(), rate.window).await.told()? + 1, rate)?;
        }
        Ok(())
    }

    /// Counts one more for a key, or refuses it.
    pub(crate) async fn ration_key(&self, key: &str, rate: Rate) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        let count = tx.hit(key, now, rate.window).await.told()?;
        tx.commit().await.told()?;
        within(count, rate)
    }
}

fn team_keys(what: &str, team: &Team, caller: &Caller) -> Vec<String> {
    let own = caller.account().map(|account| format!("{what} {} {}", team.contest, account.user));
    [format!("{what} {}", team.id)].into_iter().chain(own).collect()
}

fn within(count: i64, rate: Rate) -> Result<(), Error> {
    if count <= rate.most {
        return Ok(());
    }
    let minutes = rate.window.as_secs().div_ceil(60);
    Err(Error::Busy(format!(
        "that was asked for {} times in {minutes} minutes, which is as often as one may; try again later",
        rate.most
    )))
}
