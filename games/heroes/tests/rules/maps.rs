//! Spec 3: reading map files.

use std::collections::BTreeMap;

use meydan_core::{Chance, Game, Seed, Setup, Terms};
use meydan_heroes::{Config, ConfigError, Heroes, Recipe, Ruleset, draw, generate, map_file};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::board::{Document, OPEN, Official};

/// The map file of the board as JSON, to be spoilt.
fn file() -> Value {
    serde_json::from_str(&map_file(&draw(OPEN, Document).unwrap())).unwrap()
}

fn read(file: &Value, ruleset: Ruleset) -> Result<Config, ConfigError> {
    Config::read(file.to_string().as_bytes(), ruleset)
}

/// The error of a file changed in one place.
fn error(change: impl Fn(&mut Value), ruleset: Ruleset) -> String {
    let mut file = file();
    change(&mut file);
    read(&file, ruleset).unwrap_err().to_string()
}

#[test]
fn a_map_file_says_what_the_config_says() {
    for ruleset in [Document, Official] {
        let config = draw(OPEN, ruleset).unwrap();
        assert_eq!(Config::read(map_file(&config).as_bytes(), ruleset).unwrap(), config);
    }
}

#[test]
fn a_config_survives_json() {
    for map in Heroes::maps() {
        let config = Heroes::config(map.bytes, &Terms::of("official")).unwrap();
        let again: Config = serde_json::from_str(&serde_json::to_string(&config).unwrap()).unwrap();
        assert_eq!(again, config);
    }
}

#[test]
fn the_maps_of_the_house_are_fair_and_need_no_filling_in() {
    assert!(Heroes::maps().len() >= 6);
    for map in Heroes::maps() {
        let config = Heroes::config(map.bytes, &Terms::of("document")).unwrap();
        assert_eq!(config.notes, Vec::<String>::new(), "{}", map.name);
        assert_eq!(config.heroes, meydan_heroes::document_heroes(), "{}", map.name);
        assert_eq!(config.abilities, meydan_heroes::document_abilities(), "{}", map.name);
        assert_fair(&config);
    }
}

/// Turned half around the map is itself with the teams exchanged, and every free cell can be reached.
fn assert_fair(config: &Config) {
    let turned = |cell: meydan_heroes::Cell| meydan_heroes::Cell {
        row: config.rows() - 1 - cell.row,
        column: config.columns() - 1 - cell.column,
    };
    for (set, partner) in [
        (&config.walls, &config.walls),
        (&config.objective, &config.objective),
        (&config.respawn[0], &config.respawn[1]),
    ] {
        assert_eq!(set.len(), partner.len());
        assert!(set.iter().all(|cell| partner.contains(turned(cell))));
    }
    assert!(!config.objective.is_empty());
    let steps = meydan_heroes::distances(&config.geometry(), config.respawn[0].iter());
    let free = usize::from(config.rows()) * usize::from(config.columns()) - config.walls.len();
    assert_eq!(steps.iter().filter(|&&steps| steps != u16::MAX).count(), free);
}

fn is_walled(config: &Config) -> bool {
    let (last_row, last_column) = (config.rows() - 1, config.columns() - 1);
    let edge = (0..config.rows()).flat_map(|row| (0..config.columns()).map(move |column| (row, column)));
    edge.filter(|&(row, column)| [0, last_row].contains(&row) || [0, last_column].contains(&column))
        .all(|(row, column)| config.walls.contains(meydan_heroes::Cell { row, column }))
}

#[test]
fn two_maps_of_the_house_have_what_bots_of_the_contest_expect() {
    for name in ["bastion", "cloister"] {
        let map = Heroes::maps().iter().find(|map| map.name == name).unwrap();
        let config = Heroes::config(map.bytes, &Terms::of("official")).unwrap();
        assert!(is_walled(&config), "{name}");
        assert_eq!(config.respawn.each_ref().map(|zone| zone.len()), [4, 4], "{name}");
    }
}

#[test]
fn the_fifth_class_comes_and_goes() {
    let names =
        |config: &Config| config.heroes.iter().map(|class| class.name.to_string()).collect::<Vec<_>>();
    let classes = |map: &[u8], classes: &str| {
        let options = BTreeMap::from([("classes".to_owned(), classes.to_owned())]);
        Heroes::config(map, &Terms { options, ..Terms::of("official") })
    };
    let map = Heroes::maps()[0].bytes;
    let five = classes(map, "5").unwrap();
    assert_eq!(names(&five), ["SENTRY", "BLASTER", "HEALER", "GUARDIAN", "SHADOW"]);
    assert_eq!(five.abilities.len(), 15);
    assert!(Heroes::new(&five, Chance::new(Seed(1))).is_ok());
    // A map of the contest that has it is played without it where a client does not know it, and keeps it where asked.
    let mut own: Value = serde_json::from_str(&map_file(&five)).unwrap();
    own["heroConstants"][4]["maxHP"] = json!(90);
    let own = own.to_string().into_bytes();
    let four = classes(&own, "4").unwrap();
    assert_eq!(
        (four.heroes, four.abilities),
        (meydan_heroes::document_heroes(), meydan_heroes::document_abilities())
    );
    assert_eq!(classes(&own, "5").unwrap().heroes[4].max_hp, 90);
    let wrong = classes(map, "6").unwrap_err().to_string();
    assert!(wrong.contains("`classes`") && wrong.contains('5'), "{wrong}");
}

#[test]
fn keys_that_older_maps_lack_are_filled_in_with_a_note_and_announced_last() {
    let mut old = file();
    old["gameConstants"] = json!({"maxAP": 90, "timeout": 500, "maxTurns": 7, "killScore": 1, "objectiveZoneScore": 2, "maxScore": 300});
    let config = read(&old, Official).unwrap();
    assert_eq!(config.notes.len(), 3);
    assert!(config.notes[0].contains("gameConstants.totalMovePhases"), "{:?}", config.notes);
    let constants = config.constants;
    assert_eq!(
        (constants.move_phases, constants.overtime, constants.overtime_gap, constants.max_ap),
        (6, 1, 0, 90)
    );
    let keys: Vec<&str> = config.map_constants.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys[6..], ["totalMovePhases", "initOvertime", "maxScoreDiff"]);
    assert!(keys.contains(&"timeout"), "unknown keys are kept");
}

#[test]
fn constants_keep_the_files_order() {
    let text = r#"{"gameConstants":{"zebra":1,"maxScore":5,"apple":2},"map":{"rowNum":1,"columnNum":8,"cells":[
        {"isInFirstRespawnZone":true},{"isInFirstRespawnZone":true},{"isInFirstRespawnZone":true},{"isInFirstRespawnZone":true},
        {"isInSecondRespawnZone":true},{"isInSecondRespawnZone":true},{"isInSecondRespawnZone":true},{"isInSecondRespawnZone":true}]}}"#;
    let config = Config::read(text.as_bytes(), Document).unwrap();
    let keys: Vec<&str> = config.map_constants.iter().take(3).map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["zebra", "maxScore", "apple"]);
    assert_eq!(config.heroes.len(), 4, "missing heroes are the document's");
    assert!(config.notes.iter().any(|note| note.contains("heroConstants")));
}

#[test]
fn a_wrong_map_is_refused_with_its_field_named() {
    type Change = fn(&mut Value);
    let cases: &[(&str, Change)] = &[
        ("`gameConstants.maxAP`", |file| file["gameConstants"]["maxAP"] = json!("many")),
        ("`gameConstants.maxTurns`", |file| file["gameConstants"]["maxTurns"] = json!(0)),
        ("`gameConstants.totalMovePhases`", |file| file["gameConstants"]["totalMovePhases"] = json!(0)),
        ("`gameConstants.killScore`", |file| file["gameConstants"]["killScore"] = json!(1.5)),
        ("`map`", |file| drop(file.as_object_mut().unwrap().remove("map"))),
        ("`map.rowNum`", |file| file["map"]["rowNum"] = json!(1000)),
        ("`map.columnNum`", |file| drop(file["map"].as_object_mut().unwrap().remove("columnNum"))),
        ("`map.cells`", |file| drop(file["map"]["cells"].as_array_mut().unwrap().pop())),
        ("`map.cells[3].isWall`", |file| file["map"]["cells"][3]["isWall"] = json!(1)),
        ("`map.cells[4]`", |file| file["map"]["cells"][4]["row"] = json!(9)),
        ("`heroConstants[1].maxHP`", |file| file["heroConstants"][1]["maxHP"] = json!(-5)),
        ("`heroConstants[0].name`", |file| file["heroConstants"][0]["name"] = json!(7)),
        ("`SEN\\nTRY`", |file| file["heroConstants"][0]["name"] = json!("SEN\nTRY")),
        ("`HEALER`", |file| file["heroConstants"][1]["name"] = json!("HEALER")),
        ("`SENTRY_SONG`", |file| file["heroConstants"][0]["abilityNames"][0] = json!("SENTRY_SONG")),
        ("`abilityConstants[2].type`", |file| file["abilityConstants"][2]["type"] = json!("MAGIC")),
        ("`abilityConstants[2].range`", |file| file["abilityConstants"][2]["range"] = json!(-1)),
        ("`abilityConstants[0].power`", |file| file["abilityConstants"][0]["power"] = json!(1u64 << 40)),
        ("`isInFirstRespawnZone`", |file| file["map"]["cells"][0]["isInFirstRespawnZone"] = json!(false)),
        ("`isInSecondRespawnZone`", |file| file["map"]["cells"][8]["isWall"] = json!(true)),
    ];
    for (field, change) in cases {
        let message = error(change, Document);
        assert!(message.contains(field), "{field}: {message}");
    }
}

#[test]
fn an_overtime_of_zero_is_refused_under_official_only() {
    let zero = |file: &mut Value| file["gameConstants"]["initOvertime"] = json!(0);
    assert!(error(zero, Official).contains("`gameConstants.initOvertime`"));
    let mut spoilt = file();
    zero(&mut spoilt);
    assert!(read(&spoilt, Document).is_ok());
}

#[test]
fn what_is_no_json_is_refused_with_line_and_column() {
    let message = Config::read(b"{\"map\": \n oops", Document).unwrap_err().to_string();
    assert!(message.contains("line 2"), "{message}");
    assert!(Config::read(&[0xff, 0xfe], Document).is_err());
    let marked = [b"\xef\xbb\xbf", map_file(&draw(OPEN, Document).unwrap()).as_bytes()].concat();
    assert!(Config::read(&marked, Document).is_ok(), "a byte order mark does no harm");
}

#[test]
fn options_replace_the_maps_constants_and_unknown_ones_are_listed() {
    let map = Heroes::maps()[0].bytes;
    let terms = |name: &str, value: &str| Terms {
        options: BTreeMap::from([(name.to_owned(), value.to_owned())]),
        ..Terms::of("document")
    };
    let config = Heroes::config(map, &terms("maxTurns", "3")).unwrap();
    assert_eq!(config.constants.max_turns, 3);
    assert!(config.map_constants.contains(&("maxTurns".into(), 3)));
    let unknown = Heroes::config(map, &terms("speed", "3")).unwrap_err().to_string();
    assert!(unknown.contains("`speed`") && unknown.contains("maxTurns"), "{unknown}");
    assert!(Heroes::config(map, &terms("maxTurns", "x")).unwrap_err().to_string().contains("`x`"));
    assert!(Heroes::config(map, &terms("maxTurns", "0")).is_err());
    let ruleset = Heroes::config(map, &Terms::of("house")).unwrap_err().to_string();
    assert!(ruleset.contains("document, official"), "{ruleset}");
    let three = Terms { sides: Some(3), ..Terms::of("document") };
    assert!(Heroes::config(map, &three).is_err());
}

#[test]
fn clocks_have_the_documents_limits_and_the_originals_under_official() {
    let millis =
        |ruleset| Heroes::clocks(ruleset).iter().map(|clock| (clock.name, clock.millis)).collect::<Vec<_>>();
    assert_eq!(
        millis("document"),
        [("init", 5000), ("pick", 200), ("first_move", 500), ("move", 200), ("action", 200)]
    );
    assert_eq!(
        millis("official"),
        [("init", 5150), ("pick", 850), ("first_move", 1150), ("move", 850), ("action", 850)]
    );
}

proptest! {
    #[test]
    fn generated_maps_are_fair(
        rows in 9usize..40, columns in 9usize..40, walls in 0u32..=60, seed: u64, border: bool
    ) {
        let plan = Recipe { rows, columns, walls, border };
        let config = generate(&plan, Document, &mut Chance::new(Seed(seed))).unwrap();
        prop_assert_eq!((usize::from(config.rows()), usize::from(config.columns())), (rows, columns));
        assert_fair(&config);
        let again = Config::read(map_file(&config).as_bytes(), Document).unwrap();
        prop_assert_eq!(&again, &config);
        if border {
            prop_assert!(is_walled(&config));
            prop_assert_eq!(config.respawn[0].len(), 4);
        }
        prop_assert!(Heroes::new(&again, Chance::new(Seed(1))).is_ok());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Config::read(&bytes, Document);
    }

    #[test]
    fn a_spoilt_map_is_read_or_refused_but_never_panics(at in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = map_file(&draw(OPEN, Document).unwrap()).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(config) = Config::read(&bytes, Official) {
            prop_assert!(Heroes::new(&config, Chance::new(Seed(1))).is_ok());
        }
    }
}
