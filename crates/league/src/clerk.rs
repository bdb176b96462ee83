//! What happens by itself: contests open and close, rounds begin, ladders go on, lost work is found, old things are forgotten.
//!
//! Everything here is a conditional change in a transaction, so it does no harm if two processes do it at once.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::TryFutureExt;
use meydan_arena::Error;
use meydan_store::{Contest, ContestState, Time};
use serde_json::json;
use tokio::sync::watch;

use crate::contests::plays;
use crate::guard::DAY;
use crate::league::{Told, settings};
use crate::operation::SILENT;
use crate::rounds::every;
use crate::{Caller, League, Ranking};

/// How often somebody looks whether something is due.
const TICK: Duration = Duration::from_secs(1);
/// How long a look may take, and looking for what is old.
const LONGEST_TICK: Duration = Duration::from_secs(120);
const LONGEST_SWEEP: Duration = Duration::from_secs(3600);
/// After how many looks workers are counted.
const ROLL_CALL: u64 = 15;
/// How often old things are forgotten, and after how many times blobs are looked through.
const SWEEP: Duration = Duration::from_secs(300);
const SWEEP_BLOBS: u64 = 12;

impl League {
    /// Does what is due, until `stop`. What is old is forgotten beside that: it may take its time.
    pub async fn tend(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let looking = async {
            let mut ticks = 0u64;
            loop {
                *self.round.lock().expect("nobody panics while holding this lock") = Some(self.now());
                if let Err(error) = in_time(LONGEST_TICK, self.tick()).await {
                    tracing::error!(%error, "what is due cannot be done");
                }
                if ticks.is_multiple_of(ROLL_CALL)
                    && let Err(error) = in_time(LONGEST_TICK, self.miss_workers()).await
                {
                    tracing::error!(%error, "workers cannot be counted");
                }
                ticks += 1;
                tokio::select! {
                    () = tokio::time::sleep(TICK) => {}
                    _ = stop.wait_for(|stop| *stop) => return,
                }
            }
        };
        let sweeping = async {
            let mut sweeps = 0u64;
            loop {
                if let Err(error) = in_time(LONGEST_SWEEP, self.sweep()).await {
                    tracing::error!(%error, "what is old cannot be forgotten");
                }
                if sweeps.is_multiple_of(SWEEP_BLOBS)
                    && let Err(error) = in_time(LONGEST_SWEEP, self.sweep_blobs().map_ok(drop)).await
                {
                    tracing::error!(%error, "blobs cannot be looked through");
                }
                sweeps += 1;
                tokio::time::sleep(SWEEP).await;
            }
        };
        tokio::select! {
            () = looking => {}
            () = sweeping => {}
        }
    }

    /// Does what is due. Called every second or so.
    pub async fn tick(&self) -> Result<(), Error> {
        let off = self.clock_is_off().await?;
        self.clock_off.store(off, Ordering::Relaxed);
        if off {
            // Leases of others would run out here before their time, and contests begin or end on the wrong day.
            tracing::error!(
                "this machine's clock is not that of the database; what is due is left to other arenas"
            );
            return Ok(());
        }
        self.reclaim().await?;
        let mut reader = self.store.read().await.told()?;
        let (contests, hands) = (reader.contests().await.told()?, self.hands(&mut reader).await?);
        drop(reader);
        for contest in contests {
            let (slug, dated) = (contest.slug.clone(), self.keep_dates(contest).await);
            let moved = match dated {
                Ok(moved) => moved,
                Err(error) => {
                    tracing::error!(contest = %slug, %error, "a contest's date cannot be kept yet");
                    continue;
                }
            };
            if !plays(&moved) {
                self.ladders.lock().await.remove(&moved.id);
                continue;
            }
            // One that a newer arena has made may ask for what is not known here; that arena tends it.
            let settings = match settings(&moved) {
                Ok(settings) => settings,
                Err(error) => {
                    tracing::error!(contest = %moved.slug, %error, "a contest's settings are not known here");
                    continue;
                }
            };
            let tended = match (every(&settings), settings.ranking) {
                (Some(every), _) => self.tend_rounds(&moved, every).await,
                (None, Ranking::Ladder { hourly }) => {
                    self.tend_ladder(&moved, &settings, hourly, hands).await
                }
                (None, _) => Ok(()),
            };
            let marked = self.tend_marks(&moved, &settings).await;
            // One contest that cannot go on does not stop the others.
            if let Err(error) = tended.and(marked) {
                tracing::error!(contest = %moved.slug, %error, "a contest's matches cannot be made");
            }
        }
        let finals = self.store.read().await.told()?.running_finals().await.told()?;
        for running in finals {
            if let Err(error) = self.tend_final(&running).await {
                tracing::error!(id = %running.id, %error, "a final cannot go on");
            }
        }
        Ok(())
    }

    /// Forgets what is no longer needed. Called every few minutes.
    pub async fn sweep(&self) -> Result<(), Error> {
        let now = self.now();
        self.sweep_secrets(now).await?;
        let mut tx = self.store.begin().await.told()?;
        // What was counted late on one day is still known on the next.
        tx.forget_hits(now.minus(2 * DAY)).await.told()?;
        tx.forget_hall_keys(now).await.told()?;
        tx.forget_jobs(now.minus(7 * DAY)).await.told()?;
        tx.forget_workers(now.minus(7 * DAY)).await.told()?;
        tx.forget_worker_facts().await.told()?;
        tx.forget_unsent(now.minus(DAY)).await.told()?;
        tx.commit().await.told()?;
        self.sweep_logs().await?;
        self.let_go().await
    }

    /// Workers that have not been heard of are not there.
    async fn miss_workers(&self) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        tx.miss_workers(self.now().minus(4 * SILENT)).await.told()?;
        tx.commit().await.told()
    }

    /// Moves a contest whose date has come.
    async fn keep_dates(&self, contest: Contest) -> Result<Contest, Error> {
        let now = self.now();
        let due = |date: Option<Time>| date.is_some_and(|date| date <= now);
        let to = match contest.state {
            ContestState::Open | ContestState::Frozen if due(contest.closes) => ContestState::Closed,
            ContestState::Draft if due(contest.opens) => ContestState::Open,
            ContestState::Open if due(contest.freezes) => ContestState::Frozen,
            _ => return Ok(contest),
        };
        let mut tx = self.store.begin().await.told()?;
        match tx.move_contest(&contest.id, contest.state, to).await {
            // Somebody was faster.
            Err(meydan_store::Error::Conflict { .. }) => Ok(contest),
            moved => {
                moved.told()?;
                if to == ContestState::Closed {
                    self.call_off(&mut tx, &contest).await?;
                }
                // A date that has passed must not move it again when an organiser moves it back.
                let passed = meydan_store::ContestChange {
                    opens: (to == ContestState::Open).then_some(None),
                    freezes: (to == ContestState::Frozen).then_some(None),
                    closes: (to == ContestState::Closed).then_some(None),
                    ..meydan_store::ContestChange::default()
                };
                let contest = tx.change_contest(&contest.id, &passed).await.told()?;
                self.note(
                    &mut tx,
                    &Caller::host(),
                    "contest moved",
                    contest.id.as_str(),
                    &json!({ "to": to }),
                )
                .await?;
                tx.commit().await.told()?;
                Ok(contest)
            }
        }
    }
}

/// Gives up what never comes to an end: the next look begins anew.
pub(crate) async fn in_time(
    longest: Duration,
    work: impl Future<Output = Result<(), Error>>,
) -> Result<(), Error> {
    let late = |_| Err(Error::Late(format!("it took longer than {} s", longest.as_secs())));
    tokio::time::timeout(longest, work).await.unwrap_or_else(late)
}
