//! Who connects: tokens to slots (spec 12, handshake).

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use meydan_core::{Seat, SeatSet};
use meydan_heroes::{Config, Heroes};
use meydan_referee::{
    Claim, Crowd, Directions, Guest, HostOptions, Limit, Lobby, Player, Recorder, Seating, Stranger,
    TimeControl, Visitor,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::graphic::GraphicRecorder;
use crate::parameters::{OpenError, PORT, Parameters};
use crate::player::{Connection, WirePlayer};
use crate::server_view::{ServerView, ServerViewRecorder};
use crate::wire::{Limits, WRONG_TOKEN};
use crate::{Decoder, Frame, convert};

/// How long a client may take to say its token.
const HANDSHAKE: Duration = Duration::from_secs(30);

/// The longest handshake, and how much of other things a client may say before it.
const LONGEST_HANDSHAKE: usize = 4096;
const MOST_BEFORE: usize = 64 << 10;

/// How many clients may be shaking hands at once.
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
    recorders: Vec<GraphicRecorder>,
    /// Where the file for statistics goes.
    statistics: Option<PathBuf>,
    doors: BTreeMap<Seat, mpsc::Receiver<Connection>>,
    /// The seats whose clients are started for us.
    started: SeatSet,
    /// How long a client may take for a phase where no clock runs.
    long_stop: Option<Duration>,
    accepting: AbortHandle,
}

impl HeroesLobby {
    /// Opens the server with these parameters.
    pub async fn open(
        config: Config,
        options: HostOptions,
        parameters: Parameters,
    ) -> Result<HeroesLobby, OpenError> {
        let mut recorders = Vec::new();
        let in_folder = options.files.as_ref().map(|folder| folder.join("graphic.log"));
        for path in in_folder.into_iter().chain(parameters.graphic_log.clone()) {
            let recorder = GraphicRecorder::create(&path, &config, Limits::of(config.ruleset));
            recorders.push(recorder.map_err(|error| OpenError::File { path, error })?);
        }
        let port = options.port.or(parameters.port).unwrap_or(PORT);
        let address = SocketAddr::new(options.ip, port);
        let listen = |error| OpenError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let mut slots = Vec::new();
        let mut doors = BTreeMap::new();
        for seat in options.seats.iter().filter(|seat| seat.index() < parameters.tokens.len()) {
            let (door, clients) = mpsc::channel(1);
            let token = parameters.tokens[seat.index()].clone();
            let name = parameters.names[seat.index()].clone();
            slots.push(Slot { seat, token, own_token: fresh_token(seat), name, door });
            doors.insert(seat, clients);
        }
        let hall = Arc::new(Hall::new(slots, options.started));
        let (serving, patience) = (Arc::clone(&hall), parameters.patience);
        let accepting = tokio::spawn(async move {
            tokio::join!(accept(listener, &serving), lose_patience(patience, &serving));
        });
        let accepting = accepting.abort_handle();
        Ok(HeroesLobby {
            config,
            address,
            hall,
            parameters,
            recorders,
            statistics: options.files.map(|folder| folder.join("server_view.log")),
            doors,
            started: options.started,
            long_stop: options.long_stop,
            accepting,
        })
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
        Box::new(WirePlayer::new(&self.config, seat, Arc::clone(&self.hall), clients, extra, self.long_stop))
    }

    fn directions(&self, seat: Seat, server: SocketAddr) -> Directions {
        Directions { env: variables(server, self.hall.own_token(seat)), ..Directions::default() }
    }

    fn tokens(&self) -> Vec<(Seat, String)> {
        let slots = self.hall.slots.iter().filter(|slot| !self.started.contains(slot.seat));
        slots.map(|slot| (slot.seat, slot.token.clone())).collect()
    }

    fn seating(&self) -> Option<&Arc<Seating>> {
        Some(&self.hall.seating)
    }

    /// Those of the original's own parameters are names of guests already.
    fn name_teams(&mut self, names: &[Option<String>]) {
        for (own, name) in self.parameters.names.iter_mut().zip(names) {
            *own = own.take().or_else(|| name.clone());
        }
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<Heroes>>> {
        let begun = std::mem::take(&mut self.recorders).into_iter().map(|mut recorder| {
            recorder.begin();
            Box::new(recorder) as Box<dyn Recorder<Heroes>>
        });
        let mut recorders: Vec<_> = begun.collect();
        if let Some(path) = self.statistics.take() {
            let names = self.parameters.names.each_ref();
            let [first, second] = names.map(|name| name.as_deref().unwrap_or_default());
            let view = ServerView::new(&self.config, [&self.parameters.map_name, first, second]);
            recorders.push(Box::new(ServerViewRecorder::new(&path, view)));
        }
        recorders
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

/// The variables by which the contest's clients find a server elsewhere than at its usual address. There they need none, and
/// get none: Python bots of 2019 that are told a port keep it as a text and cannot connect.
fn variables(address: SocketAddr, token: String) -> Vec<(String, String)> {
    let ip = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    if (ip, address.port()) == (IpAddr::V4(Ipv4Addr::LOCALHOST), PORT) {
        return Vec::new();
    }
    let env = [
        ("AICHostIP", ip.to_string()),
        ("AICHostPort", address.port().to_string()),
        ("AICToken", token),
        ("AICRetryDelay", "1000".to_owned()),
    ];
    env.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What all players of a match share: who is there, and who has ended the open phase.
pub(crate) struct Hall {
    pub(crate) seating: Arc<Seating>,
    slots: Vec<Slot>,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    present: SeatSet,
    /// The window each seat has ended last.
    ended: BTreeMap<Seat, u32>,
}

struct Slot {
    seat: Seat,
    token: String,
    /// The token of a client that we started for this very seat.
    own_token: String,
    name: Option<String>,
    /// Where its client is handed to the player when the match begins.
    door: mpsc::Sender<Connection>,
}

impl Hall {
    fn new(slots: Vec<Slot>, started: SeatSet) -> Hall {
        let seating = Seating::new(slots.iter().map(|slot| slot.seat).collect(), started);
        Hall { seating, slots, state: Mutex::default(), changed: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics while holding the hall")
    }

    fn slot(&self, seat: Seat) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.seat == seat)
    }

    fn own_token(&self, seat: Seat) -> String {
        self.slot(seat).map_or_else(String::new, |slot| slot.own_token.clone())
    }

    /// Seats a client by its token. With the last of them the match begins.
    fn claim(&self, visitor: Visitor, token: &str) -> Option<Seat> {
        let own = self.slots.iter().find(|slot| slot.own_token == token);
        let opened = self.slots.iter().filter(|slot| slot.token == token).map(|slot| slot.seat);
        let claim = own.map_or_else(|| Claim::Opens(opened.collect()), |slot| Claim::Own(slot.seat));
        // Nobody leaves between the last arrival and the beginning.
        let _state = self.lock();
        let guest = |seat| Guest { name: self.slot(seat).and_then(|slot| slot.name.clone()), ready: false };
        let seat = self.seating.take(visitor, claim, guest)?;
        if self.seating.is_full() {
            self.seating.begin();
        }
        Some(seat)
    }

    /// Keeps a client until the match begins, then hands it to its player. One that leaves meanwhile gives its slot back.
    async fn host(&self, seat: Seat, mut client: Connection) {
        let left = tokio::select! {
            biased;
            () = self.seating.gathered() => false,
            () = client.left() => true,
        };
        let given_back = left && {
            let _state = self.lock();
            self.seating.leave(seat)
        };
        if let Some(slot) = self.slot(seat).filter(|_| !given_back) {
            // A seat is taken once, so there is room; a player that is gone needs no client.
            let _ = slot.door.try_send(client);
        }
    }

    /// A seat's client plays.
    pub(crate) fn arrive(&self, seat: Seat) {
        self.lock().present.insert(seat);
        self.changed.notify_waiters();
    }

    /// A seat's client has left the match.
    pub(crate) fn leave(&self, seat: Seat) {
        self.lock().present.remove(seat);
        self.changed.notify_waiters();
    }

    /// A seat has ended a window.
    pub(crate) fn end(&self, seat: Seat, window: u32) {
        self.lock().ended.insert(seat, window);
        self.changed.notify_waiters();
    }

    /// Waits until every client that is still there has ended the window.
    pub(crate) async fn all_ended(&self, window: u32) {
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            // Listen before looking, or a change in between would be lost.
            changed.as_mut().enable();
            {
                let state = self.lock();
                if state.present.iter().all(|seat| state.ended.get(&seat) == Some(&window)) {
                    return;
                }
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

async fn accept(listener: TcpListener, hall: &Arc<Hall>) {
    let mut crowd = Crowd::new(MOST_STRANGERS);
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                let (hall, visitor) = (Arc::clone(hall), hall.seating.visitor(from));
                crowd.meet(|stranger| async move {
                    // A failed connection is the client's matter; it has no seat to lose by it.
                    let _ = greet(stream, visitor, &stranger, &hall).await;
                });
            }
            // Too many open files, most likely: wait until some are closed.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Begins the match with whoever is there when the original would.
async fn lose_patience(patience: Option<Duration>, hall: &Hall) {
    if let Some(patience) = patience {
        sleep(patience).await;
        hall.seating.begin();
    }
}

/// Reads the token and seats the client, or tells it that no slot is free for it.
async fn greet(
    mut stream: TcpStream,
    visitor: Visitor,
    stranger: &Stranger,
    hall: &Hall,
) -> std::io::Result<()> {
    // Frames are written whole; waiting to fill a packet would only cost time.
    stream.set_nodelay(true)?;
    let mut decoder = Decoder::new(LONGEST_HANDSHAKE);
    let Some(token) = timeout(HANDSHAKE, hear_token(&mut stream, &mut decoder)).await?? else {
        return Ok(());
    };
    if let Some(seat) = hall.claim(visitor, &token) {
        stranger.introduce();
        hall.host(seat, Connection::new(stream, decoder)).await;
        return Ok(());
    }
    stream.write_all(WRONG_TOKEN).await?;
    stream.shutdown().await?;
    // Closing with unread bytes would throw away the answer on its way.
    let mut rest = [0; 1024];
    let drain = async { while stream.read(&mut rest).await.is_ok_and(|count| count > 0) {} };
    let _ = timeout(Duration::from_secs(1), drain).await;
    Ok(())
}

/// The token that a client says; `None` if it says something absurd, or nothing.
async fn hear_token(stream: &mut TcpStream, decoder: &mut Decoder) -> std::io::Result<Option<String>> {
    let mut heard = 0;
    loop {
        match decoder.next_frame() {
            Some(Frame::Whole(frame)) => match convert::token(frame) {
                Some(token) => return Ok(Some(token)),
                // Anything else on a socket without a slot is ignored.
                None => continue,
            },
            Some(Frame::TooLong) => return Ok(None),
            None => match stream.read_buf(decoder.room()).await? {
                0 => return Ok(None),
                count => heard += count,
            },
        }
        if heard > MOST_BEFORE {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_told_where_the_server_is_only_if_they_would_not_find_it() {
        let env = |address: &str| variables(address.parse().unwrap(), "secret".into());
        assert_eq!(env("127.0.0.1:7099"), []);
        assert_eq!(env("0.0.0.0:7099"), []);
        for (address, ip, port) in
            [("127.0.0.1:7100", "127.0.0.1", "7100"), ("10.0.0.7:7099", "10.0.0.7", "7099")]
        {
            let wanted =
                [("AICHostIP", ip), ("AICHostPort", port), ("AICToken", "secret"), ("AICRetryDelay", "1000")];
            // The Python client needs all of them or none.
            assert_eq!(env(address), wanted.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
    }
}
