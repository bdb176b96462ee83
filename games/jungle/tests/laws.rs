//! The laws every game keeps.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Seed, Setup, Terms};
use meydan_jungle::{Config, Jungle, Map, Ruleset};
use meydan_testkit::Laws;

fn small(rows: &[&str], teams: usize, units: usize, ticks: u32, ruleset: Ruleset) -> Config {
    let map = Map::from_rows(rows).unwrap();
    Config { ticks, ruleset, ..Config::new(map, teams, units, &mut Chance::new(Seed(5))) }
}

#[test]
fn jungle_keeps_the_laws() {
    let cross = ["S..#..S", ".D...D.", "..#.#..", "S..D..S"];
    Laws::<Jungle>::new([
        small(&cross, 2, 4, 120, Ruleset::Document),
        small(&cross, 4, 3, 120, Ruleset::Official),
        small(&["SSS", "D.D"], 3, 5, 60, Ruleset::Official),
        // Odd ones: a team alone, no diamond, no spawn tile, nothing but wall.
        small(&["S..D"], 1, 1, 30, Ruleset::Document),
        small(&["S...S"], 2, 1, 12, Ruleset::Document),
        small(&["...", ".D."], 2, 2, 3, Ruleset::Official),
        small(&["#"], 2, 2, 1, Ruleset::Document),
    ])
    .most_windows(121)
    .check();
}

#[test]
fn jungle_keeps_the_laws_on_its_own_maps() {
    let configs = Jungle::maps().iter().take(3).flat_map(|map| {
        Jungle::RULESETS.iter().map(|ruleset| Jungle::config(map.bytes, &Terms::of(*ruleset)).unwrap())
    });
    Laws::<Jungle>::new(configs).games(1).most_windows(301).check();
}
