//! The arena under siege: killed at every step, killed at any moment, stopped in the middle of things, copied while it runs.
//!
//! What was answered must stay true: a version that was taken is built, a result that was shown stays, and no match counts
//! twice. The program is the ordinary one of a debug build, which has fail points.
#![cfg(debug_assertions)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod audit;
mod backup;
mod camp;
mod kill;
mod stop;
mod stories;
mod trouble;
