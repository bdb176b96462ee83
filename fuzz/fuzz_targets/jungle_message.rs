#![no_main]
//! No bytes make the decoder of the original `jungle` wire panic.

use libfuzzer_sys::fuzz_target;
use meydan_jungle_wire::convert;
use meydan_jungle_wire::message::Message;
use meydan_jungle_wire::odd::Oddities;

fuzz_target!(|bytes: &[u8]| {
    if let Message::Command(command) = Message::read(bytes) {
        let _ = convert::action(&command, &mut Oddities::default());
    }
});
