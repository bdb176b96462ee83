#![no_main]
//! No bytes make the board reader panic, and what it takes is written and read back the same.

use libfuzzer_sys::fuzz_target;
use meydan_labyrinth::Config;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(config) = Config::read(bytes) {
        assert_eq!(Config::read(config.write().as_bytes()), Ok(config));
    }
});
