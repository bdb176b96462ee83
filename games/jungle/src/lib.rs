//! `jungle`: the game of Coveo Blitz 2022. Teams of animals carry diamonds over a grid of tiles, raise them, drop
//! them for points, and strike or pull each other. All teams decide at once; they play one after the other.
//!
//! The rules in a page are in the crate's README.
//!
//! ```
//! use meydan_core::{Chance, Game, Seat, Seed, Status, Viewer};
//! use meydan_jungle::{Action, Config, Deed, Jungle, Map, Order, Point};
//!
//! // One team with one unit, a spawn tile and a diamond two steps away.
//! let map = Map::read(b"S.D..\n")?;
//! let config = Config { ticks: 4, ..Config::new(map, 1, 1, &mut Chance::new(Seed(1))) };
//! let mut game = Jungle::new(&config, Chance::new(Seed(2)))?;
//! let mut log = Vec::new();
//! let at = |x, y| Point { x, y }.into();
//! for deed in [Deed::Spawn(at(0, 0)), Deed::Move(at(2, 0)), Deed::Move(at(2, 0)), Deed::Drop(at(3, 0))] {
//!     game.act(Seat(0), Action { orders: vec![Order { unit: 1, deed }] }, &mut log)?;
//!     game.close(&mut log);
//! }
//! let Status::Over(outcome) = game.status() else { panic!("four ticks were played") };
//! // The diamond was taken in the third tick, earned a point at its end, and was dropped for it in the fourth.
//! assert_eq!(outcome.standings[0].score, 1);
//! assert_eq!(game.view(Viewer::Spectator).diamonds[0].position, Point { x: 3, y: 0 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// What a match is set up with: map, teams, knobs.
pub mod config;
pub mod generate;
pub mod maps;

mod action;
mod batch;
mod event;
mod game;
mod problem;
mod read;
mod rules;
mod score;
mod setup;
mod state;
mod view;

pub use action::{Action, Deed, Order, Rejection, Verb};
pub use config::{Config, ConfigError, Map, MapError, Point, Ruleset, TeamConfig, Tile};
pub use event::{Event, Held};
pub use game::{Jungle, OPENING, TICK};
pub use problem::{Complaint, Problem};
pub use rules::Moment;
pub use score::{score_words, tie_words};
pub use setup::{DEFAULT_TEAMS, DEFAULT_UNITS};
pub use state::Counts;
pub use view::{DiamondView, LiveView, Place, TeamView, UnitView, View};
