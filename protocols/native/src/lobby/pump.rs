//! Carries lines between a seat and whichever connection its guest has at the moment.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use meydan_core::Seat;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::seat::LobbyPlayer;
use super::{Hall, Place, refusal};
use crate::join::{Presence, RefusalCode, ToGuest, line_of};
use crate::lines::{Limits, LineReader, Read};
use crate::outbox::Outbox;

/// How long a last word may take to be sent.
pub(super) const PARTING: Duration = Duration::from_millis(1500);

/// How many messages may wait for a guest that does not read.
const MOST_UNREAD: usize = 1000;

/// Somebody who has shown a right to the seat.
pub(super) struct Arrival {
    pub(super) lines: LineReader<OwnedReadHalf>,
    pub(super) write: OwnedWriteHalf,
    pub(super) name: String,
    pub(super) watch: bool,
    pub(super) hello: Vec<u8>,
}

/// What a pump is told.
pub(super) enum Order {
    /// The match is set up: the first message, and the first view.
    Brief { start: Vec<u8>, view: Box<RawValue> },
    /// The seat is to act in this window.
    Open(u32),
    /// It no longer is.
    Shut,
    /// Something happened.
    Scene { view: Box<RawValue>, events: Option<Arc<RawValue>> },
    /// Send the guest away.
    Bye(String),
}

/// One seat's pump.
pub(super) struct Pump {
    seat: Seat,
    hall: Arc<Hall>,
    patience: Option<Duration>,
    arrivals: mpsc::Receiver<Arrival>,
    orders: mpsc::UnboundedReceiver<Order>,
    presence: watch::Receiver<Vec<Presence>>,
    /// What the referee's player says, and what it hears.
    said: LineReader<ReadHalf<DuplexStream>>,
    heard: Outbox<WriteHalf<DuplexStream>>,
    told: Told,
    guest: Option<Connection>,
    /// Since when nobody is there.
    empty_since: Instant,
    /// Dropped when the pump ends, which is what others wait for.
    _over: watch::Sender<()>,
}

/// What somebody who comes back must be told again.
#[derive(Default)]
struct Told {
    start: Option<Vec<u8>>,
    view: Option<Box<RawValue>>,
    /// The window in which the seat is to act.
    open: Option<u32>,
    /// The message that said so.
    turn: Option<Vec<u8>>,
}

struct Connection {
    lines: LineReader<OwnedReadHalf>,
    outbox: Outbox<OwnedWriteHalf>,
    unread: usize,
    watch: bool,
}

/// What came of waiting on a connection.
enum Heard {
    Line(Vec<u8>),
    Lost,
    TooMuch,
}

impl Pump {
    pub(super) fn new(
        seat: Seat,
        arrivals: mpsc::Receiver<Arrival>,
        hall: Arc<Hall>,
        patience: Option<Duration>,
    ) -> (Pump, LobbyPlayer, Place) {
        let (ours, theirs) = tokio::io::duplex(256 << 10);
        let (order, orders) = mpsc::unbounded_channel();
        let over = watch::Sender::new(());
        let (said, heard) = tokio::io::split(ours);
        let player = LobbyPlayer::new(seat, theirs, order.clone(), hall.clone(), over.subscribe());
        let place = Place { orders: order, player: None, over: over.subscribe() };
        let pump = Pump {
            seat,
            presence: hall.presence.subscribe(),
            hall,
            patience,
            arrivals,
            orders,
            said: LineReader::with_limits(said, Limits::HOST),
            heard: Outbox::new(heard),
            told: Told::default(),
            guest: None,
            empty_since: Instant::now(),
            _over: over,
        };
        (pump, player, place)
    }

    pub(super) async fn run(mut self) {
        loop {
            let deadline = self.deadline();
            tokio::select! {
                biased;
                Some(arrival) = self.arrivals.recv() => self.welcome(arrival),
                order = self.orders.recv() => match order {
                    Some(Order::Bye(reason)) => {
                        if let Some(guest) = &mut self.guest {
                            guest.send(refusal(RefusalCode::Closed, &reason));
                        }
                        return self.part().await;
                    }
                    Some(order) => self.obey(order),
                    None => return,
                },
                Ok(()) = self.presence.changed() => self.tell_presence(),
                said = self.said.next() => match said {
                    Ok(Read::Line(line) | Read::Late(line)) => {
                        let line = line.to_vec();
                        if self.tell(line) {
                            return self.part().await;
                        }
                    }
                    _ => return,
                },
                _ = self.heard.flush(), if !self.heard.is_empty() => {}
                heard = listen(&mut self.guest), if self.guest.is_some() => self.hear(heard),
                () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => self.skip(),
            }
        }
    }

    /// When an absent guest's turn is given up.
    fn deadline(&self) -> Option<Instant> {
        let waiting = self.guest.is_none() && self.told.open.is_some();
        self.patience.filter(|_| waiting).map(|patience| self.empty_since + patience)
    }

    /// The turn of somebody who is not there ends in silence.
    fn skip(&mut self) {
        if let Some(window) = self.told.open.take() {
            self.heard.push(format!("{{\"window\":{window},\"done\":true}}\n").into_bytes(), false);
        }
    }

    fn welcome(&mut self, arrival: Arrival) {
        if self.guest.is_some() {
            let reason = "somebody with the same token has come; one guest, one connection";
            self.send_away(RefusalCode::Replaced, reason);
        }
        let Arrival { lines, write, name, watch, hello } = arrival;
        let mut guest = Connection { lines, outbox: Outbox::new(write), unread: 0, watch };
        guest.send(hello);
        if let Some(start) = &self.told.start {
            guest.send(start.clone());
        }
        if watch && let Some(view) = &self.told.view {
            guest.send(line_of(&ToGuest::Watch { view, events: None }));
        }
        if let Some(turn) = self.told.turn.as_deref().filter(|_| self.told.open.is_some()) {
            guest.send(self.told.fresh_turn(turn));
        }
        self.guest = Some(guest);
        self.hall.arrived(self.seat, &name);
        self.presence.mark_changed();
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Brief { start, view } => {
                if let Some(guest) = &mut self.guest {
                    guest.send(start.clone());
                    if guest.watch {
                        guest.send(line_of(&ToGuest::Watch { view: &view, events: None }));
                    }
                }
                (self.told.start, self.told.view) = (Some(start), Some(view));
            }
            Order::Open(window) => {
                self.told.open = Some(window);
                if let Some(guest) = &mut self.guest {
                    guest.lines.open_window();
                }
            }
            Order::Shut => (self.told.open, self.told.turn) = (None, None),
            Order::Scene { view, events } => {
                if let Some(guest) = self.guest.as_mut().filter(|guest| guest.watch) {
                    guest.send(line_of(&ToGuest::Watch { view: &view, events: events.as_deref() }));
                }
                self.told.view = Some(view);
            }
            Order::Bye(_) => {}
        }
    }

    fn tell_presence(&mut self) {
        let seats = self.presence.borrow_and_update().clone();
        if let Some(guest) = self.guest.as_mut().filter(|guest| guest.watch) {
            guest.send(line_of(&ToGuest::Seats { seats: &seats }));
        }
    }

    /// Passes on a message of the match; `true` if it is the last one.
    fn tell(&mut self, mut line: Vec<u8>) -> bool {
        #[derive(Deserialize)]
        struct Kind<'a> {
            #[serde(rename = "type")]
            kind: &'a str,
        }
        let kind = serde_json::from_slice(&line).map_or("", |Kind { kind }| kind);
        let (turn, end) = (kind == "turn", kind == "end");
        line.push(b'\n');
        if let Some(guest) = &mut self.guest {
            guest.send(line.clone());
        }
        if turn {
            self.told.turn = Some(line);
        }
        end
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            // Whatever comes out of turn has come too late, or is not for this match at all.
            Heard::Line(mut line) if self.told.open.is_some() => {
                line.push(b'\n');
                self.heard.push(line, false);
            }
            Heard::Line(_) => {}
            Heard::Lost => self.lose(),
            Heard::TooMuch => {
                let reason = "too much was sent, or nothing was read; come back with your token";
                self.send_away(RefusalCode::Flood, reason);
                self.lose();
            }
        }
    }

    fn lose(&mut self) {
        self.guest = None;
        self.empty_since = Instant::now();
        self.hall.left(self.seat);
    }

    /// Gives the connection up with a word, without waiting for somebody who does not read.
    fn send_away(&mut self, code: RefusalCode, reason: &str) {
        if let Some(mut guest) = self.guest.take() {
            guest.send(refusal(code, reason));
            tokio::spawn(async move { timeout(PARTING, guest.part()).await });
        }
    }

    async fn part(&mut self) {
        if let Some(mut guest) = self.guest.take() {
            let _ = timeout(PARTING, guest.part()).await;
        }
    }
}

impl Told {
    /// The message that opened the turn, with the view as it is now.
    fn fresh_turn(&self, turn: &[u8]) -> Vec<u8> {
        let fields: Option<BTreeMap<&str, &RawValue>> = serde_json::from_slice(turn).ok();
        match (fields, &self.view) {
            (Some(mut fields), Some(view)) => {
                fields.insert("view", view);
                line_of(&fields)
            }
            _ => turn.to_vec(),
        }
    }
}

async fn listen(guest: &mut Option<Connection>) -> Heard {
    match guest {
        Some(guest) => guest.listen().await,
        None => std::future::pending().await,
    }
}

impl Connection {
    fn send(&mut self, line: Vec<u8>) {
        self.unread += 1;
        self.outbox.push(line, false);
    }

    /// Sends what is to be sent until something is heard. May be dropped and called again.
    async fn listen(&mut self) -> Heard {
        loop {
            if self.unread > MOST_UNREAD {
                return Heard::TooMuch;
            }
            let read = tokio::select! {
                biased;
                read = self.lines.next() => read,
                sent = self.outbox.flush(), if !self.outbox.is_empty() => match sent {
                    Ok(()) => { self.unread = 0; continue }
                    Err(_) => return Heard::Lost,
                },
            };
            return match read {
                Ok(Read::Line(line) | Read::Late(line)) => Heard::Line(line.to_vec()),
                Ok(Read::TooLong | Read::Flood) => Heard::TooMuch,
                Ok(Read::End) | Err(_) => Heard::Lost,
            };
        }
    }

    /// Sends the rest and hangs up in good order.
    async fn part(&mut self) -> io::Result<()> {
        self.outbox.flush().await?;
        match self.outbox.stream_mut() {
            Some(stream) => stream.shutdown().await,
            None => Ok(()),
        }
    }
}
