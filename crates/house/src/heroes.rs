//! House bots of `heroes`.
//!
//! * `random` steps and casts by chance.
//! * `objective` takes the toughest class, walks to the objective zone and stays there.
//! * `squad` holds the zone with heroes that stand apart, heals, and fires at one enemy until it falls.
//! * `captain` weighs every step by the salvo it allows against the salvo it invites, fires all heroes
//!   as one, and dodges out of the salvo that it expects.

mod captain;
mod draft;
mod drill;
mod field;
mod objective;
mod random;
mod refuge;
mod salvo;
mod squad;
#[cfg(test)]
mod tests;
mod volley;
mod watch;
mod weights;
#[cfg(test)]
mod yard;

use meydan_core::{Bot, Chance};
use meydan_heroes::{Config, Heroes, Name};

pub use draft::draft;
pub use weights::Weights;

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "objective", "squad", "captain"];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Heroes>>> {
    match name {
        "random" => Some(Box::new(random::Random::new(config, chance))),
        "objective" => Some(Box::new(objective::Objective::new(config))),
        "squad" => Some(Box::new(squad::Squad::new(config))),
        "captain" => Some(captain(config, Weights::TUNED, draft(config))),
        _ => None,
    }
}

/// The strongest bot with other weights and another team, for tuning.
pub fn captain(config: &Config, weights: Weights, draft: Vec<Name>) -> Box<dyn Bot<Heroes>> {
    Box::new(captain::Captain::new(config, weights, draft))
}
