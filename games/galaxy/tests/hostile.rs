//! Maps, configs and plans that nobody means well: each is refused with a sentence or played.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seed, Setup, Terms};
use meydan_galaxy::{Config, Galaxy, Map, PlanetId, Recipe, Rules, Ruleset, Strategic, generate};
use meydan_testkit::spoil;
use serde_json::json;

fn config(map: &str, ruleset: &str) -> Config {
    let map = Galaxy::maps().iter().find(|file| file.name == map).unwrap();
    Galaxy::config(map.bytes, &Terms::of(ruleset)).unwrap()
}

/// Why a config with one value changed cannot be read; a galaxy is checked when it is read.
fn refusal(pointer: &str, value: serde_json::Value) -> String {
    let mut config = serde_json::to_value(config("trefoil", "official")).unwrap();
    *config.pointer_mut(pointer).unwrap() = value;
    serde_json::from_value::<Config>(config).unwrap_err().to_string()
}

#[test]
fn what_is_too_large_is_refused() {
    for (wanted, found) in [
        ("1 to 1000", refusal("/map/planets", json!(u64::MAX))),
        ("1 to 1000", refusal("/map/planets", json!(0))),
        ("at most 16384 pairs", refusal("/map/edges", json!(vec![[0, 1]; 100_000]))),
        ("planet `65535`", refusal("/map/edges/0", json!([65_535, 0]))),
        ("planet `65535`", refusal("/map/strategic/0/planet", json!(65_535))),
        ("again", refusal("/map/strategic", json!(vec![json!({"planet": 0, "score": 1}); 100_000]))),
        ("at most 256 bytes", refusal("/map/name", json!("x".repeat(1 << 20)))),
        ("one per planet", refusal("/map/positions", json!([]))),
        ("2 to 8", refusal("/rules/number_of_players", json!(255))),
        ("2 to 8", refusal("/rules/number_of_players", json!(0))),
        ("1 to 100000", refusal("/rules/number_of_turns", json!(u32::MAX))),
        ("0 to 100000", refusal("/rules/minimum_number_of_turns", json!(u32::MAX))),
        ("0 to 100000", refusal("/rules/initial_troop", json!(u32::MAX))),
        ("0 to 1000", refusal("/rules/fort_coef", json!(u32::MAX))),
    ] {
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn no_config_that_can_be_read_makes_the_game_panic() {
    let (_, played) = spoil::<Galaxy>([config("trefoil", "document"), config("cradle", "official")], 3000);
    assert!(played > 300, "{played} played");
}

#[test]
fn the_largest_map_can_be_made_laid_out_and_played() {
    for symmetric in [false, true] {
        let map = generate(Recipe { planets: 1000, seed: Seed(1), symmetric }).unwrap();
        let config = Config::new(map, Rules::of(Ruleset::Document)).unwrap();
        let mut game = Galaxy::new(&config, Chance::new(Seed(1))).unwrap();
        game.close(&mut Vec::new());
    }
    // A dense map without a drawing.
    let pairs = (0..1000).flat_map(|a| (a + 1..1000).map(move |b| [PlanetId(a), PlanetId(b)]));
    let strategic = vec![Strategic { planet: PlanetId(1), score: 1_000_000 }];
    let map = Map::new(None, 1000, pairs.take(16_384).collect(), strategic, None);
    assert_eq!(map.map(|map| map.len()), Ok(1000));
}

#[test]
fn map_files_that_would_grow_are_refused() {
    for (name, file) in [
        ("eight megabytes", format!("{{\"x\":\"{}\"}}", "x".repeat(8 << 20))),
        ("nested lists", format!("{{\"list_of_edges\":{}", "[".repeat(200_000))),
        (
            "a claim of many planets",
            r#"{"number_of_nodes":1000000000,"list_of_edges":[],"strategic_nodes":[],"scores_of_strategic_nodes":[]}"#
                .into(),
        ),
    ] {
        assert!(Map::read(file.as_bytes()).is_err(), "{name}");
    }
}

#[test]
fn plans_that_ask_for_too_much_are_refused() {
    for planets in [0, 8, 1001, usize::MAX] {
        for symmetric in [false, true] {
            let refused = generate(Recipe { planets, seed: Seed(1), symmetric }).unwrap_err().to_string();
            assert!(refused.contains("9 to 1000"), "{refused}");
        }
    }
}
