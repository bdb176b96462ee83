//! No bytes make the decoder of the original `jungle` wire panic.

use meydan_jungle_wire::convert;
use meydan_jungle_wire::message::Message;
use meydan_jungle_wire::odd::Oddities;

/// Reads one input.
pub fn run(bytes: &[u8]) {
    if let Message::Command(command) = Message::read(bytes) {
        let _ = convert::action(&command, &mut Oddities::default());
    }
}
