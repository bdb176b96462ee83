//! House bots of `labyrinth`.

use meydan_core::{Bot, Chance};
use meydan_labyrinth::{Config, Labyrinth};

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &[];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(_name: &str, _config: &Config, _chance: Chance) -> Option<Box<dyn Bot<Labyrinth>>> {
    None
}
