//! Runs one match of any game.
//!
//! [`Match::run`] owns the game. For every window it asks the seats the rules name, each through its [`Player`],
//! under the clock the rules name; it closes the window when everybody is done or time is up. A player reaches the
//! game only through its [`Table`], which refuses whatever comes after the window has closed, so a late act cannot
//! slip into its neighbours' time. What a seat does wrong becomes a fault in words, and the match goes on by the
//! rules. Everything that happens goes to [`Recorder`]s, and nothing a recorder does can stop a match.
//!
//! [`offline`] is the same match without clocks, for bots that live in this process.

mod clock;
mod house;
mod lobby;
mod offline;
mod player;
mod record;
mod rehearse;
mod run;
mod table;

pub use clock::{Limit, TimeControl};
pub use house::HousePlayer;
pub use lobby::{Directions, HostOptions, Lobby};
pub use offline::offline;
pub use player::{Briefing, Player, Trouble, Turn};
pub use record::{Recorder, TraceRecorder};
pub use rehearse::{Rehearsal, Rehearsed};
pub use run::{Match, Report};
pub use table::{Refusal, Table, Told};
