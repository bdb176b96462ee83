//! Frames per second, and turns per second of the rules with both teams' frames written: `cargo bench -p
//! meydan-heroes-wire`. Times are of the processor where the system tells them, else of the clock.

use std::time::Duration;

use meydan_core::{Chance, Game, Input, Seat, Seed, Setup, Terms, Viewer};
use meydan_heroes::{Action, Config, Heroes};
use meydan_heroes_wire::{Frames, Limits};
use meydan_testkit::{Stopwatch, random_game};

const LONG: Duration = Duration::from_millis(1500);

fn main() {
    println!("map        size   ruleset     turns/s    frames/s  ns/frame     MB/s");
    for map in Heroes::maps().iter().filter(|map| ["duel", "plaza", "fortress"].contains(&map.name)) {
        for ruleset in ["document", "official"] {
            let config = Heroes::config(map.bytes, &Terms::of(ruleset)).expect("the map is valid");
            let record = |seed: u64| {
                let game = Heroes::new(&config, Chance::new(Seed(seed))).expect("the config is valid");
                (Seed(seed), random_game(game, &mut Chance::new(Seed(seed + 1000)), 10_000).inputs)
            };
            let games: Vec<(Seed, Vec<Input<Action>>)> = (0..4).map(record).collect();
            let (mut turns, mut count, mut bytes) = (0u64, 0u64, 0u64);
            let watch = Stopwatch::start();
            while watch.elapsed() < LONG {
                for (seed, inputs) in &games {
                    let (games_frames, games_bytes, games_turns) = play(&config, *seed, inputs);
                    (count, bytes, turns) = (count + games_frames, bytes + games_bytes, turns + games_turns);
                }
            }
            let seconds = watch.elapsed().as_secs_f64();
            let size = format!("{}x{}", config.rows(), config.columns());
            println!(
                "{:10} {size:6} {ruleset:9} {:9.0} {:11.0} {:9.0} {:8.0}",
                map.name,
                turns as f64 / seconds,
                count as f64 / seconds,
                seconds * 1e9 / count as f64,
                bytes as f64 / seconds / 1e6
            );
        }
    }
}

fn play(config: &Config, seed: Seed, inputs: &[Input<Action>]) -> (u64, u64, u64) {
    let mut writers = [0, 1].map(|team| Frames::new(config, team, Limits::of(config.ruleset)));
    let mut game = Heroes::new(config, Chance::new(seed)).expect("the config is valid");
    let mut log = Vec::new();
    let (mut frames, mut bytes) = (0, 0);
    for input in inputs {
        match input {
            Input::Act(seat, action) => drop(game.act(*seat, *action, &mut log)),
            _ => {
                log.clear();
                game.close(&mut log);
                for team in 0..2u8 {
                    let view = game.view(Viewer::Seat(Seat(team)));
                    bytes += std::hint::black_box(writers[usize::from(team)].open(&view)).len() as u64;
                    frames += 1;
                }
            }
        }
    }
    (frames, bytes, u64::from(game.view(Viewer::Spectator).turn - 4))
}
