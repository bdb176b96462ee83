//! The gRPC server of the Sharif AI Challenge 2022: the contest's own clients, unchanged, play `gotham` on it.
//!
//! [`open`] listens and gives a [`Lobby`](meydan_referee::Lobby); the referee does the rest. A client proves itself
//! with its unit's token in every call, watches a stream of views, joins, moves and talks. README.md has the wire.

mod clients;
pub mod convert;
mod ids;
mod lobby;
pub mod log;
mod player;
mod post;
mod server;
mod service;
pub mod settings;
mod stream;
pub mod tale;
pub mod wire;

pub use lobby::{OpenError, WireLobby, open};
