//! Writing a map file of the contest.

use std::fmt::Write;

use super::{AbilityKind, Config};
use crate::cells::Cell;

/// The config as a map file of the contest's format. Flags that are false are left out; every reader of such maps
/// takes a missing flag for false.
pub fn map_file(config: &Config) -> String {
    let mut out = String::from("{\n\"gameConstants\": {");
    let mut between = "";
    for (key, value) in &config.map_constants {
        write!(out, "{between}{}: {value}", quoted(key)).expect(MEMORY);
        between = ", ";
    }
    let (rows, columns) = (config.rows(), config.columns());
    write!(out, "}},\n\"map\": {{\"rowNum\": {rows}, \"columnNum\": {columns}, \"cells\": [").expect(MEMORY);
    for row in 0..rows {
        for column in 0..columns {
            let cell = Cell { row, column };
            let comma = if (row, column) == (0, 0) { "" } else { "," };
            write!(out, "{comma}\n{{\"row\": {row}, \"column\": {column}").expect(MEMORY);
            for (key, set) in [
                ("isWall", &config.walls),
                ("isInFirstRespawnZone", &config.respawn[0]),
                ("isInSecondRespawnZone", &config.respawn[1]),
                ("isInObjectiveZone", &config.objective),
            ] {
                if set.contains(cell) {
                    write!(out, ", \"{key}\": true").expect(MEMORY);
                }
            }
            out.push('}');
        }
    }
    out.push_str("]},\n\"heroConstants\": [");
    between = "\n";
    for class in &config.heroes {
        let abilities: Vec<String> = class.abilities.iter().map(|name| quoted(name.as_str())).collect();
        write!(
            out,
            "{between}{{\"name\": {}, \"abilityNames\": [{}], \"maxHP\": {}, \"moveAPCost\": {}, \"respawnTime\": {}}}",
            quoted(class.name.as_str()),
            abilities.join(", "),
            class.max_hp,
            class.move_cost,
            class.respawn_time
        )
        .expect(MEMORY);
        between = ",\n";
    }
    out.push_str("],\n\"abilityConstants\": [");
    between = "\n";
    for ability in &config.abilities {
        write!(
            out,
            "{between}{{\"name\": {}, \"type\": \"{}\", \"range\": {}, \"APCost\": {}, \"cooldown\": {}, \"areaOfEffect\": {}, \"power\": {}, \"isLobbing\": {}, \"isPiercing\": {}}}",
            quoted(ability.name.as_str()),
            match ability.kind {
                AbilityKind::Offensive => "OFFENSIVE",
                AbilityKind::Defensive => "DEFENSIVE",
                AbilityKind::Dodge => "DODGE",
                AbilityKind::Fortify => "FORTIFY",
            },
            ability.range,
            ability.cost,
            ability.cooldown,
            ability.area,
            ability.power,
            ability.lobbing,
            ability.piercing
        )
        .expect(MEMORY);
        between = ",\n";
    }
    out.push_str("]\n}\n");
    out
}

/// The text as a JSON string.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text is JSON")
}

const MEMORY: &str = "memory can be written";
