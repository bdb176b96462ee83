//! Maps, configs and plans that nobody means well: each is refused with a sentence or played.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;

use meydan_core::{Chance, Game, Seed, Setup, Status, Terms};
use meydan_gotham::{CityFile, Config, Gotham, Recipe, Ruleset, generate};
use meydan_testkit::spoil;

fn config(map: &str, ruleset: Ruleset) -> Config {
    let map = Gotham::maps().iter().find(|file| file.name == map).unwrap();
    Gotham::config(map.bytes, &Terms::of(ruleset.name())).unwrap()
}

#[test]
fn what_is_too_large_is_refused() {
    let changed = |change: &dyn Fn(&mut Config)| {
        let mut config = config("village", Ruleset::OfficialPrelim);
        change(&mut config);
        Gotham::new(&config, Chance::new(Seed(1))).err().unwrap().to_string()
    };
    for (wanted, found) in [
        ("a city of 14000 cells", changed(&|c| c.nodes = c.nodes.repeat(1000))),
        ("`graph.paths` of the map", changed(&|c| c.paths = c.paths.repeat(10_000))),
        ("a match of 600 pieces", changed(&|c| c.units = c.units.repeat(100))),
        ("names every seat once", changed(&|c| c.order.clear())),
        ("names every seat once", changed(&|c| c.order[0] = c.order[1])),
        ("1 to 100000 turns", changed(&|c| c.max_turns = i32::MAX)),
        ("1 to 100000 turns", changed(&|c| c.visible_turns = vec![1; 1_000_000])),
        ("0 to 65536", changed(&|c| c.chat.box_size = i32::MAX)),
        ("0 to 10^12", changed(&|c| c.income.police = f64::MAX)),
        ("0 to 10^12", changed(&|c| c.paths[0].price = f64::NAN)),
        ("no such node", changed(&|c| c.paths[0].to = 77)),
        ("no such node", changed(&|c| c.units[0].node = i32::MIN)),
        (
            "at least one unit",
            changed(&|c| {
                c.units.clear();
                c.order.clear();
            }),
        ),
    ] {
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn no_config_that_can_be_read_makes_the_game_panic() {
    let configs = [
        config("village", Ruleset::Document),
        config("village", Ruleset::OfficialPrelim),
        config("finals", Ruleset::Official),
    ];
    let (refused, played) = spoil::<Gotham>(configs, 1500);
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played");
}

#[test]
fn the_largest_city_can_be_played() {
    let plan = Recipe { nodes: 512, thieves: 31, police: 31, finals: true, max_turns: 100_000 };
    let city = generate(&plan, &mut Chance::new(Seed(1))).unwrap();
    let config = city.file.config(Ruleset::Official, None).unwrap();
    let mut game = Gotham::new(&config, Chance::new(Seed(1))).unwrap();
    assert_eq!(game.roster().len(), 128);
    game.close(&mut Vec::new());
    assert!(matches!(game.status(), Status::Waiting(_)));
}

#[test]
fn a_dense_city_of_the_largest_size_starts() {
    let mut file =
        generate(&Recipe { nodes: 512, ..Recipe::default() }, &mut Chance::new(Seed(1))).unwrap().file;
    let mut path = file.graph.paths[0];
    path.price = 0.0;
    let ends = (1..=512).flat_map(|a| (1..=512).map(move |b| (a, b))).filter(|(a, b)| a < b);
    file.graph.paths = (1..)
        .zip(ends.take(4096))
        .map(|(id, (a, b))| {
            (path.id, path.first_node_id, path.second_node_id) = (id, a, b);
            path
        })
        .collect();
    (file.graph.visible_radius_x_police_thief, file.graph.visible_radius_z_thief_batman) =
        (i32::MAX, i32::MAX);
    let config = file.config(Ruleset::Official, None).unwrap();
    Gotham::new(&config, Chance::new(Seed(1))).unwrap();
}

#[test]
fn plans_that_ask_for_too_much_are_refused() {
    let usual = Recipe::default();
    for (plan, wanted) in [
        (Recipe { nodes: 10_000_000, ..usual }, "a city of 10000000 cells is too large; at most 512"),
        (Recipe { nodes: usize::MAX, ..usual }, "too large"),
        (Recipe { thieves: 1_000_000, ..usual }, "a match of 2000008 pieces is too large; at most 128"),
        (Recipe { thieves: usize::MAX, police: usize::MAX, ..usual }, "too large"),
        (Recipe { thieves: 0, police: 0, ..usual }, "without units"),
        (Recipe { nodes: 7, ..usual }, "too small"),
        (Recipe { max_turns: i32::MAX, ..usual }, "1 to 100000"),
        (Recipe { max_turns: 0, ..usual }, "1 to 100000"),
    ] {
        let found = generate(&plan, &mut Chance::new(Seed(1))).unwrap_err().to_string();
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn map_files_that_would_grow_are_refused() {
    let mut laughs = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for i in 1..30 {
        writeln!(laughs, "a{i}: &a{i} [{}]", vec![format!("*a{}", i - 1); 9].join(", ")).unwrap();
    }
    let many = |entry: &str, count: usize| {
        format!(
            "agents: []\nincome: {{ policeIncomeEachTurn: 1, thiefIncomeEachTurn: 1 }}\nchatSettings: {{ chatBoxMaxSize: 1, \
             chatCostPerCharacter: 1 }}\nturnSettings: {{ maxTurns: 1, visibleTurns: [] }}\ngraph:\n  paths: []\n  nodes: [{}]\n",
            vec![entry; count].join(", ")
        )
    };
    for (name, file) in [
        ("a file of eight megabytes", "x".repeat(8 << 20)),
        ("anchors", laughs),
        ("an anchored list", format!("graph: &g {{ nodes: {} }}", "[".repeat(100_000))),
        ("nested YAML", "[".repeat(200_000)),
        ("nested JSON", format!("{{\"agents\":{}", "[".repeat(200_000))),
        ("nested JSON in a drawing", format!("{{}}\n---\n{{\"edges\":{}", "[".repeat(200_000))),
        ("nodes by alias", many("*n", 10)),
        ("too many nodes", many("{ id: 1 }", 100_000)),
    ] {
        let read = CityFile::read(file.as_bytes()).and_then(|(file, _)| file.config(Ruleset::Document, None));
        assert!(read.is_err(), "{name}");
    }
}
