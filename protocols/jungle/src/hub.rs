//! Who is connected to a match: bots on their seats, viewers, and sockets that have not said yet what they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use axum::extract::ws::Utf8Bytes;
use meydan_core::{FaultKind, Seat, SeatSet};
use meydan_referee::{Claim, Guest, Seating, Visitor};
use tokio::sync::{mpsc, watch};

use crate::message::{Command, Named};
use crate::outbox::Outbox;
use crate::wire::VIEWER_GREETING;

/// Where a server says what it notices, for the person who runs it.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// How many messages a bot may send between two ticks. One is enough. A long one counts as many.
const MOST_MESSAGES: u32 = 1000;
/// How many bytes count as one more message.
const LONG: usize = 8192;
/// How many may watch at once; when one more comes, the first of them must go.
const MOST_VIEWERS: usize = 64;

/// The connections of one match.
pub(crate) struct Hub {
    pub(crate) seating: Arc<Seating>,
    inner: Mutex<Inner>,
    /// Whether a bot has been asked for a command.
    asked: AtomicBool,
    pub(crate) log: Log,
}

#[derive(Default)]
struct Inner {
    over: bool,
    bots: BTreeMap<Seat, Client>,
    /// The secrets of clients that were started for a seat.
    issued: BTreeMap<Seat, String>,
    /// The names of teams by their tokens, where only those may play.
    tokens: Option<BTreeMap<String, String>>,
    /// What whoever runs the match calls the teams.
    called: BTreeMap<Seat, String>,
    viewers: Vec<Outbox>,
    sockets: Vec<Outbox>,
}

/// A registered bot.
pub(crate) struct Client {
    pub(crate) link: Arc<Link>,
    pub(crate) outbox: Outbox,
    pub(crate) inbox: mpsc::Receiver<Incoming>,
}

/// What a bot's socket and its player share.
pub(crate) struct Link {
    /// The tick whose command is awaited, or -1.
    awaited: AtomicI64,
    /// Messages since the last tick.
    messages: AtomicU32,
    alive: watch::Sender<bool>,
    /// Why the server has cut the bot off, if it has.
    cut: OnceLock<(FaultKind, &'static str)>,
    inbox: mpsc::Sender<Incoming>,
}

/// What a bot's socket tells its player.
pub(crate) enum Incoming {
    /// The first command for the awaited tick.
    Command {
        /// The tick it answers.
        tick: u32,
        /// What it says.
        command: Command,
    },
    /// Something the bot's author should know.
    Fault(FaultKind, String),
}

impl Link {
    /// From now on a command for this tick is awaited.
    pub(crate) fn await_tick(&self, tick: u32) {
        self.messages.store(0, Ordering::Relaxed);
        self.awaited.store(i64::from(tick), Ordering::Release);
    }

    /// The tick that is awaited.
    pub(crate) fn awaited(&self) -> Option<u32> {
        u32::try_from(self.awaited.load(Ordering::Acquire)).ok()
    }

    /// Takes the place of the one command for this tick.
    pub(crate) fn claim(&self, tick: u32) -> bool {
        let (now, then) = (i64::from(tick), -1);
        self.awaited.compare_exchange(now, then, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Counts a message of so many bytes. `false` if there have been far too many since the last tick.
    pub(crate) fn count(&self, bytes: usize) -> bool {
        self.messages.fetch_add(weight(bytes), Ordering::Relaxed) < MOST_MESSAGES
    }

    /// Tells the player. What it cannot take is not missed: it listens for one command per tick.
    pub(crate) fn tell(&self, incoming: Incoming) {
        let _ = self.inbox.try_send(incoming);
    }

    /// The server is about to cut the bot off; only the first reason counts.
    pub(crate) fn cut(&self, kind: FaultKind, why: &'static str) {
        let _ = self.cut.set((kind, why));
    }

    /// Why the server has cut the bot off, if it has.
    pub(crate) fn why_cut(&self) -> Option<(FaultKind, &'static str)> {
        self.cut.get().copied()
    }

    /// The socket is lost.
    pub(crate) fn lost(&self) {
        self.alive.send_replace(false);
    }

    /// Waits until the socket is lost.
    pub(crate) async fn gone(&self) {
        let _ = self.alive.subscribe().wait_for(|alive| !alive).await;
    }

    pub(crate) fn is_alive(&self) -> bool {
        *self.alive.borrow()
    }
}

/// As how many messages one of so many bytes counts.
fn weight(bytes: usize) -> u32 {
    1 + (bytes / LONG) as u32
}

/// What somebody who is not a bot may say in a match: far less than a bot, and nobody listens.
#[derive(Default)]
pub(crate) struct Chatter(u32);

impl Chatter {
    /// Counts a message of so many bytes. `false` if there have been far too many.
    pub(crate) fn count(&mut self, bytes: usize) -> bool {
        self.0 = self.0.saturating_add(weight(bytes));
        self.0 < MOST_MESSAGES
    }
}

impl Hub {
    /// A match whose bots take these seats, some of them started by us. With a table of tokens only those in it may
    /// register.
    pub(crate) fn new(
        seats: SeatSet,
        started: SeatSet,
        tokens: Option<BTreeMap<String, String>>,
        log: Log,
    ) -> Arc<Hub> {
        let inner = Inner { tokens, ..Inner::default() };
        let asked = AtomicBool::new(false);
        Arc::new(Hub { seating: Seating::new(seats, started), inner: Mutex::new(inner), asked, log })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("nobody panics while holding the connections")
    }

    /// A socket has opened. `false` if the match is over and it should close again.
    pub(crate) fn greet(&self, outbox: &Outbox) -> bool {
        let mut inner = self.lock();
        if inner.over {
            return false;
        }
        inner.sockets.push(outbox.clone());
        true
    }

    /// A bot wants to play. The error is what the original logs before it closes the socket (spec 11.1).
    pub(crate) fn register(
        &self,
        name: Named,
        token: Named,
        visitor: Visitor,
        outbox: &Outbox,
    ) -> Result<Arc<Link>, String> {
        let mut inner = self.lock();
        let Registration { claim, name, flaw } = inner.read(self.seating.seats(), name, token);
        let seat = self.seating.take(visitor, claim, |_| Guest { name: name.clone(), ready: false });
        let seat = seat.ok_or_else(|| match flaw {
            Some(flaw) => flaw.to_owned(),
            None => {
                let name = name.unwrap_or_default();
                format!("([Team] - {name}) Game already running of completed, can't add team")
            }
        })?;
        let (inbox, messages) = mpsc::channel(64);
        let link = Arc::new(Link {
            awaited: AtomicI64::new(-1),
            messages: AtomicU32::new(0),
            alive: watch::Sender::new(true),
            cut: OnceLock::new(),
            inbox,
        });
        let bot = Client { link: link.clone(), outbox: outbox.clone(), inbox: messages };
        inner.bots.insert(seat, bot);
        drop(inner);
        // When all have come the match begins; who leaves now keeps its place.
        if self.seating.is_full() {
            self.seating.begin();
        }
        Ok(link)
    }

    /// A viewer wants to watch.
    pub(crate) fn watch(&self, outbox: &Outbox) {
        outbox.send(VIEWER_GREETING.into());
        let mut inner = self.lock();
        if inner.viewers.len() >= MOST_VIEWERS {
            inner.viewers.remove(0).close();
        }
        inner.viewers.push(outbox.clone());
    }

    /// A socket has closed.
    pub(crate) fn forget(&self, outbox: &Outbox) {
        let mut inner = self.lock();
        inner.viewers.retain(|viewer| !viewer.same(outbox));
        inner.sockets.retain(|socket| !socket.same(outbox));
    }

    pub(crate) fn has_viewers(&self) -> bool {
        !self.lock().viewers.is_empty()
    }

    /// Sends a frame to all viewers.
    pub(crate) fn show(&self, frame: String) {
        let frame = Utf8Bytes::from(frame);
        for viewer in &self.lock().viewers {
            viewer.send(frame.clone());
        }
    }

    /// Gives the client that will be started for a seat a secret of its own.
    pub(crate) fn issue(&self, seat: Seat, token: String) {
        self.lock().issued.insert(seat, token);
    }

    /// Whoever runs the match calls the teams so.
    pub(crate) fn call(&self, names: &[Option<String>]) {
        let named = (0..).map(Seat).zip(names).filter_map(|(seat, name)| Some((seat, name.clone()?)));
        self.lock().called = named.collect();
    }

    /// The names of the teams by seat: as they registered, else as they are called here.
    pub(crate) fn names(&self) -> BTreeMap<Seat, String> {
        let mut names = self.lock().called.clone();
        let arrivals = self.seating.arrivals();
        let arrivals = arrivals.borrow();
        names.extend(arrivals.iter().filter_map(|(&seat, guest)| Some((seat, guest.name.clone()?))));
        names
    }

    /// The bot of a seat; its player takes it once.
    pub(crate) fn take(&self, seat: Seat) -> Option<Client> {
        self.lock().bots.remove(&seat)
    }

    /// A bot is asked for a command: the match is on.
    pub(crate) fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    pub(crate) fn has_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether the match is over.
    pub(crate) fn is_over(&self) -> bool {
        self.lock().over
    }

    /// Ends the match: every socket is closed, bots, viewers and the undecided alike.
    pub(crate) async fn close(&self) {
        for mut socket in self.end() {
            socket.closed().await;
        }
    }

    /// Ends the match without waiting for anybody.
    pub(crate) fn abandon(&self) {
        self.end();
    }

    fn end(&self) -> Vec<Outbox> {
        let sockets = {
            let mut inner = self.lock();
            inner.over = true;
            inner.viewers.clear();
            std::mem::take(&mut inner.sockets)
        };
        // Nobody waits for a match that is over.
        self.seating.begin();
        sockets.iter().for_each(Outbox::close);
        sockets
    }
}

/// A registration as far as it can be judged by itself.
struct Registration {
    claim: Claim,
    name: Option<String>,
    /// Why the original would not take it. Who was started for a seat gets it all the same.
    flaw: Option<&'static str>,
}

impl Inner {
    fn read(&self, seats: SeatSet, name: Named, token: Named) -> Registration {
        let shown = |(_, issued): &(&Seat, &String)| token == Named::Text((*issued).clone());
        if let Some((&seat, _)) = self.issued.iter().find(shown) {
            // A client that was started for a seat is known by the name of the seat.
            return Registration { claim: Claim::Own(seat), name: None, flaw: None };
        }
        let name = match name {
            Named::Text(name) => Some(name),
            Named::Absent | Named::Odd => None,
        };
        let proper = |name: Option<String>| Registration { claim: Claim::Opens(seats), name, flaw: None };
        let flaw = match (&self.tokens, &name, &token) {
            (None, Some(text), _) if !text.is_empty() => return proper(name),
            (None, _, Named::Text(token)) if !token.is_empty() => "You need to register using a teamName",
            (Some(table), _, Named::Text(token)) => match table.get(token) {
                Some(name) => return proper(Some(name.clone())),
                None => "You need to specify a team name",
            },
            (Some(_), Some(_), _) => "You need to register using your secret token",
            _ => "You need to specify a team name",
        };
        let name = name.filter(|name| !name.is_empty());
        Registration { claim: Claim::Opens(SeatSet::EMPTY), name, flaw: Some(flaw) }
    }
}
