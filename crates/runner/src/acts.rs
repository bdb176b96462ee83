//! What the seats of a match did, as one number: two matches in which everybody did the same are one match.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Seat, StateHash};
use meydan_referee::Recorder;

/// Hashes every seat's acts by themselves, so that it says nothing who of several was the first in a window. All clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Acts(Arc<Mutex<Sum>>);

#[derive(Debug, Default)]
struct Sum {
    window: u32,
    seats: BTreeMap<Seat, StateHash>,
}

impl Acts {
    /// All of it until now.
    pub(crate) fn hash(&self) -> StateHash {
        let sum = self.0.lock().expect("nobody panics while holding this lock");
        StateHash::of(&sum.seats.iter().map(|(seat, hash)| (*seat, hash.0)).collect::<Vec<_>>())
    }

    fn add(&self, seat: Seat, what: &[u8]) {
        let mut sum = self.0.lock().expect("nobody panics while holding this lock");
        let window = sum.window;
        let hash = sum.seats.entry(seat).or_insert(StateHash(0));
        *hash = StateHash::of(&(hash.0, window, what));
    }
}

impl<G: Game> Recorder<G> for Acts {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        match entry {
            Entry::Act(seat, action) => {
                self.add(*seat, &serde_json::to_vec(action).expect("an act is JSON in every record"));
            }
            Entry::Withdraw(seat) => self.add(*seat, b"withdraws"),
            Entry::Close(_) => self.0.lock().expect("nobody panics while holding this lock").window += 1,
            _ => {}
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}

    fn reads_hashes(&self) -> bool {
        false
    }
}
