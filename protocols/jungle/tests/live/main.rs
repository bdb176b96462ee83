//! The server over real sockets: whole matches, hostile clients, and the lobby of a match that the referee runs.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod client;
mod host;
mod hostile;
mod lobby;
mod seats;
