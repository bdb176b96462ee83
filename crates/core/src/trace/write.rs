use std::io::{self, Write};

use serde::Serialize;

use super::{End, Entry, Header, MAGIC, VERSION};
use crate::Outcome;

/// Writes a trace as the match goes on.
pub struct TraceWriter<W: Write> {
    stream: zstd::Encoder<'static, W>,
    windows: u32,
    line: Vec<u8>,
}

impl<W: Write> TraceWriter<W> {
    /// Starts a trace with its header.
    pub fn new(mut file: W, header: &Header) -> io::Result<TraceWriter<W>> {
        writeln!(file, "{MAGIC}{VERSION}")?;
        let mut stream = zstd::Encoder::new(file, 6)?;
        stream.include_checksum(true)?;
        let mut writer = TraceWriter { stream, windows: 0, line: Vec::new() };
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

    /// Writes the last line and gives the file back.
    pub fn finish(mut self, outcome: &Outcome) -> io::Result<W> {
        self.line(&Entry::<()>::End(End { outcome: outcome.clone(), windows: self.windows }))?;
        let mut file = self.stream.finish()?;
        file.flush()?;
        Ok(file)
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
        self.stream.write_all(&self.line)
    }
}
