use std::time::Duration;

use meydan_core::{FaultKind, Game, Mode, Next};
use meydan_referee::{Refusal, Table, Told, Turn};
use serde::Serialize;

use crate::leftover::{Leftover, Says};
use crate::wire::{ClockNow, FromBot, NextAct, ToBot, shorten};

/// One seat's side of the protocol, whatever carries its lines: what a turn says, and what comes of an answer.
#[derive(Default)]
pub(crate) struct Talk {
    /// How many of the seat's faults it has been told.
    told: usize,
    /// The faults that this window's turn tells.
    errors: Vec<String>,
    leftover: Leftover,
}

/// What a line means for its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The window goes on.
    More,
    /// The seat is done in it.
    Done,
}

impl Talk {
    /// A window opens.
    pub(crate) fn open<G: Game>(&mut self, table: &Table<G>) {
        self.errors = table.faults(self.told);
        self.told += self.errors.len();
        self.leftover.open();
    }

    /// The message that says so, with the view as it is now.
    pub(crate) fn turn<G: Game>(&self, turn: Turn, clock: ClockNow, table: &Table<G>) -> String {
        let (view, window) = (table.view(), turn.window.number);
        let mode = turn.window.mode;
        line_of::<_, ()>(&ToBot::Turn { window, clock, mode, view: &view, errors: &self.errors })
    }

    /// A line that came while the window was open: what it means, and what is to be answered. An act may have to wait
    /// for those of other seats.
    pub(crate) async fn hear<G: Game>(
        &mut self,
        turn: Turn,
        table: &Table<G>,
        line: &[u8],
    ) -> (Heard, Option<String>) {
        let window = turn.window.number;
        let message = match table.carrying(|| FromBot::read(line)) {
            Ok(message) => message,
            Err(error) => {
                table.fault(FaultKind::Garbage, error.to_string());
                return (Heard::More, None);
            }
        };
        if let Some(meant) = message.window.filter(|meant| *meant != window) {
            if message.act.is_some() {
                let text = format!("a message for window {meant} came in window {window} and was dropped");
                table.fault(FaultKind::Late, text);
            } else if message.done {
                // Closing a window that has ended is not worth a word.
                self.leftover.closed_exactly();
            }
            if let Some(note) = message.note {
                table.note(note);
            }
            return (Heard::More, None);
        }
        let counts = self.leftover.counts(message.says());
        if let Some(note) = message.note {
            table.note(note);
        }
        let Some(act) = message.act else {
            return (if message.done && counts { Heard::Done } else { Heard::More }, None);
        };
        // Said before it is known: while the act waits for others the window may end, and this future with it.
        self.leftover.acted(!message.done);
        let (next, answer) = act_on(turn, table, act.get()).await;
        if message.done || next == NextAct::Done {
            return (Heard::Done, answer);
        }
        self.leftover.acted(false);
        (Heard::More, answer)
    }

    /// Somebody closed a window out of turn.
    pub(crate) fn stray_done(&mut self) {
        self.leftover.late(Says::BareDone);
    }

    /// How long after a window's opening a `done` may stay put aside, if one has been.
    pub(crate) fn aside(&self, budget: Option<Duration>) -> Option<Duration> {
        self.leftover.aside().then(|| Leftover::patience(budget))
    }

    /// Nothing has followed the `done` that was put aside: it ends the window.
    pub(crate) fn settle(&mut self) {
        self.leftover.settle();
    }

    /// A line that was written before the window opened. An act is reported.
    pub(crate) fn late<G: Game>(&mut self, table: &Table<G>, line: &[u8]) {
        match FromBot::read(line) {
            Ok(message) => {
                match message.says() {
                    Says::Answer if message.act.is_none() => self.leftover.closed_exactly(),
                    says => self.leftover.late(says),
                }
                if let Some(note) = message.note {
                    table.note(note);
                }
                if let Some(act) = message.act {
                    let text = format!("`{}` came too late and was dropped", shorten(act.get()));
                    table.fault(FaultKind::Late, text);
                }
            }
            Err(error) => table.fault(FaultKind::Garbage, error.to_string()),
        }
    }
}

impl FromBot {
    /// Whether a line only closes a window, and does not say which.
    pub(crate) fn is_bare_done(line: &[u8]) -> bool {
        FromBot::read(line).is_ok_and(|message| message.says() == Says::BareDone)
    }

    /// What the line means for the end of a window.
    fn says(&self) -> Says {
        match (&self.act, self.done, self.window) {
            (None, false, _) => Says::Note,
            (None, true, None) => Says::BareDone,
            _ => Says::Answer,
        }
    }
}

/// Lets the seat act, and answers it in a live window.
async fn act_on<G: Game>(turn: Turn, table: &Table<G>, act: &str) -> (NextAct, Option<String>) {
    let window = turn.window.number;
    let answer = match table.carrying(|| serde_json::from_str::<G::Action>(act)) {
        Ok(action) => match table.act_told(window, action).await {
            Ok(answer) => Ok(answer),
            Err(Refusal::Closed) => return (NextAct::Done, None),
            Err(refusal) => Err(refusal.to_string()),
        },
        Err(error) => {
            let reason =
                format!("`{}` is not an act of this game: {}", shorten(act), plain(&error.to_string()));
            table.refuse(FaultKind::Garbage, reason.clone());
            Err(reason)
        }
    };
    let next = if table.window().is_some() { NextAct::More } else { NextAct::Done };
    let text = match answer {
        _ if turn.window.mode == Mode::Sealed => return (next, None),
        Ok(Told { next: Next::More, events, view }) => {
            table.carrying(|| line_of(&ToBot::Ok { window, next, view: view.as_ref(), events: &events }))
        }
        Ok(Told { next: Next::Done, .. }) => {
            line_of::<(), ()>(&ToBot::Ok { window, next, view: None, events: &[] })
        }
        Err(reason) => line_of::<(), ()>(&ToBot::Rejected { window, next, reason: &reason }),
    };
    (next, Some(text))
}

/// A message of the match as text, without its line break.
pub(crate) fn line_of<V: Serialize, E: Serialize>(message: &ToBot<'_, V, E>) -> String {
    text_of(message)
}

/// Any message as text, without its line break.
pub(crate) fn text_of<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages are JSON: names and views are, as the laws demand")
}

/// What a reader of JSON complains, as one says it to somebody who writes a bot in any language: a message is one line, so where
/// on which line says nothing, and the numbers are not of a machine's type but of a range.
fn plain(complaint: &str) -> String {
    let what = complaint.rsplit_once(" at line ").map_or(complaint, |(what, _)| what);
    let Some((found, wanted)) = what.rsplit_once(", expected ") else { return what.to_owned() };
    let range = match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number, not below 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        other => other,
    };
    format!("{found}, expected {range}")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn complaints_are_in_words_and_not_in_types() {
        let said = "invalid value: integer `999`, expected u8 at line 1 column 21";
        assert_eq!(plain(said), "invalid value: integer `999`, expected a whole number from 0 to 255");
        let said = "unknown variant `fly`, expected one of `up`, `down` at line 1 column 9";
        assert_eq!(plain(said), "unknown variant `fly`, expected one of `up`, `down`");
        assert_eq!(plain("EOF while parsing a value at line 1 column 0"), "EOF while parsing a value");
    }
}
