//! Matches that are being played and can be watched, and the people who play in them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use meydan_arena::{Film, Reception};
use meydan_store::MatchId;

/// A match while it is played, as whoever watches it or plays in it meets it.
#[derive(Clone)]
pub struct Live {
    /// What a spectator sees.
    pub film: Film,
    /// What each person sees.
    pub seat_films: BTreeMap<u8, Film>,
    /// Where people come in.
    pub reception: Arc<Reception>,
}

/// The matches that are being played.
#[derive(Default)]
pub(crate) struct Films(Mutex<BTreeMap<MatchId, Live>>);

impl Films {
    pub(crate) fn show(&self, id: &MatchId, live: Live) {
        self.lock().insert(id.clone(), live);
    }

    pub(crate) fn find(&self, id: &MatchId) -> Option<Live> {
        self.lock().get(id).cloned()
    }

    pub(crate) fn end(&self, id: &MatchId) -> Option<Live> {
        self.lock().remove(id)
    }

    /// The same, if that is what is shown of it.
    pub(crate) fn end_only(&self, id: &MatchId, film: &Film) {
        let mut films = self.lock();
        if films.get(id).is_some_and(|live| live.film.is(film)) {
            films.remove(id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, Live>> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}
