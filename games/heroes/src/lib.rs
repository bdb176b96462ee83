//! Sharif AI Challenge 2019: two teams of four heroes, pick, move and action phases, fog of war.
//!
//! One seat per team. Every phase is a sealed window: a team gives any number of orders, and what was ordered
//! happens when the window closes.
//!
//! ```
//! use meydan_core::{Chance, Game, Seat, Seed, Setup, Status, Terms};
//! use meydan_heroes::{Action, Heroes, Name};
//!
//! let map = Heroes::maps()[0];
//! let config = Heroes::config(map.bytes, &Terms::of("document"))?;
//! let mut game = Heroes::new(&config, Chance::new(Seed(7)))?;
//! let mut log = Vec::new();
//! game.close(&mut log); // nothing is ordered before the picks
//! let class = Name::new("HEALER").expect("a short name");
//! game.act(Seat(0), Action::Pick { class }, &mut log)?;
//! while let Status::Waiting(_) = game.status() {
//!     game.close(&mut log); // whoever is silent gets random heroes, and they stand still
//! }
//! let Status::Over(outcome) = game.status() else { unreachable!() };
//! assert_eq!(outcome.reason, "turn limit");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod arena;
mod batch;
mod cells;
mod config;
mod event;
mod explore;
mod few;
mod game;
mod generate;
mod geometry;
mod maps;
mod name;
mod path;
mod rules;
mod score;
mod setup;
mod state;
mod view;

pub use action::{Action, Refusal, Rejection};
pub use cells::{Cell, CellSet, Direction, LONGEST_SIDE};
pub use config::{
    Ability, AbilityKind, Config, ConfigError, Constants, FIFTH, HeroClass, MOST_ABILITIES, MOST_MOVE_PHASES,
    Ruleset, document_abilities, document_heroes, draw, map_file,
};
pub use event::{Affected, Event};
pub use few::Few;
pub use game::Heroes;
pub use generate::{Recipe, generate};
pub use geometry::Geometry;
pub use name::Name;
pub use path::{distances, shortest_path};
pub use rules::MOST_ORDERS;
pub use score::{reason_words, score_words};
pub use state::{End, Phase, TEAM_SIZE};
pub use view::{CastView, HeroView, View};
