//! Turns, windows, acts and games per second over random games: `cargo bench -p meydan-heroes`.
//!
//! The orders are recorded first and then played again, so that making them up is not timed. A turn is six move
//! phases and an action phase. Times are of the processor where the system tells them, else of the clock.

use std::time::Duration;

use meydan_core::{Chance, Game, Input, Seat, Seed, Setup, Status, Terms, Viewer};
use meydan_heroes::{Action, Config, Direction, Heroes, View};
use meydan_testkit::Stopwatch;

/// How long each measurement runs.
const LONG: Duration = Duration::from_millis(1500);

fn main() {
    println!(
        "map        size   ruleset   what             turns/s  windows/s     acts/s  games/s  ns/window"
    );
    for (name, map) in maps() {
        for ruleset in ["document", "official"] {
            let config = Heroes::config(&map, &Terms::of(ruleset)).expect("the map is valid");
            let games: Vec<Recorded> = (0..8).map(|seed| record(&config, Seed(seed))).collect();
            let row = |what, measured: Counts| {
                let size = format!("{}x{}", config.rows(), config.columns());
                println!("{name:10} {size:6} {ruleset:9} {what:14} {measured}");
            };
            row("rules", measure(&config, &games, |_, _| {}));
            row(
                "rules + hash",
                measure(&config, &games, |game, _| {
                    std::hint::black_box(game.hash());
                }),
            );
            row(
                "+ both views",
                measure(&config, &games, |game, _| {
                    for seat in [Seat(0), Seat(1)] {
                        std::hint::black_box(game.view(Viewer::Seat(seat)));
                    }
                }),
            );
            row(
                "+ their JSON",
                measure(&config, &games, |game, buffer| {
                    for seat in [Seat(0), Seat(1)] {
                        buffer.clear();
                        let view: View = game.view(Viewer::Seat(seat));
                        serde_json::to_writer(&mut *buffer, &view).expect("a view is JSON");
                        std::hint::black_box(&buffer);
                    }
                }),
            );
        }
    }
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

struct Recorded {
    seed: Seed,
    inputs: Vec<Input<Action>>,
}

#[derive(Default)]
struct Counts {
    games: u64,
    windows: u64,
    turns: u64,
    acts: u64,
    time: Duration,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let per_second = |count: u64| count as f64 / self.time.as_secs_f64();
        let nanos = self.time.as_nanos() as f64 / self.windows as f64;
        write!(
            f,
            "{:10.0} {:10.0} {:10.0} {:8.0} {nanos:10.0}",
            per_second(self.turns),
            per_second(self.windows),
            per_second(self.acts),
            per_second(self.games)
        )
    }
}

/// Plays the recorded games over and over.
fn measure(config: &Config, games: &[Recorded], mut each: impl FnMut(&Heroes, &mut Vec<u8>)) -> Counts {
    let mut counts = Counts::default();
    let (mut log, mut buffer) = (Vec::new(), Vec::new());
    let start = Stopwatch::start();
    while counts.time < LONG {
        for recorded in games {
            let mut game = Heroes::new(config, Chance::new(recorded.seed)).expect("the config is valid");
            for input in &recorded.inputs {
                match input {
                    Input::Act(seat, action) => {
                        counts.acts += u64::from(game.act(*seat, *action, &mut log).is_ok());
                    }
                    _ => {
                        log.clear();
                        game.close(&mut log);
                        counts.windows += 1;
                        each(&game, &mut buffer);
                    }
                }
            }
            counts.turns += u64::from(game.view(Viewer::Spectator).turn - 4);
            counts.games += 1;
        }
        counts.time = start.elapsed();
    }
    counts
}

/// A random game of mostly legal orders: every hero steps with some chance, and in the action phase aims an ability at
/// an enemy or an own hero.
fn record(config: &Config, seed: Seed) -> Recorded {
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
    Recorded { seed, inputs }
}

fn random_cast(config: &Config, view: &View, hero: u8, chance: &mut Chance) -> Option<Action> {
    let own = &view.heroes[usize::from(hero % 2)][usize::from(hero / 2)];
    let ability = *chance.pick(&config.hero(own.class)?.abilities)?;
    let target = view.heroes[chance.below(2) as usize][chance.below(4) as usize].cell?;
    Some(Action::Cast { hero, ability, row: target.row.into(), column: target.column.into() })
}
