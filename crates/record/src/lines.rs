//! The uncompressed lines of a trace file, read under a budget.

use std::io::{BufRead, BufReader, ErrorKind, Read, Take};

use meydan_core::Budget;
use sha2::{Digest, Sha256};

use crate::{MAGIC, RecordError, VERSION};

/// Where the lines come from: a zstd stream of which no more than the budget is unpacked.
type Stream<R> = BufReader<Take<zstd::Decoder<'static, BufReader<R>>>>;

pub(crate) struct Lines<R: Read> {
    stream: Stream<R>,
    budget: Budget,
    /// The file's own version.
    pub(crate) version: u32,
    /// The line that was read last, the header being line 1.
    number: usize,
    line: Vec<u8>,
    /// Whether the file ended in the middle of something.
    pub(crate) cut: bool,
    /// Everything that was read so far, as a signature covers it.
    sum: Sha256,
}

impl<R: Read> Lines<R> {
    pub(crate) fn open(file: R, budget: &Budget) -> Result<Self, RecordError> {
        let mut file = BufReader::new(file);
        let mut first = Vec::new();
        file.by_ref().take(64).read_until(b'\n', &mut first)?;
        let version = std::str::from_utf8(&first).ok().and_then(|line| line.strip_prefix(MAGIC));
        let version = version.and_then(|v| v.trim_end().parse().ok()).ok_or(RecordError::NotATrace)?;
        if version > VERSION {
            return Err(RecordError::Newer(version));
        }
        let mut unpacked = zstd::Decoder::with_buffer(file)?;
        // A frame may ask its reader to keep a window of up to 2 GiB; ours never need more than 8 MiB.
        unpacked.window_log_max(23)?;
        // One byte more than allowed tells a stream that is too long from one that just fits.
        let stream = BufReader::new(unpacked.take(budget.bytes + 1));
        let sum = Sha256::new().chain_update(&first);
        Ok(Lines { stream, budget: *budget, version, number: 0, line: Vec::new(), cut: false, sum })
    }

    /// The next whole line; `None` where the file ends, also in the middle of a line or of a zstd block.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, RecordError> {
        self.sum.update(&self.line);
        self.line.clear();
        self.number += 1;
        let most = self.budget.line as u64 + 1;
        match self.stream.by_ref().take(most).read_until(b'\n', &mut self.line) {
            Ok(_) if self.line.last() == Some(&b'\n') => Ok(Some(&self.line)),
            Ok(_) if self.line.len() as u64 == most => {
                Err(RecordError::TooLong { what: "a line", most: self.budget.line as u64 })
            }
            Ok(_) if self.stream.get_ref().limit() == 0 => {
                Err(RecordError::TooLong { what: "the record", most: self.budget.bytes })
            }
            Ok(_) => {
                self.cut |= !self.line.is_empty();
                self.line.clear();
                Ok(None)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.cut = true;
                self.line.clear();
                Ok(None)
            }
            Err(error) => Err(self.damaged(error)),
        }
    }

    /// What a signature covers: everything before the line that was read last.
    pub(crate) fn sum(&self) -> [u8; 32] {
        self.sum.clone().finalize().into()
    }

    pub(crate) fn damaged(&self, reason: impl ToString) -> RecordError {
        RecordError::Damaged { line: self.number, reason: reason.to_string() }
    }
}
