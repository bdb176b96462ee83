//! The legend of the labyrinth: runners, hunters, temporary walls, lucky boxes.
//!
//! A match in which the runner walks straight to the core, and the hint that says so:
//!
//! ```
//! use meydan_core::{Chance, Game, Seat, Seed, Status};
//! use meydan_labyrinth::solve::{Budget, hint};
//! use meydan_labyrinth::{Config, Labyrinth};
//!
//! let board = b"4 4  0 3  1  0 0  1  3 0  1  2 0 H";
//! let config = Config::read(board)?;
//! let mut game = Labyrinth::new(&config, Chance::new(Seed(7)))?;
//! let mut events = Vec::new();
//! while let Status::Waiting(_) = game.status() {
//!     let hint = hint(game.board(), game.state(), Budget::BLINK)?;
//!     game.act(Seat(0), hint.action, &mut events)?;
//!     game.close(&mut events);
//! }
//! assert_eq!(game.status().outcome().map(|outcome| outcome.reason.as_str()), Some("victory"));
//! assert_eq!(game.state().round, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod batch;
mod board;
pub mod comment;
mod config;
mod daily;
mod event;
mod game;
mod generate;
mod geometry;
mod knots;
mod lang;
mod log;
mod maps;
mod print;
mod rate;
mod route;
mod rules;
mod score;
mod setup;
pub mod solve;
mod state;
mod view;

pub use action::{Action, Rejection};
pub use batch::ImagineError;
pub use board::Board;
pub use config::{Config, ConfigError, Piece};
pub use daily::{Day, NotADay};
pub use event::{Event, Prize};
pub use game::Labyrinth;
pub use generate::{GenerateError, Recipe, generate, generate_rated};
pub use geometry::{Cell, Dir, Lie, Wall};
pub use knots::Knots;
pub use lang::Lang;
pub use print::{Style, caption, draw, draw_start};
pub use rate::{Difficulty, Rating, UnknownDifficulty, Unrated, rate};
pub use route::route;
pub use score::{score, score_words};
pub use state::{Ending, Runner, Standing, State, Temporary};
pub use view::{Misfit, RunnerView, View, WallView};
