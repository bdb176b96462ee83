//! Each house bot of `gotham` is clearly stronger than the one before.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Bot, Chance, Game, SeatSet, Seed, Setup, Side, Terms};
use meydan_gotham::{Config, Gotham};
use meydan_house::gotham::{NAMES, bot};
use meydan_referee::offline;

fn config(map: &str, ruleset: &str) -> Config {
    let file = Gotham::maps().iter().find(|file| file.name == map).unwrap();
    Gotham::config(file.bytes, &Terms::of(ruleset)).unwrap()
}

/// How many of `games` matches the first bot wins against the second, sides changing.
fn wins(config: &Config, better: &str, worse: &str, games: u64) -> u64 {
    let mut won = 0;
    for seed in 0..games {
        let game = Gotham::new(config, Chance::new(Seed(seed))).unwrap();
        let side = Side((seed % 2) as u8);
        let mut bots: Vec<Box<dyn Bot<Gotham>>> = game
            .roster()
            .seats()
            .map(|seat| {
                let name = if game.roster().side(seat) == side { better } else { worse };
                bot(name, config, Chance::new(Seed(seed * 1000 + u64::from(seat.0)))).unwrap()
            })
            .collect();
        let report = offline(game, &mut bots, SeatSet::EMPTY, Vec::new(), &mut || true).unwrap();
        won += u64::from(report.outcome.as_ref().unwrap().winners() == [side]);
    }
    won
}

#[test]
fn each_bot_beats_the_one_before() {
    for (map, ruleset) in [("riverside", "document"), ("old-town", "document"), ("finals", "official")] {
        let config = config(map, ruleset);
        for pair in NAMES.windows(2) {
            let won = wins(&config, pair[1], pair[0], 40);
            println!("{map} ({ruleset}): {} wins {won} of 40 against {}", pair[1], pair[0]);
            assert!(won >= 28, "{map}: {} wins only {won} of 40 against {}", pair[1], pair[0]);
        }
    }
}

#[test]
fn there_is_no_bot_of_another_name() {
    assert!(bot("sleeper", &config("village", "document"), Chance::new(Seed(0))).is_none());
}
