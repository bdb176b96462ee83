//! Replays the recorded games of `tests/golden/` (or of the folder `MEYDAN_GOLDEN`) and compares every state.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::path::Path;

use meydan_core::{Chance, Game, Seat, Status, Viewer};
use meydan_jungle::{Config, Event, Jungle, Map, Place, Point, Ruleset, TeamConfig, UnitView, View};
use meydan_testkit::golden;
use serde_json::{Map as Object, Value, json};
use support::{FIRST_COLUMN, FIRST_UNIT, Js, Odd};

#[test]
fn recorded_games_are_played_again() {
    let folder = golden::folder(env!("CARGO_MANIFEST_DIR"));
    let mut files = golden::files(&folder, ".jsonl.gz");
    files.extend(golden::files(&folder, ".jsonl"));
    files.retain(|file| !file.to_string_lossy().contains(".viewer.jsonl"));
    assert!(!files.is_empty(), "there is no trace in {folder:?}");
    let ticks: usize = files.iter().map(|file| replay(file, None)).sum();
    println!("jungle: {} traces, {ticks} ticks compared", files.len());
}

#[test]
fn recorded_maps_are_the_same_as_pictures_and_as_text() {
    let folder = golden::folder(env!("CARGO_MANIFEST_DIR"));
    let mut texts = golden::files(&folder, ".txt");
    texts.retain(|text| text.with_extension("bmp").exists());
    for text in &texts {
        let picture = text.with_extension("bmp");
        let (text, picture) = (golden::bytes(text), golden::bytes(&picture));
        assert_eq!(Map::read(&text).unwrap(), Map::read(&picture).unwrap());
    }
    println!("jungle: {} maps compared", texts.len());
}

#[test]
fn the_rulesets_differ_where_a_killed_unit_comes_back_at_once() {
    // The README of the recorded games: only these two have no such moment.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut same = Vec::new();
    for file in golden::files(&folder, ".jsonl.gz") {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if name.contains(".viewer.") {
            continue;
        }
        let other = match name.starts_with('d') {
            true => Ruleset::Official,
            false => Ruleset::Document,
        };
        if std::panic::catch_unwind(|| replay(&file, Some(other))).is_ok() {
            same.push(name);
        }
    }
    assert_eq!(same, ["03-maze-4t-paths.jsonl.gz", "12-fern-3t-viewer.jsonl.gz"]);
}

/// Replays one trace and gives the number of its ticks.
fn replay(file: &Path, ruleset: Option<Ruleset>) -> usize {
    let text = String::from_utf8(golden::bytes(file)).unwrap();
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let config = config(&header, ruleset);
    let chance = Chance::scripted(numbers(&header["orderingDraws"]));
    let mut game = Jungle::new(&config, chance).unwrap();
    assert_eq!(game.chance_mut().left(), 0, "{file:?}: all draws of the orders are used");
    for (tick, order) in header["orderings"].as_array().unwrap().iter().enumerate() {
        assert_eq!(&json!(game.order(tick as u32)), order, "{file:?}: order of tick {tick}");
    }
    let mut odd: Vec<Odd> = config.teams.iter().map(|_| Odd::default()).collect();
    let mut ticks = 0;
    for line in lines {
        let value: Value = serde_json::from_str(line).unwrap();
        match value["kind"].as_str().unwrap() {
            "tick" => {
                compare(file, &value["state"], &game, &config, &odd);
                let commands: Js = serde_json::from_str(line).unwrap();
                play(&mut game, &commands, &value, &mut odd);
                ticks += 1;
            }
            "end" => compare_end(file, &value, &game, &config, &odd),
            _ => {}
        }
    }
    ticks
}

fn play(game: &mut Jungle, line: &Js, value: &Value, odd: &mut [Odd]) {
    let mut log: Vec<Event> = Vec::new();
    let Some(Js::List(commands)) = line.get("commands") else { panic!("a tick has commands") };
    for (team, command) in commands.iter().enumerate() {
        let seat = Seat(team as u8);
        if matches!(command, Js::Null) || command.get("timeout").is_some() {
            continue;
        }
        if command.get("disconnect").is_some() {
            game.withdraw(seat, &mut log);
        } else {
            game.act(seat, odd[team].action(command), &mut log).unwrap();
        }
    }
    game.chance_mut().feed(numbers(&value["draws"]));
    game.close(&mut log);
    assert_eq!(game.chance_mut().left(), 0, "tick {}: all draws are used", value["tick"]);
}

fn config(header: &Value, ruleset: Option<Ruleset>) -> Config {
    let recorded = match header["ruleset"].as_str() {
        Some(name) => Ruleset::named(name).unwrap(),
        None => Ruleset::Official,
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows: Vec<String> = header["rows"].as_array().unwrap().iter().map(text).collect();
    let teams = header["teams"].as_array().unwrap();
    Config {
        ruleset: ruleset.unwrap_or(recorded),
        map: Map::from_rows(&rows).unwrap(),
        teams: teams
            .iter()
            .map(|team| TeamConfig { id: text(&team["id"]), name: text(&team["name"]) })
            .collect(),
        units_per_team: header["unitsPerTeam"].as_u64().unwrap() as usize,
        ticks: header["totalTick"].as_u64().unwrap() as u32,
        time_limit_ms: header["timeMsPerTick"].as_u64().unwrap(),
        diamond_ids: header["diamonds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|diamond| text(&diamond["id"]))
            .collect(),
    }
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|draw| draw.as_f64().unwrap()).collect()
}

fn compare(file: &Path, wanted: &Value, game: &Jungle, config: &Config, odd: &[Odd]) {
    let mut view = game.view(Viewer::Spectator);
    for (team, odd) in view.teams.iter_mut().zip(odd) {
        quote(odd, &mut team.errors);
    }
    if let Some(difference) = golden::difference(wanted, &state(game, &view, config)) {
        panic!("{file:?}, tick {}: {difference}", view.tick);
    }
}

/// Puts errors of the rules into the words of the original.
fn quote(odd: &Odd, errors: &mut [String]) {
    for error in errors {
        let about = |unit: &usize| *error == format!("[object Object] Unit {unit} doesn't exists!");
        if let Some(unit) = (FIRST_UNIT..FIRST_UNIT + odd.elements.len()).find(about) {
            error.clone_from(&odd.elements[unit - FIRST_UNIT]);
        }
        for (column, target) in (FIRST_COLUMN..).zip(&odd.targets) {
            *error = error.replace(&format!("[x: {column}, y: 0]"), target);
        }
    }
}

fn compare_end(file: &Path, wanted: &Value, game: &Jungle, config: &Config, odd: &[Odd]) {
    compare(file, &wanted["state"], game, config, odd);
    let Status::Over(outcome) = game.status() else { panic!("{file:?}: the match is over") };
    let view = game.view(Viewer::Spectator);
    let mut results: Vec<_> = outcome.standings.iter().collect();
    results.sort_by_key(|standing| standing.rank);
    let results: Vec<Value> = results
        .iter()
        .map(|s| json!({"rank": s.rank, "teamName": config.teams[s.seat.index()].name, "score": s.score}))
        .collect();
    let pending: Vec<u64> = outcome.standings.iter().map(|s| game.pending(s.seat)).collect();
    let deaths: Vec<u32> = view.teams.iter().map(|team| team.deaths).collect();
    let stats: Vec<Value> = view
        .teams
        .iter()
        .map(|team| &team.counts)
        .map(|c| {
            json!({"summonCount": c.summons, "attackCount": c.attacks, "dropCount": c.drops, "vineCount": c.vines})
        })
        .collect();
    let found = json!({"results": results, "pendingPoints": pending, "deaths": deaths, "stats": stats});
    for key in ["results", "pendingPoints", "deaths", "stats"] {
        assert_eq!(golden::difference(&wanted[key], &found[key]), None, "{file:?}: {key}");
    }
}

/// The state in the shape of the recorded games.
fn state(game: &Jungle, view: &View, config: &Config) -> Value {
    let over = matches!(game.status(), Status::Over(_));
    let team_id = |team: usize| &config.teams[team].id;
    let teams: Vec<Value> = view
        .teams
        .iter()
        .enumerate()
        .map(|(i, team)| {
            let units: Vec<Value> =
                team.units.iter().map(|unit| unit_state(game, unit, over, team_id(i), config)).collect();
            json!({"id": team_id(i), "isDead": team.left, "name": config.teams[i].name, "score": team.score,
                   "errors": team.errors, "units": units})
        })
        .collect();
    let diamonds: Vec<Value> = view
        .diamonds
        .iter()
        .zip(&config.diamond_ids)
        .map(|(diamond, id)| {
            let mut value = json!({"id": id, "position": diamond.position, "summonLevel": diamond.level,
                                   "points": diamond.points});
            if diamond.touched {
                value["ownerId"] = diamond.owner.map_or(Value::Null, |unit| json!(unit.to_string()));
            }
            value
        })
        .collect();
    let orders: Object<String, Value> = view
        .orders
        .iter()
        .zip(view.tick..)
        .map(|(order, tick)| {
            (tick.to_string(), order.iter().map(|&team| json!(team_id(team.into()))).collect())
        })
        .collect();
    json!({"teams": teams, "tick": view.tick, "totalTick": config.ticks, "map": {"diamonds": diamonds},
           "teamPlayOrderings": orders})
}

fn unit_state(game: &Jungle, unit: &UnitView, over: bool, team: &str, config: &Config) -> Value {
    let place = |object: &mut Value, key: &str, place: Place| match place {
        Place::Never => {}
        Place::Dead => object[key] = Value::Null,
        Place::At(Point { x, y }) => object[key] = json!({"x": x, "y": y}),
    };
    let now = match unit.position {
        Some(at) => Place::At(at),
        None if unit.placed => Place::Dead,
        None => Place::Never,
    };
    let mut last = json!({});
    let live = game.live(unit.unit).unwrap();
    place(&mut last, "positionBefore", if over { live.before } else { now });
    if let Some(at) = unit.died_at {
        last["positionBeforeDying"] = json!(at);
    }
    for (key, by) in [("wasVinedBy", unit.vined_by), ("wasAttackedBy", unit.attacked_by)] {
        if let Some(by) = by {
            last[key] = json!(by.to_string());
        }
    }
    if !over {
        last["hasSummoned"] = json!(false);
    } else if live.summoned {
        last["hasSummoned"] = json!(true);
    }
    let mut value = json!({"id": unit.unit.to_string(), "teamId": team, "path": unit.path,
                           "hasDiamond": unit.diamond.is_some(), "hasSpawned": unit.position.is_some(),
                           "isSummoning": unit.summoning, "lastState": last});
    place(&mut value, "position", now);
    if let Some(diamond) = unit.diamond {
        value["diamondId"] = json!(config.diamond_ids[usize::from(diamond)]);
    }
    value
}
