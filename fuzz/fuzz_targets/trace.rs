#![no_main]
//! No bytes make the trace reader panic.

use libfuzzer_sys::fuzz_target;
use meydan_core::trace::Trace;

fuzz_target!(|bytes: &[u8]| {
    let _ = Trace::<u32>::read(bytes);
});
