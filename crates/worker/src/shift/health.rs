//! Whether this machine can be trusted with tasks. A worker whose disk is full would spoil every task in the queue, one after another; so after
//! trouble on its own side it looks at itself, and takes nothing while something is wrong. Where what everybody needs is away, such as the bucket, it
//! takes nothing for a while either.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::watch;

/// After so many tasks in a row that went wrong here, something is wrong here.
const IN_A_ROW: u32 = 3;
/// How long it rests first, and at most; each time twice as long.
const REST: Duration = Duration::from_secs(20);
const LONGEST: Duration = Duration::from_secs(600);
/// The same where something else than this machine is to be mended: whoever mends it should not have to wait for long.
const LONGEST_ELSEWHERE: Duration = Duration::from_secs(60);
/// How much must fit on the disk.
const ROOM: usize = 4 << 20;

/// How a worker is.
pub(super) struct Health {
    folder: PathBuf,
    state: Mutex<State>,
    /// Why nothing is taken for now.
    trouble: watch::Sender<Option<String>>,
}

#[derive(Default)]
struct State {
    in_a_row: u32,
    rests: u32,
    /// It is not this machine that is to be mended.
    elsewhere: bool,
}

impl Health {
    pub(super) fn new(folder: &Path) -> Health {
        Health { folder: folder.to_owned(), state: Mutex::default(), trouble: watch::Sender::new(None) }
    }

    /// Why nothing is taken for now, if so.
    pub(super) fn trouble(&self) -> Option<String> {
        self.trouble.borrow().clone()
    }

    pub(super) fn went_well(&self) {
        *self.state() = State::default();
    }

    /// Something went wrong here. Whether the machine is sound all the same, so that it may lie in the task.
    pub(super) async fn failed(&self, reason: &str) -> bool {
        let wrong = self.look().await;
        let mut state = self.state();
        state.in_a_row += 1;
        let trouble = match &wrong {
            Some(wrong) => Some(wrong.clone()),
            None if state.in_a_row >= IN_A_ROW => Some(reason.to_owned()),
            None => None,
        };
        if let Some(trouble) = trouble {
            tracing::error!(%trouble, reason, "this worker takes no tasks for now");
            self.trouble.send_replace(Some(trouble));
        }
        wrong.is_none()
    }

    /// What everybody needs is away.
    pub(super) fn must_wait(&self, reason: &str) {
        if self.trouble().is_none() {
            tracing::error!(reason, "this worker takes no tasks for now");
            self.state().elsewhere = true;
            self.trouble.send_replace(Some(reason.to_owned()));
        }
    }

    /// Waits until this machine can be trusted.
    pub(super) async fn wait(&self) {
        while self.trouble().is_some() {
            let rest = {
                let mut state = self.state();
                state.rests += 1;
                let longest = if state.elsewhere { LONGEST_ELSEWHERE } else { LONGEST };
                (REST * (1 << (state.rests - 1).min(8))).min(longest)
            };
            tokio::time::sleep(rest).await;
            if let Some(wrong) = self.look().await {
                self.state().elsewhere = false;
                self.trouble.send_replace(Some(wrong));
                continue;
            }
            let mut state = self.state();
            if !std::mem::take(&mut state.elsewhere) {
                // One more that goes wrong is enough to rest again, for longer.
                state.in_a_row = IN_A_ROW - 1;
            }
            drop(state);
            self.trouble.send_replace(None);
            tracing::info!("this worker takes tasks again");
        }
    }

    /// What is wrong with this machine, if something can be seen.
    async fn look(&self) -> Option<String> {
        let folder = self.folder.clone();
        let trying = tokio::task::spawn_blocking(move || {
            let mut file = tempfile::tempfile_in(folder)?;
            std::io::Write::write_all(&mut file, &vec![b'?'; ROOM])?;
            file.sync_all()
        });
        match trying.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(format!("nothing can be written here: {error}")),
            Err(error) => Some(error.to_string()),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics while holding this lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_machine_that_cannot_write_takes_nothing_until_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("place");
        let health = Health::new(&place);
        assert!(!health.failed("no space left").await, "the task was not to blame");
        assert!(health.trouble().unwrap().contains("nothing can be written"));
        let waiting = async {
            tokio::time::sleep(REST * 2).await;
            assert!(health.trouble().is_some(), "it has looked again, and nothing is mended");
            std::fs::create_dir(&place).unwrap();
        };
        tokio::join!(health.wait(), waiting);
        assert_eq!(health.trouble(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_away_elsewhere_is_waited_for_and_asked_for_every_minute() {
        let folder = tempfile::tempdir().unwrap();
        let health = Health::new(folder.path());
        for _ in 0..9 {
            health.must_wait("the bucket is away");
            assert_eq!(health.trouble().as_deref(), Some("the bucket is away"));
            let begun = tokio::time::Instant::now();
            health.wait().await;
            assert!((REST..=LONGEST_ELSEWHERE).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        }
        health.went_well();
        assert!(health.failed("once").await);
        assert_eq!(health.trouble(), None, "it was not this machine");
    }

    #[tokio::test(start_paused = true)]
    async fn a_machine_on_which_everything_goes_wrong_rests_longer_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let health = Health::new(folder.path());
        for _ in 0..IN_A_ROW {
            assert_eq!(health.trouble(), None);
            assert!(health.failed("the engine stumbled").await);
        }
        assert_eq!(health.trouble().as_deref(), Some("the engine stumbled"));
        let begun = tokio::time::Instant::now();
        health.wait().await;
        assert!(begun.elapsed() >= REST);
        assert!(health.failed("again").await);
        assert!(health.trouble().is_some(), "one more is enough");
        let begun = tokio::time::Instant::now();
        health.wait().await;
        assert!(begun.elapsed() >= REST * 2);
        health.went_well();
        assert!(health.failed("once").await);
        assert_eq!(health.trouble(), None);
    }
}
