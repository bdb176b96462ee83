//! The only crate that names all games and protocols.
//!
//! [`visit`] is the one `match` on a game's name: it calls a generic function with the game's type. [`Prepared`] turns
//! a map, a ruleset and a seed into a match about to start; [`Reel`] turns its record into what the page draws.

pub use meydan_sketch::{Drawing, Hand, Look, Seen};

mod advice;
mod card;
mod games;
mod knobs;
mod offer;
mod prepare;
mod reel;
#[cfg(feature = "ts")]
mod types;

pub use advice::advise;
pub use card::{ClockCard, GameCard, KnobCard, Sides, WireCard, cards};
pub use games::{NAMES, UnknownGame, Visit, visit};
pub use knobs::{Knob, KnobError, KnobKind, Knobs, MadeFile};
pub use meydan_house::thinks;
pub use offer::{
    Advice, Declared, HostFlag, HostRequest, Hosted, NoGenerator, Offer, OriginalFile, WirePort, WrongFlag,
};
pub use prepare::{Choice, LARGEST_MAP, MapChoice, PrepareError, Prepared, fresh_seed};
pub use reel::{Reel, ReelRecorder, opening, replay_reel, tale_reel};
#[cfg(feature = "ts")]
pub use types::{game_types, list_types, reel_types};
