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
//!
//! ```
//! use futures_util::future::BoxFuture;
//! use meydan_core::trace::Header;
//! use meydan_core::{Chance, Game, Seed, Side};
//! use meydan_referee::{Match, Player, Table, TimeControl, Trouble, Turn};
//! use meydan_testkit::toy::{Sums, SumsConfig};
//!
//! /// Adds the same number in every window.
//! struct Adder(u32);
//!
//! impl Player<Sums> for Adder {
//!     fn play<'a>(&'a mut self, _: Turn, table: &'a Table<Sums>) -> BoxFuture<'a, Result<(), Trouble>> {
//!         let _ = table.act(self.0);
//!         Box::pin(async { Ok(()) })
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = SumsConfig::sealed(5);
//! let game = Sums::new(&config, Chance::new(Seed(1)))?;
//! let header = Header::of(&game, &config, Seed(1));
//! let players: Vec<Box<dyn Player<Sums>>> = vec![Box::new(Adder(7)), Box::new(Adder(70))];
//! let report = Match::new(game, players, TimeControl::off()).run(&header).await?;
//!
//! assert_eq!(report.windows, 5);
//! assert_eq!(report.outcome.map(|outcome| outcome.winners()), Some(vec![Side(0)]));
//! assert_eq!(report.faults[0].text, "`70` is not a digit; send 0 to 9");
//! # Ok(()) }
//! ```

mod clock;
mod exception;
mod gauge;
mod house;
mod lobby;
mod meter;
mod offline;
mod parked;
mod player;
mod record;
mod rehearse;
mod run;
mod stop;
mod table;
mod tale;
mod talk;

pub use clock::{Count, Limit, TimeControl};
pub use exception::Exceptions;
pub use gauge::Gauge;
pub use house::{HousePlayer, Household};
pub use lobby::{
    Arrivals, Claim, Crowd, Directions, Guest, HostOptions, LONG_STOP, Lobby, Seating, Series, SeriesError,
    Session, Sign, Stranger, Visitor, skipped,
};
pub use offline::offline;
pub use player::{Briefing, Infrastructure, Player, Trouble, Turn};
pub use record::{Interlude, Recorder};
pub use rehearse::{Farewell, Patience, Rehearsal, Rehearsed, Silence, Waited};
pub use run::{Counted, Match, Report, SeatTime, Taking};
pub use stop::{Stop, StopHandle};
pub use table::{FAULTS_KEPT, Refusal, Table, Told};
pub use tale::{Chapter, Tale, TaleError};
