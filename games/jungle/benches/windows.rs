//! How fast the engine is: `cargo bench -p meydan-jungle`.
//!
//! Games are played beforehand by random commands (or read from the recorded games) and only their replay is
//! timed, so what counts is the engine: taking the commands and closing the windows.
#![expect(clippy::unwrap_used, reason = "a bench may panic")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use meydan_core::{Chance, Game, Input, Seat, Seed, Setup, Terms};
use meydan_jungle::{Action, Config, Jungle, Map, Ruleset, TeamConfig};
use meydan_testkit::{golden, random_game};
use support::{Js, Odd};

/// A match ready to be replayed.
struct Replay {
    start: Jungle,
    inputs: Vec<Input<Action>>,
}

fn main() {
    println!("{:34} {:>12} {:>12} {:>12} {:>10}", "", "windows/s", "commands/s", "orders/s", "games/s");
    for ruleset in Jungle::RULESETS {
        for map in Jungle::maps() {
            let mut terms = Terms::of(*ruleset);
            terms.sides = Some(4);
            terms.options.insert("units".into(), "3".into());
            let config = Jungle::config(map.bytes, &terms).unwrap();
            let games: Vec<Replay> = (0..8).map(|seed| random(&config, seed)).collect();
            measure(&format!("random 4 x 3, {ruleset}, {}", map.name), &games);
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for file in golden::files(&folder, ".jsonl.gz") {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if !name.contains(".viewer.") {
            measure(&format!("recorded {}", name.trim_end_matches(".jsonl.gz")), &[recorded(&file)]);
        }
    }
}

fn random(config: &Config, seed: u64) -> Replay {
    let start = Jungle::new(config, Chance::new(Seed(seed))).unwrap();
    let played = random_game(start.clone(), &mut Chance::new(Seed(seed + 100)), 1000);
    Replay { start, inputs: played.inputs }
}

/// Replays the games for half a second and prints the rates of the fastest round: other programs run too.
fn measure(label: &str, games: &[Replay]) {
    // `cargo bench -p meydan-jungle -- ring` measures only what has `ring` in its name.
    if std::env::args().skip(1).any(|word| !word.starts_with('-') && !label.contains(&word)) {
        return;
    }
    let count = |wanted: fn(&Input<Action>) -> usize| -> f64 {
        games.iter().flat_map(|game| &game.inputs).map(wanted).sum::<usize>() as f64
    };
    let windows = count(|input| usize::from(*input == Input::Close));
    let commands = count(|input| usize::from(matches!(input, Input::Act(..))));
    let orders = count(|input| match input {
        Input::Act(_, Action { orders }) => orders.len(),
        _ => 0,
    });
    let (mut spent, mut fastest) = (Duration::ZERO, Duration::MAX);
    let mut log = Vec::new();
    while spent < Duration::from_millis(500) {
        let mut round = Duration::ZERO;
        for Replay { start, inputs } in games {
            let (mut game, inputs) = (start.clone(), inputs.clone());
            let begin = Instant::now();
            for input in inputs {
                log.clear();
                let _ = input.apply(&mut game, &mut log);
            }
            round += begin.elapsed();
        }
        spent += round;
        fastest = fastest.min(round);
    }
    let rate = |number: f64| number / fastest.as_secs_f64();
    println!(
        "{label:34} {:>12.0} {:>12.0} {:>12.0} {:>10.0}",
        rate(windows),
        rate(commands),
        rate(orders),
        rate(games.len() as f64)
    );
}

/// A recorded game as inputs. Its draws are fed in advance.
fn recorded(file: &Path) -> Replay {
    let text = String::from_utf8(golden::bytes(file)).unwrap();
    let lines: Vec<serde_json::Value> = golden::lines(file);
    let header = &lines[0];
    let texts = |list: &serde_json::Value, key: Option<&str>| -> Vec<String> {
        let text =
            |value: &serde_json::Value| key.map_or(value, |key| &value[key]).as_str().unwrap().to_owned();
        list.as_array().unwrap().iter().map(text).collect()
    };
    let config = Config {
        ruleset: header["ruleset"].as_str().map_or(Ruleset::Official, |name| Ruleset::named(name).unwrap()),
        map: Map::from_rows(&texts(&header["rows"], None)).unwrap(),
        teams: texts(&header["teams"], Some("id"))
            .into_iter()
            .zip(texts(&header["teams"], Some("name")))
            .map(|(id, name)| TeamConfig { id, name })
            .collect(),
        units_per_team: header["unitsPerTeam"].as_u64().unwrap() as usize,
        ticks: header["totalTick"].as_u64().unwrap() as u32,
        time_limit_ms: 150,
        diamond_ids: texts(&header["diamonds"], Some("id")),
    };
    let draws = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|draw| draw.as_f64().unwrap()).collect()
    };
    let mut start = Jungle::new(&config, Chance::scripted(draws(&header["orderingDraws"]))).unwrap();
    let mut odd: Vec<Odd> = config.teams.iter().map(|_| Odd::default()).collect();
    let mut inputs = Vec::new();
    for (line, value) in text.lines().zip(&lines).filter(|(_, value)| value["kind"] == "tick") {
        start.chance_mut().feed(draws(&value["draws"]));
        let tick: Js = serde_json::from_str(line).unwrap();
        let Some(Js::List(commands)) = tick.get("commands") else { panic!("a tick has commands") };
        for (team, command) in commands.iter().enumerate() {
            let seat = Seat(team as u8);
            if command.get("disconnect").is_some() {
                inputs.push(Input::Withdraw(seat));
            } else if !matches!(command, Js::Null) && command.get("timeout").is_none() {
                inputs.push(Input::Act(seat, odd[team].action(command)));
            }
        }
        inputs.push(Input::Close);
    }
    Replay { start, inputs }
}
