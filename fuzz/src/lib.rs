//! Every decoder that meets a stranger's bytes, as a function of those bytes. `cargo +nightly fuzz run TARGET --features
//! libfuzzer` looks for inputs that break one; `tests/corpus.rs` runs the inputs that were found worth keeping, and variations
//! of them, as ordinary tests.

use meydan_core::{Game, Status};

pub mod archive;
pub mod configs;
pub mod galaxy_request;
pub mod gotham_call;
pub mod gotham_map;
pub mod heroes_frames;
pub mod heroes_map;
pub mod jungle_message;
pub mod labyrinth_board;
pub mod maps;
pub mod native_line;
pub mod tale;
pub mod trace;

/// What reads an input.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("archive", archive::run),
    ("configs", configs::run),
    ("galaxy_request", galaxy_request::run),
    ("gotham_call", gotham_call::run),
    ("gotham_map", gotham_map::run),
    ("heroes_frames", heroes_frames::run),
    ("heroes_map", heroes_map::run),
    ("jungle_message", jungle_message::run),
    ("labyrinth_board", labyrinth_board::run),
    ("maps", maps::run),
    ("native_line", native_line::run),
    ("tale", tale::run),
    ("trace", trace::run),
];

/// The first line and the rest.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Plays a few windows of silence on what was taken.
fn play<G: Game>(game: Result<G, G::ConfigError>) {
    let Ok(mut game) = game else { return };
    for _ in 0..3 {
        match game.status() {
            Status::Waiting(_) => game.close(&mut Vec::new()),
            Status::Over(_) => return,
        }
    }
}
