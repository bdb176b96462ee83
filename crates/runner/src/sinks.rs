//! Where the record and the picture of a match go. Nothing here does its work under the match's lock.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_catalog::{Advice, Offer, ReelRecorder};
use meydan_core::trace::{Entry, Header};
use meydan_core::{Game, Outcome, Viewer};
use meydan_record::Key;
use meydan_referee::{Infrastructure, Interlude, Recorder};

use crate::Kept;
use crate::recording::Writing;
use crate::scene::SceneSink;

/// Where a match goes while it is played.
#[derive(Default)]
pub struct Sinks {
    /// Its record.
    pub trace: Option<TraceSink>,
    /// Its picture, through as many eyes as wanted.
    pub reels: Vec<ReelSink>,
    /// Who follows it window by window.
    pub scenes: Option<SceneSink>,
    /// Whether what house bots think is measured, where all are. It takes time itself.
    pub profiled: bool,
    /// Whether the report says what was done as one number ([`MatchReport::acts`](crate::MatchReport::acts)).
    pub acts: bool,
    /// Hints for whoever is to move.
    pub hints: Option<HintSlot>,
    /// Whether record and picture are for strangers: notes, error output and what exactly was said wrong stay with whoever
    /// said it.
    pub discreet: bool,
}

/// A record in a file.
#[derive(Clone, Debug)]
pub struct TraceSink {
    /// The file. Until the match is over it is beside that, under a name that says it is partial.
    pub path: PathBuf,
    /// Who signs it.
    pub key: Option<Key>,
}

/// A picture: the lines of a reel, as they come.
pub struct ReelSink {
    /// Through whose eyes.
    pub eyes: Viewer,
    /// Takes a line. It is called under the match's lock and must not wait.
    pub send: Box<dyn FnMut(String) + Send>,
}

/// Where the latest hint can be asked for while the match is played.
#[derive(Clone, Default)]
pub struct HintSlot(Arc<Mutex<Option<Ask>>>);

type Ask = Arc<dyn Fn() -> Option<Advice> + Send + Sync>;

impl HintSlot {
    /// What whoever is to move should do. It may take a moment of thinking.
    pub fn ask(&self) -> Option<Advice> {
        let ask = self.0.lock().expect("nobody panics while holding this lock").clone();
        ask.and_then(|ask| ask())
    }
}

struct HintRecorder(HintSlot);

impl<G: Offer> Recorder<G> for HintRecorder {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], game: &G) {
        if G::HINTS && entry.is_input() {
            let game = game.clone();
            let ask: Ask = Arc::new(move || game.hint());
            *self.0.0.lock().expect("nobody panics while holding this lock") = Some(ask);
        }
    }
    fn end(&mut self, _: &Outcome, _: &G) {}
}

/// The sinks of one match at work.
pub(crate) struct Opened<G: Game> {
    pub(crate) recorders: Vec<Box<dyn Recorder<G>>>,
    pub(crate) interludes: Vec<Box<dyn Interlude>>,
    trace: Option<Writing>,
}

impl Sinks {
    /// Opens everything, for a match as it stands now. `alone`: house bots play it one after another on a thread that nobody waits for.
    pub(crate) fn open<G: Offer>(
        self,
        game: &G,
        header: &Header,
        pace: Duration,
        alone: bool,
    ) -> Result<Opened<G>, Infrastructure> {
        let mut opened = Opened { recorders: Vec::new(), interludes: Vec::new(), trace: None };
        if let Some(sink) = self.trace {
            let (recorder, waiting, writing) = sink.open(header, alone)?;
            opened.recorders.push(discreetly(self.discreet, recorder));
            opened.interludes.push(Box::new(waiting));
            opened.trace = Some(writing);
        }
        for ReelSink { eyes, send } in self.reels {
            let discreet = self.discreet && eyes == Viewer::Spectator;
            opened.recorders.push(discreetly(discreet, ReelRecorder::new(game, header, eyes, send)));
        }
        if let Some(slot) = self.hints {
            let ask: Ask = {
                let game = game.clone();
                Arc::new(move || game.hint())
            };
            *slot.0.lock().expect("nobody panics while holding this lock") = Some(ask);
            opened.recorders.push(Box::new(HintRecorder(slot)));
        }
        if let Some(sink) = self.scenes {
            let (follower, hand_over) = sink.open::<G>(header);
            opened.recorders.push(Box::new(follower));
            opened.interludes.push(Box::new(hand_over));
        }
        if !pace.is_zero() {
            opened.interludes.push(Box::new(Pace(pace)));
        }
        Ok(opened)
    }
}

/// A recorder as it is, or one that hears nobody's own words.
fn discreetly<G: Game>(discreet: bool, recorder: impl Recorder<G> + 'static) -> Box<dyn Recorder<G>> {
    if discreet { Box::new(Discreet(recorder)) } else { Box::new(recorder) }
}

struct Discreet<R>(R);

impl<G: Game, R: Recorder<G>> Recorder<G> for Discreet<R> {
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G) {
        match entry {
            Entry::Note(..) | Entry::Stderr(..) | Entry::Fault(_) => {
                if let Some(told) = entry.clone().discreet() {
                    self.0.entry(&told, events, game);
                }
            }
            _ => self.0.entry(entry, events, game),
        }
    }

    fn end(&mut self, outcome: &Outcome, game: &G) {
        self.0.end(outcome, game);
    }
}

impl<G: Game> Opened<G> {
    /// Closes the record: whole if the match is over. The recorders must be gone by now.
    pub(crate) fn close(trace: Option<Writing>, over: bool, windows: u32) -> Option<Kept> {
        trace.map(|writing| writing.close(over, windows))
    }

    pub(crate) fn take_trace(&mut self) -> Option<Writing> {
        self.trace.take()
    }
}

/// Waits after every window, so that a person can follow.
struct Pace(Duration);

impl Interlude for Pace {
    fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>> {
        Box::pin(async {
            tokio::time::sleep(self.0).await;
            Ok(())
        })
    }
}
