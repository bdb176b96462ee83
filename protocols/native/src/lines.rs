use std::io;

use futures_util::FutureExt;
use tokio::io::{AsyncRead, AsyncReadExt};

/// How much may come over a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest line, in bytes.
    pub line: usize,
    /// The most bytes in one window.
    pub bytes: usize,
    /// The most lines in one window.
    pub lines: u32,
}

impl Limits {
    /// What a bot may send.
    pub const BOT: Limits = Limits { line: 1 << 20, bytes: 4 << 20, lines: 10_000 };
    /// What a stranger may send before it has a seat.
    pub const STRANGER: Limits = Limits { line: 4 << 10, bytes: 8 << 10, lines: 1 };
    /// What a guest's connection may carry; the chair counts what is said in a window.
    pub const GUEST: Limits = Limits { line: Limits::BOT.line, bytes: usize::MAX, lines: u32::MAX };
    /// What a host may send: the largest board is some megabytes, and a match may last.
    pub const HOST: Limits = Limits { line: 16 << 20, bytes: usize::MAX, lines: u32::MAX };
}

/// Reads a bot's lines with limits. Half-read lines stay in the reader, so its futures may be dropped at any time.
pub struct LineReader<R> {
    stream: R,
    limits: Limits,
    buffer: Vec<u8>,
    /// The bytes of `buffer` before this one have been handed out.
    start: usize,
    /// The bytes before this one hold no line break.
    searched: usize,
    /// The rest of an over-long line is being thrown away.
    skipping: bool,
    /// The line that is half read began before the window opened.
    stale: bool,
    bytes: usize,
    lines: u32,
    /// All that ever came.
    total: u64,
}

/// What a read gave.
#[derive(Debug, PartialEq, Eq)]
pub enum Read<'a> {
    /// A whole line, without its line break.
    Line(&'a [u8]),
    /// A line that began before the window opened: too late, whatever it says.
    Late(&'a [u8]),
    /// A line longer than allowed; it was thrown away.
    TooLong,
    /// More than allowed in one window; nothing more is read until the next.
    Flood,
    /// The stream has ended.
    End,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// A reader of a bot's stream.
    pub fn new(stream: R) -> Self {
        LineReader::with_limits(stream, Limits::BOT)
    }

    /// A reader with limits of its own.
    pub fn with_limits(stream: R, limits: Limits) -> Self {
        LineReader {
            stream,
            limits,
            buffer: Vec::with_capacity(8192),
            start: 0,
            searched: 0,
            skipping: false,
            stale: false,
            bytes: 0,
            lines: 0,
            total: 0,
        }
    }

    /// A new window: the limits start again, and what is half read now belongs to the past.
    pub fn open_window(&mut self) {
        self.bytes = 0;
        self.lines = 0;
        self.stale = self.is_unended();
    }

    /// Whether something has come whose line has not ended.
    pub fn is_unended(&self) -> bool {
        self.start < self.buffer.len() || self.skipping
    }

    /// How many bytes have come so far, over all windows.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Changes the limits, from the next line on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Whether a whole line lies ready without waiting.
    pub fn ready(&mut self) -> bool {
        matches!(self.fill_line().now_or_never(), Some(Ok(true)))
    }

    /// The next line, within the window's limits.
    pub async fn next(&mut self) -> io::Result<Read<'_>> {
        if self.lines >= self.limits.lines || self.bytes >= self.limits.bytes {
            return Ok(Read::Flood);
        }
        loop {
            if let Some(end) = self.find_break() {
                self.lines += 1;
                let late = std::mem::take(&mut self.stale);
                let (from, to) = (self.start, end);
                self.start = end + 1;
                self.searched = self.start;
                if std::mem::take(&mut self.skipping) {
                    continue;
                }
                if to - from > self.limits.line {
                    return Ok(Read::TooLong);
                }
                let line = self.buffer[from..to].strip_suffix(b"\r").unwrap_or(&self.buffer[from..to]);
                return Ok(if late { Read::Late(line) } else { Read::Line(line) });
            }
            if self.buffer.len() - self.start > self.limits.line {
                self.discard();
                if !std::mem::replace(&mut self.skipping, true) {
                    return Ok(Read::TooLong);
                }
            }
            if self.bytes >= self.limits.bytes {
                return Ok(Read::Flood);
            }
            if self.fill().await? == 0 {
                return Ok(Read::End);
            }
        }
    }

    async fn fill_line(&mut self) -> io::Result<bool> {
        while self.find_break().is_none() {
            if self.buffer.len() - self.start > self.limits.line || self.fill().await? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn find_break(&mut self) -> Option<usize> {
        let found = self.buffer[self.searched..].iter().position(|&byte| byte == b'\n');
        let end = found.map(|offset| self.searched + offset);
        self.searched = end.unwrap_or(self.buffer.len());
        end
    }

    async fn fill(&mut self) -> io::Result<usize> {
        if self.start == self.buffer.len() {
            self.discard();
        } else if self.start > 0 && self.buffer.len() == self.buffer.capacity() {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        let count = self.stream.read_buf(&mut self.buffer).await?;
        self.bytes = self.bytes.saturating_add(count);
        self.total += count as u64;
        Ok(count)
    }

    fn discard(&mut self) {
        self.buffer.clear();
        self.start = 0;
        self.searched = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST_LINE: usize = Limits::BOT.line;
    const MOST_LINES: u32 = Limits::BOT.lines;

    async fn all(input: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(input);
        let mut seen = Vec::new();
        loop {
            match reader.next().await.unwrap() {
                Read::Line(line) => seen.push(String::from_utf8_lossy(line).into_owned()),
                Read::End => return seen,
                other => seen.push(format!("{other:?}")),
            }
        }
    }

    #[tokio::test]
    async fn lines_are_split_and_a_half_line_at_the_end_is_none() {
        assert_eq!(all(b"one\ntwo\r\n\nthree").await, ["one", "two", ""]);
    }

    #[tokio::test]
    async fn an_over_long_line_is_thrown_away_and_the_next_one_is_read() {
        let mut input = vec![b'x'; LONGEST_LINE + 100_000];
        input.extend(b"\nnext\n");
        assert_eq!(all(&input).await, ["TooLong", "next"]);
    }

    #[tokio::test]
    async fn a_flood_is_cut_off_until_the_next_window() {
        let input = "x\n".repeat(MOST_LINES as usize + 5);
        let mut reader = LineReader::new(input.as_bytes());
        for _ in 0..MOST_LINES {
            assert_eq!(reader.next().await.unwrap(), Read::Line(b"x"));
        }
        assert_eq!(reader.next().await.unwrap(), Read::Flood);
        reader.open_window();
        assert_ne!(reader.next().await.unwrap(), Read::Flood);
    }

    #[tokio::test]
    async fn a_stranger_may_send_one_short_line() {
        let mut reader = LineReader::with_limits(&b"hello\nagain\n"[..], Limits::STRANGER);
        assert_eq!(reader.next().await.unwrap(), Read::Line(b"hello"));
        assert_eq!(reader.next().await.unwrap(), Read::Flood);
        // Once it has a seat the rest counts as a bot's.
        reader.set_limits(Limits::BOT);
        assert_eq!(reader.next().await.unwrap(), Read::Line(b"again"));
        let long = vec![b'x'; 5000];
        let mut reader = LineReader::with_limits(long.as_slice(), Limits::STRANGER);
        assert_eq!(reader.next().await.unwrap(), Read::TooLong);
    }

    #[tokio::test]
    async fn a_line_begun_before_the_window_is_late() {
        let mut reader = LineReader::new(&b"old\nhalf of a line\nnew\n"[..]);
        assert_eq!(reader.next().await.unwrap(), Read::Line(b"old"));
        reader.open_window();
        assert_eq!(reader.next().await.unwrap(), Read::Late(b"half of a line"));
        assert_eq!(reader.next().await.unwrap(), Read::Line(b"new"));
    }
}
