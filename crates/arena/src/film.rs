use std::sync::{Arc, Mutex, MutexGuard};

use meydan_server::ReelSource;
use tokio::sync::{mpsc, watch};

/// The reel of a match while it is made. Many may follow it, each from the beginning.
#[derive(Clone)]
pub struct Film(Arc<Inner>);

struct Inner {
    roll: Mutex<Roll>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Roll {
    lines: Vec<Arc<str>>,
    over: bool,
}

/// How many lines wait for a spectator who is slow to take them.
const AHEAD: usize = 64;

impl Default for Film {
    fn default() -> Film {
        Film::new()
    }
}

impl Film {
    /// An empty film.
    pub fn new() -> Film {
        Film(Arc::new(Inner { roll: Mutex::default(), changed: watch::Sender::new(()) }))
    }

    /// One more line.
    pub fn push(&self, line: String) {
        self.lock().lines.push(line.into());
        self.0.changed.send_replace(());
    }

    /// Nothing more will come.
    pub fn finish(&self) {
        self.lock().over = true;
        self.0.changed.send_replace(());
    }

    /// How many windows there are by now.
    pub(crate) fn windows(&self) -> u32 {
        let roll = self.lock();
        let others = if roll.over { 2 } else { 1 };
        roll.lines.len().saturating_sub(others) as u32
    }

    /// All lines from the first, then what comes, until the end. Must be called inside a tokio runtime.
    pub fn follow(&self) -> ReelSource {
        let (send, source) = mpsc::channel(AHEAD);
        let film = self.clone();
        tokio::spawn(async move {
            let mut changed = film.0.changed.subscribe();
            let mut next = 0;
            loop {
                let (lines, over) = {
                    let roll = film.lock();
                    (roll.lines[next..].to_vec(), roll.over)
                };
                next += lines.len();
                for line in lines {
                    // A spectator who has left wants nothing more.
                    if send.send(line.to_string()).await.is_err() {
                        return;
                    }
                }
                if over || changed.changed().await.is_err() {
                    return;
                }
            }
        });
        source
    }

    fn lock(&self) -> MutexGuard<'_, Roll> {
        self.0.roll.lock().expect("nobody panics while holding this lock")
    }
}

/// Sends the lines of a reel that can be made at once from a thread that may block.
pub(crate) fn made_at_once(make: impl FnOnce(&mut dyn FnMut(String)) + Send + 'static) -> ReelSource {
    let (send, source) = mpsc::channel(AHEAD);
    tokio::task::spawn_blocking(move || {
        make(&mut |line| {
            // A spectator who has left wants nothing more.
            let _ = send.blocking_send(line);
        });
    });
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_comes_late_sees_everything_from_the_beginning() {
        let film = Film::new();
        film.push("one".into());
        let mut early = film.follow();
        assert_eq!(early.recv().await.as_deref(), Some("one"));
        film.push("two".into());
        let mut late = film.follow();
        film.finish();
        assert_eq!(early.recv().await.as_deref(), Some("two"));
        assert_eq!(early.recv().await, None);
        assert_eq!(late.recv().await.as_deref(), Some("one"));
        assert_eq!(late.recv().await.as_deref(), Some("two"));
        assert_eq!(late.recv().await, None);
    }
}
