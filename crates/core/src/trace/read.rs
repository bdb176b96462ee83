use std::io::{BufRead, BufReader, ErrorKind, Read};

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use thiserror::Error;

use super::{End, Entry, Header, MAGIC, VERSION};

/// Why a trace cannot be read.
#[derive(Debug, Error)]
pub enum TraceError {
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
    /// The file could not be read.
    #[error("the trace cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// A trace in memory. Acts are of type `A`; a tool that does not know the game reads [`RawValue`]s.
#[derive(Clone, Debug)]
pub struct Trace<A = Box<RawValue>> {
    /// What was played.
    pub header: Header,
    /// Everything after the header except the end.
    pub entries: Vec<Entry<A>>,
    /// The end; `None` if the match goes on (a save) or the file was cut short.
    pub end: Option<End>,
    /// Whether the file was cut short: the program that wrote it did not get to close it.
    pub cut: bool,
}

impl Trace {
    /// Reads only the header, to learn which game it is.
    pub fn header(file: impl Read) -> Result<Header, TraceError> {
        Lines::open(file)?.header()
    }
}

impl<A: DeserializeOwned> Trace<A> {
    /// Reads a trace. One that was cut short is read up to the cut.
    pub fn read(file: impl Read) -> Result<Trace<A>, TraceError> {
        let mut lines = Lines::open(file)?;
        let header = lines.header()?;
        let mut entries = Vec::new();
        loop {
            let Some(line) = lines.next()? else {
                return Ok(Trace { header, entries, end: None, cut: lines.cut });
            };
            match serde_json::from_slice(line) {
                Ok(Entry::End(end)) => {
                    // Reading on to the end of the stream checks its checksum; without it the file was cut.
                    return match lines.stream.read(&mut [0]) {
                        Ok(0) => Ok(Trace { header, entries, end: Some(end), cut: false }),
                        Ok(_) => Err(lines.damaged("something follows the end")),
                        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                            Ok(Trace { header, entries, end: None, cut: true })
                        }
                        Err(error) => Err(lines.damaged(error)),
                    };
                }
                Ok(entry) => entries.push(entry),
                Err(error) => return Err(lines.damaged(error)),
            }
        }
    }
}

/// The uncompressed lines of a trace file.
struct Lines<R: Read> {
    stream: BufReader<zstd::Decoder<'static, BufReader<R>>>,
    number: usize,
    line: Vec<u8>,
    cut: bool,
}

impl<R: Read> Lines<R> {
    fn open(file: R) -> Result<Self, TraceError> {
        let mut file = BufReader::new(file);
        let mut first = Vec::new();
        file.by_ref().take(64).read_until(b'\n', &mut first)?;
        let version = std::str::from_utf8(&first).ok().and_then(|line| line.strip_prefix(MAGIC));
        let version: u32 = version.and_then(|v| v.trim_end().parse().ok()).ok_or(TraceError::NotATrace)?;
        if version > VERSION {
            return Err(TraceError::Newer(version));
        }
        let stream = BufReader::new(zstd::Decoder::with_buffer(file)?);
        Ok(Lines { stream, number: 0, line: Vec::new(), cut: false })
    }

    fn header(&mut self) -> Result<Header, TraceError> {
        let line = self.next()?.ok_or(TraceError::NoHeader)?;
        serde_json::from_slice(line).map_err(|error| self.damaged(error))
    }

    /// The next whole line; `None` where the file ends, also in the middle of a line or of a zstd block.
    fn next(&mut self) -> Result<Option<&[u8]>, TraceError> {
        self.line.clear();
        self.number += 1;
        match self.stream.read_until(b'\n', &mut self.line) {
            Ok(_) if self.line.last() == Some(&b'\n') => Ok(Some(&self.line)),
            Ok(_) => {
                self.cut = !self.line.is_empty();
                Ok(None)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.cut = true;
                Ok(None)
            }
            Err(error) => Err(self.damaged(error)),
        }
    }

    fn damaged(&self, reason: impl ToString) -> TraceError {
        TraceError::Damaged { line: self.number, reason: reason.to_string() }
    }
}
