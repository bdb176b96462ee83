//! The original server of `jungle`, Coveo Blitz 2022: JSON over WebSocket for bots and viewers, and its replay file.
//!
//! The handshake, the messages and the quirks are in the crate's README.

pub mod convert;
pub mod frames;
pub mod json;
pub mod message;
pub mod wire;
