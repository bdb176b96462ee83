use meydan_core::MapFile;

/// The maps that come with the game; the first is the default.
pub(crate) const ALL: &[MapFile] = &[MapFile { name: "first", bytes: FIRST }];

const FIRST: &[u8] = include_bytes!("../../../maps/__name__/first.txt");
