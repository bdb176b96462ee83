//! The laws every game keeps, on small and odd configs of both rulesets.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Setup, Terms};
use meydan_galaxy::{Config, Galaxy};
use meydan_testkit::Laws;

fn config(map: &str, ruleset: &str, settings: &[(&str, &str)]) -> Config {
    let map = Galaxy::maps().iter().find(|file| file.name == map).unwrap();
    let mut terms = Terms::of(ruleset);
    terms.options = settings.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    Galaxy::config(map.bytes, &terms).unwrap()
}

#[test]
fn the_game_keeps_the_laws() {
    Laws::<Galaxy>::new([
        config("trefoil", "document", &[]),
        config("trefoil", "official", &[]),
        config("cradle", "document", &[("number_of_strategic_nodes_to_win", "7")]),
        config(
            "cradle",
            "official",
            &[("initial_troop", "2"), ("number_of_turns", "60"), ("minimum_number_of_turns", "20")],
        ),
        config(
            "cradle",
            "document",
            &[("number_of_players", "2"), ("initial_troop", "0"), ("number_of_turns", "40")],
        ),
        config(
            "cradle",
            "official",
            &[("early_win_check", "action"), ("early_win_from_turn", "30"), ("initial_troop", "5")],
        ),
        config("marches", "document", &[("number_of_players", "5"), ("early_win_check", "turn_end")]),
        config(
            "cradle",
            "document",
            &[("early_win_from_turn", "100"), ("number_of_strategic_nodes_to_win", "1")],
        ),
    ])
    .most_windows(200)
    .check();
}
