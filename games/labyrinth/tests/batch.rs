//! The laws of batches, on boards of unlike sizes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Batch, Chance, Frame, Game, Next, Seed, Status, Viewer};
use meydan_labyrinth::{Config, Labyrinth, Recipe, generate};
use meydan_testkit::{BatchLaws, pick};

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

#[test]
fn a_player_with_only_views_observes_and_chooses_as_the_match_does() {
    let recipe = Recipe { runners: 3, hunters: 2, boxes: 6, ..Recipe::new(6, 7) };
    let config = generate(&recipe, &mut Chance::new(Seed(4))).unwrap();
    let frame = Labyrinth::frame(&config);
    let mut compared = 0;
    for seed in 0..8 {
        compared += compare(&config, &frame, seed);
    }
    assert!(compared > 20, "{compared}");
}

/// Plays a match at random and compares, window by window; how often.
fn compare(config: &Config, frame: &Frame, seed: u64) -> u32 {
    let mut game = Labyrinth::new(config, Chance::new(Seed(seed))).unwrap();
    let (layout, sheet) = (Labyrinth::layout(frame), game.sheet(frame));
    let mut chance = Chance::new(Seed(seed + 100));
    let mut compared = 0;
    while let Status::Waiting(window) = game.status() {
        let seat = window.seats.iter().next().unwrap();
        let imagined = Labyrinth::imagined(config, &game.view(Viewer::Seat(seat))).unwrap();
        assert_eq!(
            pick(&game, &layout, &sheet, seat, &mut chance.clone()),
            pick(&imagined, &layout, &sheet, seat, &mut chance.clone())
        );
        let observed = [&game, &imagined].map(|game| {
            let (mut planes, mut values) = (vec![0; layout.plane_bytes()], vec![0.0; layout.values.len()]);
            game.observe(&sheet, seat, &mut planes, &mut values);
            (planes, values)
        });
        assert!(observed[0] == observed[1]);
        let choice = pick(&game, &layout, &sheet, seat, &mut chance).unwrap();
        let action = imagined.chosen(&sheet, &choice).unwrap();
        compared += 1;
        if game.act(seat, action, &mut Vec::new()).unwrap() == Next::Done {
            game.close(&mut Vec::new());
        }
    }
    compared
}
