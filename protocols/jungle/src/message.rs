//! What bots and viewers send.

use crate::json::{Json, Text};

/// A message from a socket.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A bot wants to play.
    Register {
        /// The name it gives itself, if it is a text.
        name: Named,
        /// The secret it was given, if it is a text.
        token: Named,
    },
    /// A viewer wants to watch.
    Viewer,
    /// A bot's command.
    Command(Command),
    /// JSON that is none of these; the server only notes it.
    Unknown,
    /// Not JSON at all; the server closes the socket.
    Garbage,
}

/// A name or token in a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// The key is not there.
    Absent,
    /// The key is there, but its value is not a text.
    Odd,
    /// A text, perhaps an empty one.
    Text(String),
}

/// A bot's command, not yet looked into.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The tick it answers; `None` if that is not a whole number from 0 on.
    pub tick: Option<u32>,
    /// The value of `actions`, if the key is there.
    pub actions: Option<Json>,
}

impl Message {
    /// Reads a frame, text or binary.
    pub fn read(bytes: &[u8]) -> Message {
        // A script that turns bytes into text replaces what is not UTF-8.
        let text = String::from_utf8_lossy(bytes);
        match Json::read(&text) {
            None => Message::Garbage,
            Some(value) => Message::from(value),
        }
    }
}

impl From<Json> for Message {
    fn from(value: Json) -> Message {
        let Some(Json::Text(kind)) = value.get("type") else { return Message::Unknown };
        if kind.is("VIEWER") {
            Message::Viewer
        } else if kind.is("REGISTER") {
            Message::Register { name: named(&value, "teamName"), token: named(&value, "token") }
        } else if kind.is("COMMAND") {
            Message::Command(command(value))
        } else {
            Message::Unknown
        }
    }
}

fn named(value: &Json, key: &str) -> Named {
    match value.get(key) {
        None => Named::Absent,
        Some(Json::Text(text)) => Named::Text(text.lossy()),
        Some(_) => Named::Odd,
    }
}

fn command(value: Json) -> Command {
    let tick = match value.get("tick") {
        Some(&Json::Number(tick)) if tick.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&tick) => {
            Some(tick as u32)
        }
        _ => None,
    };
    let actions = match value {
        Json::Object(entries) => {
            let is_actions = |(key, _): &(Text, Json)| key.is("actions");
            entries.into_iter().find(is_actions).map(|(_, actions)| actions)
        }
        _ => None,
    };
    Command { tick, actions }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_message_is_told_apart() {
        let text = |name: &str| Named::Text(name.into());
        for (bytes, wanted) in [
            (&br#"{"type":"VIEWER"}"#[..], Message::Viewer),
            (
                br#"{"type":"REGISTER","teamName":"Alpha"}"#,
                Message::Register { name: text("Alpha"), token: Named::Absent },
            ),
            (
                br#"{"type":"REGISTER","token":"s3cret","teamName":5}"#,
                Message::Register { name: Named::Odd, token: text("s3cret") },
            ),
            (br#"{"type":"COMMAND","tick":3}"#, Message::Command(Command { tick: Some(3), actions: None })),
            (
                br#"{"tick":"3","actions":null,"type":"COMMAND"}"#,
                Message::Command(Command { tick: None, actions: Some(Json::Null) }),
            ),
            (br#"{"type":"TICK"}"#, Message::Unknown),
            (br#"{"type":["VIEWER"]}"#, Message::Unknown),
            (b"null", Message::Unknown),
            (b"[1,2]", Message::Unknown),
            (b"hello", Message::Garbage),
            (b"", Message::Garbage),
            (b"\xff\xfe", Message::Garbage),
        ] {
            assert_eq!(Message::read(bytes), wanted, "{}", String::from_utf8_lossy(bytes));
        }
        // Half a letter inside a text is replaced, as scripts do.
        let odd = Message::read(b"{\"type\":\"REGISTER\",\"teamName\":\"a\xff\"}");
        assert_eq!(odd, Message::Register { name: text("a\u{fffd}"), token: Named::Absent });
    }

    #[test]
    fn ticks_are_whole_numbers() {
        let tick = |text: &str| match Message::read(
            format!("{{\"type\":\"COMMAND\",\"tick\":{text}}}").as_bytes(),
        ) {
            Message::Command(command) => command.tick,
            other => panic!("{other:?}"),
        };
        assert_eq!([tick("7"), tick("7.0"), tick("-0"), tick("0")], [Some(7), Some(7), Some(0), Some(0)]);
        assert_eq!([tick("7.5"), tick("-1"), tick("1e300"), tick("null"), tick("\"7\"")], [None; 5]);
    }
}
