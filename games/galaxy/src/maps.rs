//! The maps that come with the game.

use meydan_core::MapFile;

macro_rules! maps {
    ($($name:literal),* $(,)?) => {
        &[$(MapFile {
            name: $name,
            bytes: include_bytes!(concat!("../../../maps/galaxy/", $name, ".json")),
        }),*]
    };
}

/// All of them; the first is the default.
pub(crate) const MAPS: &[MapFile] =
    maps!["trefoil", "triskelion", "windmill", "crown", "delta", "frontier", "cradle", "marches", "expanse",];
