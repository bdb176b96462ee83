//! Frames per second, and turns per second of the rules with both teams' frames written: `cargo bench -p
//! meydan-heroes-wire`. Times are of the processor where the system tells them, else of the clock.

use std::time::{Duration, Instant};

use meydan_core::{Chance, Game, Input, Seat, Seed, Setup, Status, Terms, Viewer};
use meydan_heroes::{Action, Config, Direction, Heroes, View};
use meydan_heroes_wire::{Frames, Limits};

const LONG: Duration = Duration::from_millis(1500);

fn main() {
    println!("map        size   ruleset     turns/s    frames/s  ns/frame     MB/s");
    for (name, map) in maps() {
        for ruleset in ["document", "official"] {
            let config = Heroes::config(&map, &Terms::of(ruleset)).expect("the map is valid");
            let games: Vec<(Seed, Vec<Input<Action>>)> =
                (0..4).map(|seed| record(&config, Seed(seed))).collect();
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
                "{name:10} {size:6} {ruleset:9} {:9.0} {:11.0} {:9.0} {:8.0}",
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

/// A random game of mostly legal orders.
fn record(config: &Config, seed: Seed) -> (Seed, Vec<Input<Action>>) {
    let mut game = Heroes::new(config, Chance::new(seed)).expect("the config is valid");
    let mut chance = Chance::new(Seed(seed.0 + 1000));
    let (mut inputs, mut log) = (Vec::new(), Vec::new());
    while let Status::Waiting(window) = game.status() {
        let view = game.view(Viewer::Spectator);
        for team in 0..2u8 {
            for slot in 0..4u8 {
                let hero = 2 * slot + team;
                let act = match window.clock {
                    "init" => None,
                    "pick" => chance.pick(&config.heroes).map(|class| Action::Pick { class: class.name }),
                    "action" => random_cast(config, &view, hero, &mut chance),
                    _ => (chance.below(3) > 0)
                        .then(|| Action::Move { hero, direction: Direction::ALL[chance.below(4) as usize] }),
                };
                if let Some(act) = act {
                    let _ = game.act(Seat(team), act, &mut log);
                    inputs.push(Input::Act(Seat(team), act));
                }
            }
        }
        game.close(&mut log);
        inputs.push(Input::Close);
    }
    (seed, inputs)
}

fn random_cast(config: &Config, view: &View, hero: u8, chance: &mut Chance) -> Option<Action> {
    let own = &view.heroes[usize::from(hero % 2)][usize::from(hero / 2)];
    let ability = *chance.pick(&config.hero(own.class)?.abilities)?;
    let target = view.heroes[chance.below(2) as usize][chance.below(4) as usize].cell?;
    Some(Action::Cast { hero, ability, row: target.row.into(), column: target.column.into() })
}

/// The map files named on the command line, or three of our own.
fn maps() -> Vec<(String, Vec<u8>)> {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| arg.ends_with(".map")).collect();
    if !files.is_empty() {
        let read = |file: String| {
            let stem =
                std::path::Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            (stem.unwrap_or_default(), std::fs::read(&file).expect("the map file can be read"))
        };
        return files.into_iter().map(read).collect();
    }
    let own = Heroes::maps().iter().filter(|map| ["duel", "plaza", "fortress"].contains(&map.name));
    own.map(|map| (map.name.to_owned(), map.bytes.to_owned())).collect()
}

/// Processor time of this thread, so that a busy machine does not spoil the numbers.
struct Stopwatch {
    start: Instant,
    used: Option<u64>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), used: Stopwatch::used() }
    }

    fn used() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok()
    }

    fn elapsed(&self) -> Duration {
        match (self.used, Stopwatch::used()) {
            (Some(before), Some(now)) => Duration::from_nanos(now - before),
            _ => self.start.elapsed(),
        }
    }
}
