//! Reading maps, the maps that come with Meydan, and making new ones.

use std::collections::BTreeSet;
use std::path::Path;

use meydan_core::{Chance, Seed, Setup, Terms};
use meydan_gotham::{CityFile, Config, ConfigError, Drawing, Gotham, Recipe, Ruleset, generate};
use meydan_testkit::golden;
use proptest::prelude::*;

const SMALL: &str = r#"
agents:
  - { id: 1, nodeId: 1, token: "t1", team: FIRST, type: THIEF, balance: 100.0 }
  - { id: 2, nodeId: 1, token: "t2", team: FIRST, type: POLICE, balance: 100 }
  - { id: 3, nodeId: 1, token: "t3", team: SECOND, type: THIEF, balance: 100.0 }
  - { id: 4, nodeId: 1, token: "t4", team: SECOND, type: POLICE, balance: 100.0 }
income:
  policeIncomeEachTurn: 10
  thiefIncomeEachTurn: 10.5
graph:
  nodes: [{ id: 1 }, { id: 2 }, { id: 3 }]
  paths:
    - { id: 1, firstNodeId: 1, secondNodeId: 2, price: 0.0 }
    - { id: 2, firstNodeId: 2, secondNodeId: 3, price: 25.0 }
turnSettings:
  maxTurns: 20
  visibleTurns: [4, 8]
chatSettings:
  chatBoxMaxSize: 100
  chatCostPerCharacter: 1.0
"#;

fn read(text: &str, ruleset: &str) -> Result<Config, ConfigError> {
    Gotham::config(text.as_bytes(), &Terms::of(ruleset))
}

#[test]
fn yaml_and_json_mean_the_same() {
    let (file, _) = CityFile::read(SMALL.as_bytes()).unwrap();
    let json = serde_json::to_string(&file).unwrap();
    assert_eq!(CityFile::read(json.as_bytes()).unwrap().0, file);
    assert_eq!(read(&json, "document"), read(SMALL, "document"));
    assert_eq!(read(&SMALL.replace('\n', "\r\n"), "document"), read(SMALL, "document"));
    assert_eq!(read(&format!("---{SMALL}"), "document"), read(SMALL, "document"));
}

#[test]
fn the_originals_yaml_files_are_read_as_the_traces_tell() {
    // Beside the traces of this folder lie the map files themselves; a folder from outside may have none.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("golden");
    let mut compared = 0;
    for trace in golden::files(&folder, ".jsonl.gz") {
        let name = trace.file_name().unwrap().to_str().unwrap().replace(".jsonl.gz", ".yml");
        let Ok(yaml) = std::fs::read(folder.join("maps").join(name)) else { continue };
        let header = &golden::lines(&trace)[0];
        let (from_yaml, _) = CityFile::read(&yaml).unwrap();
        let (from_json, _) = CityFile::read(header["map"].to_string().as_bytes()).unwrap();
        assert_eq!(from_yaml, from_json, "{trace:?}");
        compared += 1;
    }
    assert!(compared >= 12, "only {compared} maps were compared");
}

#[test]
fn a_mistake_is_named_with_its_field() {
    for (from, to, wanted) in [
        ("balance: 100 }", "balance: rich }", "agents[1].balance"),
        ("balance: 100 }", "balance: -1 }", "agents[1].balance"),
        ("balance: 100 }", "balance: .nan }", "agents[1].balance"),
        ("balance: 100 }", "balance: 1, colour: red }", "colour"),
        ("type: POLICE, balance: 100 }", "type: DOG, balance: 100 }", "agents[1].type"),
        ("type: POLICE, balance: 100 }", "type: BATMAN, balance: 100 }", "agents[1].type"),
        ("\"t2\"", "\"t1\"", "agents[1].token"),
        ("\"t2\"", "\" \"", "agents[1].token"),
        ("id: 2, nodeId: 1", "id: 1, nodeId: 1", "agents[1].id"),
        ("id: 2, nodeId: 1", "id: 2, nodeId: 9", "agents[1].nodeId"),
        ("nodeId: 1, token: \"t2\"", "token: \"t2\"", "nodeId"),
        ("team: SECOND", "team: FIRST", "agents"),
        ("{ id: 3 }]", "{ id: 2 }]", "graph.nodes[2].id"),
        ("{ id: 3 }]", "{ id: 0 }]", "graph.nodes[2].id"),
        ("secondNodeId: 3", "secondNodeId: 7", "graph.paths[1].secondNodeId"),
        ("secondNodeId: 3", "secondNodeId: 2", "graph.paths[1].secondNodeId"),
        ("price: 25.0", "price: -25.0", "graph.paths[1].price"),
        ("price: 25.0", "price: 1e999", "graph.paths[1].price"),
        ("id: 2, firstNodeId", "id: 1, firstNodeId", "graph.paths[1].id"),
        ("maxTurns: 20", "maxTurns: 0", "turnSettings.maxTurns"),
        ("maxTurns: 20", "maxTurns: soon", "turnSettings.maxTurns"),
        ("maxTurns: 20\n", "", "maxTurns"),
        ("visibleTurns: [4, 8]", "visibleTurns: [4, x]", "turnSettings.visibleTurns[1]"),
        ("policeIncomeEachTurn: 10", "policeIncomeEachTurn: -1", "income.policeIncomeEachTurn"),
        ("chatBoxMaxSize: 100", "chatBoxMaxSize: -1", "chatSettings.chatBoxMaxSize"),
        ("chatCostPerCharacter: 1.0", "chatCostPerCharacter: -1.0", "chatSettings.chatCostPerCharacter"),
        ("income:", "wages:", "wages"),
    ] {
        assert!(SMALL.contains(from), "{from}");
        let error = read(&SMALL.replace(from, to), "document").unwrap_err().to_string();
        assert!(error.contains(wanted), "`{to}` gives: {error}");
        assert!(!error.contains('\n'), "one line: {error}");
    }
}

#[test]
fn each_ruleset_has_its_own_limits() {
    let finals = SMALL.replace("type: POLICE, balance: 100 }", "type: BATMAN, balance: 100 }");
    assert!(read(&finals, "official").is_ok());
    assert!(read(&finals, "official-prelim").is_err());
    let gap = SMALL.replace("{ id: 3 }]", "{ id: 5 }]").replace("secondNodeId: 3", "secondNodeId: 5");
    assert!(read(&gap, "official-prelim").is_ok());
    assert!(read(&gap, "official").unwrap_err().to_string().contains("graph.nodes[2].id"));
    let mut big =
        generate(&Recipe { nodes: 251, ..Recipe::default() }, &mut Chance::new(Seed(1))).unwrap().file;
    assert!(big.config(Ruleset::Document, None).unwrap_err().to_string().contains("graph.nodes"));
    assert!(big.config(Ruleset::Official, None).is_ok());
    big = generate(&Recipe { nodes: 30, ..Recipe::default() }, &mut Chance::new(Seed(1))).unwrap().file;
    big.graph.paths[3].price = 1.5;
    assert!(big.config(Ruleset::Document, None).unwrap_err().to_string().contains("price"));
    assert!(big.config(Ruleset::OfficialPrelim, None).is_ok());
}

#[test]
fn options_change_a_map_and_unknown_ones_are_refused() {
    let mut terms = Terms::of("document");
    for (name, value) in [
        ("max_turns", "7"),
        ("visible_turns", "2, 4"),
        ("police_income", "1.5"),
        ("thief_income", "0"),
        ("chat_box", "9"),
        ("chat_cost", "0.25"),
    ] {
        terms.options.insert(name.into(), value.into());
    }
    let config = Gotham::config(SMALL.as_bytes(), &terms).unwrap();
    assert_eq!((config.max_turns, config.visible_turns.as_slice()), (7, &[2, 4][..]));
    assert_eq!((config.income.police, config.income.thieves), (1.5, 0.0));
    assert_eq!((config.chat.box_size, config.chat.cost), (9, 0.25));
    terms.options.insert("max_turns".into(), "0".into());
    assert!(Gotham::config(SMALL.as_bytes(), &terms).unwrap_err().to_string().contains("max_turns"));
    let mut terms = Terms::of("document");
    terms.options.insert("colour".into(), "red".into());
    let error = Gotham::config(SMALL.as_bytes(), &terms).unwrap_err().to_string();
    assert!(error.contains("`colour`") && error.contains("`chat_cost`"), "{error}");
    assert!(read(SMALL, "chess").unwrap_err().to_string().contains("official-prelim"));
    let three = Terms { sides: Some(3), ..Terms::of("document") };
    assert!(Gotham::config(SMALL.as_bytes(), &three).is_err());
}

#[test]
fn a_drawing_places_the_nodes() {
    let place = |id: i32, x: i32| format!(r#"{{"id":{id},"position":{{"x":{x}.0,"y":0.0,"z":-1.5}}}}"#);
    let drawing = format!(r#"{{"nodes":[{},{},{}],"edges":[]}}"#, place(1, 4), place(2, 5), place(3, 6));
    let config = read(&format!("{SMALL}---\n{drawing}\n"), "document").unwrap();
    let places: Vec<(f64, f64)> = config.nodes.iter().map(|node| (node.x, node.y)).collect();
    assert_eq!(places, [(4.0, -1.5), (5.0, -1.5), (6.0, -1.5)]);
    assert!(Drawing::read(format!("{drawing}\nnot read").as_bytes()).is_ok());
    let error = read(&format!("{SMALL}---\n{}\n", drawing.replace("\"id\":3", "\"id\":4")), "document");
    assert!(error.unwrap_err().to_string().contains("node `3`"));
    let error = read(&format!("{SMALL}---\n{}\n", drawing.replace("6.0", "\"far\"")), "document");
    assert!(error.unwrap_err().to_string().contains("nodes[2].position.x"));
}

#[test]
fn without_a_drawing_neighbours_are_drawn_apart_but_near() {
    let (file, _) = CityFile::read(SMALL.as_bytes()).unwrap();
    let config = file.config(Ruleset::Document, None).unwrap();
    let [a, b, c] = config.nodes[..] else { panic!("three nodes") };
    let length = |a: meydan_gotham::Node, b: meydan_gotham::Node| (a.x - b.x).hypot(a.y - b.y);
    assert!(length(a, b) > 100.0 && length(a, c) > 1.5 * length(a, b));
}

#[test]
fn the_built_in_maps_can_be_played_without_a_warning() {
    let maps = Gotham::maps();
    assert!(maps.len() >= 6);
    let mut sizes = BTreeSet::new();
    for map in maps {
        let (file, drawing) = CityFile::read(map.bytes).unwrap();
        assert!(drawing.is_some(), "{} has a drawing", map.name);
        let finals = map.name == "finals";
        let rulesets: &[Ruleset] = if finals {
            &[Ruleset::Official]
        } else {
            &[Ruleset::Document, Ruleset::OfficialPrelim, Ruleset::Official]
        };
        for &ruleset in rulesets {
            file.config(ruleset, drawing.as_ref()).unwrap_or_else(|e| panic!("{}: {e}", map.name));
        }
        let ruleset = if finals { Ruleset::Official } else { Ruleset::Document };
        assert_eq!(file.warnings(ruleset), Vec::<String>::new(), "{}", map.name);
        sizes.insert(file.graph.nodes.len());
    }
    assert!(sizes.first().unwrap() < &20 && sizes.last() == Some(&250));
}

#[test]
fn a_new_city_is_planar_connected_and_always_the_same() {
    for (nodes, seed) in [(8, 1), (25, 2), (60, 3), (140, 4), (250, 5)] {
        let plan = Recipe { nodes, ..Recipe::default() };
        let city = generate(&plan, &mut Chance::new(Seed(seed))).unwrap();
        assert_eq!(Ok(city.clone()), generate(&plan, &mut Chance::new(Seed(seed))));
        let paths = &city.file.graph.paths;
        let ends = |i: usize| (paths[i].first_node_id as usize - 1, paths[i].second_node_id as usize - 1);
        let streets: Vec<(usize, usize)> =
            (0..paths.len()).filter(|&i| paths[i].price == 0.0).map(ends).collect();
        for (i, &(a, b)) in streets.iter().enumerate() {
            for &(c, d) in &streets[..i] {
                let places = [a, b, c, d].map(|node| city.places[node]);
                let apart = [a, b].iter().all(|end| ![c, d].contains(end));
                assert!(!apart || !cross(places), "streets {a}-{b} and {c}-{d} cross in a city of {nodes}");
            }
        }
        let mut reached = BTreeSet::from([0]);
        while let Some(&(a, b)) = streets.iter().find(|(a, b)| reached.contains(a) != reached.contains(b)) {
            reached.extend([a, b]);
        }
        assert_eq!(reached.len(), nodes, "one can walk everywhere in a city of {nodes}");
        let prices: BTreeSet<i64> = paths.iter().map(|path| path.price as i64).collect();
        assert_eq!(prices.len(), 3, "walk, bus and metro in a city of {nodes}");
        assert!(city.file.warnings(Ruleset::Document).is_empty());
        let text = format!("{}---\n{}", city.yaml(), city.drawing());
        assert_eq!(CityFile::read(text.as_bytes()).unwrap().0, city.file, "it reads back as it was made");
        assert!(read(&text, "document").is_ok());
    }
}

/// Whether two lines cross between their ends.
fn cross([a, b, c, d]: [(f64, f64); 4]) -> bool {
    let turn = |p: (f64, f64), q: (f64, f64), r: (f64, f64)| {
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Gotham::config(&bytes, &Terms::of("document"));
    }

    #[test]
    fn a_damaged_map_is_read_or_refused(at in 0..SMALL.len(), text in "[ -~\n]{0,6}", cut in 0usize..12) {
        let mut damaged = String::from(&SMALL[..at]);
        damaged.push_str(&text);
        damaged.push_str(&SMALL[(at + cut).min(SMALL.len())..]);
        for ruleset in Ruleset::NAMES {
            if let Ok(config) = read(&damaged, ruleset) {
                prop_assert_eq!(config.check(), Ok(()));
            }
        }
    }

    #[test]
    fn any_numbers_in_a_map_are_played_or_refused(
        ids in proptest::collection::vec(any::<i32>(), 3),
        ends in proptest::collection::vec(-2i32..5, 4),
        money in any::<f64>(),
        turns in -3i32..9,
    ) {
        let (mut file, _) = CityFile::read(SMALL.as_bytes()).unwrap();
        for (node, id) in file.graph.nodes.iter_mut().zip(&ids) {
            node.id = *id % 6;
        }
        for (path, end) in file.graph.paths.iter_mut().zip(ends.chunks(2)) {
            (path.first_node_id, path.second_node_id, path.price) = (end[0], end[1], money);
        }
        file.agents[2].balance = money;
        file.turn_settings.max_turns = turns;
        for name in Ruleset::NAMES {
            if let Ok(config) = file.config(Ruleset::named(name).unwrap(), None) {
                prop_assert!(meydan_gotham::City::new(&config).is_ok());
                prop_assert!(config.nodes.iter().all(|node| node.x.is_finite() && node.y.is_finite()));
            }
        }
    }
}
