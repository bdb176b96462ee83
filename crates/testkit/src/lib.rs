//! The laws every game must pass, random play for tests and benches, and helpers for golden traces.
//!
//! A game's `tests/laws.rs` is one call:
//!
//! ```text
//! meydan_testkit::Laws::<MyGame>::new(configs).check();
//! ```

mod batch;
pub mod golden;
mod laws;
mod play;
mod spoil;
mod stopwatch;
pub mod toy;

pub use batch::{BatchLaws, pick};
pub use laws::Laws;
pub use meydan_core::random_window;
pub use play::{Played, random_game};
pub use spoil::spoil;
pub use stopwatch::Stopwatch;
