//! How long things are kept, as the organiser says, and how what nobody refers to any more is removed.

use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::time::Duration;

use futures_util::TryStreamExt;
use meydan_arena::Error;
use meydan_blobs::Digest;
use meydan_store::{Contest, FinalState, Horizon, JobId, MatchId, MatchState, Time, Tx};

use crate::guard::DAY;
use crate::league::{Told, settings};
use crate::view::Outlived;
use crate::{Caller, Keep, League};

/// A blob is written before the row that names it, so a young one may still get its row.
const YOUNG: Duration = DAY;

/// Under this name it stands beside the blobs who swept them last, and in the database what it has written there itself.
const SWEPT: &str = "swept";
/// In the database, where somebody looks at that. Whoever writes it is waited for.
const SWEEPS: &str = "sweeps";
/// How many of those are known: arenas on one database may sweep at the same time.
const LAST: usize = 16;
/// Stands there when two databases have found each other. Only a person can tell which of them is a copy.
const CONTESTED: &str = "two databases keep things here";

impl League {
    /// What would be removed now if a contest kept things for so long.
    pub async fn outlived(&self, caller: &Caller, slug: &str, keep: &Keep) -> Result<Outlived, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        keep.check()?;
        let horizon = horizon(keep, self.now());
        Ok(card(&reader.outlived(&part.contest.id, &horizon).await.told()?))
    }

    /// Lets go of what contests do not keep any longer. Results are always kept, and so is the version that plays. Called every few minutes.
    pub async fn let_go(&self) -> Result<(), Error> {
        let contests = self.store.read().await.told()?.contests().await.told()?;
        for contest in contests {
            let keep = settings(&contest)?.keep;
            if keep == Keep::default() {
                continue;
            }
            let mut tx = self.store.begin().await.told()?;
            if self.hall_waits(&mut tx, &contest).await? {
                continue;
            }
            let gone = tx.let_go(&contest.id, &horizon(&keep, self.now())).await.told()?;
            if gone == meydan_store::Outlived::default() {
                continue;
            }
            self.note(&mut tx, &Caller::host(), "old data removed", contest.id.as_str(), &card(&gone))
                .await?;
            tx.commit().await.told()?;
        }
        Ok(())
    }

    /// Whether a final of this contest goes on, or has matches that were played and not shown yet: the programs in it and its films are needed, however old they are.
    async fn hall_waits(&self, tx: &mut Tx, contest: &Contest) -> Result<bool, Error> {
        let Some(found) = tx.final_of(&contest.id).await.told()? else { return Ok(false) };
        let matches = tx.final_matches(&found.id).await.told()?.into_iter();
        let hidden: Vec<MatchId> = matches.filter(|game| game.shown.is_none()).map(|game| game.id).collect();
        let hidden = tx.these_matches(&hidden).await.told()?;
        Ok(found.state == FinalState::Running || hidden.iter().any(|game| game.state == MatchState::Over))
    }

    /// Removes blobs that nobody refers to, and says how many. Called every hour or so.
    ///
    /// One goes only when it was found so by the call before, too: a backup that is under way may still copy what was let go a moment ago.
    /// Whoever writes the same bytes again makes the blob young, so it is looked at once more before it goes.
    pub async fn sweep_blobs(&self) -> Result<usize, Error> {
        if !self.sweeps_here().await? {
            tracing::error!(
                "another database keeps things in the same place, perhaps one of which this is a copy, so nothing is removed there; \
                 when one of them is gone or has moved, remove `{SWEPT}` from that place"
            );
            return Ok(0);
        }
        let young = self.now().minus(YOUNG);
        let mut old = BTreeSet::new();
        let mut blobs = self.blobs.list();
        while let Some(kept) = blobs.try_next().await.told()? {
            if Time(kept.written) < young {
                old.insert(kept.digest);
            }
        }
        drop(blobs);
        self.drop_named(&mut old).await?;
        let before = {
            let mut orphans = self.orphans.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *orphans, old.clone())
        };
        let mut gone = 0;
        for digest in old.intersection(&before) {
            let written = self.blobs.written(digest).await.told()?;
            if written.is_some_and(|written| Time(written) < young)
                && self.blobs.delete(digest).await.told()?
            {
                gone += 1;
            }
        }
        if gone > 0 {
            tracing::info!(gone, "blobs that nobody refers to were removed");
        }
        Ok(gone)
    }

    /// Whether nobody else sweeps the same place: a copy of this database would remove what was sent after it was made. Each writes down there when it sweeps,
    /// and looks before whether what stands there is its own. A blob that goes is older than that by a day.
    async fn sweeps_here(&self) -> Result<bool, Error> {
        // What stands there was known to its database before, so it is read first.
        let found = self.blobs.note(SWEPT).await.told()?;
        let mut tx = self.store.begin().await.told()?;
        // Arenas on one database come here one after the other.
        tx.set_setting(SWEEPS, Some(&self.now().0.to_string())).await.told()?;
        let known = tx.setting(SWEPT).await.told()?;
        let mut known: Vec<&str> = known.as_deref().unwrap_or_default().split_whitespace().collect();
        match found.as_deref() {
            Some(found) if known.contains(&found) => {}
            Some(CONTESTED) => return Ok(false),
            Some(_) => {
                drop(tx);
                self.blobs.set_note(SWEPT, CONTESTED).await.told()?;
                return Ok(false);
            }
            // A database that knows nothing of what lies there is in the wrong place.
            None if known.is_empty() && !self.knows_what_lies_here(&mut tx).await? => return Ok(false),
            None => {}
        }
        let fresh = JobId::fresh();
        known.push(fresh.as_str());
        let last = known[known.len().saturating_sub(LAST)..].join(" ");
        // First here: what stands there must be known here, whenever this is cut short.
        tx.set_setting(SWEPT, Some(&last)).await.told()?;
        tx.commit().await.told()?;
        self.blobs.set_note(SWEPT, fresh.as_str()).await.told()?;
        Ok(true)
    }

    /// Whether a row names a blob that lies here, or none lies here.
    async fn knows_what_lies_here(&self, tx: &mut Tx) -> Result<bool, Error> {
        let mut here = BTreeSet::new();
        let mut blobs = self.blobs.list();
        while let Some(kept) = blobs.try_next().await.told()? {
            here.insert(kept.digest);
        }
        let mut known = here.is_empty();
        tx.each_digest(|text| known |= text.parse().is_ok_and(|digest| here.contains(&digest)))
            .await
            .told()?;
        Ok(known)
    }

    /// Whether no arena on this database has swept a place that is not this one.
    pub(crate) async fn swept_nowhere_else(&self) -> Result<bool, Error> {
        let swept = self.store.read().await.told()?.setting(SWEPT).await.told()?.is_some();
        Ok(!swept || self.blobs.note(SWEPT).await.told()?.is_some())
    }

    /// Leaves those that no row names.
    async fn drop_named(&self, digests: &mut BTreeSet<Digest>) -> Result<(), Error> {
        if digests.is_empty() {
            return Ok(());
        }
        let forget = |text: String| {
            if let Ok(digest) = text.parse() {
                digests.remove(&digest);
            }
        };
        self.store.read().await.told()?.each_digest(forget).await.told()
    }
}

fn horizon(keep: &Keep, now: Time) -> Horizon {
    let before = |days: Option<u32>| days.map(|days| now.minus(DAY * days));
    Horizon {
        records: before(keep.records_days),
        logs: before(keep.logs_days),
        builds: before(keep.builds_days),
    }
}

fn card(sum: &meydan_store::Outlived) -> Outlived {
    let count = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    Outlived { records: count(sum.records), logs: count(sum.logs), builds: count(sum.builds) }
}
