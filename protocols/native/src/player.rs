use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Game, Outcome};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};

use crate::lines::{LineReader, Read};
use crate::outbox::Outbox;
use crate::stderr::StderrTap;
use crate::talk::{Heard, Talk, line_of};
use crate::wire::{ClockNow, Start, ToBot};

/// How long the end of a bot's standard error is waited for after the bot has gone. Somebody else may hold it open.
const LAST_WORDS: Duration = Duration::from_millis(100);

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
    talk: Talk,
    /// The most it may say in a match, in bytes.
    output: u64,
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send> NativePlayer<R, W> {
    /// A player over its output and its input.
    pub fn new(output: R, input: W) -> Self {
        NativePlayer {
            lines: LineReader::new(output),
            outbox: Outbox::new(input),
            stderr: None,
            lifeline: None,
            talk: Talk::default(),
            output: u64::MAX,
        }
    }

    /// Keeps what the bot writes to its standard error.
    pub fn with_stderr(mut self, tap: StderrTap) -> Self {
        self.stderr = Some(tap);
        self
    }

    /// Sends it away when it has said more than so many bytes.
    pub fn with_output(mut self, most: u64) -> Self {
        self.output = most;
        self
    }

    /// Asks this when the streams end.
    pub fn with_lifeline(mut self, lifeline: Box<dyn Lifeline>) -> Self {
        self.lifeline = Some(lifeline);
        self
    }

    fn send(&mut self, message: String, perishable: bool) {
        let mut bytes = message.into_bytes();
        bytes.push(b'\n');
        self.outbox.push(bytes, perishable);
    }

    async fn window<G: Game>(&mut self, turn: Turn, table: &Table<G>) -> Result<(), Trouble> {
        let opened = Instant::now();
        self.lines.open_window();
        self.drop_early_lines(table).await;
        self.outbox.drop_perished();
        self.talk.open(table);
        let message = table.carrying(|| self.talk.turn(turn, ClockNow::of(turn), table));
        self.send(message, true);
        while self.answer(turn, table, opened).await? == Heard::More {}
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
                Ok(Read::Line(line) | Read::Late(line)) => self.talk.late(table, line),
                _ => break,
            }
        }
    }

    /// Sends what is to be sent, waits for the next line, and does what it says.
    async fn answer<G: Game>(
        &mut self,
        turn: Turn,
        table: &Table<G>,
        opened: Instant,
    ) -> Result<Heard, Trouble> {
        if self.lines.total() > self.output {
            let text = format!("it wrote more than {} KB in one match", self.output >> 10);
            return Err(Trouble::fault(FaultKind::Flood, text));
        }
        let aside = self.talk.aside(turn.budget).map(|patience| opened + patience);
        let read = tokio::select! {
            biased;
            read = self.lines.next() => read,
            sent = self.outbox.flush(), if !self.outbox.is_empty() => {
                if sent.is_err() {
                    // A bot may close its input and still answer; a dead one is found by its output's end.
                    self.outbox.close();
                }
                return Ok(Heard::More);
            }
            () = until(aside) => {
                self.talk.settle();
                return Ok(Heard::Done);
            }
        };
        match read {
            Ok(Read::Line(line)) => {
                let (heard, answer) = self.talk.hear(turn, table, line).await;
                if let Some(text) = answer {
                    self.send(text, true);
                }
                return Ok(heard);
            }
            Ok(Read::Late(line)) => self.talk.late(table, line),
            Ok(Read::TooLong) => {
                table.fault(FaultKind::Flood, "a line is longer than 1 MiB and was thrown away");
            }
            Ok(Read::Flood) => {
                let text = "it sent more than 10,000 lines or 4 MiB in one window; the rest is not read";
                table.fault(FaultKind::Flood, text);
                return Ok(Heard::Done);
            }
            Ok(Read::End) => return Err(self.gone("its output ended").await),
            Err(error) => return Err(self.gone(&format!("its output cannot be read: {error}")).await),
        }
        Ok(Heard::More)
    }

    async fn gone(&mut self, otherwise: &str) -> Trouble {
        let text = match &mut self.lifeline {
            Some(lifeline) => lifeline.epitaph().await,
            None => otherwise.to_owned(),
        };
        if let Some(tap) = &mut self.stderr {
            tap.drain(LAST_WORDS).await;
        }
        Trouble::gone(text)
    }
}

/// Waits for a moment in time. Without one it waits for ever.
pub(crate) async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
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
        self.send(line_of::<(), ()>(&ToBot::Start(Start::from(briefing))), false);
        Box::pin(std::future::ready(Ok(())))
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(self.window(turn, table))
    }

    fn collect(&mut self, table: &Table<G>) {
        if let Some(text) = self.stderr.as_mut().and_then(StderrTap::take) {
            table.stderr(text);
        }
        if self.lines.is_unended() {
            table.unended();
        }
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.outbox.drop_perished();
            let view = table.view();
            self.send(line_of::<_, ()>(&ToBot::End { outcome, view: &view }), false);
            let _ = tokio::time::timeout(Duration::from_millis(500), self.outbox.flush()).await;
            self.outbox.close();
            if let Some(lifeline) = &mut self.lifeline {
                lifeline.release().await;
            }
            if let Some(tap) = &mut self.stderr {
                tap.drain(LAST_WORDS).await;
            }
        })
    }
}
