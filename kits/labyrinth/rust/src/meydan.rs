//! Lines of JSON between a match and a bot: the same file in every Rust kit. There is no need to change it.
#![allow(dead_code)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use crate::json::{json, FromJson, Json, ToJson};

/// Writes a line to standard error. Meydan keeps it beside the turn in which it was written.
#[macro_export]
macro_rules! log {
    ($($words:tt)*) => { eprintln!($($words)*) };
}

/// The match at the other end of the line.
pub struct Match {
    reader: Box<dyn BufRead>,
    writer: Box<dyn Write>,
}

impl Match {
    /// Standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the terminal.
    /// Standard output belongs to the match, so write with `log!` and not with `println!`.
    pub fn open() -> io::Result<Match> {
        let address = std::env::var("MEYDAN_SOCKET").unwrap_or_default();
        if address.is_empty() {
            return Ok(Match::new(io::stdin(), io::stdout()));
        }
        let link = TcpStream::connect(address)?;
        link.set_nodelay(true)?;
        Ok(Match::new(link.try_clone()?, link))
    }

    /// A match at the other end of these two.
    pub fn new(reader: impl Read + 'static, writer: impl Write + 'static) -> Match {
        Match { reader: Box::new(BufReader::new(reader)), writer: Box::new(writer) }
    }

    /// The next message, or `None` when the match is over.
    pub fn receive<M: FromJson>(&mut self) -> io::Result<Option<M>> {
        let mut line = String::new();
        match self.reader.read_line(&mut line)? {
            0 => Ok(None),
            _ => Ok(Some(M::from_json(&Json::parse(&line)?)?)),
        }
    }

    /// Sends one message.
    pub fn send(&mut self, message: &impl ToJson) -> io::Result<()> {
        let line = format!("{}\n", message.to_json());
        self.writer.write_all(line.as_bytes())?;
        self.writer.flush()
    }

    /// Acts in a window.
    pub fn act(&mut self, window: u32, act: &impl ToJson) -> io::Result<()> {
        self.send(&json!({ "window": window, "act": act }))
    }

    /// Keeps something beside a window, for the viewer; opponents never see it.
    pub fn note(&mut self, window: u32, note: &impl ToJson) -> io::Result<()> {
        self.send(&json!({ "window": window, "note": note }))
    }

    /// Ends a window.
    pub fn done(&mut self, window: u32) -> io::Result<()> {
        self.send(&json!({ "window": window, "done": true }))
    }
}
