//! The laws of batches, on maps of unlike sizes. Jungle takes every command; what is wrong in it shows in the team's errors.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Batch, Chance, Game, Seat, Seed, Viewer};
use meydan_jungle::{Config, Jungle, Map, Ruleset};
use meydan_testkit::BatchLaws;

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
