//! One test per written rule, on boards set up by playing.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod board;
mod ending;
mod fighting;
mod moving;
mod placing;
