//! The original server of `jungle`, Coveo Blitz 2022: JSON over WebSocket for bots and viewers, and its replay file.
//!
//! The handshake, the messages and the quirks are in the crate's README. [`open`] gives the lobby of one match that
//! somebody else sets up and runs; [`host`] is the whole server with the original's command line.

pub mod convert;
pub mod frames;
pub mod json;
pub mod message;
pub mod odd;
pub mod options;
pub mod wire;

mod host;
mod hub;
mod lobby;
mod outbox;
mod player;
mod record;
mod socket;

pub use host::{HostError, Place, Played, host};
pub use hub::Log;
pub use lobby::{OpenError, open};
pub use record::Files;
