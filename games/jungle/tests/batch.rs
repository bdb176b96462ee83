//! The laws of batches, on maps of unlike sizes. Jungle takes every command; what is wrong in it shows in the team's errors.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Batch, Chance, Game, Seat, Seed, Status, Viewer};
use meydan_jungle::{Config, Jungle, Map, Ruleset};
use meydan_testkit::{BatchLaws, pick};

fn small(rows: &[&str], teams: usize, units: usize, ticks: u32, ruleset: Ruleset) -> Config {
    let map = Map::from_rows(rows).unwrap();
    Config { ticks, ruleset, ..Config::new(map, teams, units, &mut Chance::new(Seed(5))) }
}

/// Whether the one unit that is told something does it without an error while everybody else is silent. The others of its
/// team stand still, and complain if it strikes them down.
fn without_error(game: &Jungle, sheet: &<Jungle as Batch>::Sheet, seat: Seat, choice: &[i32]) -> bool {
    let mut game = game.clone();
    let mut log = Vec::new();
    game.choose(sheet, seat, choice, &mut log).unwrap();
    game.close(&mut log);
    let told = choice.iter().position(|&number| number != 0).unwrap_or(0);
    let unit = game.match_config().units_of(seat.index()).nth(told);
    let Some(unit) = unit else { return choice.iter().all(|&number| number == 0) };
    let errors = game.view(Viewer::Seat(seat)).teams.swap_remove(seat.index()).errors;
    !errors.iter().any(|error| error.starts_with(&format!("(id: {unit}|")))
}

#[test]
fn jungle_keeps_the_laws_of_batches() {
    let cross = ["S..#..S", ".D...D.", "..#.#..", "S..D..S"];
    let maze = ["SS#D....", "SS#.###.", ".......D", "D##.##.S"];
    let wide = "S....D".repeat(12);
    BatchLaws::<Jungle>::new([
        small(&cross, 2, 4, 120, Ruleset::Document),
        small(&maze, 4, 3, 120, Ruleset::Official),
        small(&["SSS", "D.D"], 3, 5, 60, Ruleset::Official),
        small(&["S..D"], 1, 1, 30, Ruleset::Document),
        // Too wide for a row of bits.
        small(&[&wide, &wide], 2, 2, 40, Ruleset::Document),
    ])
    .taken(without_error)
    .games(3)
    .check();
}

#[test]
fn a_player_with_only_views_observes_and_chooses_as_the_match_does() {
    let config = small(&["SS#D....", "SS#.###.", ".......D", "D##.##.S"], 3, 3, 100, Ruleset::Document);
    let mut game = Jungle::new(&config, Chance::new(Seed(1))).unwrap();
    let frame = Jungle::frame(&config);
    let (layout, sheet) = (Jungle::layout(&frame), game.sheet(&frame));
    let mut chance = Chance::new(Seed(2));
    while let Status::Waiting(window) = game.status() {
        let mut acts = Vec::new();
        for seat in window.seats.iter() {
            let imagined = Jungle::imagined(&config, &game.view(Viewer::Seat(seat))).unwrap();
            let seen = [&game, &imagined].map(|game| {
                let (mut planes, mut values) =
                    (vec![0; layout.plane_bytes()], vec![0.0; layout.values.len()]);
                game.observe(&sheet, seat, &mut planes, &mut values);
                let mut mask = vec![0; layout.mask_bytes()];
                game.mask(&sheet, seat, &mut mask);
                (planes, values, mask)
            });
            assert!(seen[0] == seen[1], "seat {seat} in tick {}", window.number);
            let choice = pick(&game, &layout, &sheet, seat, &mut chance).unwrap();
            acts.push((seat, imagined.chosen(&sheet, seat, &choice), choice));
        }
        let mut twin = game.clone();
        for (seat, action, choice) in acts {
            game.act(seat, action, &mut Vec::new()).unwrap();
            twin.choose(&sheet, seat, &choice, &mut Vec::new()).unwrap();
        }
        game.close(&mut Vec::new());
        twin.close(&mut Vec::new());
        assert_eq!(game.hash(), twin.hash());
    }
}
