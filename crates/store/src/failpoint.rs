//! Where a test can pull the plug.

/// Aborts the process if `MEYDAN_FAILPOINT` names this point. Without the feature `failpoints` it does nothing.
///
/// Every change of a state has two points, before and after its commit: `match.over:before` and `match.over:after` for a match that
/// becomes `over`, and so on for `contest`, `version`, `round`, `job`, `rejudge`; a new row counts as a change to its first state.
#[inline]
pub fn failpoint(name: &str) {
    #[cfg(feature = "failpoints")]
    if std::env::var("MEYDAN_FAILPOINT").is_ok_and(|wanted| wanted == name) {
        std::process::abort();
    }
    #[cfg(not(feature = "failpoints"))]
    let _ = name;
}
