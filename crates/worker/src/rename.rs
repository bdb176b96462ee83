//! A record with other names in it, because somebody took theirs away.

use std::path::Path;

use meydan_arena::Error;
use meydan_core::Budget;
use meydan_core::trace::Entrant;
use meydan_record::{Key, TraceWriter, read};
use serde_json::value::RawValue;

use crate::play::read_whole;
use crate::reel::wrong;

/// The same match, with these who took part. What was signed is signed again, by whoever holds the key.
pub(crate) fn rename(record: &Path, entrants: Vec<Entrant>, key: Option<&Key>) -> Result<Vec<u8>, Error> {
    let trouble =
        |error: std::io::Error| Error::Trouble(format!("the record cannot be written again: {error}"));
    let bytes = read_whole(record)?;
    let read = read::<Box<RawValue>>(bytes.as_slice(), &Budget::STANDARD).map_err(wrong)?;
    let mut header = read.trace.header;
    if header.entrants.len() != entrants.len() {
        return Err(Error::Wrong("the record has other seats than its match".to_owned()));
    }
    header.entrants = entrants;
    let mut writer =
        TraceWriter::new(Vec::new(), &header, key.filter(|_| read.seal.is_some())).map_err(trouble)?;
    for entry in &read.trace.entries {
        writer.entry::<Box<RawValue>>(entry).map_err(trouble)?;
    }
    match read.trace.end {
        Some(end) => writer.finish(&end.outcome).map_err(trouble),
        None => writer.pause().map_err(trouble),
    }
}
