//! Frames byte for byte: those captured from the running original, and those of every recorded game.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};

use meydan_core::{Chance, Game, Seat, Setup, Terms, Viewer};
use meydan_heroes::{CastView, Cell, CellSet, Config, HeroView, Heroes, Name, Phase, Ruleset, View};
use meydan_heroes_wire::convert::{Heard, Now, events};
use meydan_heroes_wire::{Frames, Limits, SHUTDOWN};
use meydan_testkit::golden;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

fn captured(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frames").join(name);
    String::from_utf8(std::fs::read(path).unwrap()).unwrap()
}

/// The games' recordings lie with the game.
fn recordings() -> PathBuf {
    golden::folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/heroes"))
}

fn captured_config() -> Config {
    let map = golden::bytes(&recordings().join("maps/p01_open9.map"));
    Heroes::config(&map, &Terms::of("official")).unwrap()
}

fn text(frame: &[u8]) -> &str {
    let (last, text) = frame.split_last().unwrap();
    assert_eq!(*last, 0, "a frame ends with NUL");
    std::str::from_utf8(text).unwrap()
}

#[test]
fn captured_init_frames_are_written_byte_for_byte() {
    let config = captured_config();
    let game = Heroes::new(&config, Chance::scripted([])).unwrap();
    for team in 0..2u8 {
        let mut frames = Frames::new(&config, team.into(), Limits::of(Ruleset::Official));
        let view = game.view(Viewer::Seat(Seat(team)));
        assert_eq!(text(frames.open(&view)), captured(&format!("init_team{team}.json")));
    }
}

#[test]
fn captured_pick_and_turn_frames_are_written_byte_for_byte() {
    let config = captured_config();
    for (name, team) in [
        ("pick0_team0.json", 0),
        ("pick2_team0.json", 0),
        ("turn_MOVE_team0.json", 0),
        ("turn_ACTION_team1.json", 1),
    ] {
        let frame = captured(name);
        let view = read_view(&serde_json::from_str(&frame).unwrap(), team);
        let mut frames = Frames::new(&config, team, Limits::of(Ruleset::Official));
        assert_eq!(text(frames.open(&view)), frame, "{name}");
        // A second frame from the same writer is not spoilt by the first.
        assert_eq!(text(frames.open(&view)), frame, "{name}");
    }
}

#[test]
fn the_captured_shutdown_is_ours() {
    assert_eq!(text(SHUTDOWN), captured("shutdown_team0.json"));
}

/// What a team knows, read back from a frame.
fn read_view(frame: &Value, team: usize) -> View {
    let arg = &frame["args"][0];
    let phase = match arg["currentPhase"].as_str() {
        None => Phase::Pick,
        Some("MOVE") => Phase::Move,
        Some(_) => Phase::Action,
    };
    let mine = |own: Value, other: Value| if team == 0 { [own, other] } else { [other, own] };
    let heroes = mine(arg["myHeroes"].clone(), arg["oppHeroes"].clone())
        .map(|list| list.as_array().unwrap().iter().map(read_hero).collect());
    let vision = arg["map"].as_array().map(|rows| {
        let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
        let mut set = CellSet::new(rows.len() as u8, rows[0].as_array().unwrap().len() as u8);
        cells.filter(|cell| cell["isInVision"] == true).for_each(|cell| set.insert(read_cell(cell).unwrap()));
        set
    });
    let casts =
        [("myCastAbilities", team), ("oppCastAbilities", 1 - team)].into_iter().flat_map(|(key, team)| {
            arg[key].as_array().into_iter().flatten().map(move |cast| CastView {
                team: team as u8,
                caster: u8::try_from(cast["casterId"].as_i64().unwrap()).ok(),
                ability: Name::new(cast["abilityName"].as_str().unwrap()).unwrap(),
                from: read_cell(&cast["startCell"]),
                to: read_cell(&cast["endCell"]),
                targets: cast["targetHeroIds"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|id| id.as_u64().unwrap() as u8)
                    .collect(),
            })
        });
    let of_team = |value: Option<CellSet>| if team == 0 { [value, None] } else { [None, value] };
    let int = |key: &str| arg[key].as_i64().unwrap_or(0);
    View {
        team: Some(team as u8),
        turn: int("currentTurn") as u32,
        phase,
        move_phase: u32::try_from(int("movePhaseNum")).ok().filter(|_| phase == Phase::Move),
        over: false,
        scores: if team == 0 { [int("myScore"), int("oppScore")] } else { [int("oppScore"), int("myScore")] },
        ap: [Some(int("AP") as i32), Some(int("AP") as i32)],
        used_ap: [None, None],
        heroes,
        vision: of_team(vision),
        casts: casts.collect(),
        max_overtime: int("maxOvertime") as i32,
        remaining_overtime: int("remainingOvertime") as i32,
    }
}

fn read_cell(value: &Value) -> Option<Cell> {
    Some(Cell { row: value["row"].as_u64()? as u8, column: value["column"].as_u64()? as u8 })
}

fn read_hero(hero: &Value) -> HeroView {
    HeroView {
        id: hero["id"].as_u64().unwrap() as u8,
        class: Name::new(hero["type"].as_str().unwrap()).unwrap(),
        hp: hero["currentHP"].as_i64().filter(|&hp| hp >= 0).map(|hp| hp as i32),
        cell: read_cell(&hero["currentCell"]),
        path: hero["recentPath"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|cell| read_cell(cell).unwrap())
            .collect(),
        respawn: hero["respawnTime"].as_i64().unwrap_or(0) as i32,
        cooldowns: hero["cooldowns"]
            .as_array()
            .map(|list| list.iter().map(|entry| entry["remCooldown"].as_i64().unwrap() as i32).collect()),
    }
}

#[derive(Deserialize)]
struct Line {
    kind: String,
    map: Option<String>,
    ruleset: Option<String>,
    #[serde(default)]
    messages: Vec<Box<RawValue>>,
    #[serde(default)]
    events: Vec<Vec<Box<RawValue>>>,
    draws: Option<Value>,
    #[serde(default)]
    views: Vec<RawView>,
}

#[derive(Deserialize)]
struct RawView {
    name: String,
    arg: Box<RawValue>,
}

/// Plays every recorded game through the wire: events as frames in, views as frames out, compared as text.
#[test]
fn recorded_games_are_told_byte_for_byte() {
    let (mut games, mut frames) = (0, 0);
    for path in golden::files(&recordings(), ".jsonl.gz") {
        let bytes = String::from_utf8(golden::bytes(&path)).unwrap();
        let mut lines = bytes.lines();
        let first: Line = match lines.next().map(serde_json::from_str::<Value>) {
            Some(Ok(line)) if line["kind"] == "header" => serde_json::from_value(line).unwrap(),
            _ => continue,
        };
        let map = first.map.unwrap();
        let map =
            path.ancestors().skip(1).map(|folder| folder.join(&map)).find(|path| path.exists()).unwrap();
        let config = Heroes::config(&golden::bytes(&map), &Terms::of(first.ruleset.unwrap())).unwrap();
        let mut writers = [0, 1].map(|team| Frames::new(&config, team, Limits::of(config.ruleset)));
        let mut game = Heroes::new(&config, Chance::scripted([])).unwrap();
        for line in lines.map(|line| serde_json::from_str::<Line>(line).unwrap()) {
            let views = [0, 1].map(|team| game.view(Viewer::Seat(Seat(team))));
            match line.kind.as_str() {
                "init" => {
                    for team in 0..2 {
                        assert_eq!(
                            text(writers[team].open(&views[team])),
                            line.messages[team].get(),
                            "{path:?}"
                        );
                        frames += 1;
                    }
                    game.close(&mut Vec::new());
                }
                "phase" => {
                    play(&mut game, &config, &line, &views);
                    for (team, view) in line.views.iter().enumerate() {
                        let found = writers[team].open(&game.view(Viewer::Seat(Seat(team as u8)))).to_vec();
                        let found = text(&found);
                        let start = format!("{{\"name\":\"{}\",\"args\":[", view.name);
                        let argument = found.strip_prefix(&start).unwrap().strip_suffix("]}").unwrap();
                        let wanted = view.arg.get();
                        assert_eq!(without_map(argument), without_vision(wanted), "{path:?}");
                        assert_eq!(flags(argument), vision(wanted), "{path:?}");
                        frames += 1;
                    }
                }
                _ => {}
            }
        }
        games += 1;
    }
    println!("{games} games, {frames} frames compared");
    assert!(games > 0);
}

fn play(game: &mut Heroes, config: &Config, line: &Line, views: &[View; 2]) {
    let draws = line.draws.as_ref().unwrap();
    let class = |name: &Value| config.heroes.iter().position(|class| class.name.as_str() == name).unwrap();
    let picks = draws["picks"].as_array().unwrap().iter().map(|draw| class(&draw["hero"]) as f64);
    let cells = draws["cells"].as_array().unwrap().iter().map(|draw| draw["index"].as_f64().unwrap());
    game.chance_mut().feed(picks.chain(cells));
    for team in 0..2u8 {
        for event in &line.events[usize::from(team)] {
            let frame = format!("{{\"name\":\"event\",\"args\":[{}]}}", event.get());
            assert!(events(frame.as_bytes(), Now::of(&views[usize::from(team)]), |heard| {
                if let Heard::Order(action) = heard {
                    let _ = game.act(Seat(team), action, &mut Vec::new());
                }
            }));
        }
    }
    game.close(&mut Vec::new());
    assert_eq!(game.chance_mut().left(), 0);
}

/// A `turn` argument without its map.
fn without_map(argument: &str) -> String {
    match (argument.find("\"map\":["), argument.find("\"myHeroes\":")) {
        (Some(start), Some(end)) => [&argument[..start], &argument[end..]].concat(),
        _ => argument.into(),
    }
}

/// A recorded argument without the vision that stands for the map.
fn without_vision(argument: &str) -> String {
    match argument.find(",\"vision\":[") {
        Some(start) => [&argument[..start], "}"].concat(),
        None => argument.into(),
    }
}

/// The vision flags of a `turn` argument, row by row.
fn flags(argument: &str) -> String {
    let cell = |part: &str| if part.starts_with("true") { '1' } else { '0' };
    argument.split("\"isInVision\":").skip(1).map(cell).collect()
}

/// The vision of a recorded argument, row by row.
fn vision(argument: &str) -> String {
    let rows = argument.split_once(",\"vision\":[").map_or("", |(_, rows)| rows);
    rows.chars().filter(|letter| matches!(letter, '0' | '1')).collect()
}
