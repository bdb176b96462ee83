use std::io::{self, Write};

use meydan_core::Outcome;
use meydan_core::trace::{End, Entry, Header};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::seal::{Key, Seal};
use crate::{MAGIC, VERSION};

/// Writes a record as the match goes on.
pub struct TraceWriter<W: Write> {
    stream: zstd::Encoder<'static, W>,
    windows: u32,
    line: Vec<u8>,
    sum: Sha256,
    key: Option<Key>,
}

impl<W: Write> TraceWriter<W> {
    /// Starts a record with its header. With a key, the finished record is signed.
    pub fn new(mut file: W, header: &Header, key: Option<&Key>) -> io::Result<TraceWriter<W>> {
        let first = format!("{MAGIC}{VERSION}\n");
        file.write_all(first.as_bytes())?;
        let mut stream = zstd::Encoder::new(file, 6)?;
        stream.include_checksum(true)?;
        let sum = Sha256::new().chain_update(&first);
        let mut writer = TraceWriter { stream, windows: 0, line: Vec::new(), sum, key: key.cloned() };
        writer.line(header)?;
        writer.stream.flush()?;
        Ok(writer)
    }

    /// Writes one entry. A window that closes reaches the file at once.
    pub fn entry<A: Serialize>(&mut self, entry: &Entry<A>) -> io::Result<()> {
        self.line(entry)?;
        if let Entry::Close(_) = entry {
            self.windows += 1;
            self.stream.flush()?;
        }
        Ok(())
    }

    /// Writes the entries of a whole window, which [`entry_line`](Self::entry_line) made, and lets them reach the file.
    pub fn window(&mut self, lines: &[u8]) -> io::Result<()> {
        self.gather(lines)?;
        self.stream.flush()
    }

    /// The same, but they reach the file with a later window, or with the end: a match that is quicker than its file need not wait for it.
    pub fn gather(&mut self, lines: &[u8]) -> io::Result<()> {
        self.windows += 1;
        self.rest(lines)
    }

    /// Appends an entry as the line that it is in a record.
    pub fn entry_line<A: Serialize>(entry: &Entry<A>, out: &mut Vec<u8>) {
        serde_json::to_writer(&mut *out, entry).expect("an act is JSON, as the laws demand");
        out.push(b'\n');
    }

    /// Writes lines of a window that never closed.
    pub fn rest(&mut self, lines: &[u8]) -> io::Result<()> {
        self.sum.update(lines);
        self.stream.write_all(lines)
    }

    /// Writes the end and the seal, and gives the file back.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        #[derive(Serialize)]
        struct Line {
            seal: Seal,
        }
        self.line(&Entry::<()>::End(End { outcome: outcome.clone(), windows: self.windows }))?;
        if let Some(key) = self.key.take() {
            let seal = key.seal(&self.sum.clone().finalize().into());
            self.line(&Line { seal })?;
        }
        self.pause()
    }

    /// Ends the file without an end of the match: a save. It reads as a whole file of a match that goes on.
    pub fn pause(self) -> io::Result<W> {
        let mut file = self.stream.finish()?;
        file.flush()?;
        Ok(file)
    }

    fn line<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, value)?;
        self.line.push(b'\n');
        self.sum.update(&self.line);
        self.stream.write_all(&self.line)
    }
}
