//! The frames of a small match, and what becomes of commands with mistakes (spec 11.6 and 16.4).
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use meydan_core::{Chance, Game, Input, Seat, Viewer};
use meydan_jungle::{Config, Jungle, Map, Ruleset, TeamConfig};
use meydan_jungle_wire::convert::{self, Scenery};
use meydan_jungle_wire::frames::{Frames, Shot};
use meydan_jungle_wire::message::{Command, Message};
use meydan_jungle_wire::odd::Oddities;
use proptest::prelude::*;

fn command(text: &str) -> Command {
    match Message::read(text.as_bytes()) {
        Message::Command(command) => command,
        other => panic!("{text} is read as {other:?}"),
    }
}

/// Joins a frame that is written over several lines.
fn joined(text: &str) -> String {
    text.lines().map(str::trim_start).collect()
}

/// The two-team match of the specification.
fn example() -> (Arc<Scenery>, Jungle) {
    let team = |id: &str, name: &str| TeamConfig { id: id.into(), name: name.into() };
    let config = Config {
        ruleset: Ruleset::Official,
        map: Map::from_rows(&["SD..", "S.#,"]).unwrap(),
        teams: vec![team("TA", "one"), team("TB", "two")],
        units_per_team: 1,
        ticks: 300,
        time_limit_ms: 150,
        diamond_ids: vec!["DIA".into()],
    };
    // Orders: the first shuffle is thrown away, then one draw for every four ticks.
    let draws = [0.5, 0.2, 0.2, 0.7].into_iter().chain(std::iter::repeat_n(0.2, 72));
    let game = Jungle::new(&config, Chance::scripted(draws)).unwrap();
    let scenery = Scenery::new(config, vec!["Alpha".into(), "Beta".into()]);
    (Arc::new(scenery), game)
}

const ALPHA: [&str; 4] = [
    r#"{"type":"COMMAND","tick":0,"actions":[{"type":"UNIT","unitId":"1","action":"SPAWN","target":{"x":0,"y":0}}]}"#,
    r#"{"type":"COMMAND","tick":1,"actions":[{"type":"UNIT","unitId":"1","action":"MOVE","target":{"x":1,"y":0}}]}"#,
    r#"{"type":"COMMAND","tick":2,"actions":[{"type":"UNIT","unitId":"1","action":"SUMMON"}]}"#,
    r#"{"type":"COMMAND","tick":3,"actions":[{"type":"UNIT","unitId":"1","action":"MOVE","target":{"x":2,"y":0}}]}"#,
];
const BETA: [&str; 4] = [
    r#"{"type":"COMMAND","tick":0,"actions":[{"type":"UNIT","unitId":"2","action":"SPAWN","target":{"x":0,"y":1}}]}"#,
    r#"{"type":"COMMAND","tick":1,"actions":[{"type":"UNIT","unitId":"2","action":"MOVE","target":{"x":1,"y":1}}]}"#,
    r#"{"type":"COMMAND","tick":2,"actions":[]}"#,
    r#"{"type":"COMMAND","tick":3,"actions":[{"type":"UNIT","unitId":"2","action":"ATTACK","target":{"x":1,"y":0}}]}"#,
];

#[test]
fn the_first_tick_of_the_example() {
    let (scenery, game) = example();
    let wanted = joined(
        r#"{"type":"TICK","tick":0,"totalTick":300,
         "map":{"tiles":[["SPAWN","SPAWN"],["EMPTY","EMPTY"],["EMPTY","WALL"],["EMPTY","EMPTY"]],
          "diamonds":[{"id":"DIA","position":{"x":1,"y":0},"summonLevel":1,"points":0}]},
         "gameConfig":{"warmUpPeriod":0,"pointsPerDiamond":1,"maximumDiamondSummonLevel":5,"initialDiamondSummonLevel":1,"maximumUnitPerPosition":1},
         "teamPlayOrderings":{"0":["TA","TB"],"1":["TB","TA"],"2":["TA","TB"],"3":["TB","TA"],"4":["TA","TB"]},
         "teamId":"TA",
         "teams":[
          {"isDead":false,"name":"Alpha","score":0,
           "units":[{"id":"1","teamId":"TA","path":[],"hasDiamond":false,"hasSpawned":false,"isSummoning":false,"lastState":{"hasSummoned":false}}],
           "id":"TA","errors":[]},
          {"isDead":false,"name":"Beta","score":0,
           "units":[{"id":"2","teamId":"TB","path":[],"hasDiamond":false,"hasSpawned":false,"isSummoning":false,"lastState":{"hasSummoned":false}}],
           "id":"TB","errors":[]}]}"#,
    );
    assert_eq!(scenery.tick(Seat(0), &game.view(Viewer::Seat(Seat(0)))), wanted);
}

#[test]
fn the_fifth_tick_and_the_frames_of_the_fourth_of_the_example() {
    let (scenery, mut game) = example();
    let mut frames = Frames::new(scenery.clone(), game.clone());
    let (mut viewer, mut replay) = (Vec::new(), Vec::new());
    for (alpha, beta) in ALPHA.into_iter().zip(BETA) {
        viewer.clear();
        replay.clear();
        let inputs = [
            Input::Act(Seat(0), scenery.action(Seat(0), &command(alpha))),
            Input::Act(Seat(1), scenery.action(Seat(1), &command(beta))),
            Input::Close,
        ];
        for input in inputs {
            frames.input(input.clone(), |shot, text| match shot {
                Shot::Viewers => viewer.push(text),
                Shot::Replay => replay.push(text),
            });
            input.apply(&mut game, &mut Vec::new()).unwrap();
        }
    }
    let tick = joined(
        r#"{"type":"TICK","tick":4,"totalTick":300,
         "map":{"tiles":[["SPAWN","SPAWN"],["EMPTY","EMPTY"],["EMPTY","WALL"],["EMPTY","EMPTY"]],
          "diamonds":[{"id":"DIA","position":{"x":1,"y":1},"summonLevel":1,"points":3,"ownerId":"2"}]},
         "gameConfig":{"warmUpPeriod":0,"pointsPerDiamond":1,"maximumDiamondSummonLevel":5,"initialDiamondSummonLevel":1,"maximumUnitPerPosition":1},
         "teamPlayOrderings":{"4":["TA","TB"],"5":["TB","TA"],"6":["TA","TB"],"7":["TB","TA"],"8":["TB","TA"]},
         "teamId":"TA",
         "teams":[
          {"isDead":false,"name":"Alpha","score":0,
           "units":[{"id":"1","teamId":"TA","position":null,"path":[],"hasDiamond":false,"hasSpawned":false,"isSummoning":false,
            "lastState":{"positionBefore":null,"positionBeforeDying":{"x":1,"y":0},"wasAttackedBy":"2","hasSummoned":false}}],
           "id":"TA","errors":["(id: 1|position: notSpawned)) Unit is dead!"]},
          {"isDead":false,"name":"Beta","score":0,
           "units":[{"id":"2","teamId":"TB","position":{"x":1,"y":1},"path":[],"hasDiamond":true,"hasSpawned":true,"isSummoning":false,
            "lastState":{"positionBefore":{"x":1,"y":1},"hasSummoned":false},"diamondId":"DIA"}],
           "id":"TB","errors":[]}]}"#,
    );
    assert_eq!(scenery.tick(Seat(0), &game.view(Viewer::Seat(Seat(0)))), tick);
    let hidden = tick.replace(r#""teamId":"TA","teams""#, r#""teamId":"TB","teams""#);
    let hidden = hidden.replace(r#"["(id: 1|position: notSpawned)) Unit is dead!"]"#, "[]");
    assert_eq!(scenery.tick(Seat(1), &game.view(Viewer::Seat(Seat(1)))), hidden);

    // Beta has played first; the second frame is Alpha's.
    let second = joined(
        r#"{"type":"tick","tick":{
         "teams":[
          {"id":"TA","isDead":false,"name":"Alpha","score":0,"errors":["(id: 1|position: notSpawned)) Unit is dead!"],
           "units":[{"id":"1","teamId":"TA","position":null,"path":[],"hasDiamond":false,"hasSpawned":false,"isSummoning":false,
            "lastState":{"positionBefore":{"x":1,"y":0},"positionBeforeDying":{"x":1,"y":0},"wasAttackedBy":"2"}}],
           "events":[],"stats":{"summonCount":1,"attackCount":0,"dropCount":0,"vineCount":0}},
          {"id":"TB","isDead":false,"name":"Beta","score":0,"errors":[],
           "units":[{"id":"2","teamId":"TB","position":{"x":1,"y":1},"path":[],"hasDiamond":true,"hasSpawned":true,"isSummoning":false,
            "lastState":{"positionBefore":{"x":1,"y":1}},"diamondId":"DIA"}],
           "events":[],"stats":{"summonCount":0,"attackCount":1,"dropCount":0,"vineCount":0}}],
         "tick":3,"totalTick":300,
         "map":{"viewerTiles":[[1,1],[0,0],[0,4],[0,5]],
          "diamonds":[{"id":"DIA","position":{"x":1,"y":1},"summonLevel":1,"points":2,"ownerId":"2"}]},
         "gameConfig":{"warmUpPeriod":0,"pointsPerDiamond":1,"maximumDiamondSummonLevel":5,"initialDiamondSummonLevel":1,"maximumUnitPerPosition":1},
         "playingTeamId":"TA"}}"#,
    );
    assert_eq!(viewer.len(), 3);
    assert_eq!(viewer[1], second);
    let attack = r#""events":[{"action":"ATTACK","unitId":"2","attackEvent":{"targetUnitId":"1"}}],"stats":{"summonCount":0,"attackCount":1"#;
    let hidden = r#""events":[],"stats":{"summonCount":0,"attackCount":1"#;
    assert_eq!(viewer[2], second.replace(hidden, attack).replace(r#","playingTeamId":"TA""#, ""));
    let inner = second.strip_prefix(r#"{"type":"tick","tick":"#).unwrap().strip_suffix('}').unwrap();
    assert_eq!(replay.len(), 3);
    assert_eq!(replay[1], inner.replace(hidden, attack));
    let end = inner.replace(hidden, attack).replace(r#","playingTeamId":"TA""#, "");
    assert_eq!(replay[2], end.replace(r#""points":2"#, r#""points":3"#));
}

/// The errors that the first team of the example reads after a command.
fn errors(text: &str) -> Vec<String> {
    let (scenery, mut game) = example();
    game.act(Seat(0), scenery.action(Seat(0), &command(text)), &mut Vec::new()).unwrap();
    game.close(&mut Vec::new());
    let tick: serde_json::Value =
        serde_json::from_str(&scenery.tick(Seat(0), &game.view(Viewer::Seat(Seat(0))))).unwrap();
    serde_json::from_value(tick["teams"][0]["errors"].clone()).unwrap()
}

#[test]
fn mistakes_that_need_no_match_are_spelt_out() {
    let said = |element: &str| {
        let text = format!(r#"{{"type":"COMMAND","tick":0,"actions":[{element}]}}"#);
        errors(&text)
    };
    for (element, wanted) in [
        ("null", "null Empty action was sent"),
        ("false", "false Empty action was sent"),
        ("0.0", "0 Empty action was sent"),
        ("\"\"", " Empty action was sent"),
        ("5", "5 Action type undefined is invalid!"),
        ("\"x\"", "x Action type undefined is invalid!"),
        ("[1,null,\"a\"]", "1,,a Action type undefined is invalid!"),
        ("[]", " Action type undefined is invalid!"),
        ("{}", "[object Object] Action type undefined is invalid!"),
        (r#"{"type":null}"#, "[object Object] Action type null is invalid!"),
        (r#"{"type":"unit"}"#, "[object Object] Action type unit is invalid!"),
        (r#"{"type":["UNIT"]}"#, "[object Object] Action type UNIT is invalid!"),
        (
            r#"{"unitId":"é", "type":"UNIT","action":"move"}"#,
            r#"[object Object] Invalid action was sent {"unitId":"é","type":"UNIT","action":"move"}"#,
        ),
        (
            r#"{"type":"UNIT","unitId":"1","action":"MOVE"}"#,
            r#"[object Object] Invalid target was sent {"type":"UNIT","unitId":"1","action":"MOVE"}"#,
        ),
        (
            r#"{"type":"UNIT","target":{"x":1.0},"unitId":"1","action":"DROP"}"#,
            r#"[object Object] Invalid target was sent {"type":"UNIT","target":{"x":1},"unitId":"1","action":"DROP"}"#,
        ),
        (
            r#"{"type":"UNIT","action":"NONE"}"#,
            r#"[object Object] No unitId was sent {"type":"UNIT","action":"NONE"}"#,
        ),
        (
            r#"{"type":"UNIT","action":"NONE","unitId":0}"#,
            r#"[object Object] No unitId was sent {"type":"UNIT","action":"NONE","unitId":0}"#,
        ),
        (r#"{"type":"UNIT","action":"NONE","unitId":3}"#, "[object Object] Unit 3 doesn't exists!"),
        (r#"{"type":"UNIT","action":"NONE","unitId":"03"}"#, "[object Object] Unit 03 doesn't exists!"),
        (
            r#"{"type":"UNIT","action":"NONE","unitId":{}}"#,
            "[object Object] Unit [object Object] doesn't exists!",
        ),
    ] {
        assert_eq!(said(element), [wanted], "{element}");
    }
}

#[test]
fn targets_may_be_anything_with_both_coordinates() {
    let target = |target: &str| {
        let element = format!(r#"{{"type":"UNIT","unitId":"1","action":"SPAWN","target":{target}}}"#);
        let error = errors(&format!(r#"{{"type":"COMMAND","tick":0,"actions":[{element}]}}"#)).remove(0);
        let unit = "(id: 1|position: notSpawned)) Target is not a spawn point: ";
        error.strip_prefix(unit).unwrap().to_owned()
    };
    assert_eq!(target(r#"{"y":1,"x":2.0,"z":9}"#), "[x: 2, y: 1]");
    assert_eq!(target(r#"{"x":1.5,"y":-1}"#), "[x: 1.5, y: -1]");
    assert_eq!(target(r#"{"x":null,"y":true}"#), "[x: null, y: true]");
    assert_eq!(target(r#"{"x":"4","y":1e30}"#), "[x: 4, y: 1e+30]");
    assert_eq!(target(r#"{"x":{},"y":[1,2]}"#), "[x: [object Object], y: 1,2]");
}

#[test]
fn a_command_without_a_list_of_actions_counts_as_one() {
    for text in ["", r#","actions":null"#, r#","actions":{}"#, r#","actions":"MOVE""#] {
        let errors = errors(&format!(r#"{{"type":"COMMAND","tick":0{text}}}"#));
        assert_eq!(errors, ["No actions received"]);
    }
}

/// Texts that look like messages, so that the reader is led into its corners.
fn almost_json() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("[".to_owned()),
        Just("]".to_owned()),
        Just(",".to_owned()),
        Just(":".to_owned()),
        Just("\"type\"".to_owned()),
        Just("\"COMMAND\"".to_owned()),
        Just("\"actions\"".to_owned()),
        Just("\"UNIT\"".to_owned()),
        Just("\"target\"".to_owned()),
        Just("null".to_owned()),
        Just("1e9".to_owned()),
        Just("-0.5".to_owned()),
        Just("\"\\ud800\"".to_owned()),
        ".{0,3}",
    ];
    proptest::collection::vec(word, 0..30).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn no_bytes_make_the_decoder_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Message::Command(command) = Message::read(&bytes) {
            convert::action(&command, &mut Oddities::default());
        }
    }

    #[test]
    fn no_text_makes_the_decoder_panic(text in almost_json(), element in almost_json()) {
        let _ = Message::read(text.as_bytes());
        let wrapped = format!(r#"{{"type":"COMMAND","tick":1,"actions":[{element}]}}"#);
        if let Message::Command(command) = Message::read(wrapped.as_bytes()) {
            convert::action(&command, &mut Oddities::default());
        }
    }

    #[test]
    fn reading_and_printing_agree_with_a_plain_reader(text in almost_json()) {
        // Where the usual library reads the text too, it finds the same value.
        if let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) {
            let ours = meydan_jungle_wire::json::Json::read(&text);
            prop_assert!(ours.is_some(), "{}", text);
            let again: serde_json::Value = serde_json::from_str(&ours.unwrap().compact()).unwrap();
            prop_assert_eq!(meydan_testkit::golden::difference(&value, &again), None);
        }
    }
}
