//! What is computed from the match table of a contest, kept until the table changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use meydan_store::ContestId;

/// What something was computed from, as a number.
pub(crate) type Mark = u64;

/// One thing for each contest, as it was last computed.
pub(crate) struct Computed<T> {
    known: Mutex<BTreeMap<ContestId, (Mark, Arc<T>)>>,
    /// Those that are being computed.
    computing: Mutex<BTreeSet<ContestId>>,
}

impl<T> Default for Computed<T> {
    fn default() -> Computed<T> {
        Computed { known: Mutex::default(), computing: Mutex::default() }
    }
}

/// What a caller who needs it should do.
pub(crate) enum Found<'a, T> {
    /// Take this.
    Known(Arc<T>),
    /// Compute it.
    Wanted(Computing<'a, T>),
}

/// Somebody computes, until this is dropped. Two may at once where nothing is known yet.
pub(crate) struct Computing<'a, T> {
    all: &'a Computed<T>,
    contest: ContestId,
    mark: Mark,
    first: bool,
}

impl<T> Computed<T> {
    /// What is known. While matches end all the time the crowd gets the last one; one caller at a time makes the next.
    pub(crate) fn find(&self, contest: &ContestId, mark: Mark) -> Found<'_, T> {
        let known = held(&self.known).get(contest).cloned();
        if let Some((old, known)) = &known
            && *old == mark
        {
            return Found::Known(known.clone());
        }
        let first = held(&self.computing).insert(contest.clone());
        match known {
            Some((_, known)) if !first => Found::Known(known),
            _ => Found::Wanted(Computing { all: self, contest: contest.clone(), mark, first }),
        }
    }
}

impl<T> Computing<'_, T> {
    pub(crate) fn done(self, made: T) -> Arc<T> {
        let made = Arc::new(made);
        held(&self.all.known).insert(self.contest.clone(), (self.mark, made.clone()));
        made
    }
}

impl<T> Drop for Computing<'_, T> {
    fn drop(&mut self) {
        if self.first {
            held(&self.all.computing).remove(&self.contest);
        }
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().expect("nobody panics while holding this lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crowd_gets_the_last_one_while_one_makes_the_next() {
        let all: Computed<u32> = Computed::default();
        let contest = ContestId::fresh();
        let Found::Wanted(first) = all.find(&contest, 1) else { panic!("nothing is known") };
        assert!(matches!(all.find(&contest, 1), Found::Wanted(_)), "nobody waits for the first");
        first.done(10);
        assert!(matches!(all.find(&contest, 1), Found::Known(known) if *known == 10));
        let Found::Wanted(second) = all.find(&contest, 2) else { panic!("it is stale") };
        assert!(matches!(all.find(&contest, 2), Found::Known(known) if *known == 10));
        second.done(20);
        assert!(matches!(all.find(&contest, 2), Found::Known(known) if *known == 20));
    }

    #[test]
    fn whoever_stumbles_leaves_the_work_to_the_next() {
        let all: Computed<u32> = Computed::default();
        let contest = ContestId::fresh();
        drop(all.find(&contest, 1));
        assert!(matches!(all.find(&contest, 1), Found::Wanted(_)));
    }
}
