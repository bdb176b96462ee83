//! Maps, configs and recipes that nobody means well: each is refused with a sentence or played.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seat, Seed, Setup, Terms, Viewer};
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::{Action, Config, Deed, Jungle, Map, Order, Point, TeamConfig};
use meydan_testkit::spoil;

fn config(ruleset: &str) -> Config {
    Jungle::config(Jungle::maps()[0].bytes, &Terms::of(ruleset)).unwrap()
}

#[test]
fn what_is_too_large_is_refused() {
    let changed = |change: &dyn Fn(&mut Config)| {
        let mut config = config("document");
        change(&mut config);
        Jungle::new(&config, Chance::new(Seed(1))).err().unwrap().to_string()
    };
    let teams = |count: usize| vec![TeamConfig { id: String::new(), name: String::new() }; count];
    for (wanted, found) in [
        ("1 to 32", changed(&|c| c.teams = teams(33))),
        ("1 to 32", changed(&|c| c.teams = teams(1_000_000))),
        ("1 to 64", changed(&|c| c.units_per_team = usize::MAX)),
        ("a match of", changed(&|c| (c.teams, c.units_per_team) = (teams(32), 64))),
        ("1 to 10000", changed(&|c| c.ticks = u32::MAX)),
        ("1 to 10000", changed(&|c| c.ticks = 0)),
        ("entries", changed(&|c| c.diamond_ids.clear())),
        ("entries", changed(&|c| c.diamond_ids = vec![String::new(); 100_000])),
        ("at most 256", changed(&|c| c.teams[0].name = "x".repeat(1 << 20))),
        ("a match of 4104 pieces", changed(&|c| c.map = Map::from_rows(&vec!["D".repeat(64); 64]).unwrap())),
    ] {
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn no_config_that_can_be_read_makes_the_game_panic() {
    let (refused, played) = spoil::<Jungle>([config("document"), config("official")], 1000);
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played");
}

#[test]
fn the_largest_match_can_be_played() {
    let mut rows = vec![".".repeat(128); 128];
    rows[..4].fill("S".repeat(128));
    let mut config = Config::new(Map::from_rows(&rows).unwrap(), 8, 64, &mut Chance::new(Seed(1)));
    config.ticks = 10_000;
    let mut game = Jungle::new(&config, Chance::new(Seed(1))).unwrap();
    // All come to life, then all look for the longest way, though they stand in each other's.
    for tick in 0..3 {
        for team in 0..8 {
            let order = |unit: u16| Order {
                unit,
                deed: match tick {
                    0 => Deed::Spawn(Point::new(i32::from(unit - 1) % 128, i32::from(unit - 1) / 128)),
                    _ => Deed::Move(Point::new(127 - i32::from(unit % 128), 127)),
                },
            };
            let orders = config.units_of(team).map(order).collect();
            game.act(Seat(team as u8), Action { orders }, &mut Vec::new()).unwrap();
        }
        game.close(&mut Vec::new());
    }
    assert!(game.view(Viewer::Spectator).teams.iter().any(|team| !team.units[0].path.is_empty()));
}

#[test]
fn map_files_that_claim_too_much_are_refused() {
    let bmp = |width: i32, height: i32, depth: u16| {
        let mut file = b"BM".to_vec();
        file.extend([0; 8]);
        file.extend(54u32.to_le_bytes());
        file.extend(40u32.to_le_bytes());
        file.extend(width.to_le_bytes());
        file.extend(height.to_le_bytes());
        file.extend(1u16.to_le_bytes());
        file.extend(depth.to_le_bytes());
        file.extend([0; 24]);
        file
    };
    for (name, file) in [
        ("a thousand million pixels", bmp(31_623, 31_623, 24)),
        ("the most negative size", bmp(i32::MIN, i32::MIN, 24)),
        ("more rows than bytes", bmp(64, -64, 32)),
        ("a palette that is not there", bmp(64, 64, 8)),
        ("no header", b"BM".to_vec()),
        ("eight megabytes", vec![b'.'; 8 << 20]),
        ("a million lines", vec![b'\n'; 1_000_000]),
        ("a long line", vec![b'.'; 100_000]),
    ] {
        assert!(Map::read(&file).is_err(), "{name}");
    }
}

#[test]
fn recipes_that_ask_for_too_much_are_refused() {
    let usual = Recipe::usual(2);
    for (recipe, wanted) in [
        (Recipe { width: usize::MAX, ..usual }, "5 to 128"),
        (Recipe { width: 129, height: 129, ..usual }, "5 to 128"),
        (Recipe { diamonds: usize::MAX, ..usual }, "too large"),
        (Recipe { spawns: usize::MAX, ..usual }, "1 to 64"),
        (Recipe { spawns: 0, ..usual }, "1 to 64"),
        (Recipe { teams: usize::MAX, ..usual }, "2, 3 or 4"),
        (Recipe { walls: u32::MAX, ..usual }, "no such map"),
        (Recipe { width: 128, height: 128, spawns: 64, diamonds: 256, walls: 60, ..usual }, "no such map"),
        (Recipe { width: 5, height: 5, spawns: 64, diamonds: 256, ..usual }, "no such map"),
    ] {
        let found = generate(&recipe, &mut Chance::new(Seed(1))).unwrap_err().to_string();
        assert!(found.contains(wanted), "{found}");
    }
}
