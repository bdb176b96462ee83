//! No bytes make the reader of records panic, take more than its budget, or believe a seal that does not hold.

use meydan_core::Budget;
use meydan_record::{header, read};
use serde_json::value::RawValue;

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let budget = Budget { bytes: 1 << 20, line: 1 << 18, entries: 10_000, ..Budget::STANDARD };
    let _ = header(bytes, &budget);
    let _ = read::<u32>(bytes, &budget);
    if let Ok(record) = read::<Box<RawValue>>(bytes, &budget) {
        assert!(record.trace.entries.len() + record.trace.skipped <= budget.entries);
        assert!(record.trace.end.is_none() || !record.trace.cut, "what was cut has no end");
    }
}
