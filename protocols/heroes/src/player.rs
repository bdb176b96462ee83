//! A client of the contest on its seat: the only I/O after the handshake.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{FaultKind, Outcome, Seat};
use meydan_heroes::{Config, Heroes};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn, skipped};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use crate::convert::{self, Heard, Now};
use crate::lobby::Hall;
use crate::wire::{Frames, Limits, SHUTDOWN};
use crate::{Decoder, Frame};

/// The longest frame a client may send. Real ones have a hundred bytes.
const LONGEST_FRAME: usize = 1 << 20;

/// What a client may send in one window; the rest is not read until the next.
const MOST_BYTES: usize = 4 << 20;
const MOST_FRAMES: u32 = 50_000;

/// After so many frames the neighbours get a turn.
const BREATH: u32 = 128;

/// A client that has ended its phase is heard until this long before the limit: what it still says counts, and it is not
/// late itself.
const MARGIN: Duration = Duration::from_millis(10);

/// Longer than anybody waits.
const FOR_EVER: Duration = Duration::from_secs(86_400);

/// How long a client may take to leave after `shutdown`.
const GOODBYE: Duration = Duration::from_secs(1);

/// A seat of the match, waiting for its client or holding it.
pub(crate) struct WirePlayer {
    seat: Seat,
    config: Config,
    hall: Arc<Hall>,
    clients: mpsc::Receiver<Connection>,
    extra: Duration,
    /// How long it may take for a phase where no clock runs.
    long_stop: Option<Duration>,
    client: Option<Connection>,
    frames: Frames,
}

impl WirePlayer {
    pub(crate) fn new(
        config: &Config,
        seat: Seat,
        hall: Arc<Hall>,
        clients: mpsc::Receiver<Connection>,
        extra: Duration,
        long_stop: Option<Duration>,
    ) -> WirePlayer {
        let frames = Frames::new(config, seat.index(), Limits::of(config.ruleset));
        WirePlayer { seat, config: config.clone(), hall, clients, extra, long_stop, client: None, frames }
    }

    async fn window(&mut self, turn: Turn, table: &Table<Heroes>) -> Result<(), Trouble> {
        let started = Instant::now();
        let number = turn.window.number;
        let Some(client) = &mut self.client else { return Err(Trouble::gone("no client has come")) };
        client.open_window(table);
        let view = table.view();
        let now = Now::of(&view);
        client.send(self.frames.open(&view));
        let mut ended = false;
        // Where a clock runs it is the referee who ends the phase of a client that does not.
        let unclocked = self.long_stop.filter(|_| turn.budget.is_none());
        let longest = turn.budget.or(unclocked).unwrap_or(FOR_EVER).saturating_sub(MARGIN);
        let mut patience = std::pin::pin!(sleep_until(started + longest));
        loop {
            tokio::select! {
                biased;
                heard = client.hear(table, now, number) => {
                    heard?;
                    if !std::mem::replace(&mut ended, true) {
                        table.answered();
                        self.hall.end(self.seat, number);
                    }
                }
                () = self.hall.all_ended(number), if ended => return Ok(()),
                () = &mut patience, if ended || unclocked.is_some() => {
                    if let Some(stop) = unclocked.filter(|_| !ended) {
                        table.fault(FaultKind::Timeout, skipped(stop));
                        self.hall.end(self.seat, number);
                    }
                    return Ok(());
                }
            }
        }
    }
}

impl Player<Heroes> for WirePlayer {
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        _: &'a Table<Heroes>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let limits = announced(briefing, Limits::of(self.config.ruleset), self.extra);
            self.frames = Frames::new(&self.config, self.seat.index(), limits);
            self.hall.seating.gathered().await;
            if !self.hall.seating.is_taken(self.seat) {
                return Err(Trouble::start("no client came to this seat"));
            }
            self.client = self.clients.recv().await;
            if self.client.is_none() {
                return Err(Trouble::start("the lobby has closed"));
            }
            self.hall.arrive(self.seat);
            Ok(())
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<Heroes>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let answer = self.window(turn, table).await;
            if answer.is_err() {
                self.client = None;
                self.hall.leave(self.seat);
            }
            answer
        })
    }

    fn finish<'a>(&'a mut self, _: &'a Outcome, _: &'a Table<Heroes>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if let Some(mut client) = self.client.take() {
                client.send(SHUTDOWN);
                let _ = timeout(GOODBYE, client.say_goodbye()).await;
            }
        })
    }
}

/// The limits to announce: those of the match, without the extra time that the original keeps to itself.
fn announced(briefing: &Briefing, defaults: Limits, extra: Duration) -> Limits {
    let clock = |name: &str, default: u64| {
        let found = briefing.clocks.iter().find(|(clock, _)| clock == name);
        let millis = found.map_or(0, |(_, millis)| millis.saturating_sub(extra.as_millis() as u64));
        if millis == 0 { default } else { millis }
    };
    Limits {
        preprocess: clock("init", defaults.preprocess),
        first_move: clock("first_move", defaults.first_move),
        normal: clock("move", defaults.normal),
    }
}

/// A client's socket, what was read of it and what is still to be sent.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    decoder: Decoder,
    outbox: VecDeque<Vec<u8>>,
    /// How much of the first frame in the outbox has been sent.
    sent: usize,
    /// Read in this window.
    bytes: usize,
    frames: u32,
    flooded: bool,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, mut decoder: Decoder) -> Connection {
        decoder.set_longest(LONGEST_FRAME);
        answer_at_once(&stream);
        Connection { stream, decoder, outbox: VecDeque::new(), sent: 0, bytes: 0, frames: 0, flooded: false }
    }

    /// Waits until the client has closed its socket. What it says meanwhile is nobody's business, and one that says too much
    /// counts as gone.
    pub(crate) async fn left(&mut self) {
        let mut heard = 0;
        while heard < MOST_BYTES {
            while self.decoder.next_frame().is_some() {}
            match self.stream.read_buf(self.decoder.room()).await {
                Ok(0) | Err(_) => return,
                Ok(count) => heard += count,
            }
        }
    }

    /// A new window: the limits start again, and whatever has come before it opened is too late.
    fn open_window(&mut self, table: &Table<Heroes>) {
        (self.bytes, self.frames, self.flooded) = (0, 0, false);
        let mut late = 0;
        loop {
            while let Some(frame) = self.decoder.next_frame() {
                late += u32::from(matches!(frame, Frame::Whole(_)));
            }
            match self.stream.try_read_buf(self.decoder.room()) {
                Ok(count @ 1..) if self.bytes < MOST_BYTES / 8 => self.bytes += count,
                // The rest of a flood is read with the window's own.
                _ => break,
            }
        }
        if late > 0 {
            let text = format!("{late} messages came after their phase had closed and were dropped");
            table.fault(FaultKind::Late, text);
        }
    }

    /// Puts a frame into the outbox. Older ones that the client has not begun to read are worthless now.
    fn send(&mut self, frame: &[u8]) {
        self.outbox.truncate(usize::from(self.sent > 0));
        self.outbox.push_back(frame.to_vec());
    }

    /// Sends what is to be sent and hands the client's orders to the table. Returns when it has ended its phase. May be
    /// dropped and called again.
    async fn hear(&mut self, table: &Table<Heroes>, now: Now, window: u32) -> Result<(), Trouble> {
        loop {
            while let Some(frame) = self.decoder.next_frame() {
                self.frames += 1;
                let mut ended = false;
                match frame {
                    Frame::Whole(frame) => {
                        let message = convert::events(frame, now, |heard| {
                            ended |= take(table, window, heard);
                        });
                        if !message {
                            table.fault(FaultKind::Garbage, "a frame is not a message of the contest");
                        }
                    }
                    Frame::TooLong => {
                        table.fault(FaultKind::Flood, "a frame is longer than 1 MiB and was thrown away");
                    }
                }
                if ended {
                    return Ok(());
                }
                if self.frames.is_multiple_of(BREATH) {
                    tokio::task::yield_now().await;
                }
            }
            self.exchange(table).await?;
        }
    }

    /// Waits until something was read.
    async fn exchange(&mut self, table: &Table<Heroes>) -> Result<(), Trouble> {
        if !self.flooded && (self.bytes >= MOST_BYTES || self.frames >= MOST_FRAMES) {
            self.flooded = true;
            let text = format!("more than {MOST_FRAMES} frames or 4 MiB in one phase; the rest is not read");
            table.fault(FaultKind::Flood, text);
        }
        let (mut reader, mut writer) = self.stream.split();
        loop {
            let room = self.decoder.room();
            tokio::select! {
                biased;
                written = writer.write(&self.outbox.front().map_or(&[][..], Vec::as_slice)[self.sent..]),
                    if !self.outbox.is_empty() =>
                {
                    self.sent += written.map_err(|error| broken(&error))?;
                    if self.outbox.front().is_some_and(|frame| frame.len() == self.sent) {
                        self.sent = 0;
                        self.outbox.pop_front();
                    }
                }
                count = reader.read_buf(room), if !self.flooded => {
                    match count.map_err(|error| broken(&error))? {
                        0 => return Err(Trouble::gone("it closed its connection")),
                        count => self.bytes += count,
                    }
                    answer_at_once(&self.stream);
                    return Ok(());
                }
                // A client that floods is not listened to; the referee ends the window.
                () = std::future::pending(), if self.flooded && self.outbox.is_empty() => {}
            }
        }
    }

    /// Sends the last frame and waits until the client has gone.
    async fn say_goodbye(&mut self) {
        while let Some(frame) = self.outbox.pop_front() {
            if self.stream.write_all(&frame[std::mem::take(&mut self.sent)..]).await.is_err() {
                return;
            }
        }
        self.left().await;
    }
}

/// Acknowledges what was read without delay. The contest's Python client writes a frame and its NUL apart and does not
/// turn Nagle's algorithm off: its NUL leaves only when the frame is acknowledged, and that would take 40 ms. The system
/// forgets the wish now and then, so it is made at every read.
fn answer_at_once(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    let _ = stream.set_quickack(true);
    #[cfg(not(target_os = "linux"))]
    let _ = stream;
}

fn broken(error: &std::io::Error) -> Trouble {
    Trouble::gone(format!("its connection broke: {error}"))
}

/// Hands one event to the table. Gives whether it ends the phase.
fn take(table: &Table<Heroes>, window: u32, heard: Heard) -> bool {
    match heard {
        Heard::Order(action) => {
            // The rules' refusals are noted by the table; a window that has closed meanwhile is nobody's fault.
            let _ = table.act_in(window, action);
        }
        Heard::End => return true,
        Heard::Stale => table.fault(FaultKind::Late, "an event for another phase was dropped"),
        Heard::Malformed => table.fault(FaultKind::Garbage, "an event cannot be read and was dropped"),
        Heard::Unknown => table.fault(FaultKind::Garbage, "an event of an unknown type was ignored"),
    }
    false
}
