//! The laws of batches, on maps of unlike sizes and under every ruleset.

use meydan_core::{Setup, Terms};
use meydan_gotham::Gotham;
use meydan_testkit::BatchLaws;

#[test]
fn gotham_keeps_the_laws_of_batches() {
    let village = Gotham::maps().iter().find(|map| map.name == "village").unwrap();
    let old_town = Gotham::maps().iter().find(|map| map.name == "old-town").unwrap();
    let configs = [village, old_town].into_iter().flat_map(|map| {
        Gotham::RULESETS.iter().map(|ruleset| Gotham::config(map.bytes, &Terms::of(*ruleset)).unwrap())
    });
    BatchLaws::<Gotham>::new(configs).games(1).most_steps(60).check();
}
