//! Who is connected to a match: bots on their seats, viewers, and sockets that have not said yet what they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use axum::extract::ws::Utf8Bytes;
use meydan_core::{FaultKind, SeatSet};
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

/// The connections of one match.
pub(crate) struct Hub {
    inner: Mutex<Inner>,
    /// Changes whenever a bot has come or the match begins.
    changed: watch::Sender<u64>,
    /// Whether a bot has been asked for a command.
    asked: AtomicBool,
    pub(crate) log: Log,
}

struct Inner {
    stage: Stage,
    slots: Vec<Slot>,
    tokens: Option<BTreeMap<String, String>>,
    viewers: Vec<Outbox>,
    sockets: Vec<Outbox>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Gathering,
    Running,
    Over,
}

/// A seat for a bot.
struct Slot {
    seat: usize,
    /// The secret of a client that was started for this very seat.
    token: Option<String>,
    client: Option<Client>,
}

/// A registered bot.
pub(crate) struct Client {
    pub(crate) name: String,
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
        self.messages.fetch_add(1 + (bytes / LONG) as u32, Ordering::Relaxed) < MOST_MESSAGES
    }

    /// Tells the player. What it cannot take is no loss: it listens for one command per tick.
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

impl Hub {
    /// A match whose bots take these seats. With a table of tokens only those in it may register.
    pub(crate) fn new(seats: SeatSet, tokens: Option<BTreeMap<String, String>>, log: Log) -> Arc<Hub> {
        let slot = |seat: meydan_core::Seat| Slot { seat: seat.index(), token: None, client: None };
        let inner = Inner {
            stage: Stage::Gathering,
            slots: seats.iter().map(slot).collect(),
            tokens,
            viewers: Vec::new(),
            sockets: Vec::new(),
        };
        let (changed, asked) = (watch::Sender::new(0), AtomicBool::new(false));
        Arc::new(Hub { inner: Mutex::new(inner), changed, asked, log })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("nobody panics while holding the connections")
    }

    fn notify(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// A socket has opened. `false` if the match is over and it should close again.
    pub(crate) fn greet(&self, outbox: &Outbox) -> bool {
        let mut inner = self.lock();
        if inner.stage == Stage::Over {
            return false;
        }
        inner.sockets.push(outbox.clone());
        true
    }

    /// A bot wants to play. The error is what the original logs before it closes the socket (spec 11.1).
    pub(crate) fn register(&self, name: Named, token: Named, outbox: &Outbox) -> Result<Arc<Link>, String> {
        let mut inner = self.lock();
        let own = |slot: &Slot| {
            slot.token.is_some() && token == Named::Text(slot.token.clone().unwrap_or_default())
        };
        let started = inner.slots.iter().position(own);
        let name = match (&inner.tokens, name, token) {
            _ if started.is_some() => None,
            (None, Named::Text(name), _) if !name.is_empty() => Some(name),
            (None, _, Named::Text(token)) if !token.is_empty() => {
                return Err("You need to register using a teamName".into());
            }
            (Some(table), _, Named::Text(token)) => match table.get(&token) {
                Some(name) => Some(name.clone()),
                None => return Err("You need to specify a team name".into()),
            },
            (Some(_), Named::Text(_), _) => {
                return Err("You need to register using your secret token".into());
            }
            _ => return Err("You need to specify a team name".into()),
        };
        let free = |slot: &Slot| slot.client.is_none() && slot.token.is_none();
        let slot = match started {
            Some(slot) => Some(slot).filter(|&slot| inner.slots[slot].client.is_none()),
            None => inner.slots.iter().position(free),
        };
        let (Stage::Gathering, Some(slot)) = (inner.stage, slot) else {
            let name = name.unwrap_or_default();
            return Err(format!("([Team] - {name}) Game already running of completed, can't add team"));
        };
        // A client that was started for a seat is known by the name of the seat.
        let name = name.unwrap_or_default();
        let (inbox, messages) = mpsc::channel(64);
        let link = Arc::new(Link {
            awaited: AtomicI64::new(-1),
            messages: AtomicU32::new(0),
            alive: watch::Sender::new(true),
            cut: OnceLock::new(),
            inbox,
        });
        inner.slots[slot].client =
            Some(Client { name, link: link.clone(), outbox: outbox.clone(), inbox: messages });
        drop(inner);
        self.notify();
        Ok(link)
    }

    /// A viewer wants to watch.
    pub(crate) fn watch(&self, outbox: &Outbox) {
        outbox.send(VIEWER_GREETING.into());
        self.lock().viewers.push(outbox.clone());
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
    pub(crate) fn issue(&self, seat: usize, token: String) {
        if let Some(slot) = self.lock().slots.iter_mut().find(|slot| slot.seat == seat) {
            slot.token = Some(token);
        }
    }

    /// How many bots have registered, and how many seats there are.
    pub(crate) fn count(&self) -> (usize, usize) {
        let inner = self.lock();
        (inner.slots.iter().filter(|slot| slot.client.is_some()).count(), inner.slots.len())
    }

    /// Waits until every seat has its bot or the match was begun without some.
    pub(crate) async fn gathered(&self) {
        let mut changed = self.changed.subscribe();
        loop {
            {
                let mut inner = self.lock();
                if inner.stage != Stage::Gathering {
                    return;
                }
                if inner.slots.iter().all(|slot| slot.client.is_some()) {
                    inner.stage = Stage::Running;
                    break;
                }
            }
            // The hub outlives whoever waits for it, so its sender is there.
            let _ = changed.changed().await;
        }
        self.notify();
    }

    /// Begins the match with whoever is there.
    pub(crate) fn begin(&self) {
        let mut inner = self.lock();
        if inner.stage == Stage::Gathering {
            inner.stage = Stage::Running;
        }
        drop(inner);
        self.notify();
    }

    /// The names of the registered bots by seat.
    pub(crate) fn names(&self) -> BTreeMap<usize, String> {
        let inner = self.lock();
        let named = |slot: &Slot| slot.client.as_ref().map(|client| (slot.seat, client.name.clone()));
        inner.slots.iter().filter_map(named).filter(|(_, name)| !name.is_empty()).collect()
    }

    /// The bot of a seat; its player takes it once.
    pub(crate) fn take(&self, seat: usize) -> Option<Client> {
        let mut inner = self.lock();
        let slot = inner.slots.iter_mut().find(|slot| slot.seat == seat)?;
        let client = slot.client.as_mut()?;
        // The slot stays taken by a shadow with the same name and link.
        let (_, empty) = mpsc::channel(1);
        Some(Client {
            name: client.name.clone(),
            link: client.link.clone(),
            outbox: client.outbox.clone(),
            inbox: std::mem::replace(&mut client.inbox, empty),
        })
    }

    /// A bot is asked for a command: the match is on.
    pub(crate) fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    pub(crate) fn has_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Ends the match: every socket is closed, bots, viewers and the undecided alike.
    pub(crate) async fn close(&self) {
        let sockets = {
            let mut inner = self.lock();
            inner.stage = Stage::Over;
            inner.viewers.clear();
            std::mem::take(&mut inner.sockets)
        };
        self.notify();
        for socket in &sockets {
            socket.close();
        }
        for mut socket in sockets {
            socket.closed().await;
        }
    }

    /// Ends the match without waiting for anybody.
    pub(crate) fn abandon(&self) {
        let mut inner = self.lock();
        inner.stage = Stage::Over;
        for socket in &inner.sockets {
            socket.close();
        }
        drop(inner);
        self.notify();
    }
}
