//! One test per written rule, on boards drawn as text.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod acting;
mod board;
mod ending;
mod maps;
mod moving;
mod picking;
mod telling;
