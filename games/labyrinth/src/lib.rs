//! The legend of the labyrinth: runners, hunters, temporary walls, lucky boxes.

mod action;
mod board;
mod config;
mod event;
mod game;
mod generate;
mod geometry;
mod knots;
mod maps;
mod rate;
mod route;
mod rules;
mod score;
mod setup;
pub mod solve;
mod state;
mod view;

pub use action::{Action, Rejection};
pub use board::Board;
pub use config::{Config, ConfigError, Piece};
pub use event::{Event, Prize};
pub use game::Labyrinth;
pub use generate::{GenerateError, Recipe, generate, generate_rated};
pub use geometry::{Cell, Dir, Lie, Wall};
pub use knots::Knots;
pub use rate::{Difficulty, Rating, UnknownDifficulty, Unrated, rate};
pub use route::route;
pub use score::score;
pub use state::{Ending, Runner, Standing, State, Temporary};
pub use view::{Misfit, RunnerView, View, WallView};
