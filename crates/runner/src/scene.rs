//! A match as somebody follows it at a terminal: one scene per window, handed over between two windows.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use meydan_catalog::{Drawing, Offer};
use meydan_core::trace::{Entry, Header};
use meydan_core::{FaultKind, Game, Outcome, Seat, Viewer};
use meydan_referee::{Exceptions, FAULTS_KEPT, Infrastructure, Interlude, Recorder, SeatTime};
use serde::Serialize;

/// Where the scenes of a match go.
pub struct SceneSink {
    /// Through whose eyes boards are drawn; `None`: none are.
    pub eyes: Option<Viewer>,
    /// Takes a scene. It is called between two windows, off the match's lock, and may take its time.
    pub send: Box<dyn FnMut(Scene) + Send>,
}

/// What is to be seen after a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The window that has closed.
    pub window: u32,
    /// The board after it, where drawings were asked for and the game has one.
    pub drawing: Option<Drawing>,
    /// How many faults there were so far.
    pub faults: u64,
    /// Whether there may be more of them: only so many of a kind are kept.
    pub further: bool,
    /// How many exceptions programs reported in their error output so far.
    pub exceptions: u64,
    /// How long each seat took in this window, in microseconds.
    pub used: Vec<(Seat, u64)>,
}

/// The scene that waits to be handed over.
type Waiting = Arc<Mutex<Option<Scene>>>;

impl SceneSink {
    pub(crate) fn open<G: Offer>(self, header: &Header) -> (Follower<G>, HandOver) {
        let waiting = Waiting::default();
        // The config of a match that is about to be played is whole.
        let config = self.eyes.and_then(|_| serde_json::from_str(header.config.get()).ok());
        let follower = Follower {
            eyes: self.eyes,
            config,
            next: Scene::default(),
            kept: Vec::new(),
            heard: BTreeMap::new(),
            waiting: waiting.clone(),
        };
        (follower, HandOver { waiting, send: self.send })
    }
}

pub(crate) struct Follower<G: Game> {
    eyes: Option<Viewer>,
    config: Option<G::Config>,
    next: Scene,
    /// How many faults there were of each kind of a seat.
    kept: Vec<(Seat, FaultKind, usize)>,
    heard: BTreeMap<Seat, Exceptions>,
    waiting: Waiting,
}

impl<G: Offer> Recorder<G> for Follower<G> {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], game: &G) {
        match entry {
            Entry::Fault(fault) => {
                self.next.faults += 1;
                let same =
                    |kept: &&mut (Seat, FaultKind, usize)| (kept.0, kept.1) == (fault.seat, fault.kind);
                match self.kept.iter_mut().find(same) {
                    Some((.., count)) => {
                        *count += 1;
                        self.next.further |= *count >= FAULTS_KEPT;
                    }
                    None => self.kept.push((fault.seat, fault.kind, 1)),
                }
            }
            Entry::Stderr(seat, text) => {
                self.next.exceptions += self.heard.entry(*seat).or_default().hear(text).len() as u64;
            }
            Entry::Time(seat, micros) => self.next.used.push((*seat, *micros)),
            Entry::Close(_) => {
                let drawn = self.eyes.zip(self.config.as_ref()).zip(G::hand());
                self.next.drawing =
                    drawn.map(|((eyes, config), hand)| (hand.sketch)(config, &game.view(eyes), eyes));
                *self.waiting.lock().expect("nobody panics while holding this lock") =
                    Some(self.next.clone());
                self.next.window += 1;
                self.next.used.clear();
            }
            _ => {}
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}

pub(crate) struct HandOver {
    waiting: Waiting,
    send: Box<dyn FnMut(Scene) + Send>,
}

impl Interlude for HandOver {
    fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>> {
        let scene = self.waiting.lock().expect("nobody panics while holding this lock").take();
        if let Some(scene) = scene {
            (self.send)(scene);
        }
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A window in which a seat took long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SlowWindow {
    /// The seat.
    pub seat: Seat,
    /// The window.
    pub window: u32,
    /// How long, in microseconds.
    pub micros: u64,
}

/// The slowest windows of every seat, the slowest of all first; so many windows were played before. It is what the seats took: what they
/// are charged for garbage or for being absent is no time of theirs.
pub(crate) fn slowest(times: &[SeatTime], earlier: u32) -> Vec<SlowWindow> {
    let of_seat = |(seat, time): (usize, &SeatTime)| {
        let taken = time.slowest.into_iter().filter(|(_, micros)| *micros > 0);
        taken.map(move |(window, micros)| SlowWindow {
            seat: Seat(seat as u8),
            window: window + earlier,
            micros,
        })
    };
    let mut slowest: Vec<SlowWindow> = times.iter().enumerate().flat_map(of_seat).collect();
    slowest.sort_by_key(|slow| std::cmp::Reverse(slow.micros));
    slowest
}
