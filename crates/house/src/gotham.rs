//! House bots of `gotham`.

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &[];
