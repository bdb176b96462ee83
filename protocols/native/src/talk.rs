use meydan_core::{FaultKind, Game, Mode, Next};
use meydan_referee::{Refusal, Table, Told, Turn};
use serde::Serialize;

use crate::wire::{ClockNow, FromBot, NextAct, ToBot, shorten};

/// One seat's side of the protocol, whatever carries its lines: what a turn says, and what comes of an answer.
#[derive(Default)]
pub(crate) struct Talk {
    /// How many of the seat's faults it has been told.
    told: usize,
    /// The faults that this window's turn tells.
    errors: Vec<String>,
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
        let message = match FromBot::read(line) {
            Ok(message) => message,
            Err(error) => {
                table.fault(FaultKind::Garbage, error.to_string());
                return (Heard::More, None);
            }
        };
        if let Some(meant) = message.window.filter(|meant| *meant != window) {
            let text = format!("a message for window {meant} came in window {window} and was dropped");
            table.fault(FaultKind::Late, text);
            return (Heard::More, None);
        }
        if let Some(note) = message.note {
            table.note(note);
        }
        let (mut done, mut answer) = (message.done, None);
        if let Some(act) = message.act {
            let (next, text) = act_on(turn, table, act.get()).await;
            done |= next == NextAct::Done;
            answer = text;
        }
        (if done { Heard::Done } else { Heard::More }, answer)
    }

    /// A line that came before the window opened: an act is reported, the mere end of an earlier window is not worth
    /// a word.
    pub(crate) fn late<G: Game>(&mut self, table: &Table<G>, line: &[u8]) {
        match FromBot::read(line) {
            Ok(message) => {
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

/// Lets the seat act, and answers it in a live window.
async fn act_on<G: Game>(turn: Turn, table: &Table<G>, act: &str) -> (NextAct, Option<String>) {
    let window = turn.window.number;
    let answer = match serde_json::from_str::<G::Action>(act) {
        Ok(action) => match table.act_told(window, action).await {
            Ok(answer) => Ok(answer),
            Err(Refusal::Closed) => return (NextAct::Done, None),
            Err(refusal) => Err(refusal.to_string()),
        },
        Err(error) => {
            let reason = format!("`{}` is no act of this game: {error}", shorten(act));
            table.refuse(FaultKind::Garbage, reason.clone());
            Err(reason)
        }
    };
    let next = if table.window().is_some() { NextAct::More } else { NextAct::Done };
    let text = match answer {
        _ if turn.window.mode == Mode::Sealed => return (next, None),
        Ok(Told { next: Next::More, events, view }) => {
            line_of(&ToBot::Ok { window, next, view: view.as_ref(), events: &events })
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
