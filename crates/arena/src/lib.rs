//! The use cases of an arena: begin a match, watch it, sit down, save it, take it up again, cancel it, delete it.
//!
//! It knows no HTTP and links no engine. Whoever asks is a [`Caller`], and comes first in every use case; whoever plays is
//! behind [`Engines`]. A match that is being played is looked after by an actor of its own: its [`Film`] (the last
//! windows in memory, the rest on disk), its people, its end. A match that is over is on the shelf, and memory is as
//! before.
//!
//! A [room](RoomCard) is a place by a short code in which people play one match after another; it is kept in a file of its own.
//!
//! No lock is held while something starts, replays or touches a disk; only the changes of one room wait for each other.

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
mod name;
mod order;
mod presence;
mod reception;
mod reels;
mod room;
mod rooms;
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
    Begun, Door, Ended, Engines, Facts, Hints, How, Job, PersonClock, Planned, Record, Setup, SetupPlace,
    TakeLine,
};
pub use error::Error;
pub use film::{Camera, Film, ReelStream};
pub use id::MatchId;
pub use key::Key;
pub use live::{Booth, Farewell};
pub use name::{alike, legible, name};
pub use order::{Branch, Created, HumanSeat, MapFile, Order, Resume};
pub use presence::Patience;
pub use reception::Reception;
pub use room::{
    Arrived, ChatCard, ChatLine, CurrentCard, Deed, NewPerson, NewRoom, PersonCard, Played, PlayedSide,
    RoomCard, RoomClock, RoomCode, RoomFeed, RoomSeat, RoomWish, Score,
};
pub use shelf::OpenError;
pub use slots::{NoSlot, Slot, Slots};
pub use state::MatchState;

/// What the page is sent and sends, in TypeScript.
#[cfg(feature = "ts")]
pub fn api_types() -> meydan_core::types::Declarations {
    meydan_core::types::Declarations::new()
        .with::<Order>()
        .with::<Branch>()
        .with::<Resume>()
        .with::<Created>()
        .with::<MatchList>()
        .with::<NewRoom>()
        .with::<NewPerson>()
        .with::<Arrived>()
        .with::<Deed>()
        .with::<RoomCard>()
        .with::<News>()
}
