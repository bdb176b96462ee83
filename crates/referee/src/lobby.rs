use std::collections::BTreeMap;
use std::future::ready;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Game, Seat, SeatSet, Seed};
use tokio::sync::watch;

use crate::{Player, Recorder, TimeControl};

mod crowd;
mod seating;

pub use crowd::{Crowd, Stranger};
pub use seating::{Arrivals, Claim, Guest, Seating, Sign, Visitor};

/// The server side of an original contest protocol for one match. Each protocol crate has a function
/// `open(config, &HostOptions)` that listens and gives one of these.
///
/// Clients come to it as they like. Whoever runs the match starts the clients it has to start, one after another:
///
/// 1. `let come = lobby.expect(seat, Sign::Next)`,
/// 2. start the process with [`Lobby::directions`],
/// 3. wait for `come`, for the end of the process, or for as long as is fair; then the next one.
///
/// Then it waits for [`Lobby::gathered`], or tells the lobby to [`Lobby::begin`] without those who are missing. Who has
/// come, and under which name, is in [`Lobby::arrivals`]. After that [`Player::start`] does not wait for anybody: the player of a
/// seat that nobody has taken answers with a trouble of kind `Start`. A player that is started earlier waits until the
/// match begins.
pub trait Lobby<G: Game>: Send {
    /// Where clients connect.
    fn address(&self) -> SocketAddr;

    /// The player of a seat that was opened; called once per seat, before the match.
    fn player(&mut self, seat: Seat) -> Box<dyn Player<G>>;

    /// What a client that Meydan starts itself needs to find this seat, where it sees the server at this address. That is
    /// [`Lobby::address`], unless the client lives in a network of its own.
    fn directions(&self, seat: Seat, server: SocketAddr) -> Directions;

    /// Who sits where. `None`: this lobby has a way of its own.
    fn seating(&self) -> Option<&Arc<Seating>> {
        None
    }

    /// A client is about to be started for this seat; whoever fits the sign will sit there. The future ends when the next
    /// client may be started, because this one has come or this wire cannot mistake one for another. Dropping it ends
    /// the waiting: then nobody can take the seat any more.
    fn expect(&self, seat: Seat, sign: Sign) -> BoxFuture<'static, ()> {
        self.seating().map_or_else(|| Box::pin(ready(())) as _, |seating| seating.expect(seat, sign))
    }

    /// Who has come so far, now and whenever that changes.
    fn arrivals(&self) -> watch::Receiver<Arrivals> {
        let nobody = || watch::Sender::default().subscribe();
        self.seating().map_or_else(nobody, |seating| seating.arrivals())
    }

    /// Waits until the match can begin: all seats have their clients, or the original would not wait any longer. Where
    /// clients shake hands with the running match (`gotham`), the first of them is enough.
    fn gathered(&self) -> BoxFuture<'static, ()> {
        self.seating().map_or_else(|| Box::pin(ready(())) as _, |seating| seating.gathered())
    }

    /// What a seat is called whoever comes to it, where whoever runs the server has said so.
    fn called(&self, seat: Seat) -> Option<String> {
        let _ = seat;
        None
    }

    /// Begins without those who have not come.
    fn begin(&self) {
        self.seating().inspect(|seating| seating.begin());
    }

    /// What a client must show to get a seat for which nobody is started, where this wire has such a thing. It is told to whoever
    /// runs the server.
    fn tokens(&self) -> Vec<(Seat, String)> {
        Vec::new()
    }

    /// What is odd around the server, in words for whoever runs it.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Says goodbye where the match was stopped, as the original did. After a match that was played to its end the players do.
    fn farewell(&self) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }

    /// What the teams are called, seat by seat, as far as anybody has said so. It is told once, when nobody comes any more and before
    /// anything is written.
    fn name_teams(&mut self, names: &[Option<String>]) {
        let _ = names;
    }

    /// Writers of the files the original server wrote.
    fn recorders(&mut self) -> Vec<Box<dyn Recorder<G>>> {
        Vec::new()
    }

    /// Time limits as this protocol needs them: some originals let a window last its whole time.
    fn time_control(&self, time: TimeControl) -> TimeControl {
        time
    }
}

/// An original server that plays one match after another on the same port.
pub trait Series<G: Game>: Send {
    /// Where clients connect.
    fn address(&self) -> SocketAddr;

    /// How many clients a match waits for.
    fn clients(&self) -> usize;

    /// Waits for clients as the original did and gives the next match; `None`: there is none. The lobby of the match
    /// before must be gone by then.
    fn next(&mut self) -> BoxFuture<'_, Result<Option<Session<G>>, SeriesError>>;
}

/// Why a series ends before its time.
pub type SeriesError = Box<dyn std::error::Error + Send + Sync>;

/// One match of a series. Everybody who plays it is in the lobby, and it has begun.
pub struct Session<G: Game> {
    /// What the match is played on.
    pub config: G::Config,
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The map's name.
    pub map: String,
    /// The map file.
    pub map_bytes: Vec<u8>,
    /// What fixes all chance of the match.
    pub seed: Seed,
    /// The players.
    pub lobby: Box<dyn Lobby<G>>,
}

/// How a started client finds its seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directions {
    /// Arguments appended to its command line.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: Vec<(String, String)>,
    /// Ports on which the client will be called by the server, at the address from which it came.
    pub calls: Vec<u16>,
}

/// What a lobby is opened with.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The address to listen on.
    pub ip: IpAddr,
    /// The port; `None`: the original's own, 0: any free one.
    pub port: Option<u16>,
    /// The ruleset of the match.
    pub ruleset: String,
    /// The map file as it was read, for what a config leaves out (tokens).
    pub map: Vec<u8>,
    /// The seats that clients of the original take.
    pub seats: SeatSet,
    /// Those among them whose clients Meydan starts: nobody else can take them, see [`Lobby::expect`].
    pub started: SeatSet,
    /// Further flags of the original server by name.
    pub flags: BTreeMap<String, String>,
    /// The folder for the files the original wrote; `None`: write none.
    pub files: Option<PathBuf>,
    /// Where our own page shows the match, for browsers that come where the original had a viewer.
    pub page: Option<SocketAddr>,
    /// How long a client may take for a turn where no clock runs; `None`: as long as it likes.
    pub long_stop: Option<Duration>,
}

/// How long that is if nobody says otherwise. Many clients of the contests leave a turn without a word and count on the clock to end it.
pub const LONG_STOP: Duration = Duration::from_secs(60);

/// What is said of a turn that was ended so.
pub fn skipped(stop: Duration) -> String {
    format!(
        "no clock runs, and its turn was not over after {} s; the match goes on without it",
        stop.as_secs_f32()
    )
}

impl HostOptions {
    /// Any free port on loopback, every flag at its default.
    pub fn loopback(ruleset: impl Into<String>, seats: SeatSet) -> HostOptions {
        HostOptions {
            ip: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Some(0),
            ruleset: ruleset.into(),
            map: Vec::new(),
            seats,
            started: SeatSet::EMPTY,
            flags: BTreeMap::new(),
            files: None,
            page: None,
            long_stop: Some(LONG_STOP),
        }
    }
}
