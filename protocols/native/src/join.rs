//! How a player comes to a match over a socket: the messages before and beside the match, and the guest's end.
//!
//! A guest's first line is a [`Join`]. The host answers with a [`ToGuest::Welcome`] or a [`ToGuest::Refused`]; from then
//! on the ordinary messages flow. A guest that asked for it with `"watch": true` also gets [`ToGuest::Watch`] after
//! everything that happens, and [`ToGuest::Seats`] whenever somebody comes or goes.

use std::io;
use std::time::Duration;

use meydan_core::{Outcome, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::lines::{Limits, LineReader, Read};
use crate::outbox::Outbox;
use crate::talk::text_of;
use crate::token::Token;
use crate::wire::{NextAct, PROTOCOL, shorten};

/// How long a handshake may take.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(10);

/// The `type` of a [`Join`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JoinKind {
    /// `"join"`.
    #[default]
    Join,
}

/// The first line of a guest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Join {
    /// Always the same word.
    #[serde(rename = "type")]
    pub kind: JoinKind,
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The game the guest has come for; left out, any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What the guest wants to be called.
    pub name: String,
    /// The token of an earlier welcome, to come back to that seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
    /// Whether the guest wants to be told what happens between its turns.
    #[serde(default)]
    pub watch: bool,
}

impl Join {
    /// A guest of that name, who watches.
    pub fn new(name: impl Into<String>) -> Join {
        let kind = JoinKind::Join;
        Join { kind, protocol: PROTOCOL, game: None, name: name.into(), token: None, watch: true }
    }

    /// Reads a guest's first line, without its line break.
    pub fn read(line: &[u8]) -> Result<Join, MessageError> {
        serde_json::from_slice(line).map_err(|error| MessageError::new(line, "join", error))
    }
}

/// Why a line is not the message it should be.
#[derive(Debug, Error)]
#[error("`{text}` is not a {wanted}: {reason}")]
pub struct MessageError {
    /// The line, shortened.
    pub text: String,
    /// What it should be.
    pub wanted: &'static str,
    /// What the JSON reader said.
    pub reason: String,
}

impl MessageError {
    fn new(line: &[u8], wanted: &'static str, reason: impl ToString) -> MessageError {
        MessageError { text: shorten(&String::from_utf8_lossy(line)), wanted, reason: reason.to_string() }
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The seat.
    pub seat: Seat,
    /// Who has taken it; nobody yet if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether they are connected now.
    pub here: bool,
}

/// What a host sends to a guest besides the messages of the match.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToGuest<'a> {
    /// The guest has a seat.
    Welcome {
        /// [`PROTOCOL`].
        protocol: u32,
        /// The game.
        game: &'a str,
        /// The seat.
        seat: Seat,
        /// The name as the others see it.
        name: &'a str,
        /// What to show to come back to this seat.
        token: &'a Token,
    },
    /// The guest has no seat, or has it no longer; the connection ends.
    Refused {
        /// Why, for programs.
        code: RefusalCode,
        /// Why, for people.
        reason: &'a str,
    },
    /// Who sits where.
    Seats {
        /// All seats in order.
        seats: &'a [Presence],
    },
    /// Something happened.
    Watch {
        /// All that the seat may know now.
        view: &'a RawValue,
        /// What happened, where the game has no secrets.
        #[serde(skip_serializing_if = "Option::is_none")]
        events: Option<&'a RawValue>,
    },
}

/// Why a host refuses a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    /// The first line is not a join.
    NotAJoin,
    /// Another version of the protocol.
    Protocol,
    /// Another game is played here.
    OtherGame,
    /// All seats are taken.
    Full,
    /// The token opens no seat of this match.
    UnknownToken,
    /// The same token has come again over another connection.
    Replaced,
    /// The guest sent more than it may, or does not read what it is sent.
    Flood,
    /// The host has ended the match.
    Closed,
    /// A reason this program does not know.
    #[serde(other)]
    Other,
}

/// What a guest is told.
#[derive(Debug)]
pub enum FromHost {
    /// The guest has a seat.
    Welcome(Welcome),
    /// Who sits where.
    Seats(Vec<Presence>),
    /// The match has been set up.
    Start {
        /// The version of the game's rules.
        rules: u32,
        /// The game's config.
        config: Box<RawValue>,
    },
    /// Something happened.
    Watch {
        /// All that the seat may know now.
        view: Box<RawValue>,
        /// What happened.
        events: Option<Box<RawValue>>,
    },
    /// The guest is to act.
    Turn {
        /// The window.
        window: u32,
        /// All that the seat may know now.
        view: Box<RawValue>,
    },
    /// The act was taken.
    Ok {
        /// Whether the guest may act again.
        next: NextAct,
    },
    /// The act was refused.
    Rejected {
        /// Whether the guest may act again.
        next: NextAct,
        /// Why.
        reason: String,
    },
    /// The match is over.
    End {
        /// How it ended.
        outcome: Outcome,
        /// The last view.
        view: Box<RawValue>,
    },
    /// The host wants no more of this guest.
    Refused {
        /// Why, for programs.
        code: RefusalCode,
        /// Why, for people.
        reason: String,
    },
    /// A message of a newer host, which may be skipped.
    Unknown,
}

/// Every field a host's message may have; which of them are there depends on `type`.
#[derive(Deserialize)]
struct HostLine {
    #[serde(rename = "type")]
    kind: String,
    rules: Option<u32>,
    config: Option<Box<RawValue>>,
    view: Option<Box<RawValue>>,
    events: Option<Box<RawValue>>,
    seats: Option<Vec<Presence>>,
    window: Option<u32>,
    next: Option<NextAct>,
    reason: Option<String>,
    code: Option<RefusalCode>,
    outcome: Option<Outcome>,
    seat: Option<Seat>,
    name: Option<String>,
    token: Option<Token>,
}

impl FromHost {
    /// Reads one line of a host, without its line break.
    pub fn read(line: &[u8]) -> Result<FromHost, MessageError> {
        let wrong = |reason: String| MessageError::new(line, "message of a host", reason);
        let host_line: HostLine = serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        let kind = shorten(&host_line.kind);
        host_line.message().ok_or_else(|| wrong(format!("a `{kind}` lacks a field")))
    }
}

impl HostLine {
    fn message(self) -> Option<FromHost> {
        Some(match self.kind.as_str() {
            "welcome" => {
                FromHost::Welcome(Welcome { seat: self.seat?, name: self.name?, token: self.token? })
            }
            "seats" => FromHost::Seats(self.seats?),
            "start" => FromHost::Start { rules: self.rules?, config: self.config? },
            "watch" => FromHost::Watch { view: self.view?, events: self.events },
            "turn" => FromHost::Turn { window: self.window?, view: self.view? },
            "ok" => FromHost::Ok { next: self.next? },
            "rejected" => FromHost::Rejected { next: self.next?, reason: self.reason? },
            "end" => FromHost::End { outcome: self.outcome?, view: self.view? },
            "refused" => {
                FromHost::Refused { code: self.code.unwrap_or(RefusalCode::Other), reason: self.reason? }
            }
            _ => FromHost::Unknown,
        })
    }
}

/// The host's yes.
#[derive(Clone, Debug)]
pub struct Welcome {
    /// The seat.
    pub seat: Seat,
    /// The name as the others see it.
    pub name: String,
    /// What to show to come back to this seat.
    pub token: Token,
}

/// Why a guest has no seat.
#[derive(Debug, Error)]
pub enum JoinError {
    /// Nobody listens there, or the connection broke.
    #[error("cannot reach a host at `{address}`: {error}; check the address, and that the host is running")]
    Unreachable {
        /// The address.
        address: String,
        /// What the system said.
        error: io::Error,
    },
    /// The host says no.
    #[error("the host refuses: {reason}")]
    Refused {
        /// Why, for programs.
        code: RefusalCode,
        /// Why, for people.
        reason: String,
    },
    /// Something else listens there.
    #[error("what answers at `{address}` is not a Meydan host: {reason}")]
    NotAHost {
        /// The address.
        address: String,
        /// What was wrong with the answer.
        reason: String,
    },
}

/// A guest's end of the connection.
pub struct Guest {
    lines: LineReader<OwnedReadHalf>,
    outbox: Outbox<OwnedWriteHalf>,
}

impl Guest {
    /// Connects and asks for a seat.
    pub async fn join(address: &str, join: &Join) -> Result<(Guest, Welcome), JoinError> {
        let unreachable = |error| JoinError::Unreachable { address: address.to_owned(), error };
        let late = || io::Error::new(io::ErrorKind::TimedOut, "no answer");
        let stream = tokio::time::timeout(HANDSHAKE, TcpStream::connect(address)).await;
        let stream = stream.unwrap_or_else(|_| Err(late())).map_err(unreachable)?;
        tune(&stream);
        let (read, write) = stream.into_split();
        let mut guest =
            Guest { lines: LineReader::with_limits(read, Limits::HOST), outbox: Outbox::new(write) };
        guest.send(join);
        let line = tokio::time::timeout(HANDSHAKE, guest.next()).await;
        let line = match line.unwrap_or_else(|_| Err(late())) {
            Ok(Some(line)) => line,
            Ok(None) => return Err(unreachable(io::Error::new(io::ErrorKind::UnexpectedEof, "it hung up"))),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                let reason = error.to_string();
                return Err(JoinError::NotAHost { address: address.to_owned(), reason });
            }
            Err(error) => return Err(unreachable(error)),
        };
        match line {
            FromHost::Welcome(welcome) => Ok((guest, welcome)),
            FromHost::Refused { code, reason } => Err(JoinError::Refused { code, reason }),
            _ => {
                let reason = "it does not answer with a welcome".to_owned();
                Err(JoinError::NotAHost { address: address.to_owned(), reason })
            }
        }
    }

    /// The next message; `None` when the connection has ended. May be dropped and called again.
    pub async fn next(&mut self) -> io::Result<Option<FromHost>> {
        loop {
            let read = tokio::select! {
                biased;
                sent = self.outbox.flush(), if !self.outbox.is_empty() => {
                    if sent.is_err() {
                        // A host that reads no more may have left a last word.
                        self.outbox.close();
                    }
                    continue;
                }
                read = self.lines.next() => read?,
            };
            let invalid = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
            return match read {
                Read::Line(line) | Read::Late(line) => {
                    FromHost::read(line).map(Some).map_err(|error| invalid(error.to_string()))
                }
                Read::End => Ok(None),
                Read::TooLong | Read::Flood => Err(invalid("the host sends too much".to_owned())),
            };
        }
    }

    /// Acts in a window. It is on its way with the next call of [`Guest::next`].
    pub fn act<A: Serialize>(&mut self, window: u32, action: &A) {
        #[derive(Serialize)]
        struct Act<'a, A> {
            window: u32,
            act: &'a A,
        }
        self.send(&Act { window, act: action });
    }

    fn send<T: Serialize>(&mut self, message: &T) {
        self.outbox.push((text_of(message) + "\n").into_bytes(), false);
    }
}

/// Small messages go at once, and a peer whose machine or network has vanished is found out within half a minute.
pub(crate) fn tune(stream: &TcpStream) {
    let gone = Duration::from_secs(30);
    let keepalive = socket2::TcpKeepalive::new().with_time(Duration::from_secs(10));
    let keepalive = keepalive.with_interval(Duration::from_secs(5)).with_retries(4);
    let socket = socket2::SockRef::from(stream);
    // A system that knows none of these still plays.
    let _ = stream.set_nodelay(true);
    let _ = socket.set_tcp_keepalive(&keepalive);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(gone));
    #[cfg(not(target_os = "linux"))]
    let _ = gone;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_has_the_documented_form() {
        let join = Join::read(br#"{"type":"join","protocol":1,"name":"Ada"}"#).unwrap();
        assert_eq!((join.name.as_str(), join.watch, join.token), ("Ada", false, None));
        let text = serde_json::to_string(&Join::new("Ada")).unwrap();
        assert_eq!(text, r#"{"type":"join","protocol":1,"name":"Ada","watch":true}"#);
        assert!(Join::read(br#"{"type":"act","protocol":1,"name":"Ada"}"#).is_err());
    }

    #[test]
    fn a_refusal_of_a_newer_host_is_understood_as_one() {
        let line = br#"{"type":"refused","code":"moon-phase","reason":"not tonight"}"#;
        let message = FromHost::read(line).unwrap();
        assert!(matches!(message, FromHost::Refused { code: RefusalCode::Other, .. }));
        assert!(matches!(FromHost::read(br#"{"type":"song"}"#).unwrap(), FromHost::Unknown));
        let error = FromHost::read(br#"{"type":"turn"}"#).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"`{"type":"turn"}` is not a message of a host: a `turn` lacks a field"#
        );
    }
}
