//! The wire of the Sharif AI Challenge 2019: NUL-terminated JSON over TCP.
//!
//! [`open`] is the contest's server for one match: clients of the contest connect to it unchanged. The pure parts can be
//! used without it: [`Decoder`] splits bytes into frames, [`convert`] reads what clients send, [`Frames`] writes what
//! they are sent, and [`GraphicLog`] is the replay file that the contest's viewers read.

pub mod convert;
pub mod fits;
mod frame;
mod graphic;
mod lobby;
mod parameters;
mod pen;
mod player;
mod server_view;
pub mod tale;
mod wire;

pub use frame::{Decoder, Frame};
pub use graphic::{GraphicLog, GraphicRecorder};
pub use lobby::{HeroesLobby, open};
pub use parameters::{DEFAULT_TOKEN, OpenError, PORT, Parameters, write_config};
pub use server_view::ServerView;
pub use wire::{Frames, Limits, SHUTDOWN, WRONG_TOKEN};
