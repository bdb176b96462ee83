//! A small yard and the heroes in it, for tests.

use meydan_heroes::{AbilityKind, Cell, Config, Ruleset, draw};

use super::volley::Fighter;

const YARD: [&str; 7] = [
    "11..........", //
    "11..........",
    "......#.....",
    "......#.....",
    "......#.....",
    "..........22",
    "...ooo....22",
];

pub(super) fn yard() -> Config {
    draw(&YARD, Ruleset::Document).unwrap()
}

pub(super) fn blaster(config: &Config, slot: usize, row: u8, column: u8, hp: i32) -> Fighter<'_> {
    let class = config.heroes.iter().find(|class| class.name.as_str() == "BLASTER").unwrap();
    let abilities = class.abilities.iter().filter_map(|&name| config.ability(name));
    Fighter {
        slot,
        cell: Cell { row, column },
        hp,
        max_hp: class.max_hp,
        move_cost: class.move_cost,
        home: false,
        arms: abilities.filter(|ability| ability.kind == AbilityKind::Offensive).collect(),
    }
}
