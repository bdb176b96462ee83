//! One task under its lease.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use meydan_arena::Error;
use meydan_league::{Done, LEASE, Lease, Task, Work, is_late};
use tokio::sync::watch;

use super::health::Health;
use super::{Duty, REST, Shift};
use crate::bout::NotPlayed;

/// How long somebody goes on telling what came of a task where it cannot be written down.
const AWAY: Duration = Duration::from_secs(120);

/// Why a task was not done.
pub(super) enum Undone {
    /// Something went wrong on this machine.
    Ours(String),
    /// Something went wrong where the tasks come from.
    Theirs(Error),
    /// Somebody else has it by now.
    Lost,
    /// It is left to somebody else, who was told so.
    Left,
    /// This program must stop.
    Stopped,
}

impl Undone {
    pub(super) fn ours(error: impl ToString) -> Undone {
        Undone::Ours(error.to_string())
    }
}

impl From<Error> for Undone {
    fn from(error: Error) -> Undone {
        if is_late(&error) { Undone::Lost } else { Undone::Theirs(error) }
    }
}

impl From<NotPlayed> for Undone {
    fn from(error: NotPlayed) -> Undone {
        match error {
            // A match that cannot be set up cannot be set up elsewhere either.
            NotPlayed::Order(_) => Undone::Theirs(Error::Trouble(error.to_string())),
            NotPlayed::Void(_) | NotPlayed::Stopped => Undone::ours(error),
        }
    }
}

/// Does one task, whatever happens in it. Whether nothing went wrong on this side.
pub(super) async fn attend(
    shift: &Shift,
    languages: &[String],
    health: &Health,
    task: Task,
    mut duty: watch::Receiver<Duty>,
) -> bool {
    let Task { lease, work } = task;
    tracing::info!(id = %work.subject(), attempt = lease.attempt(), "{} begins", work.kind());
    let begun = Instant::now();
    let doing = async {
        match &work {
            Work::Build(task) => shift.build(&lease, &work, task, languages).await,
            Work::Match(task) => shift.play(&lease, task).await,
            Work::Verify(task) => shift.check(&lease, task).await,
        }
    };
    let done = tokio::select! {
        done = AssertUnwindSafe(doing).catch_unwind() => done.unwrap_or_else(|panic| Err(Undone::Ours(stumbled(&*panic)))),
        lost = keep(shift, &lease) => Err(lost),
        _ = duty.wait_for(|duty| *duty == Duty::Stop) => Err(Undone::Stopped),
    };
    let (mut well, mut away) = (true, false);
    let told = match done {
        Ok(done) => Some(done),
        Err(Undone::Lost | Undone::Left) => None,
        Err(Undone::Stopped) => Some(Done::Back),
        // What everybody needs is away, so the task has not been tried, and the next one would not fare better.
        Err(Undone::Theirs(Error::Busy(reason))) => {
            health.must_wait(&reason);
            away = true;
            Some(Done::Back)
        }
        Err(Undone::Theirs(error)) => Some(Done::Trouble { reason: error.to_string() }),
        Err(Undone::Ours(reason)) => {
            well = false;
            // A task that this machine would have spoilt is somebody else's, and has not been tried.
            let sound = health.failed(&reason).await;
            Some(if sound { Done::Trouble { reason } } else { Done::Back })
        }
    };
    if well && !away {
        health.went_well();
    }
    let told = match told {
        Some(done) => tell(shift, &lease, &work, done).await,
        None => Ok(()),
    };
    match told {
        Ok(()) => {
            let took_ms = begun.elapsed().as_millis() as u64;
            tracing::info!(id = %work.subject(), took_ms, "{} is done with", work.kind());
        }
        Err(error) if is_late(&error) => tracing::info!("a task was taken over by somebody else meanwhile"),
        Err(error) => {
            tracing::error!(%error, "what came of a task cannot be written down; it will be done again");
        }
    }
    well
}

/// What a mistake in this program says of itself.
fn stumbled(panic: &(dyn Any + Send)) -> String {
    let said =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the worker crashed on this task: {}", said.unwrap_or("no reason given"))
}

/// Says what came of a task, as long as the lease holds.
async fn tell(shift: &Shift, lease: &Lease, work: &Work, done: Done) -> Result<(), Error> {
    let result = matches!(done, Done::Built(_) | Done::Played(_) | Done::Verified { .. });
    let giving_up = Instant::now() + AWAY;
    let telling = async {
        loop {
            match shift.tasks.done(lease, work, done.clone()).await {
                // Whoever should hear it may be back while the lease lasts.
                Err(Error::Busy(reason)) if Instant::now() < giving_up => {
                    tracing::warn!(reason, "what came of a task is told again in a moment");
                    tokio::time::sleep(REST).await;
                }
                told => break told,
            }
        }
    };
    let telling = async {
        match telling.await {
            // A result that is not taken is wrong in a way that another try may not be.
            Err(error @ (Error::Wrong(_) | Error::Trouble(_))) if result => {
                let reason = error.to_string();
                shift.tasks.done(lease, work, Done::Trouble { reason }).await
            }
            told => told,
        }
    };
    tokio::select! {
        told = telling => told.map(drop),
        _ = keep(shift, lease) => Ok(()),
    }
}

/// Renews a lease until it is lost.
async fn keep(shift: &Shift, lease: &Lease) -> Undone {
    let mut failing_since: Option<Instant> = None;
    loop {
        tokio::time::sleep(LEASE / 4).await;
        let renewing = tokio::time::timeout(LEASE / 2, shift.tasks.renew(lease)).await;
        let late = Err(Error::Late("a lease cannot be renewed in time".to_owned()));
        match renewing.unwrap_or(late) {
            Ok(()) => failing_since = None,
            Err(error) if is_late(&error) => return Undone::Lost,
            // The arena or its database may be back in time.
            Err(error) => {
                tracing::warn!(%error, "a lease cannot be renewed");
                let since = *failing_since.get_or_insert_with(Instant::now);
                if since.elapsed() > LEASE {
                    return Undone::Lost;
                }
            }
        }
    }
}
