//! The laws of batches, on maps of unlike sizes and under every ruleset.

use meydan_core::{Setup, Terms};
use meydan_galaxy::Galaxy;
use meydan_testkit::BatchLaws;

#[test]
fn galaxy_keeps_the_laws_of_batches() {
    let maps = ["cradle", "delta"].map(|name| Galaxy::maps().iter().find(|map| map.name == name).unwrap());
    let configs = maps.into_iter().flat_map(|map| {
        Galaxy::RULESETS.iter().map(|ruleset| Galaxy::config(map.bytes, &Terms::of(*ruleset)).unwrap())
    });
    BatchLaws::<Galaxy>::new(configs).games(2).most_steps(130).check();
}
