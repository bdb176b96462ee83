//! The only crate that names all games and protocols.
//!
//! [`visit`] is the one `match` on a game's name: it calls a generic function with the game's type. [`Prepared`] turns
//! a map, a ruleset and a seed into a match about to start; [`SeatSpec`] says who sits where, and [`seat_players`]
//! fills the seats.

mod card;
mod games;
mod knobs;
mod offer;
mod prepare;
mod reel;
mod seat;
mod types;

pub use card::{ClockCard, GameCard, Sides, WireCard, cards};
pub use games::{NAMES, UnknownGame, Visit, visit};
pub use knobs::{Knob, KnobError, Knobs, MadeFile};
pub use offer::{Advice, HostRequest, Offer, WirePort};
pub use prepare::{MapChoice, Plan, PrepareError, Prepared, fresh_seed};
pub use reel::{Reel, ReelRecorder, replay_reel};
pub use seat::{BotProcess, SeatError, SeatSpec, forfeiters, house_only, seat_players};
pub use types::{game_types, list_types, reel_types};
