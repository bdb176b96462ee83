//! House bots of `labyrinth`.

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &[];
