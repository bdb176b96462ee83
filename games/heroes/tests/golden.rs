//! Replays recorded games of the original, phase by phase: state, draws and both views. Also its tables of sight,
//! rays, impacts and paths.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod recorded;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use meydan_core::{Setup, Terms};
use meydan_heroes::{Cell, CellSet, Config, Direction, Heroes, Ruleset, shortest_path};
use meydan_testkit::golden;
use recorded::{Recording, cell, rows};
use serde_json::{Value, json};

/// Whether the traces are somebody else's: they need not come with tables.
fn elsewhere() -> bool {
    std::env::var_os("MEYDAN_GOLDEN").is_some()
}

fn folder() -> PathBuf {
    golden::folder(env!("CARGO_MANIFEST_DIR"))
}

/// All files of JSON lines whose first line is of that kind.
fn files(kind: &str) -> Vec<(PathBuf, Vec<Value>)> {
    let paths = golden::files(&folder(), ".jsonl.gz").into_iter();
    let read = paths.map(|path| {
        let lines = golden::lines(&path);
        (path, lines)
    });
    read.filter(|(_, lines)| lines.first().is_some_and(|line| line["kind"] == kind)).collect()
}

/// A map that a recording names, relative to the folder of all recordings or to the recording itself.
fn map(recording: &Path, name: &str, ruleset: &str) -> Config {
    let found = recording.ancestors().skip(1).map(|folder| folder.join(name)).find(|path| path.exists());
    let path = found.unwrap_or_else(|| panic!("{recording:?} names {name}, which is not there"));
    let config = Heroes::config(&golden::bytes(&path), &Terms::of(ruleset));
    config.unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

#[test]
fn recorded_games_play_again() {
    let (mut traces, mut steps) = (0, 0);
    for (path, lines) in files("header") {
        let header = &lines[0];
        let ruleset = header["ruleset"].as_str().unwrap();
        let config = map(&path, header["map"].as_str().unwrap(), ruleset);
        let mut recording = Recording::start(&config);
        for line in lines.iter().filter(|line| line["kind"] == "phase") {
            let at = format!("{path:?}, phase {}", line["n"]);
            recording.play(line, &at);
            check(&line["state"], &recording.state(), &format!("{at}, state"));
            assert_eq!(line["finished"], recording.finished(), "{at}, finished");
            for team in 0..2 {
                check(&line["views"][team], &recording.view(team), &format!("{at}, view of team {team}"));
            }
            steps += 1;
        }
        let end = lines.last().unwrap();
        assert_eq!(end["kind"], "end", "{path:?} is whole");
        check(end, &recording.end(), &format!("{path:?}, end"));
        traces += 1;
    }
    println!("{traces} traces, {steps} phases compared");
    assert!(traces > 0, "there is no recorded game in {:?}", folder());
}

/// The deviations of `document` never feed back into play: an official game played again under it has the same
/// states but for the fields that spec 17.2 names, until `document` ends it.
#[test]
fn recorded_games_play_the_same_under_the_document_but_for_what_is_told() {
    let mut steps = 0;
    for (path, lines) in files("header").iter().filter(|(_, lines)| lines[0]["ruleset"] == "official") {
        let config = map(path, lines[0]["map"].as_str().unwrap(), "document");
        let mut recording = Recording::start(&config);
        for line in lines.iter().filter(|line| line["kind"] == "phase") {
            if recording.finished() {
                break;
            }
            let at = format!("{path:?}, phase {}", line["n"]);
            recording.play(line, &at);
            let (mut wanted, mut found) = (line["state"].clone(), recording.state());
            for state in [&mut wanted, &mut found] {
                strip(state, &["maxTurns", "maxScore", "maxOvertime", "remainingOvertime"]);
                for team in state["teams"].as_array_mut().unwrap() {
                    strip(team, &["cachedVision"]);
                    team["heroes"].as_array_mut().unwrap().iter_mut().for_each(|hero| strip(hero, &["path"]));
                }
            }
            check(&wanted, &found, &at);
            for team in 0..2 {
                let (mut wanted, mut found) = (line["views"][team].clone(), recording.view(team));
                for view in [&mut wanted, &mut found] {
                    let arg = &mut view["arg"];
                    let told = ["myCastAbilities", "oppCastAbilities", "maxOvertime", "remainingOvertime"];
                    strip(arg, &told);
                    for (list, hidden) in [
                        ("myHeroes", &["recentPath"][..]),
                        ("oppHeroes", &["currentHP", "currentCell", "recentPath"]),
                    ] {
                        let heroes = arg.get_mut(list).and_then(Value::as_array_mut);
                        heroes.into_iter().flatten().for_each(|hero| strip(hero, hidden));
                    }
                }
                check(&wanted, &found, &format!("{at}, view of team {team}"));
            }
            steps += 1;
        }
    }
    println!("{steps} phases of official games played under `document`");
    assert!(steps > 0, "there is no official game in {:?}", folder());
}

fn strip(object: &mut Value, keys: &[&str]) {
    for key in keys {
        object.as_object_mut().unwrap().remove(*key);
    }
}

fn check(wanted: &Value, found: &Value, at: &str) {
    if let Some(difference) = golden::difference(wanted, found) {
        panic!("{at}: {difference}");
    }
}

#[test]
fn sight_rays_and_impacts_are_the_original_ones() {
    let mut compared = 0;
    for (path, lines) in files("los") {
        let mut maps: BTreeMap<String, Config> = BTreeMap::new();
        for line in &lines {
            let name = line["map"].as_str().unwrap();
            let config = maps.entry(name.into()).or_insert_with(|| map(&path, name, "document"));
            check_geometry(config, line);
            compared += 1;
        }
    }
    println!("{compared} rows of geometry compared");
    assert!(compared > 0 || elsewhere(), "there is no table of sight in {:?}", folder());
}

fn check_geometry(config: &Config, line: &Value) {
    let geometry = config.geometry();
    let from = cell(&line["from"]);
    if line["kind"] == "los" {
        assert_eq!(rows(&geometry.seen_from(from)), line["visible"], "{line}");
        return;
    }
    let to = cell(&line["to"]);
    assert_eq!(json!(geometry.sees(from, to)), line["los"], "{line}");
    for (key, lobbing) in [("ray", false), ("rayThroughWalls", true)] {
        let ray: Vec<[u8; 2]> = geometry.ray(from, to, lobbing).map(|cell| [cell.row, cell.column]).collect();
        assert_eq!(json!(ray), line[key], "{line}");
    }
    let enemies: Vec<Cell> = line["enemies"].as_array().unwrap().iter().map(cell).collect();
    for wanted in line["impacts"].as_array().unwrap() {
        let (range, lobbing) =
            (wanted["range"].as_i64().unwrap() as i32, wanted["lobbing"].as_bool().unwrap());
        let impact = geometry.impact(range, lobbing, from, to, |cell| enemies.contains(&cell));
        assert_eq!(impact, cell(&wanted["impact"]), "{line}: {wanted}");
        let mut hit: Vec<usize> = (0..enemies.len()).filter(|&i| enemies[i].distance(impact) <= 1).collect();
        hit.sort_by_key(|&i| enemies[i]);
        assert_eq!(json!(hit), wanted["targetsAoe1"], "{line}: {wanted}");
    }
}

#[test]
fn shortest_paths_are_the_original_clients() {
    let mut compared = 0;
    for (path, lines) in files("path") {
        let mut maps: BTreeMap<String, Config> = BTreeMap::new();
        for line in &lines {
            let name = line["map"].as_str().unwrap();
            let config = maps.entry(name.into()).or_insert_with(|| map(&path, name, "document"));
            let blocked: Vec<Cell> = line["blocked"].as_array().unwrap().iter().map(cell).collect();
            let found: Vec<&str> =
                shortest_path(&config.geometry(), cell(&line["from"]), cell(&line["to"]), &blocked)
                    .into_iter()
                    .map(|direction| match direction {
                        Direction::Up => "UP",
                        Direction::Down => "DOWN",
                        Direction::Left => "LEFT",
                        Direction::Right => "RIGHT",
                    })
                    .collect();
            assert_eq!(json!(found), line["path"], "{line}");
            compared += 1;
        }
    }
    println!("{compared} paths compared");
    assert!(compared > 0 || elsewhere(), "there is no table of paths in {:?}", folder());
}

/// Everything in the folder loads under both rulesets, but for an overtime of 0, which the original cannot play.
#[test]
fn every_map_of_the_folder_loads() {
    let paths = golden::files(&folder(), ".map");
    for path in &paths {
        let bytes = golden::bytes(path);
        let document = Config::read(&bytes, Ruleset::Document);
        let document = document.unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let official = Config::read(&bytes, Ruleset::Official).map_err(|error| error.to_string());
        match official {
            Ok(config) => assert_eq!(config.walls, document.walls),
            Err(error) => assert!(document.constants.overtime == 0, "{path:?}: {error}"),
        }
    }
    println!("{} maps read", paths.len());
    assert!(!paths.is_empty(), "there is no map in {:?}", folder());
}

/// A set of cells knows what a row string says.
#[test]
fn vision_rows_are_read_as_they_are_written() {
    let mut set = CellSet::new(2, 2);
    set.insert(Cell { row: 1, column: 0 });
    assert_eq!(rows(&set), json!(["00", "10"]));
}
