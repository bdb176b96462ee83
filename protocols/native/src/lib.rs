//! The native protocol: JSON lines, for bots in any language and for people.
//!
//! `docs/protocol.md` describes it for bot authors. [`NativePlayer`] speaks it over any pair of streams: a child
//! process's pipes, a socket.

mod lines;
mod outbox;
mod player;
mod stderr;
pub mod wire;

pub use lines::{LineReader, Read};
pub use player::{Lifeline, NativePlayer};
pub use stderr::StderrTap;
