//! The laws of batches, on maps of unlike sizes and under every ruleset.

use meydan_core::{Setup, Terms};
use meydan_heroes::Heroes;
use meydan_testkit::BatchLaws;

#[test]
fn heroes_keeps_the_laws_of_batches() {
    let maps = ["duel", "ring"].map(|name| Heroes::maps().iter().find(|map| map.name == name).unwrap());
    let configs = maps.into_iter().flat_map(|map| {
        Heroes::RULESETS.iter().map(|ruleset| Heroes::config(map.bytes, &Terms::of(*ruleset)).unwrap())
    });
    BatchLaws::<Heroes>::new(configs).games(1).most_steps(120).check();
}
