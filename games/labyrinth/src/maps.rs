use meydan_core::MapFile;

/// The boards that come with Meydan; the first is the default.
pub(crate) const ALL: &[MapFile] = &[];
