//! House bots of `heroes`.

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &[];
