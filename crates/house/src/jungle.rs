//! House bots of `jungle`.

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &[];
