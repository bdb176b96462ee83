use std::io::Read;

use meydan_core::trace::{Entry, Header, Trace};
use meydan_core::{Budget, OverBudget};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use thiserror::Error;

use crate::lines::Lines;
use crate::seal::{Seal, Signed};
use crate::{VERSION, v1};

/// Why a record cannot be read.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The first line is not ours.
    #[error("this is not a Meydan trace; give a file that `meydan match --out` wrote")]
    NotATrace,
    /// Written by a newer program.
    #[error("this trace has format {0}, but this program reads up to {VERSION}; update Meydan")]
    Newer(u32),
    /// Not even the header is there.
    #[error("the trace ends before its header; the match was cut off at its very start")]
    NoHeader,
    /// Something inside does not fit.
    #[error("the trace is damaged at line {line}: {reason}; take another copy of the file")]
    Damaged {
        /// The line of the uncompressed stream, the header being line 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// More bytes than we take.
    #[error("{what} is longer than {most} bytes; records of that size are not taken")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// How many bytes it may have.
        most: u64,
    },
    /// More of something else than we take.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// The file could not be read.
    #[error("the trace cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// A trace as a file held it.
#[derive(Clone, Debug)]
pub struct Record<A> {
    /// The trace itself.
    pub trace: Trace<A>,
    /// The version of the file's format.
    pub version: u32,
    /// Who signed it; `None`: nobody.
    pub seal: Option<Signed>,
}

/// Reads only the header, to learn which game it is.
pub fn header(file: impl Read, budget: &Budget) -> Result<Header, RecordError> {
    read_header(&mut Lines::open(file, budget)?)
}

/// Reads a record. One that was cut short is read up to the cut; what passes the budget is refused.
pub fn read<A: DeserializeOwned>(file: impl Read, budget: &Budget) -> Result<Record<A>, RecordError> {
    let mut lines = Lines::open(file, budget)?;
    let header = read_header(&mut lines)?;
    let version = lines.version;
    let mut trace = Trace { header, entries: Vec::new(), end: None, cut: false, skipped: 0 };
    while let Some(line) = lines.next()? {
        match serde_json::from_slice(line) {
            Ok(Entry::End(end)) => {
                let seal = read_seal(&mut lines)?;
                // Without the stream's last block nothing vouches for the end.
                trace.end = (!lines.cut).then_some(end);
                trace.cut = lines.cut;
                return Ok(Record { trace, version, seal });
            }
            Ok(entry) => trace.entries.push(entry),
            Err(error) => match kind(line) {
                Some(kind) if !Entry::<A>::KINDS.contains(&kind.as_str()) => trace.skipped += 1,
                _ => return Err(lines.damaged(error)),
            },
        }
        budget.entries("a record", trace.entries.len() + trace.skipped)?;
    }
    trace.cut = lines.cut;
    Ok(Record { trace, version, seal: None })
}

fn read_header<R: Read>(lines: &mut Lines<R>) -> Result<Header, RecordError> {
    let version = lines.version;
    let line = lines.next()?.ok_or(RecordError::NoHeader)?;
    let header = if version == 1 { v1::header(line) } else { serde_json::from_slice(line) };
    header.map_err(|error| lines.damaged(error))
}

/// What follows the end: a seal or nothing, and then nothing.
fn read_seal<R: Read>(lines: &mut Lines<R>) -> Result<Option<Signed>, RecordError> {
    #[derive(Deserialize)]
    struct Line {
        seal: Seal,
    }
    let Some(line) = lines.next()? else { return Ok(None) };
    let seal = serde_json::from_slice::<Line>(line);
    let Line { seal } = seal.map_err(|_| lines.damaged("something follows the end"))?;
    let signed = seal.check(&lines.sum());
    match lines.next()? {
        Some(_) => Err(lines.damaged("something follows the end")),
        None => Ok(Some(signed)),
    }
}

/// The kind of an entry: the one key of a JSON object.
fn kind(line: &[u8]) -> Option<String> {
    struct OneKey;
    impl<'de> Visitor<'de> for OneKey {
        type Value = Option<String>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object with one key")
        }
        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let first = map.next_entry::<String, IgnoredAny>()?.map(|(key, _)| key);
            let more = map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some();
            Ok(first.filter(|_| !more))
        }
    }
    let mut json = serde_json::Deserializer::from_slice(line);
    serde::Deserializer::deserialize_map(&mut json, OneKey).ok()?
}
