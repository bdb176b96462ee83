//! House bots of `galaxy`.

mod board;
mod campaign;
mod colonel;
mod general;
mod greedy;
mod ledger;
mod odds;
mod opening;
mod plan;
mod playout;
mod random;
mod roads;
mod tactics;
mod veteran;

use meydan_core::{Bot, Chance};
use meydan_galaxy::{Config, Galaxy};

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "greedy", "colonel", "general"];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Galaxy>>> {
    Some(match name {
        "random" => Box::new(random::Random::new(config, chance)),
        "greedy" => Box::new(greedy::Greedy::new(config, chance)),
        "colonel" => Box::new(colonel::Colonel::new(config)),
        "general" => Box::new(general::General::new(config, chance)),
        _ => return None,
    })
}
