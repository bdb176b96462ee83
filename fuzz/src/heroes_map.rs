//! No bytes make the map reader panic, and what it accepts can be played.

use meydan_core::{Chance, Game, Seed};
use meydan_heroes::{Config, Heroes, Ruleset};

/// Reads one input.
pub fn run(bytes: &[u8]) {
    for ruleset in [Ruleset::Document, Ruleset::Official] {
        if let Ok(config) = Config::read(bytes, ruleset) {
            let mut game =
                Heroes::new(&config, Chance::new(Seed(1))).expect("a config that was read is valid");
            for _ in 0..20 {
                game.close(&mut Vec::new());
            }
        }
    }
}
