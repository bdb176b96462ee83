use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a match may go on, and without whom.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// With nobody of its people there.
    pub away: Duration,
    /// With its people there and silent.
    pub silent: Duration,
    /// Altogether.
    pub whole: Duration,
}

/// Who of the people of a match is there.
pub(crate) struct Presence {
    patience: Patience,
    /// Whether people play at all.
    people: bool,
    seen: Mutex<Seen>,
    changed: Notify,
}

struct Seen {
    here: usize,
    /// When somebody came, went or said something.
    last: Instant,
    /// Why nobody wants the match to go on.
    ended: Option<&'static str>,
}

/// Somebody who is there until this is dropped.
pub(crate) struct Attendance(Arc<Presence>);

impl Presence {
    pub(crate) fn new(patience: Patience, people: bool) -> Arc<Presence> {
        let seen = Mutex::new(Seen { here: 0, last: Instant::now(), ended: None });
        Arc::new(Presence { patience, people, seen, changed: Notify::new() })
    }

    pub(crate) fn come(self: &Arc<Self>) -> Attendance {
        self.change(|seen| seen.here += 1);
        Attendance(self.clone())
    }

    /// When the match has waited long enough, and for what.
    pub(crate) fn deadline(&self) -> Option<(Instant, String)> {
        let seen = self.lock();
        if let Some(why) = seen.ended {
            return Some((seen.last, why.to_owned()));
        }
        if !self.people {
            return None;
        }
        let (patience, what) = match seen.here {
            0 => (self.patience.away, "nobody was there"),
            _ => (self.patience.silent, "nobody did anything"),
        };
        Some((seen.last + patience, format!("{what} for {}", in_words(patience))))
    }

    /// Nobody wants this match to go on, and why.
    pub(crate) fn end(&self, why: &'static str) {
        self.change(|seen| seen.ended = Some(why));
    }

    /// Since when nobody is there; `None` while somebody is, or where no people play.
    pub(crate) fn abandoned_since(&self) -> Option<Instant> {
        let seen = self.lock();
        (self.people && seen.here == 0).then_some(seen.last)
    }

    /// Waits for a change.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    fn change(&self, change: impl FnOnce(&mut Seen)) {
        let mut seen = self.lock();
        change(&mut seen);
        seen.last = Instant::now();
        drop(seen);
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().expect("nobody panics while holding this lock")
    }
}

impl Attendance {
    /// They said something.
    pub(crate) fn word(&self) {
        self.0.change(|_| {});
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.0.change(|seen| seen.here -= 1);
    }
}

/// A duration for people.
pub(crate) fn in_words(time: Duration) -> String {
    let count = |n: u64, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
    match time.as_secs() {
        seconds if seconds < 120 => count(seconds, "second"),
        seconds if seconds < 7200 => count(seconds / 60, "minute"),
        seconds => count(seconds / 3600, "hour"),
    }
}
