//! House bots of `galaxy`.

mod board;
mod campaign;
mod general;
mod greedy;
mod odds;
mod playout;
mod random;
mod tactics;

use meydan_core::{Bot, Chance};
use meydan_galaxy::{Config, Galaxy};

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "greedy", "general"];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Galaxy>>> {
    Some(match name {
        "random" => Box::new(random::Random::new(config, chance)),
        "greedy" => Box::new(greedy::Greedy::new(config, chance)),
        "general" => Box::new(general::General::new(config, chance)),
        _ => return None,
    })
}
