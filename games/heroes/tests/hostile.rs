//! Map files, configs and plans that nobody means well: each is refused with a sentence or played.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seed, Setup, Terms};
use meydan_heroes::{Config, Heroes, Recipe, Ruleset, generate};
use meydan_testkit::spoil;

fn config(map: &str, ruleset: &str) -> Config {
    let map = Heroes::maps().iter().find(|file| file.name == map).unwrap();
    Heroes::config(map.bytes, &Terms::of(ruleset)).unwrap()
}

#[test]
fn what_is_too_large_is_refused() {
    let changed = |change: &dyn Fn(&mut Config)| {
        let mut config = config("duel", "official");
        change(&mut config);
        Heroes::new(&config, Chance::new(Seed(1))).err().unwrap().to_string()
    };
    for (wanted, found) in [
        ("1 to 100000", changed(&|c| c.constants.max_turns = i32::MAX)),
        ("1 to 1000", changed(&|c| c.constants.move_phases = i32::MAX)),
        (
            "a match of 100100000 entries",
            changed(&|c| {
                (c.constants.max_turns, c.constants.move_phases) = (100_000, 1000);
            }),
        ),
        ("1 to 500", changed(&|c| c.constants.overtime = 1_000_000)),
        ("0 to 256", changed(&|c| c.map_constants = vec![("x".into(), 1); 100_000])),
        ("0 to 256", changed(&|c| c.notes = vec!["x".into(); 100_000])),
        ("number of abilities", changed(&|c| c.abilities = vec![c.abilities[0].clone(); 1000])),
        ("number of classes", changed(&|c| c.heroes = vec![c.heroes[0].clone(); 1000])),
        ("abilityNames", changed(&|c| c.heroes[0].abilities = c.heroes[0].abilities.repeat(1000))),
        ("needs at least 4", changed(&|c| c.respawn[0] = meydan_heroes::CellSet::new(c.rows(), c.columns()))),
        ("draw them alike", changed(&|c| c.objective = meydan_heroes::CellSet::new(1, 255))),
    ] {
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn no_config_that_can_be_read_makes_the_game_panic() {
    let (refused, played) = spoil::<Heroes>([config("duel", "document"), config("duel", "official")], 3000);
    assert!(refused > 300 && played > 300, "{refused} refused, {played} played");
}

#[test]
fn map_files_that_would_grow_are_refused() {
    let constants: Vec<String> = (0..100_000).map(|i| format!("\"k{i}\":1")).collect();
    for (name, file) in [
        ("eight megabytes", format!("{{\"map\":\"{}\"}}", "x".repeat(8 << 20))),
        ("a hundred thousand constants", format!("{{\"gameConstants\":{{{}}}}}", constants.join(","))),
        ("nested lists", format!("{{\"map\":{}", "[".repeat(200_000))),
        (
            "a claim of many cells",
            r#"{"map":{"rowNum":2000000000,"columnNum":2000000000,"cells":[]}}"#.into(),
        ),
        ("a large map without cells", r#"{"map":{"rowNum":128,"columnNum":128,"cells":[]}}"#.into()),
    ] {
        assert!(Config::read(file.as_bytes(), Ruleset::Document).is_err(), "{name}");
    }
}

#[test]
fn the_largest_map_can_be_made_and_played() {
    for walls in [0, 60] {
        let plan = Recipe { rows: 128, columns: 128, walls, border: false };
        let config = generate(&plan, Ruleset::Document, &mut Chance::new(Seed(1))).unwrap();
        let mut game = Heroes::new(&config, Chance::new(Seed(1))).unwrap();
        for _ in 0..8 {
            game.close(&mut Vec::new());
            game.view(meydan_core::Viewer::Spectator);
        }
    }
    let huge = Recipe { rows: usize::MAX, ..Recipe::default() };
    assert!(generate(&huge, Ruleset::Document, &mut Chance::new(Seed(1))).is_err());
    let walled = Recipe { walls: u32::MAX, ..Recipe::default() };
    assert!(generate(&walled, Ruleset::Document, &mut Chance::new(Seed(1))).is_err());
}
