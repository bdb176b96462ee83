//! Where a test can pull the plug.

use crate::states::{
    Checked, ContestState, FinalState, JobState, MatchState, RejudgeState, RoundState, Standing, VersionState,
};
use crate::words::State;

/// Aborts the process if `MEYDAN_FAILPOINT` names this point; `NAME#3` is the third time that it is passed.
///
/// Every change of a state has two points, before and after its commit: `match.over:before` and `match.over:after` for a match that
/// becomes `over`, and so on; a new row counts as a change to its first state. [`failpoints`] has all of them.
///
/// Only a debug build has them. So the tests start the same program that they are built with, and no set of features can put
/// them into a release.
#[inline]
pub fn failpoint(name: &str) {
    #[cfg(debug_assertions)]
    points::pass(name);
    #[cfg(not(debug_assertions))]
    let _ = name;
}

/// Every fail point there is: for a test that walks them all.
pub fn failpoints() -> Vec<String> {
    let steps = [
        steps::<Checked>(),
        steps::<ContestState>(),
        steps::<FinalState>(),
        steps::<JobState>(),
        steps::<MatchState>(),
        steps::<RejudgeState>(),
        steps::<RoundState>(),
        steps::<Standing>(),
        steps::<VersionState>(),
    ];
    // Nothing becomes that: a match comes into being with it.
    let steps = steps.concat().into_iter().filter(|step| step != "check.pending");
    steps.flat_map(|step| [format!("{step}:before"), format!("{step}:after")]).collect()
}

fn steps<S: State>() -> Vec<String> {
    S::EVERY.iter().map(|state| format!("{}.{}", S::WHAT, state.as_word())).collect()
}

#[cfg(debug_assertions)]
mod points {
    use std::collections::BTreeSet;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// The point that was asked for, and how often it must be passed.
    static WANTED: LazyLock<Option<(String, u32)>> = LazyLock::new(|| {
        let wanted = std::env::var("MEYDAN_FAILPOINT").ok()?;
        Some(match wanted.split_once('#') {
            Some((name, times)) => (name.to_owned(), times.parse().unwrap_or(1)),
            None => (wanted, 1),
        })
    });
    static PASSED: AtomicU32 = AtomicU32::new(0);

    static ALL: LazyLock<BTreeSet<String>> = LazyLock::new(|| super::failpoints().into_iter().collect());

    pub(super) fn pass(name: &str) {
        assert!(ALL.contains(name), "`{name}` is not among all fail points; name its states in `failpoints`");
        let Some((wanted, times)) = &*WANTED else { return };
        if wanted == name && PASSED.fetch_add(1, Ordering::Relaxed) + 1 >= *times {
            std::process::abort();
        }
    }
}
