//! The HTTP interface of the AI Cup 2023 server. The contest's clients play on it unchanged.
//!
//! A client logs in, says that it is ready, and is then called on a port of its own whenever its turn begins and ends;
//! in between it asks and acts by requests. [`open`] listens and gives the lobby of one match; the pure parts
//! ([`Form`], [`Office`], [`Chronicle`]) know neither sockets nor clocks.

mod callback;
mod chronicle;
mod convert;
mod form;
mod lobby;
mod number;
mod office;
mod player;
mod server;
mod settings;
pub mod tale;
mod wire;

pub use chronicle::Chronicle;
pub use form::Form;
pub use lobby::{OpenError, PORT, open};
pub use office::{Client, Door, News, Office};
pub use settings::{FlagError, Settings};
pub use wire::{Answer, Body, Endpoint, Request};
