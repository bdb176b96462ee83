//! The native protocol: JSON lines, for bots in any language and for people.
//!
//! `docs/protocol.md` describes it for bot authors. [`NativePlayer`] speaks it over any pair of streams: a child
//! process's pipes, a socket. [`NativeLobby`] lets players come over TCP, each to a seat it can come back to, and
//! [`Guest`] is the other end of that.

pub mod chair;
pub mod join;
mod leftover;
mod lines;
mod lobby;
mod outbox;
mod player;
mod stderr;
mod talk;
mod token;
pub mod wire;

pub use chair::{Arrival, Chair, ChairClock, ChairPlayer, ChairTerms, Patience, Visit, chair};
pub use join::{FromHost, Guest, Join, JoinError, MessageError, Presence, RefusalCode, Welcome};
pub use lines::{Limits, LineReader, Read};
pub use lobby::{Farewell, LobbyTerms, NativeLobby};
pub use player::{Lifeline, NativePlayer};
pub use stderr::StderrTap;
pub use token::Token;
