//! The contest's server with clients on real sockets: whole matches, and clients that mean harm.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod clients;
mod hostile;
mod seats;
mod server;
mod whole;
