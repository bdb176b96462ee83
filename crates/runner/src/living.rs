//! A process that was started for a seat, for as long as it lives: its player asks how it fares, the referee counts what it
//! uses, and the runner ends it, however the match went.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use meydan_core::Seat;
use meydan_native::{Lifeline, StderrTap};
use meydan_referee::Trouble;
use meydan_sandbox::{Cause, Relay, Tree};
use serde::Serialize;

use crate::judge::{Lease, LifeTerms};

/// How long a process may take to leave by itself after the match. It may want to write something down.
const GRACE: Duration = Duration::from_millis(500);
/// How long the end of a process is waited for when its streams have ended.
const MOMENT: Duration = Duration::from_millis(300);
/// How long its last words are waited for when it has gone.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How long one that is to stand still is waited for.
const FREEZING: Duration = Duration::from_millis(500);
/// How often its processor time is looked at while it is asked.
const LOOK: Duration = Duration::from_millis(100);

/// How the process of a seat ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatEnd {
    /// The seat.
    pub seat: Seat,
    /// How, in words.
    pub text: String,
}

impl SeatEnd {
    /// Whether it ended otherwise than a bot does after a match.
    pub fn is_odd(&self) -> bool {
        !self.text.ends_with(AFTER)
    }
}

/// What follows the end of a process that stayed to the end of its match.
const AFTER: &str = "after the match";

/// What became of a process that left as it should.
const WELL: &str = "it ended by itself after the match";

/// Whether a process that stayed to the end of its match broke down then: it did not leave as it should, and nobody ended it.
pub(crate) fn broke_down(how: &str) -> bool {
    let ended = || how.strip_suffix(AFTER).map(str::trim_end) == Some(Cause::Killed.to_string().as_str());
    how.ends_with(AFTER) && how != WELL && !ended()
}

/// What follows the end of a process that ended itself in the middle of its match.
const GOING_ON: &str = " while the match was going on";

/// How a process ended that never took part in its match.
pub(crate) fn before_the_match(how: &str) -> &str {
    how.strip_suffix(GOING_ON).unwrap_or(how)
}

/// Cheap to clone; everybody has the same process in hand.
#[derive(Clone)]
pub(crate) struct Living(Arc<Inner>);

struct Inner {
    tree: tokio::sync::Mutex<Tree>,
    gauge: meydan_sandbox::Gauge,
    terms: Option<LifeTerms>,
    /// What it ended of, once that is known.
    epitaph: Mutex<Option<String>>,
    /// What it writes, once its player is gone: one whose pipe is closed may break at a word, in the middle of its goodbye.
    output: Mutex<Vec<StderrTap>>,
    _lease: Option<Lease>,
    _relays: Vec<Relay>,
}

impl Living {
    pub(crate) fn new(
        tree: Tree,
        terms: Option<LifeTerms>,
        lease: Option<Lease>,
        relays: Vec<Relay>,
    ) -> Living {
        let gauge = tree.gauge();
        let tree = tokio::sync::Mutex::new(tree);
        Living(Arc::new(Inner {
            tree,
            gauge,
            terms,
            epitaph: Mutex::default(),
            output: Mutex::default(),
            _lease: lease,
            _relays: relays,
        }))
    }

    /// Waits until it has ended by itself, at most so long.
    pub(crate) async fn ended(&self, at_most: Duration) -> bool {
        self.0.tree.lock().await.wait(at_most).await
    }

    /// Its connection has ended, so it may be about to end.
    pub(crate) async fn settle(&self) {
        self.ended(MOMENT).await;
    }

    /// Its streams have ended: why, for its author.
    pub(crate) async fn epitaph(&self) -> String {
        match tokio::time::timeout(MOMENT, async { self.0.tree.lock().await.cause().await }).await {
            Ok(cause) => self.note(cause.to_string()),
            Err(_) => "it closed its output but runs on".to_owned(),
        }
    }

    /// How it ended, if it has.
    pub(crate) fn has_ended(&self) -> Option<String> {
        let mut tree = self.0.tree.try_lock().ok()?;
        tree.cause().now_or_never().map(|cause| self.note(cause.to_string()))
    }

    /// Waits until it has used more processor time than it has for its whole life.
    pub(crate) async fn worn_out(&self) -> Trouble {
        let Some(LifeTerms { life, .. }) = self.0.terms else { return std::future::pending().await };
        while self.0.gauge.cpu() <= life {
            tokio::time::sleep(LOOK).await;
        }
        Trouble::gone(self.note(Cause::Cpu(life).to_string()))
    }

    /// Its seat has left the match for good, so a judged bot is ended now. Nobody waits for that: it is on no seat's time.
    pub(crate) fn dismiss(&self, why: &Trouble) {
        if self.0.terms.is_some() {
            self.note(why.to_string());
            let living = self.clone();
            // What could not be ended is told when the runner asks again.
            tokio::spawn(async move { drop(living.0.tree.lock().await.end().await) });
        }
    }

    /// The match is over: it may leave by itself, and then it is ended with everything it has started. Says how it went.
    pub(crate) async fn release(&self) -> String {
        let mut tree = self.0.tree.lock().await;
        let text = match tokio::time::timeout(GRACE, tree.cause()).await.unwrap_or(Cause::Killed) {
            Cause::Exit(0) => WELL.to_owned(),
            other => format!("{other} {AFTER}"),
        };
        let text = self.note(text);
        // Survivors are told when the runner ends it for good.
        let _ = tree.end().await;
        text
    }

    /// Ends it with everything it has started, at once, and says how it ended and what is left of it.
    pub(crate) async fn end(&self, seat: Seat) -> (SeatEnd, Option<String>) {
        let mut tree = self.0.tree.lock().await;
        let left = tree.end().await.err().map(|survivors| format!("seat {seat}: {survivors}"));
        // The match may be over or stopped; the report says which.
        let text = tree.cause().await.to_string();
        (SeatEnd { seat, text: self.note(text) }, left)
    }

    /// The match was stopped, and it was told so: it may leave by itself, and write something down, before it is ended.
    pub(crate) async fn leave(&self) {
        self.ended(GRACE).await;
    }

    /// Its player is gone, but it may write on.
    pub(crate) fn keep(&self, output: Vec<StderrTap>) {
        *self.0.output.lock().expect("nobody panics while holding this lock") = output;
    }

    /// What it wrote that its player has not taken.
    pub(crate) async fn last_words(&self) -> String {
        let taps = std::mem::take(&mut *self.0.output.lock().expect("nobody panics while holding this lock"));
        let mut words = String::new();
        for mut tap in taps {
            tap.drain(LAST_WORDS).await;
            words.extend(tap.take());
        }
        words
    }

    /// What it may have over its whole life.
    pub(crate) fn terms(&self) -> Option<LifeTerms> {
        self.0.terms
    }

    /// Counts for the referee, if this is a jail, whose kernel counts for us. A client of an original contest is not held: its
    /// server may speak to it at any time.
    pub(crate) fn gauge(&self, holds: bool) -> Option<Arc<dyn meydan_referee::Gauge>> {
        self.0.terms.map(|_| Arc::new(Meter { gauge: self.0.gauge.clone(), holds }) as _)
    }

    /// Keeps what it ended of. The first cause counts.
    fn note(&self, text: String) -> String {
        let mut epitaph: MutexGuard<'_, _> =
            self.0.epitaph.lock().expect("nobody panics while holding this lock");
        epitaph.get_or_insert(text).clone()
    }
}

impl Lifeline for Living {
    fn epitaph(&mut self) -> BoxFuture<'_, String> {
        Box::pin(Living::epitaph(self))
    }

    fn release(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async { drop(Living::release(self).await) })
    }
}

/// The referee's view of a jail.
struct Meter {
    gauge: meydan_sandbox::Gauge,
    holds: bool,
}

impl meydan_referee::Gauge for Meter {
    fn cpu(&self) -> Duration {
        self.gauge.cpu()
    }

    fn peak(&self) -> u64 {
        self.gauge.measure().peak
    }

    fn hold(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            if self.holds {
                // One that cannot be caught is still counted.
                let _ = tokio::time::timeout(FREEZING, self.gauge.freeze()).await;
            }
        })
    }

    fn release(&self) {
        if self.holds {
            // A tree that is gone does not go on.
            let _ = self.gauge.thaw();
        }
    }
}
