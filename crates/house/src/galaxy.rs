//! House bots of `galaxy`.

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &[];
