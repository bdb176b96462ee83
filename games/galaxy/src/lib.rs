//! AI Cup 2023: three rulers on a graph of planets, dice and dialogue.
//!
//! Every window is one player's turn. It is live: acts take effect at once and are answered, dice included.
//!
//! ```
//! use meydan_core::{Chance, Game, Next, Seat, Seed, Setup, Status, Terms};
//! use meydan_galaxy::{Action, Galaxy, Stage};
//!
//! let config = Galaxy::config(Galaxy::maps()[0].bytes, &Terms::of("document"))?;
//! let mut match_ = Galaxy::new(&config, Chance::new(Seed(7)))?;
//! let mut log = Vec::new();
//!
//! // The first turn belongs to player 1. It places a troop on a free planet and ends its turn.
//! assert_eq!(match_.act(Seat(1), Action::place(5), &mut log), Ok(Next::More));
//! assert_eq!(match_.act(Seat(1), Action::Next, &mut log), Ok(Next::Done));
//! match_.close(&mut log);
//!
//! // Nobody else does anything: after 165 turns the match is over.
//! while let Status::Waiting(_) = match_.status() {
//!     match_.close(&mut log);
//! }
//! let outcome = match_.status().outcome().cloned().expect("it is over");
//! assert_eq!(outcome.reason, "turns");
//! assert!(outcome.standings[1].score > 1000);
//! # Ok::<(), meydan_galaxy::ConfigError>(())
//! ```

mod action;
mod batch;
mod config;
mod event;
mod explore;
mod game;
mod generate;
mod holdings;
mod imagine;
mod maps;
mod rows;
mod rules;
mod score;
mod setup;
mod state;
mod view;

pub use action::{Action, Field, Rejection};
pub use config::{Config, ConfigError, EarlyWinCheck, Map, PlanetId, Rules, Ruleset, Strategic};
pub use event::{Dice, Event, MatchEnd, TurnEnd};
pub use generate::{GenerateError, Recipe, generate};
pub use score::{reason_words, score_words};
pub use state::{Galaxy, Phase, Reply, Stage};
pub use view::View;
