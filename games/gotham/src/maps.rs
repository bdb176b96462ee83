//! The maps that come with Meydan.

use meydan_core::MapFile;

/// All of them, the default first.
pub const ALL: &[MapFile] = &[];
