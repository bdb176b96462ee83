//! `gotham`: police and thieves on a city graph, one bot per unit (Sharif AI Challenge 2022).
//!
//! Two teams have police and thieves each. All police start on their station, every thief chooses its start; then
//! the police of both teams and the thieves of both teams act by turns. A thief that stands with enemy police is
//! caught. Thieves are seen only on listed turns; units of one half talk by paid messages of `0` and `1`.
//!
//! A unit is a seat, a team is a side. The first window is for joining, every later one is a half-turn:
//!
//! ```
//! use meydan_core::{Chance, Game, Next, Seat, Seed, Setup, Status, Terms};
//! use meydan_gotham::{Action, Gotham};
//!
//! let village = Gotham::maps().iter().find(|map| map.name == "village").unwrap();
//! let config = Gotham::config(village.bytes, &Terms::of("document")).unwrap();
//! let mut game = Gotham::new(&config, Chance::new(Seed(7))).unwrap();
//! let mut log = Vec::new();
//!
//! for seat in game.roster().seats() {
//!     let joined = game.act(seat, Action::Ready { node: 5 }, &mut log);
//!     assert_eq!(joined, Ok(Next::Done));
//! }
//! game.close(&mut log);
//!
//! // Round 1 begins with the police: seat 1 is the first team's first one.
//! assert!(game.act(Seat(0), Action::Move { to: 5 }, &mut log).is_err());
//! assert_eq!(game.act(Seat(1), Action::Say { text: "01".into() }, &mut log), Ok(Next::More));
//! while let Status::Waiting(_) = game.status() {
//!     game.close(&mut log);
//! }
//! assert_eq!(game.status().outcome().unwrap().reason, "coin");
//! ```

mod action;
mod batch;
mod city;
mod config;
mod event;
mod game;
mod generate;
mod maps;
mod rules;
mod score;
mod setup;
mod state;
mod text;
mod view;

pub use action::{Action, Mistake, Rejection};
pub use city::City;
pub use config::*;
pub use event::Event;
pub use game::{HALF_TURN, READY};
pub use generate::{GenerateError, NewCity, Recipe, generate};
pub use rules::foresee;
pub use score::{reason_words, score_words};
pub use setup::apply;
pub use state::{Gotham, Message, Phase, Turn};
pub use text::Text;
pub use view::{ChatBox, Overview, Sighting, TeamChat, UnitState, View};
