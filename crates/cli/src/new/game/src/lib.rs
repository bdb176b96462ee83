//! Two players take stones from a heap; the last stone wins.
//!
//! Every window is one player's turn. It is live: the stones are gone as soon as they are taken.
//!
//! ```
//! use meydan_core::{Chance, Game, Seat, Seed, Side};
//! use meydan___name__::__Name__;
//! use meydan___name__::{Action, Config};
//!
//! let config = Config { heap: 4, most: 3 };
//! let mut game = __Name__::new(&config, Chance::new(Seed(7)))?;
//! let mut log = Vec::new();
//!
//! game.act(Seat(0), Action::Take(1), &mut log)?;
//! game.close(&mut log);
//! game.act(Seat(1), Action::Take(3), &mut log)?;
//! game.close(&mut log);
//!
//! assert_eq!(game.status().outcome().map(|outcome| outcome.winners()), Some(vec![Side(1)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod config;
mod event;
mod game;
mod maps;
mod rules;
mod score;
mod setup;
mod state;
mod view;

pub use action::{Action, Rejection};
pub use config::{Config, ConfigError};
pub use event::Event;
pub use game::__Name__;
pub use state::State;
pub use view::View;
