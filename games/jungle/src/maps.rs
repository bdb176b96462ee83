//! The maps that come with the game, as pictures in the contest's colours. `maps/jungle/` has each as text too.

use meydan_core::MapFile;

use crate::Map;

macro_rules! maps {
    ($($name:literal),* $(,)?) => {
        &[$(MapFile {
            name: $name,
            bytes: include_bytes!(concat!("../../../maps/jungle/", $name, ".bmp")),
        }),*]
    };
}

/// All of them; the first is the default.
pub const ALL: &[MapFile] = maps![
    "canopy", "causeway", "clearing", "delta", "grotto", "lianas", "mangrove", "ruins", "terraces",
    "trefoil",
];

/// How many units a team should have on one of our own maps (spec 10.3), where every unit has a spawn tile; `None` for other maps.
pub fn suggested_units(map: &[u8], teams: usize) -> Option<usize> {
    ALL.iter().find(|own| own.bytes == map)?;
    let usual = match teams {
        2 => 4,
        3 => 3,
        4 => 2,
        _ => return None,
    };
    let room = Map::read(map).ok()?.spawns().count() / teams;
    Some(usual.min(room))
}
