//! Matches that are being played and can be watched.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use meydan_arena::Film;
use meydan_store::MatchId;

/// The films of matches that are being played.
#[derive(Default)]
pub(crate) struct Films(Mutex<BTreeMap<MatchId, Film>>);

impl Films {
    pub(crate) fn show(&self, id: &MatchId, film: Film) {
        self.lock().insert(id.clone(), film);
    }

    pub(crate) fn find(&self, id: &MatchId) -> Option<Film> {
        self.lock().get(id).cloned()
    }

    pub(crate) fn end(&self, id: &MatchId) {
        self.lock().remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, Film>> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}
