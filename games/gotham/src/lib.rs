//! `gotham`: police and thieves on a city graph, one bot per unit (Sharif AI Challenge 2022).

mod action;
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
mod view;

pub use action::{Action, Mistake, Rejection};
pub use city::City;
pub use config::*;
pub use event::Event;
pub use game::{HALF_TURN, READY};
pub use generate::{NewCity, Plan, generate};
pub use rules::foresee;
pub use setup::apply;
pub use state::{Gotham, Message, Phase, Turn};
pub use view::{ChatBox, Overview, Sighting, TeamChat, UnitState, View};
