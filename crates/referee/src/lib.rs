//! Runs one match of any game.
//!
//! [`Match::run`] owns the game. For every window it asks the seats the rules name, each through its [`Player`],
//! under the clock the rules name; it closes the window when everybody is done or time is up. A player reaches the
//! game only through its [`Table`], which refuses whatever comes after the window has closed, so a late act cannot
//! slip into its neighbours' time. What a seat does wrong becomes a fault in words, and the match goes on by the
//! rules. What goes wrong on our side makes the match void ([`Infrastructure`]). Everything that happens goes to
//! [`Recorder`]s.
//!
//! [`offline`] is the same match without clocks, for bots that live in this process.

mod clock;
mod house;
mod lobby;
mod offline;
mod parked;
mod player;
mod record;
mod rehearse;
mod run;
mod stop;
mod table;
mod talk;

pub use clock::{Limit, TimeControl};
pub use house::HousePlayer;
pub use lobby::{
    Arrivals, Claim, Crowd, Directions, Guest, HostOptions, Lobby, Seating, Series, SeriesError, Session,
    Sign, Stranger, Visitor,
};
pub use offline::offline;
pub use player::{Briefing, Infrastructure, Player, Trouble, Turn};
pub use record::{Interlude, Recorder};
pub use rehearse::{Rehearsal, Rehearsed};
pub use run::{Match, Report, SeatTime, Taking};
pub use stop::{Stop, StopHandle};
pub use table::{Refusal, Table, Told};
