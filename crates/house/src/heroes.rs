//! House bots of `heroes`: `random`, `objective` and `squad`.

mod field;
mod objective;
mod random;
mod squad;
#[cfg(test)]
mod tests;

use meydan_core::{Bot, Chance};
use meydan_heroes::{Config, Heroes};

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "objective", "squad"];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Heroes>>> {
    match name {
        "random" => Some(Box::new(random::Random::new(config, chance))),
        "objective" => Some(Box::new(objective::Objective::new(config))),
        "squad" => Some(Box::new(squad::Squad::new(config))),
        _ => None,
    }
}
