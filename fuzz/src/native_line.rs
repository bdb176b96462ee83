//! No line of a bot, a guest or a host makes the native protocol panic.

use meydan_native::wire::FromBot;
use meydan_native::{FromHost, Join};

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let _ = FromBot::read(bytes);
    let _ = Join::read(bytes);
    let _ = FromHost::read(bytes);
}
