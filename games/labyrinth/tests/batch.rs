//! The laws of batches, on boards of unlike sizes.

use meydan_core::{Chance, Seed};
use meydan_labyrinth::{Config, Labyrinth, Recipe, generate};
use meydan_testkit::BatchLaws;

#[test]
fn labyrinth_keeps_the_laws_of_batches() {
    let made = |recipe: Recipe| generate(&recipe, &mut Chance::new(Seed(4))).unwrap();
    let company = made(Recipe { runners: 5, hunters: 3, boxes: 8, ..Recipe::new(6, 7) });
    let crowd = Recipe { runners: 24, hunters: 1, boxes: 2, walls: 4, ..Recipe::new(7, 7) };
    BatchLaws::<Labyrinth>::new([
        made(Recipe { walls: 6, ..Recipe::new(4, 5) }),
        // One seat leads several runners; no hunter to push; more walls at once than are tied by hand.
        Config { seats: 2, ..company.clone() },
        Config { hunters: Vec::new(), boxes: company.boxes.clone(), ..Config::empty(6, 7) },
        Config { seats: 24, ..made(crowd) },
    ])
    .check();
}
