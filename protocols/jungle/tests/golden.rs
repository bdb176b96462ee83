//! Plays the recorded games of `games/jungle` over the wire's own types: every recorded text frame, every viewer frame
//! and every entry of the replay files must come out byte for byte.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use meydan_core::{Chance, Game, Input, Outcome, Seat, Status, Viewer};
use meydan_jungle::{Config, Jungle, Map, Ruleset, TeamConfig};
use meydan_jungle_wire::convert::Scenery;
use meydan_jungle_wire::frames::{Frames, Shot};
use meydan_jungle_wire::json::Json;
use meydan_jungle_wire::message::Message;
use meydan_testkit::golden;
use serde_json::Value;

fn folder() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/jungle");
    golden::folder(own.to_str().unwrap())
}

#[test]
fn recorded_texts_come_out_byte_for_byte() {
    let mut files = golden::files(&folder(), ".jsonl.gz");
    files.retain(|file| !file.to_string_lossy().contains(".viewer."));
    assert!(!files.is_empty(), "there is no trace in {:?}", folder());
    let (mut texts, mut frames, mut entries) = (0, 0, 0);
    for file in &files {
        let replay = replay(file);
        texts += replay.texts;
        let beside = |ending: &str| {
            let name = file.file_name().unwrap().to_string_lossy().replace(".jsonl.gz", ending);
            Some(file.with_file_name(name)).filter(|path| path.exists())
        };
        if let Some(path) = beside(".viewer.jsonl.gz") {
            let wanted = String::from_utf8(golden::bytes(&path)).unwrap();
            same(&path, wanted.lines().map(str::to_owned).collect(), &replay.viewer);
            frames += replay.viewer.len();
        }
        if let Some(path) = beside(".replay.json.gz") {
            let wanted = String::from_utf8(golden::bytes(&path)).unwrap();
            let Some(Json::List(wanted)) = Json::read(&wanted) else { panic!("{path:?} is a list") };
            same(&path, wanted.iter().map(Json::compact).collect(), &replay.entries);
            entries += replay.entries.len();
        }
    }
    let traces = files.len();
    println!(
        "jungle wire: {traces} traces, {texts} wire texts, {frames} viewer frames, {entries} replay entries"
    );
}

fn same(path: &Path, wanted: Vec<String>, found: &[String]) {
    for (i, (wanted, found)) in wanted.iter().zip(found).enumerate() {
        assert_eq!(wanted, found, "{path:?}, text {i}");
    }
    assert_eq!(wanted.len(), found.len(), "{path:?}: number of texts");
}

struct Replay {
    texts: usize,
    viewer: Vec<String>,
    entries: Vec<String>,
}

fn replay(file: &Path) -> Replay {
    let text = String::from_utf8(golden::bytes(file)).unwrap();
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let config = config(&header);
    let scenery = Arc::new(Scenery::new(config.clone(), Vec::new()));
    let chance = Chance::scripted(numbers(&header["orderingDraws"]));
    let mut game = Jungle::new(&config, chance).unwrap();
    let mut start = game.clone();
    for line in text.lines().skip(1) {
        let value: Value = serde_json::from_str(line).unwrap();
        if value["kind"] == "tick" {
            start.chance_mut().feed(numbers(&value["draws"]));
        }
    }
    let mut frames = Frames::new(scenery.clone(), start);
    let mut replay = Replay { texts: 0, viewer: Vec::new(), entries: Vec::new() };
    // A wire line shows the state before the commands of the tick line above it.
    let mut before = game.clone();
    let mut log = Vec::new();
    for line in lines {
        let value: Value = serde_json::from_str(line).unwrap();
        match value["kind"].as_str().unwrap() {
            "tick" => {
                before = game.clone();
                game.chance_mut().feed(numbers(&value["draws"]));
                for input in inputs(line, &scenery) {
                    frames.input(input.clone(), |shot, text| match shot {
                        Shot::Viewers => replay.viewer.push(text),
                        Shot::Replay => replay.entries.push(text),
                    });
                    input.apply(&mut game, &mut log).unwrap();
                }
            }
            "wire" => {
                let seat = Seat(value["team"].as_u64().unwrap() as u8);
                let text = scenery.tick(seat, &before.view(Viewer::Seat(seat)));
                assert_eq!(value["text"].as_str().unwrap(), text, "{file:?}, tick {}", value["tick"]);
                replay.texts += 1;
            }
            _ => {
                let Status::Over(outcome) = game.status() else { panic!("{file:?}: the match is over") };
                results(file, &value["results"], &scenery, &outcome);
            }
        }
    }
    replay
}

fn results(file: &Path, wanted: &Value, scenery: &Scenery, outcome: &Outcome) {
    let found = serde_json::to_value(scenery.results(outcome)).unwrap();
    assert_eq!(golden::difference(wanted, &found), None, "{file:?}");
}

/// The inputs of a recorded tick, leaves first, as the wire's own decoder reads them.
fn inputs(line: &str, scenery: &Scenery) -> Vec<Input<meydan_jungle::Action>> {
    let Some(Json::List(commands)) = Json::read(line).unwrap().get("commands").cloned() else {
        panic!("a tick has commands")
    };
    let (mut leaves, mut inputs) = (Vec::new(), Vec::new());
    for (team, command) in commands.into_iter().enumerate() {
        let seat = Seat(team as u8);
        if command.get("disconnect").is_some() {
            leaves.push(Input::Withdraw(seat));
        } else if command != Json::Null && command.get("timeout").is_none() {
            let Message::Command(command) = Message::from(command) else { panic!("a command is one") };
            inputs.push(Input::Act(seat, scenery.action(seat, &command)));
        }
    }
    leaves.extend(inputs);
    leaves.push(Input::Close);
    leaves
}

fn config(header: &Value) -> Config {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows: Vec<String> = header["rows"].as_array().unwrap().iter().map(text).collect();
    let teams = header["teams"].as_array().unwrap();
    Config {
        ruleset: header["ruleset"].as_str().map_or(Ruleset::Official, |name| Ruleset::named(name).unwrap()),
        map: Map::from_rows(&rows).unwrap(),
        teams: teams
            .iter()
            .map(|team| TeamConfig { id: text(&team["id"]), name: text(&team["name"]) })
            .collect(),
        units_per_team: header["unitsPerTeam"].as_u64().unwrap() as usize,
        ticks: header["totalTick"].as_u64().unwrap() as u32,
        time_limit_ms: header["timeMsPerTick"].as_u64().unwrap(),
        diamond_ids: header["diamonds"].as_array().unwrap().iter().map(|d| text(&d["id"])).collect(),
    }
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|draw| draw.as_f64().unwrap()).collect()
}
