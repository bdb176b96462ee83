//! What clients send, read as the contest's server read it: the stamps of spec 12, then the events of spec 6.

use std::borrow::Cow;

use meydan_heroes::{Action, Direction, Name, Phase, View};
use serde::Deserialize;
use serde_json::value::RawValue;

/// What a client's event comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// An order for the rules.
    Order(Action),
    /// The client has finished the phase.
    End,
    /// It means another phase, or is an end marker that does not fit: dropped.
    Stale,
    /// It cannot be read: dropped.
    Malformed,
    /// A type that no rule knows: ignored.
    Unknown,
}

/// The stamps that are current.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The turn counter.
    pub turn: u32,
    /// The move phase; 0 outside move phases.
    pub move_phase: u32,
}

impl Now {
    /// The stamps of the phase that a view was made in.
    pub fn of(view: &View) -> Now {
        let move_phase = if view.phase == Phase::Move { view.move_phase.unwrap_or(0) } else { 0 };
        Now { turn: view.turn, move_phase }
    }

    fn is_turn(self, stamp: Option<i32>) -> bool {
        stamp.is_some_and(|stamp| i64::from(stamp) == i64::from(self.turn))
    }

    fn is_phase(self, stamp: Option<i32>) -> bool {
        stamp.is_some_and(|stamp| i64::from(stamp) == i64::from(self.move_phase))
    }
}

/// A message of a client: a name and a list.
#[derive(Debug, Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    args: Vec<&'a RawValue>,
}

/// An event of a client: a type and a list.
#[derive(Debug, Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    args: Vec<&'a RawValue>,
}

/// The token in a handshake; `None` if the frame is no handshake.
pub fn token(frame: &[u8]) -> Option<String> {
    let message: Message<'_> = object(frame)?;
    let name: Cow<'_, str> = serde_json::from_str(message.name?.get()).ok()?;
    let token = scalar(message.args.first()?)??;
    (name == "token").then(|| token.into_owned())
}

/// Reads a frame with events and hands each to `each`, in order. The message's name is not looked at: one of the
/// original clients sends it with an invisible character. `false` if the frame is no message.
pub fn events(frame: &[u8], now: Now, mut each: impl FnMut(Heard)) -> bool {
    let Some(message) = object::<Message<'_>>(frame) else { return false };
    for event in message.args {
        each(match object::<Event<'_>>(event.get().as_bytes()) {
            Some(event) => read(&event, now).unwrap_or(Heard::Malformed),
            None => Heard::Malformed,
        });
    }
    true
}

/// Reads an object; a list is none, although it could be read field by field.
fn object<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace())?;
    if *first == b'{' { serde_json::from_slice(bytes).ok() } else { None }
}

/// The text of a scalar, numbers and strings alike; `Some(None)` for null, `None` for anything nested.
fn scalar(raw: &RawValue) -> Option<Option<Cow<'_, str>>> {
    match raw.get().as_bytes().first()? {
        b'"' => serde_json::from_str(raw.get()).ok().map(Some),
        b'[' | b'{' => None,
        b'n' => Some(None),
        _ => Some(Some(Cow::Borrowed(raw.get()))),
    }
}

/// `None` if the event is malformed.
fn read(event: &Event<'_>, now: Now) -> Option<Heard> {
    // One nested argument spoils the whole event, wherever it stands.
    let args: Vec<Option<Cow<'_, str>>> = event.args.iter().map(|raw| scalar(raw)).collect::<Option<_>>()?;
    let text = |i: usize| args.get(i)?.as_deref();
    let number = |i: usize| text(i)?.parse::<i32>().ok();
    let last = |back: usize| args.len().checked_sub(back).and_then(number);
    let (bare, stamps): (usize, usize) = match &*event.kind {
        "pick" => (1, 1),
        "move" => (2, 2),
        "cast" => (4, 1),
        kind if kind.ends_with("end") => return Some(end_marker(kind, args.len(), now, number)),
        _ => return Some(Heard::Unknown),
    };
    // Without stamps an event counts as current; else the last arguments are the stamps, whatever they are.
    if args.len() != bare {
        let phase_stamp = if stamps == 2 { Some(last(1)?) } else { None };
        let turn_stamp = last(stamps)?;
        if !now.is_turn(Some(turn_stamp)) || phase_stamp.is_some_and(|stamp| !now.is_phase(Some(stamp))) {
            return Some(Heard::Stale);
        }
    }
    let hero = || u8::try_from(number(0)?).ok();
    Some(Heard::Order(match &*event.kind {
        "pick" => Action::Pick { class: Name::new(text(0)?)? },
        "move" => Action::Move { hero: hero()?, direction: direction(text(1)?)? },
        _ => {
            Action::Cast { hero: hero()?, ability: Name::new(text(1)?)?, row: number(2)?, column: number(3)? }
        }
    }))
}

fn end_marker(kind: &str, count: usize, now: Now, number: impl Fn(usize) -> Option<i32>) -> Heard {
    let fits = match kind {
        "init-end" => count == 0,
        "pick-end" | "action-end" | "end" => count == 1 && now.is_turn(number(0)),
        "move-end" => count == 2 && now.is_turn(number(0)) && now.is_phase(number(1)),
        _ => return Heard::Unknown,
    };
    if fits { Heard::End } else { Heard::Stale }
}

/// The direction, bare or quoted once more as the Java client sends it.
fn direction(text: &str) -> Option<Direction> {
    let unquoted: Cow<'_, str> =
        if text.starts_with('"') { serde_json::from_str(text).ok()? } else { Cow::Borrowed(text) };
    Some(match &*unquoted {
        "UP" => Direction::Up,
        "DOWN" => Direction::Down,
        "LEFT" => Direction::Left,
        "RIGHT" => Direction::Right,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Now = Now { turn: 7, move_phase: 3 };

    fn heard(event: &str) -> Heard {
        let mut all = Vec::new();
        let frame = format!(r#"{{"name":"event","args":[{event}]}}"#);
        assert!(events(frame.as_bytes(), NOW, |heard| all.push(heard)), "{frame}");
        assert_eq!(all.len(), 1);
        all[0]
    }

    fn step(hero: u8, direction: Direction) -> Heard {
        Heard::Order(Action::Move { hero, direction })
    }

    fn cast(hero: u8, ability: &str, row: i32, column: i32) -> Heard {
        Heard::Order(Action::Cast { hero, ability: Name::new(ability).unwrap(), row, column })
    }

    fn pick(class: &str) -> Heard {
        Heard::Order(Action::Pick { class: Name::new(class).unwrap() })
    }

    #[test]
    fn orders_are_read_with_current_stamps_or_none() {
        let cases = [
            (r#"{"type":"pick","args":["HEALER"]}"#, pick("HEALER")),
            (r#"{"type":"pick","args":["HEALER",7]}"#, pick("HEALER")),
            (r#"{"args":["HEALER","7"],"type":"pick"}"#, pick("HEALER")),
            (r#"{"type":"move","args":[3,"UP"]}"#, step(3, Direction::Up)),
            (r#"{"type":"move","args":[3,"UP",7,3]}"#, step(3, Direction::Up)),
            (r#"{"type":"move","args":["3","\"LEFT\"","7","3"]}"#, step(3, Direction::Left)),
            (r#"{"type":"cast","args":[3,"X",1,2]}"#, cast(3, "X", 1, 2)),
            (r#"{"type":"cast","args":["+3","X","-1",2,7]}"#, cast(3, "X", -1, 2)),
            (r#"{"type":"move","args":[-0,"DOWN"]}"#, step(0, Direction::Down)),
        ];
        for (event, wanted) in cases {
            assert_eq!(heard(event), wanted, "{event}");
        }
    }

    #[test]
    fn other_stamps_are_stale() {
        for event in [
            r#"{"type":"pick","args":["HEALER",6]}"#,
            r#"{"type":"move","args":[3,"UP",8,3]}"#,
            r#"{"type":"move","args":[3,"UP",7,2]}"#,
            r#"{"type":"cast","args":[3,"X",1,2,70]}"#,
        ] {
            assert_eq!(heard(event), Heard::Stale, "{event}");
        }
    }

    #[test]
    fn malformed_events_are_told_apart() {
        for event in [
            r#"{"type":"move","args":[3,"UP",7]}"#, // exactly three arguments
            r#"{"type":"move","args":[3]}"#,
            r#"{"type":"move","args":[]}"#,
            r#"{"type":"move","args":[3,"up",7,3]}"#,
            r#"{"type":"move","args":[3.0,"UP",7,3]}"#,
            r#"{"type":"move","args":["x","UP",7,3]}"#,
            r#"{"type":"move","args":[null,"UP",7,3]}"#,
            r#"{"type":"move","args":[300,"UP",7,3]}"#,
            r#"{"type":"move","args":[[3],"UP",7,3]}"#,
            r#"{"type":"move","args":[3,"UP",7,3,{}]}"#,
            r#"{"type":"move","args":[3,"UP",7.0,3]}"#,
            r#"{"type":"pick","args":[]}"#,
            r#"{"type":"pick","args":["HEALER","soon"]}"#,
            r#"{"type":"pick"}"#,
            r#"{"args":["HEALER"]}"#,
            r#"{"type":"cast","args":[3,"X",7]}"#,
            r#"{"type":"cast","args":[3,"X",1,99999999999]}"#,
            r#"{"type":"cast","args":[3,"A name that is much too long for one",1,2]}"#,
            r#"["pick",["HEALER"]]"#,
            "7",
            "null",
        ] {
            assert_eq!(heard(event), Heard::Malformed, "{event}");
        }
    }

    #[test]
    fn end_markers_need_their_arguments_and_current_stamps_but_not_their_phase() {
        for event in [
            r#"{"type":"init-end","args":[]}"#,
            r#"{"type":"pick-end","args":[7]}"#,
            r#"{"type":"move-end","args":[7,3]}"#,
            r#"{"type":"action-end","args":["7"]}"#,
            r#"{"type":"end","args":[7]}"#,
        ] {
            assert_eq!(heard(event), Heard::End, "{event}");
        }
        for event in [
            r#"{"type":"init-end","args":[7]}"#,
            r#"{"type":"pick-end","args":[]}"#,
            r#"{"type":"pick-end","args":[6]}"#,
            r#"{"type":"move-end","args":[7]}"#,
            r#"{"type":"move-end","args":[7,2]}"#,
            r#"{"type":"end","args":["x"]}"#,
        ] {
            assert_eq!(heard(event), Heard::Stale, "{event}");
        }
        for event in [
            r#"{"type":"weekend","args":[7]}"#,
            r#"{"type":"dance","args":[7]}"#,
            r#"{"type":"PICK","args":["X"]}"#,
        ] {
            assert_eq!(heard(event), Heard::Unknown, "{event}");
        }
    }

    #[test]
    fn the_messages_name_is_not_looked_at_and_all_its_events_are_read() {
        for name in ["\"event\u{200c}\"", "7", "null"] {
            let frame = format!(
                r#" {{"name":{name},"args":[{{"type":"end","args":[7]}},{{"type":"end","args":[7]}}]}}"#
            );
            let mut count = 0;
            assert!(events(frame.as_bytes(), NOW, |heard| count += usize::from(heard == Heard::End)));
            assert_eq!(count, 2);
        }
        let unnamed = br#"{"args":[]}"#;
        assert!(events(unnamed, NOW, |_| panic!("there is no event")));
        for frame in [&b"[]"[..], b"{}", b"", b"  ", b"{\"args\":7}", b"\xff", b"{\"args\":[}"] {
            assert!(!events(frame, NOW, |_| panic!("there is no event")));
        }
    }

    #[test]
    fn a_token_is_text_in_a_message_of_that_name() {
        let read = |frame: &str| token(frame.as_bytes());
        assert_eq!(read(r#"{"name":"token","args":["abc"]}"#).as_deref(), Some("abc"));
        assert_eq!(read(r#"{"args":[123],"name":"token"}"#).as_deref(), Some("123"));
        for frame in [
            r#"{"name":"event","args":["abc"]}"#,
            r#"{"name":"token","args":[]}"#,
            r#"{"name":"token","args":[null]}"#,
            r#"{"args":["abc"]}"#,
            "x",
        ] {
            assert_eq!(read(frame), None, "{frame}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            events(&bytes, NOW, |_| {});
            let _ = token(&bytes);
        }

        #[test]
        fn no_arguments_make_the_reader_panic(kind in "[a-z-]{0,8}|pick|move|cast|end", args in "[\\[\\]{}0-9a-zA-Z\",:.+-]{0,40}") {
            let frame = format!(r#"{{"args":[{{"type":"{kind}","args":[{args}]}}]}}"#);
            events(frame.as_bytes(), NOW, |_| {});
        }
    }
}
