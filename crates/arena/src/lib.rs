//! The use cases of an arena: begin a match, watch it, sit down, save it, take it up again, cancel it, delete it.
//!
//! It knows no HTTP and links no engine. Whoever asks is a [`Caller`], and comes first in every use case; whoever plays is
//! behind [`Engines`]. A match that is being played is looked after by an actor of its own: its [`Film`] (the last
//! windows in memory, the rest on disk), its people, its end. A match that is over is on the shelf, and memory is as
//! before.
//!
//! No lock is held while something starts, replays or touches a disk.

mod actor;
mod arena;
mod begin;
mod caller;
mod card;
mod disclosure;
mod engines;
mod error;
mod film;
mod id;
mod index;
mod key;
mod live;
mod order;
mod presence;
mod reception;
mod reels;
mod seat;
mod shelf;
mod slots;
mod state;
mod stock;
mod watch;

pub use arena::{Arena, Held, Latest, Limits, News, Options, Shown};
pub use caller::{Caller, Visitor};
pub use card::{Listing, MatchCard, MatchList, SeatCard};
pub use disclosure::{Disclosure, Privacy};
pub use engines::{
    Begun, Door, Ended, Engines, Facts, Hints, How, Job, PersonClock, Record, SetupPlace, TakeLine,
};
pub use error::Error;
pub use film::{Camera, Film, ReelStream};
pub use id::MatchId;
pub use key::Key;
pub use live::{Booth, Farewell};
pub use order::{Created, HumanSeat, MapFile, Order, Resume};
pub use presence::Patience;
pub use reception::Reception;
pub use shelf::OpenError;
pub use slots::{NoSlot, Slot, Slots};
pub use state::MatchState;

/// What the page is sent and sends, in TypeScript.
#[cfg(feature = "ts")]
pub fn api_types() -> meydan_core::types::Declarations {
    meydan_core::types::Declarations::new()
        .with::<Order>()
        .with::<Resume>()
        .with::<Created>()
        .with::<MatchList>()
        .with::<News>()
}
