//! Reading, refusing, writing and generating maps.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use meydan_core::{Seed, Setup, Terms};
use meydan_galaxy::{Config, Galaxy, GenerateError, Map, PlanetId, Recipe, generate};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(map: &Value) -> Result<Map, String> {
    Map::read(&serde_json::to_vec(map).unwrap()).map_err(|e| e.to_string())
}

fn small() -> Value {
    json!({
        "number_of_nodes": 4,
        "number_of_edges": 4,
        "list_of_edges": [[2, 0], [0, 1], [1, 2], [3, 2]],
        "strategic_nodes": [3, 1],
        "scores_of_strategic_nodes": [2, 5],
    })
}

#[test]
fn neighbours_are_in_the_order_in_which_edges_name_them() {
    let map = read(&small()).unwrap();
    let near = |planet: u16| map.neighbours(PlanetId(planet)).iter().map(|near| near.0).collect::<Vec<_>>();
    assert_eq!([near(0), near(1), near(2), near(3)], [vec![2, 1], vec![0, 2], vec![0, 1, 3], vec![2]]);
    assert_eq!((map.score(PlanetId(3)), map.score(PlanetId(0))), (2, 0));
}

#[test]
fn a_wrong_field_is_named() {
    let cases: &[(&str, Value, &str)] = &[
        ("number_of_nodes", Value::Null, "`number_of_nodes`"),
        ("number_of_nodes", json!("4"), "`number_of_nodes`"),
        ("number_of_nodes", json!(0), "`number_of_nodes`"),
        ("number_of_nodes", json!(-4), "`number_of_nodes`"),
        ("number_of_nodes", json!(1_000_000_000), "`number_of_nodes`"),
        ("number_of_nodes", json!(3), "`list_of_edges[3]` of the map names planet `3`"),
        ("list_of_edges", json!({}), "`list_of_edges`"),
        ("list_of_edges", json!([[0, 1], [1]]), "`list_of_edges[1]`"),
        ("list_of_edges", json!([[0, 1], [1, 70000]]), "planet `70000`"),
        ("list_of_edges", json!([[0, -1]]), "planet `-1`"),
        ("list_of_edges", json!([[0, 1.5]]), "`list_of_edges[0]`"),
        ("strategic_nodes", json!([3, 4]), "`strategic_nodes[1]` of the map names planet `4`"),
        ("strategic_nodes", json!([3, 3]), "`strategic_nodes[1]`"),
        ("strategic_nodes", json!([3]), "`scores_of_strategic_nodes`"),
        ("scores_of_strategic_nodes", json!([2, 0]), "`scores_of_strategic_nodes[1]`"),
        ("scores_of_strategic_nodes", json!([2, -1]), "`scores_of_strategic_nodes[1]`"),
        ("scores_of_strategic_nodes", json!([2, "5"]), "`scores_of_strategic_nodes[1]`"),
        ("coordinates", json!([[0, 0]]), "`coordinates`"),
        ("coordinates", json!([[0, 0], [0, 0], [0], [0, 0]]), "`coordinates[2]`"),
        ("name", json!(7), "`name`"),
    ];
    for (field, value, wanted) in cases {
        let mut map = small();
        map[field] = value.clone();
        let error = read(&map).unwrap_err();
        assert!(error.contains(wanted), "{field} = {value}: {error}");
        let mut map = small();
        if map.as_object_mut().unwrap().remove(*field).is_some() {
            assert!(read(&map).unwrap_err().contains(&format!("`{field}`")), "without {field}");
        }
    }
    assert!(Map::read(b"[1]").is_err());
    assert!(Map::read(b"").unwrap_err().to_string().contains("JSON"));
}

#[test]
fn odd_but_playable_maps_load_with_warnings() {
    let mut map = small();
    map["list_of_edges"] = json!([[0, 1], [1, 0], [2, 2], [1, 2], [2, 3]]);
    map["anything_else"] = json!({"is": "ignored"});
    map.as_object_mut().unwrap().remove("number_of_edges");
    let warnings = read(&map).unwrap().warnings();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(warnings[0].contains("2 planets") && warnings[1].contains("`list_of_edges[1]`"));
}

/// One of the contest's own maps has 45 planets and leaves some of them alone.
#[test]
fn a_map_with_planets_that_nobody_can_reach_loads_as_the_original_loaded_it() {
    let mut map = small();
    map["number_of_nodes"] = json!(6);
    let read = read(&map).unwrap();
    assert_eq!(read.neighbours(PlanetId(5)).len(), 0);
    assert!(read.warnings().contains(&"planet `4` and 1 more are cut off from planet `0`".to_owned()));
    assert!(read.positions().len() == 6 && read.positions().iter().flatten().all(|x| x.is_finite()));
    map["number_of_nodes"] = json!(5);
    let one = Map::read(map.to_string().as_bytes()).unwrap().warnings();
    assert!(one.contains(&"planet `4` is cut off from planet `0`".to_owned()), "{one:?}");
}

#[test]
fn our_own_maps_are_sound() {
    assert!(Galaxy::maps().len() >= 8);
    for file in Galaxy::maps() {
        let map = Map::read(file.bytes).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        assert_eq!(map.warnings(), [""; 0], "{}", file.name);
        assert_eq!(map.name(), Some(file.name));
        let fields: Value = serde_json::from_slice(file.bytes).unwrap();
        assert_eq!(fields["number_of_edges"], json!(map.edges().len()), "the contest's viewer needs it");
        assert_eq!(fields["coordinates"].as_array().unwrap().len(), map.len());
    }
}

#[test]
fn a_map_without_coordinates_is_laid_out_without_overlaps() {
    let mut fields: Value = serde_json::from_slice(Galaxy::maps()[0].bytes).unwrap();
    fields.as_object_mut().unwrap().remove("coordinates");
    let map = read(&fields).unwrap();
    let at = map.positions();
    assert!(at.iter().flatten().all(|x| (0.0..=100.0).contains(x)), "{at:?}");
    for (i, a) in at.iter().enumerate() {
        for b in &at[..i] {
            assert!((a[0] - b[0]).hypot(a[1] - b[1]) > 2.0, "two planets at {a:?} and {b:?}");
        }
    }
}

#[test]
fn a_config_survives_json() {
    for file in Galaxy::maps() {
        for ruleset in Galaxy::RULESETS {
            let config = Config::read(file.bytes, &Terms::of(*ruleset)).unwrap();
            let again: Config = serde_json::from_str(&serde_json::to_string(&config).unwrap()).unwrap();
            assert_eq!((again.map(), again.rules()), (config.map(), config.rules()));
        }
    }
    let text = r#"{"rules":{},"map":{}}"#;
    assert!(serde_json::from_str::<Config>(text).is_err());
}

fn threefold(map: &Map) -> bool {
    let n = map.len();
    let image = |planet: PlanetId| {
        if planet.index() == n / 3 * 3 { planet } else { PlanetId(planet.0 / 3 * 3 + (planet.0 + 1) % 3) }
    };
    let edge = |a: PlanetId, b: PlanetId| (a.min(b), a.max(b));
    let edges: BTreeSet<_> = map.edges().iter().map(|&[a, b]| edge(a, b)).collect();
    let turned: BTreeSet<_> = map.edges().iter().map(|&[a, b]| edge(image(a), image(b))).collect();
    edges == turned && map.planets().all(|planet| map.score(planet) == map.score(image(planet)))
}

#[test]
fn a_symmetric_map_is_the_same_for_all_three_players() {
    for (planets, seed) in [(9, 1), (30, 2), (42, 7), (43, 7), (120, 3)] {
        let map = generate(Recipe { planets, seed: Seed(seed), symmetric: true }).unwrap();
        assert!(threefold(&map), "{planets} planets, seed {seed}");
    }
    let free = generate(Recipe { planets: 42, seed: Seed(7), symmetric: false }).unwrap();
    assert!(!threefold(&free));
    let error = generate(Recipe { planets: 44, seed: Seed(7), symmetric: true }).unwrap_err();
    assert_eq!(error, GenerateError::NotThreefold { planets: 44, less: 43, more: 45 });
    assert!(generate(Recipe { planets: 8, seed: Seed(7), symmetric: false }).is_err());
    assert!(generate(Recipe { planets: 1001, seed: Seed(7), symmetric: false }).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn generated_maps_are_sound_and_repeatable(planets in 9usize..90, seed: u64, symmetric: bool) {
        let plan = Recipe { planets, seed: Seed(seed), symmetric };
        match generate(plan) {
            Ok(map) => {
                prop_assert_eq!(map.len(), planets);
                prop_assert!(map.warnings().is_empty());
                let scores: BTreeSet<u32> = map.strategic().iter().map(|strategic| strategic.score).collect();
                prop_assert_eq!(scores.len(), if symmetric { 2 } else { 6 });
                prop_assert_eq!(&generate(plan).unwrap(), &map);
                prop_assert_eq!(&Map::read(map.to_file().as_bytes()).unwrap(), &map);
            }
            Err(error) => {
                let known = matches!(error, GenerateError::NotThreefold { .. });
                prop_assert!(known && symmetric && planets % 3 == 2);
            }
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Map::read(&bytes);
    }

    #[test]
    fn no_json_of_the_right_shape_makes_the_reader_panic(
        nodes in -2i64..12,
        edges in prop::collection::vec((-1i64..12, -1i64..12), 0..20),
        strategic in prop::collection::vec((-1i64..12, -1i64..4), 0..5),
    ) {
        let map = json!({
            "number_of_nodes": nodes,
            "list_of_edges": edges.iter().map(|&(a, b)| [a, b]).collect::<Vec<_>>(),
            "strategic_nodes": strategic.iter().map(|&(planet, _)| planet).collect::<Vec<_>>(),
            "scores_of_strategic_nodes": strategic.iter().map(|&(_, score)| score).collect::<Vec<_>>(),
        });
        if let Ok(map) = read(&map) {
            let far = |distance: u16| distance < 12 || distance == u16::MAX;
            prop_assert!(map.distances(PlanetId(0)).into_iter().all(far));
            prop_assert!(map.strategic().iter().all(|strategic| strategic.score >= 1));
            prop_assert_eq!(&Map::read(map.to_file().as_bytes()).unwrap(), &map);
        }
    }
}
