//! The maps that come with Meydan. Each is a `map.yml` and a `map.json` of the original's kind, read as one.

use meydan_core::MapFile;

macro_rules! map {
    ($name:literal) => {
        MapFile {
            name: $name,
            bytes: concat!(
                include_str!(concat!("../../../maps/gotham/", $name, ".yml")),
                "---\n",
                include_str!(concat!("../../../maps/gotham/", $name, ".json"))
            )
            .as_bytes(),
        }
    };
}

/// All of them, the default first. `finals` has Joker and Batman and needs the ruleset `official`.
pub(crate) const ALL: &[MapFile] = &[
    map!("riverside"),
    map!("village"),
    map!("harbour"),
    map!("old-town"),
    map!("midtown"),
    map!("metropolis"),
    map!("finals"),
];
