//! What every game, runner and tool of Meydan shares.
//!
//! A game is a deterministic state machine behind one trait, [`Game`]. It knows no clock, no thread and no
//! wire. A match is a fold over [`Input`]s; the [`trace`] of those inputs is the truth, and everything that can
//! be drawn is derived from it by running the engine again.
//!
//! Two laws make a game easy to reason about:
//!
//! * [`Game::act`] never changes the window, [`Game::close`] always does;
//! * a rejected act changes nothing.
//!
//! Words used everywhere: a *seat* is whoever decides (a bot process, a person), a *side* is a group of seats that
//! win together, a *window* is a stretch of time in which certain seats may act, an *act* is one decision, a
//! *view* is all that one seat may know, an *event* is what happened as the record tells it.

mod batch;
mod bot;
mod budget;
mod chance;
mod explore;
mod fault;
mod game;
mod hash;
mod outcome;
mod seat;
mod setup;
pub mod trace;
#[cfg(feature = "ts")]
pub mod types;
mod window;

pub use batch::{Batch, Frame, Layout, Unfit, result_of_rank};
pub use bot::{Bot, Desk, Here};
pub use budget::{Budget, OverBudget};
pub use chance::{Chance, Seed};
pub use explore::{Explore, random_window};
pub use fault::{Fault, FaultKind};
pub use game::{Game, Input, Next, Viewer};
pub use hash::StateHash;
pub use outcome::{Outcome, Standing};
pub use seat::{Roster, Seat, SeatSet, Side};
pub use setup::{Clock, MapFile, Setup, Terms};
pub use window::{Mode, Status, Window};
