//! Engine speed over random games: windows, acts and games per second.
//!
//! `cargo bench -p meydan-labyrinth --bench windows`

#![expect(clippy::unwrap_used, reason = "a bench may panic")]

use std::time::{Duration, Instant};

use meydan_core::{Chance, Game, Seed, Status};
use meydan_labyrinth::{Board, Config, Labyrinth, Recipe, generate};
use meydan_testkit::random_window;

fn main() {
    let boards = [
        ("6 x 6, 1 runner, 1 hunter", Recipe { walls: 12, ..Recipe::new(6, 6) }),
        ("12 x 12, 1 runner, 1 hunter", Recipe::new(12, 12)),
        (
            "12 x 12, 6 runners, 4 hunters, 12 boxes",
            Recipe { runners: 6, hunters: 4, boxes: 12, ..Recipe::new(12, 12) },
        ),
        (
            "64 x 64, 20 runners, 20 hunters, 200 boxes",
            Recipe { runners: 20, hunters: 20, boxes: 200, ..Recipe::new(64, 64) },
        ),
    ];
    println!("{:46} {:>12} {:>12} {:>10} {:>8}", "random games", "windows/s", "acts/s", "games/s", "ns/act");
    for (name, recipe) in boards {
        let config = generate(&recipe, &mut Chance::new(Seed(7))).unwrap();
        bench(name, &config);
    }
    let start = Instant::now();
    let config = generate(&Recipe::new(255, 255), &mut Chance::new(Seed(1))).unwrap();
    let made = start.elapsed();
    let start = Instant::now();
    let board = Board::new(&config).unwrap();
    println!("255 x 255: made in {made:.2?}, tables of {} cells in {:.2?}", board.cells(), start.elapsed());
}

fn bench(name: &str, config: &Config) {
    let (mut windows, mut acts, mut games) = (0u64, 0u64, 0u64);
    let mut chance = Chance::new(Seed(1));
    let (mut log, mut scratch) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        let mut game = Labyrinth::new(config, Chance::new(Seed(games))).unwrap();
        while let Status::Waiting(_) = game.status() {
            log.clear();
            acts += u64::from(random_window(&mut game, &mut chance, &mut log, &mut scratch, |_| {}));
            windows += 1;
        }
        games += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / seconds;
    println!(
        "{name:46} {:12.0} {:12.0} {:10.0} {:8.0}",
        rate(windows),
        rate(acts),
        rate(games),
        1e9 * seconds / acts as f64
    );
}
