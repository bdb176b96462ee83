use futures_util::future::BoxFuture;
use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome};

use crate::Infrastructure;

/// Somebody who is told what happens, in order and after it has happened, with the game as it is then: a record, a live
/// picture. It is called under the match's lock, so it only takes note; what takes time is done elsewhere, and an
/// [`Interlude`] waits for it.
pub trait Recorder<G: Game>: Send {
    /// One entry of the trace and the events it caused.
    fn entry(&mut self, entry: &Entry<G::Action>, events: &[G::Event], game: &G);

    /// Whether it reads the hashes of the states. Where nobody does, house bots among themselves play without them.
    fn reads_hashes(&self) -> bool {
        true
    }

    /// The match is over.
    fn end(&mut self, outcome: &Outcome, game: &G);
}

/// Something that the match waits for before it opens the next window, off its lock: a record that must reach the disk,
/// a pace that people can follow.
pub trait Interlude: Send {
    /// Waits. An error makes the match void.
    fn wait(&mut self) -> BoxFuture<'_, Result<(), Infrastructure>>;
}
