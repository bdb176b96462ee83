//! Who connects: tokens to slots (spec 12, handshake).

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use meydan_core::{Seat, SeatSet};
use meydan_heroes::{Config, Heroes};
use meydan_referee::{Directions, HostOptions, Limit, Lobby, Player, Recorder, TimeControl};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::graphic::GraphicRecorder;
use crate::parameters::{OpenError, PORT, Parameters};
use crate::player::{Connection, WirePlayer};
use crate::wire::{Limits, WRONG_TOKEN};
use crate::{Decoder, Frame, convert};

/// How long a client may take to say its token.
const HANDSHAKE: Duration = Duration::from_secs(30);

/// The longest handshake.
const LONGEST_HANDSHAKE: usize = 4096;

/// How many clients may be shaking hands at once; more are let in as those leave.
const MOST_STRANGERS: usize = 64;

/// Opens the contest's server for one match. It listens at once; a seat's player waits for its client.
pub async fn open(config: Config, options: HostOptions) -> Result<HeroesLobby, OpenError> {
    let parameters = Parameters::read(&options.flags, |name| std::env::var(name).ok())?;
    HeroesLobby::open(config, options, parameters).await
}

/// The contest's server for one match.
pub struct HeroesLobby {
    config: Config,
    address: SocketAddr,
    hall: Arc<Hall>,
    parameters: Parameters,
    recorders: Vec<Box<dyn Recorder<Heroes>>>,
    doors: BTreeMap<Seat, mpsc::UnboundedReceiver<Connection>>,
    accepting: AbortHandle,
}

impl HeroesLobby {
    /// Opens the server with these parameters.
    pub async fn open(
        config: Config,
        options: HostOptions,
        parameters: Parameters,
    ) -> Result<HeroesLobby, OpenError> {
        let mut recorders: Vec<Box<dyn Recorder<Heroes>>> = Vec::new();
        let in_folder = options.files.as_ref().map(|folder| folder.join("graphic.log"));
        for path in in_folder.into_iter().chain(parameters.graphic_log.clone()) {
            let recorder = GraphicRecorder::create(&path, &config, Limits::of(config.ruleset));
            recorders.push(Box::new(recorder.map_err(|error| OpenError::File { path, error })?));
        }
        let port = options.port.or(parameters.port).unwrap_or(PORT);
        let address = SocketAddr::new(options.ip, port);
        let listen = |error| OpenError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let mut slots = Vec::new();
        let mut doors = BTreeMap::new();
        for seat in options.seats.iter().filter(|seat| seat.index() < parameters.tokens.len()) {
            let (door, clients) = mpsc::unbounded_channel();
            let token = parameters.tokens[seat.index()].clone();
            slots.push(Slot { seat, token, own_token: fresh_token(seat), taken: false, door });
            doors.insert(seat, clients);
        }
        let hall = Arc::new(Hall::new(slots, parameters.patience.map(|patience| Instant::now() + patience)));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&hall))).abort_handle();
        Ok(HeroesLobby { config, address, hall, parameters, recorders, doors, accepting })
    }
}

impl Drop for HeroesLobby {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Lobby<Heroes> for HeroesLobby {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn player(&mut self, seat: Seat) -> Box<dyn Player<Heroes>> {
        let clients = self.doors.remove(&seat).expect("a player is asked for once per open seat");
        let extra = self.parameters.extra;
        Box::new(WirePlayer::new(&self.config, seat, Arc::clone(&self.hall), clients, extra))
    }

    fn directions(&self, seat: Seat) -> Directions {
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        let env = [
            ("AICHostIP", ip.to_string()),
            ("AICHostPort", self.address.port().to_string()),
            ("AICToken", self.hall.own_token(seat)),
            ("AICRetryDelay", "1000".to_owned()),
        ];
        let env = env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Directions { args: Vec::new(), env }
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<Heroes>>> {
        std::mem::take(&mut self.recorders)
    }

    /// Clients are connected and running when the first window opens, so they need no time to warm up.
    fn time_control(&self, mut time: TimeControl) -> TimeControl {
        time.warm_up = Duration::ZERO;
        for clock in ["init", "pick", "first_move", "move", "action"] {
            let Limit { time: limit, hold } = time.limit(clock);
            if let Some(limit) = limit {
                time = time.with_limit(clock, Limit { time: Some(limit + self.parameters.extra), hold });
            }
        }
        time
    }
}

/// What all players of a match share: who is there, and who has ended the open phase.
pub(crate) struct Hall {
    state: Mutex<State>,
    changed: Notify,
    /// When the match starts with whoever is there.
    pub(crate) deadline: Option<Instant>,
}

struct State {
    slots: Vec<Slot>,
    present: SeatSet,
    /// The window each seat has ended last.
    ended: BTreeMap<Seat, u32>,
}

struct Slot {
    seat: Seat,
    token: String,
    /// The token of a client that we started for this very seat.
    own_token: String,
    taken: bool,
    door: mpsc::UnboundedSender<Connection>,
}

impl Hall {
    fn new(slots: Vec<Slot>, deadline: Option<Instant>) -> Hall {
        let state = State { slots, present: SeatSet::EMPTY, ended: BTreeMap::new() };
        Hall { state: Mutex::new(state), changed: Notify::new(), deadline }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics while holding the hall")
    }

    fn own_token(&self, seat: Seat) -> String {
        let state = self.lock();
        let slot = state.slots.iter().find(|slot| slot.seat == seat);
        slot.map_or_else(String::new, |slot| slot.own_token.clone())
    }

    /// Seats a client in the first free slot that its token opens; gives it back if there is none.
    fn claim(&self, token: &str, client: Connection) -> Option<Connection> {
        let mut state = self.lock();
        let own = state.slots.iter().position(|slot| !slot.taken && slot.own_token == token);
        let free = own.or_else(|| state.slots.iter().position(|slot| !slot.taken && slot.token == token));
        let Some(slot) = free.map(|i| &mut state.slots[i]) else { return Some(client) };
        let refused = slot.door.send(client).err().map(|refused| refused.0);
        slot.taken = refused.is_none();
        refused
    }

    /// A seat's client is there.
    pub(crate) fn arrive(&self, seat: Seat) {
        self.lock().present.insert(seat);
        self.changed.notify_waiters();
    }

    /// A seat's client has left. Before the match another one may take the slot.
    pub(crate) fn leave(&self, seat: Seat, free: bool) {
        let mut state = self.lock();
        state.present.remove(seat);
        if let Some(slot) = state.slots.iter_mut().find(|slot| slot.seat == seat && free) {
            slot.taken = false;
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// A seat has ended a window.
    pub(crate) fn end(&self, seat: Seat, window: u32) {
        self.lock().ended.insert(seat, window);
        self.changed.notify_waiters();
    }

    /// Waits until every slot has its client.
    pub(crate) async fn all_present(&self) {
        self.wait(|state| state.slots.iter().all(|slot| state.present.contains(slot.seat))).await;
    }

    /// Waits until every client that is still there has ended the window.
    pub(crate) async fn all_ended(&self, window: u32) {
        self.wait(|state| state.present.iter().all(|seat| state.ended.get(&seat) == Some(&window))).await;
    }

    async fn wait(&self, holds: impl Fn(&State) -> bool) {
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            // Listen before looking, or a change in between would be lost.
            changed.as_mut().enable();
            if holds(&self.lock()) {
                return;
            }
            changed.await;
        }
    }
}

/// A token that no other client knows.
fn fresh_token(seat: Seat) -> String {
    use std::hash::{BuildHasher, RandomState};
    let half = || RandomState::new().hash_one(seat);
    format!("{:016x}{:016x}", half(), half())
}

async fn accept(listener: TcpListener, hall: Arc<Hall>) {
    let strangers = Arc::new(Semaphore::new(MOST_STRANGERS));
    loop {
        let Ok(place) = Arc::clone(&strangers).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let hall = Arc::clone(&hall);
                tokio::spawn(async move {
                    let _ = timeout(HANDSHAKE, greet(stream, &hall)).await;
                    drop(place);
                });
            }
            // Too many open files, most likely: wait until some are closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Reads the token and seats the client, or tells it that no slot is free for it.
async fn greet(mut stream: TcpStream, hall: &Hall) -> std::io::Result<()> {
    // Frames are written whole; waiting to fill a packet would only cost time.
    stream.set_nodelay(true)?;
    let mut decoder = Decoder::new(LONGEST_HANDSHAKE);
    let token = loop {
        match decoder.next_frame() {
            Some(Frame::Whole(frame)) => match convert::token(frame) {
                Some(token) => break token,
                // Anything else on a socket without a slot is ignored.
                None => continue,
            },
            Some(Frame::TooLong) => return Ok(()),
            None => {
                if stream.read_buf(decoder.room()).await? == 0 {
                    return Ok(());
                }
            }
        }
    };
    if let Some(refused) = hall.claim(&token, Connection::new(stream, decoder)) {
        let mut stream = refused.into_stream();
        stream.write_all(WRONG_TOKEN).await?;
        stream.shutdown().await?;
        // Closing with unread bytes would throw away the answer on its way.
        let mut rest = [0; 1024];
        let drain = async { while stream.read(&mut rest).await.is_ok_and(|count| count > 0) {} };
        let _ = timeout(Duration::from_secs(1), drain).await;
    }
    Ok(())
}
