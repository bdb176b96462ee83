//! Half-turns, acts and games per second of random play: `cargo bench -p meydan-gotham`.
//!
//! Every unit moves each half-turn and now and then says something, on the largest maps that come with Meydan.

use std::time::{Duration, Instant};

use meydan_core::{Chance, Explore, Game, Seat, Seed, Setup, Status, Terms, Viewer};
use meydan_gotham::{Action, Config, Gotham};

fn main() {
    for (map, ruleset) in [
        ("old-town", "document"),
        ("metropolis", "document"),
        ("metropolis", "official-prelim"),
        ("finals", "official"),
    ] {
        let file = Gotham::maps().iter().find(|file| file.name == map).expect("a built-in map");
        let config = Gotham::config(file.bytes, &Terms::of(ruleset)).expect("a built-in map is good");
        for (what, hashes, views) in [("rules", false, false), ("+hash", true, false), ("+views", true, true)]
        {
            let tally = run(&config, hashes, views);
            let seconds = tally.time.as_secs_f64();
            println!(
                "{map:<11} {ruleset:<16} {what:<7} {:>11.0} half-turns/s {:>12.0} acts/s {:>8.0} games/s {:>6.1} ns/act",
                tally.windows as f64 / seconds,
                tally.acts as f64 / seconds,
                tally.games as f64 / seconds,
                seconds * 1e9 / tally.acts as f64,
            );
        }
    }
}

#[derive(Default)]
struct Tally {
    windows: u64,
    acts: u64,
    games: u64,
    time: Duration,
}

fn run(config: &Config, hashes: bool, views: bool) -> Tally {
    let fresh = Gotham::new(config, Chance::new(Seed(1))).expect("a built-in map is good");
    let mut chance = Chance::new(Seed(2));
    let (mut log, mut offers) = (Vec::new(), Vec::new());
    let mut tally = Tally::default();
    let budget = Duration::from_millis(1500);
    while tally.time < budget {
        let mut game = fresh.clone();
        // The random decisions are drawn outside the clock by walking a twin, so that only the rules are timed.
        let mut script: Vec<(Seat, Option<Action>)> = Vec::new();
        let mut twin = fresh.clone();
        while let Status::Waiting(window) = twin.status() {
            for seat in window.seats.iter() {
                for _ in 0..1 + chance.below(8) / 7 {
                    offers.clear();
                    twin.candidates(seat, &mut chance, &mut offers);
                    let Some(action) = chance.pick(&offers).cloned() else { break };
                    if twin.act(seat, action.clone(), &mut log).is_ok() {
                        script.push((seat, Some(action)));
                    }
                }
            }
            twin.close(&mut log);
            script.push((Seat(0), None));
            log.clear();
        }
        let begin = Instant::now();
        for (seat, action) in script {
            match action {
                Some(action) => {
                    game.act(seat, action, &mut log).expect("the twin took it");
                    tally.acts += 1;
                }
                None => {
                    game.close(&mut log);
                    log.clear();
                    tally.windows += 1;
                    if hashes {
                        std::hint::black_box(game.hash());
                    }
                    if views {
                        for seat in game.roster().seats() {
                            std::hint::black_box(game.view(Viewer::Seat(seat)));
                        }
                    }
                }
            }
        }
        tally.time += begin.elapsed();
        tally.games += 1;
    }
    tally
}
