//! The maps that come with Meydan, drawn for it: the same to both teams when turned half around.

use meydan_core::MapFile;

macro_rules! map {
    ($name:literal) => {
        MapFile { name: $name, bytes: include_bytes!(concat!("../../../maps/heroes/", $name, ".map")) }
    };
}

/// All of them, the default first.
pub(crate) const MAPS: &[MapFile] = &[
    map!("plaza"),
    map!("duel"),
    map!("corridors"),
    map!("pillars"),
    map!("river"),
    map!("ring"),
    map!("fortress"),
    // These two are walled all around, with four cells to appear on: what bots of the contest grew up with.
    map!("bastion"),
    map!("cloister"),
];
