use meydan_core::MapFile;

macro_rules! map {
    ($name:literal) => {
        MapFile { name: $name, bytes: include_bytes!(concat!("../../../maps/labyrinth/", $name, ".txt")) }
    };
}

/// The boards that come with Meydan; the first is the default.
pub(crate) const ALL: &[MapFile] = &[
    map!("course"),
    map!("first-steps"),
    map!("detour"),
    map!("gauntlet"),
    map!("boxes"),
    map!("company"),
    map!("crowd"),
];
