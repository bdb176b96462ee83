//! No bytes make the decoder of the contest's frames, or the reader of what they say, panic.

use meydan_heroes_wire::convert::{Now, events, token};
use meydan_heroes_wire::{Decoder, Frame};

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let mut decoder = Decoder::new(200);
    for piece in bytes.chunks(7) {
        decoder.room().extend_from_slice(piece);
        while let Some(frame) = decoder.next_frame() {
            if let Frame::Whole(frame) = frame {
                assert!(frame.len() <= 200 && !frame.contains(&0));
                let _ = token(frame);
                events(frame, Now { turn: 4, move_phase: 0 }, |_| {});
            }
        }
    }
}
