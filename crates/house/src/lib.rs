//! The built-in bots, one module per game. They see only views, like every other bot.
//!
//! Each module has `NAMES`, weakest first, and `bot(name, config, chance)`, which seats one. A game that has no module
//! here is played by [`Random`].

pub mod galaxy;
pub mod gotham;
pub mod heroes;
pub mod jungle;
pub mod labyrinth;
mod random;
mod thinks;

pub use random::Random;
pub use thinks::thinks;
