//! The original server of `jungle`, Coveo Blitz 2022: JSON over WebSocket for bots and viewers, and its replay file.
//!
//! The handshake, the messages and the quirks are in the crate's README. [`open`] gives the lobby of one match that
//! somebody else sets up; [`series`] is the whole server with the original's command line, which gives a lobby for
//! each of its matches. Who plays them is somebody else's matter too.

pub mod convert;
pub mod frames;
pub mod json;
pub mod message;
pub mod odd;
pub mod options;
pub mod tale;
pub mod wire;

mod hub;
mod lobby;
mod maps;
mod outbox;
mod player;
mod record;
mod series;
mod socket;

pub use hub::Log;
pub use lobby::{OpenError, open};
pub use maps::{check_maps, list_maps};
pub use record::Files;
pub use series::{HostError, Place, series};
