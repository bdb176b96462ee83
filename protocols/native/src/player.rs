use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Game, Mode, Next, Outcome};
use meydan_referee::{Briefing, Player, Refusal, Table, Told, Trouble, Turn};
use serde::Serialize;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::lines::{LineReader, Read};
use crate::outbox::Outbox;
use crate::stderr::StderrTap;
use crate::wire::{ClockNow, FromBot, NextAct, Start, ToBot, shorten};

/// Knows how the process behind a pair of streams fares, and ends it.
pub trait Lifeline: Send {
    /// The streams have ended: why, in words. May wait a moment for the process to be gone.
    fn epitaph(&mut self) -> BoxFuture<'_, String>;

    /// The match is over for this seat: let go of it.
    fn release(&mut self) -> BoxFuture<'_, ()>;
}

/// A bot that speaks the native protocol over a pair of streams.
pub struct NativePlayer<R, W> {
    lines: LineReader<R>,
    outbox: Outbox<W>,
    stderr: Option<StderrTap>,
    lifeline: Option<Box<dyn Lifeline>>,
    /// How many of the seat's faults the bot has been told.
    told: usize,
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send> NativePlayer<R, W> {
    /// A player over its output and its input.
    pub fn new(output: R, input: W) -> Self {
        NativePlayer {
            lines: LineReader::new(output),
            outbox: Outbox::new(input),
            stderr: None,
            lifeline: None,
            told: 0,
        }
    }

    /// Keeps what the bot writes to its standard error.
    pub fn with_stderr(mut self, tap: StderrTap) -> Self {
        self.stderr = Some(tap);
        self
    }

    /// Asks this when the streams end.
    pub fn with_lifeline(mut self, lifeline: Box<dyn Lifeline>) -> Self {
        self.lifeline = Some(lifeline);
        self
    }

    fn send<V: Serialize, E: Serialize>(&mut self, message: &ToBot<'_, V, E>, perishable: bool) {
        let mut bytes = serde_json::to_vec(message).expect("a view is JSON, as the laws demand");
        bytes.push(b'\n');
        self.outbox.push(bytes, perishable);
    }

    async fn window<G: Game>(&mut self, turn: Turn, table: &Table<G>) -> Result<(), Trouble> {
        self.lines.open_window();
        self.drop_early_lines(table).await;
        let errors = table.faults(self.told);
        self.told += errors.len();
        self.outbox.drop_perished();
        let view = table.view();
        let ms = turn.budget.map_or(0, |budget| budget.as_millis() as u64);
        let clock = ClockNow { name: turn.window.clock, ms };
        let window = turn.window.number;
        self.send::<_, ()>(
            &ToBot::Turn { window, clock, mode: turn.window.mode, view: &view, errors: &errors },
            true,
        );
        while let Some(message) = self.message(table, window).await? {
            if let Some(note) = message.note {
                table.note(note);
            }
            let mut done = message.done;
            if let Some(act) = message.act {
                done |= self.act(turn, table, act.get()).await == NextAct::Done;
            }
            if done {
                break;
            }
        }
        // The answer to a last act should not wait for the next window, but a full pipe must not hold this one.
        if !self.outbox.is_empty() {
            let _ = self.outbox.flush().now_or_never();
        }
        Ok(())
    }

    /// Whatever lies ready before the turn is sent was meant for an earlier one.
    async fn drop_early_lines<G: Game>(&mut self, table: &Table<G>) {
        while self.lines.ready() {
            match self.lines.next().await {
                Ok(Read::Line(line) | Read::Late(line)) => late(table, line),
                _ => break,
            }
        }
    }

    /// Sends what is to be sent and waits for the next message meant for this window. `None`: the bot sent too much.
    async fn message<G: Game>(&mut self, table: &Table<G>, window: u32) -> Result<Option<FromBot>, Trouble> {
        loop {
            let read = tokio::select! {
                biased;
                read = self.lines.next() => read,
                sent = self.outbox.flush(), if !self.outbox.is_empty() => match sent {
                    Ok(()) => continue,
                    // A bot may close its input and still answer; a dead one is found by its output's end.
                    Err(_) => { self.outbox.drop_perished(); self.lines.next().await }
                },
            };
            let line = match read {
                Ok(Read::Line(line)) => line,
                Ok(Read::Late(line)) => {
                    late(table, line);
                    continue;
                }
                Ok(Read::TooLong) => {
                    table.fault(FaultKind::Flood, "a line is longer than 1 MiB and was thrown away");
                    continue;
                }
                Ok(Read::Flood) => {
                    let text = "it sent more than 10,000 lines or 4 MiB in one window; the rest is not read";
                    table.fault(FaultKind::Flood, text);
                    return Ok(None);
                }
                Ok(Read::End) => return Err(self.gone("its output ended").await),
                Err(error) => return Err(self.gone(&format!("its output cannot be read: {error}")).await),
            };
            match FromBot::read(line) {
                Ok(message) if message.window.is_some_and(|meant| meant != window) => {
                    let meant = message.window.unwrap_or_default();
                    let text =
                        format!("a message for window {meant} came in window {window} and was dropped");
                    table.fault(FaultKind::Late, text);
                }
                Ok(message) => return Ok(Some(message)),
                Err(error) => table.fault(FaultKind::Garbage, error.to_string()),
            }
        }
    }

    /// Lets the bot act and answers it in a live window.
    async fn act<G: Game>(&mut self, turn: Turn, table: &Table<G>, act: &str) -> NextAct {
        let window = turn.window.number;
        let answer = match serde_json::from_str::<G::Action>(act) {
            Ok(action) => match table.act_told(window, action).await {
                Ok(answer) => Ok(answer),
                Err(Refusal::Closed) => return NextAct::Done,
                Err(refusal) => Err(refusal.to_string()),
            },
            Err(error) => {
                let reason = format!("`{}` is no act of this game: {error}", shorten(act));
                table.refuse(FaultKind::Garbage, reason.clone());
                Err(reason)
            }
        };
        let next = if table.window().is_some() { NextAct::More } else { NextAct::Done };
        if turn.window.mode == Mode::Live {
            match answer {
                Ok(Told { next: Next::More, events, view }) => {
                    self.send(&ToBot::Ok { window, next, view: view.as_ref(), events: &events }, true);
                }
                Ok(Told { next: Next::Done, .. }) => {
                    self.send::<(), ()>(&ToBot::Ok { window, next, view: None, events: &[] }, true);
                }
                Err(reason) => self.send::<(), ()>(&ToBot::Rejected { window, next, reason: &reason }, true),
            }
        }
        next
    }

    async fn gone(&mut self, otherwise: &str) -> Trouble {
        let text = match &mut self.lifeline {
            Some(lifeline) => lifeline.epitaph().await,
            None => otherwise.to_owned(),
        };
        if let Some(tap) = &mut self.stderr {
            tap.drain(Duration::from_millis(100)).await;
        }
        Trouble::gone(text)
    }
}

/// A line that came too late: an act is reported, the mere end of an earlier window is not worth a word.
fn late<G: Game>(table: &Table<G>, line: &[u8]) {
    match FromBot::read(line) {
        Ok(message) => {
            if let Some(note) = message.note {
                table.note(note);
            }
            if let Some(act) = message.act {
                table.fault(
                    FaultKind::Late,
                    format!("`{}` came too late and was dropped", shorten(act.get())),
                );
            }
        }
        Err(error) => table.fault(FaultKind::Garbage, error.to_string()),
    }
}

impl<G, R, W> Player<G> for NativePlayer<R, W>
where
    G: Game,
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send,
{
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        _: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        // Not waited for: a bot may take its time to start reading, and its first window is its own.
        self.send::<(), ()>(&ToBot::Start(Start::from(briefing)), false);
        Box::pin(std::future::ready(Ok(())))
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(self.window(turn, table))
    }

    fn collect(&mut self, table: &Table<G>) {
        if let Some(text) = self.stderr.as_mut().and_then(StderrTap::take) {
            table.stderr(text);
        }
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.outbox.drop_perished();
            let view = table.view();
            self.send::<_, ()>(&ToBot::End { outcome, view: &view }, false);
            let _ = tokio::time::timeout(Duration::from_millis(500), self.outbox.flush()).await;
            self.outbox.close();
            if let Some(lifeline) = &mut self.lifeline {
                lifeline.release().await;
            }
        })
    }
}
