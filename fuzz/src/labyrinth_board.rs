//! No bytes make the board reader panic, and what it takes is written and read back the same.

use meydan_labyrinth::Config;

/// Reads one input.
pub fn run(bytes: &[u8]) {
    if let Ok(config) = Config::read(bytes) {
        assert_eq!(Config::read(config.write().as_bytes()), Ok(config));
    }
}
