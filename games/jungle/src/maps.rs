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

/// All of them; the first is the default. It has fewer diamonds than units, so that teams must meet: where each unit finds one of
/// its own, all strong bots score alike.
pub const ALL: &[MapFile] = maps![
    "clearing", "canopy", "causeway", "delta", "grotto", "lianas", "mangrove", "ruins", "terraces",
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

/// How many units a team had in the contest on its own map of that name, `LEVEL-N_ROWSxCOLS_kD` (spec 10.3); `None` for names that
/// the contest did not use.
pub fn contest_units(name: &str, teams: usize) -> Option<usize> {
    let level = name.split('_').next()?;
    let (kind, number) = level.split_once('-')?;
    let known =
        matches!(kind, "easy" | "inter" | "adv") && number.parse::<u8>().is_ok_and(|number| number > 0);
    if !known {
        return None;
    }
    match teams {
        2 => Some(match level {
            "adv-3" | "adv-5" | "adv-8" | "inter-2" => 3,
            "easy-7" => 5,
            "easy-6" => 6,
            _ => 4,
        }),
        4 => Some(match level {
            "adv-9" | "easy-2" | "easy-6" | "easy-7" | "inter-6" => 3,
            _ => 2,
        }),
        _ => None,
    }
}
