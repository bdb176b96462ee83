//! The original server for one match that somebody else runs.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use meydan_core::{Chance, Seat, SeatSet, Seed};
use meydan_jungle::config::uuid;
use meydan_jungle::{Config, Jungle, OPENING, TICK};
use meydan_referee::{
    Directions, HostOptions, LONG_STOP, Limit, Lobby, Player, Recorder, Seating, TimeControl,
};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::convert::Scenery;
use crate::hub::{Hub, Log};
use crate::options::{OptionError, Options};
use crate::player::WirePlayer;
use crate::record::{Files, WireRecorder};
use crate::socket::Server;

/// The extra time of the first ten ticks.
const OPENING_EXTRA: Duration = Duration::from_secs(1);

/// Why a lobby cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A flag of the original cannot be read.
    #[error(transparent)]
    Flag(#[from] OptionError),
    /// A flag that shapes the match came too late.
    #[error("`{flag}` cannot change a match that is already set up: use {instead}")]
    Late {
        /// The flag.
        flag: &'static str,
        /// What does it here.
        instead: &'static str,
    },
    /// The port cannot be had.
    #[error(
        "cannot listen on {address}: {error}; end the other program: the contest's clients know no other port"
    )]
    Port {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
}

/// The lobby of one match.
pub(crate) struct WireLobby {
    pub(crate) hub: Arc<Hub>,
    pub(crate) config: Arc<Config>,
    pub(crate) files: Files,
    pub(crate) pause: Duration,
    /// The limit of a tick, if the flags set one; zero: none.
    pub(crate) limit: Option<Duration>,
    pub(crate) address: SocketAddr,
    /// How long a client may take for a tick where no clock runs.
    long_stop: Option<Duration>,
    /// What serves this match alone, if anything does.
    pub(crate) own: Option<Own>,
    scenery: Arc<OnceLock<Arc<Scenery>>>,
}

/// The server of a lobby that has one to itself.
pub(crate) struct Own {
    tokens: BTreeMap<Seat, String>,
    // Held for what their drop does.
    _server: Server,
    _deadline: Deadline,
}

/// Begins the match without those who have not come.
struct Deadline(JoinHandle<()>);

impl Drop for Deadline {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Drop for WireLobby {
    fn drop(&mut self) {
        self.hub.abandon();
    }
}

/// Opens the original server for a match that is already set up.
pub async fn open(config: Config, host: HostOptions) -> Result<Box<dyn Lobby<Jungle>>, OpenError> {
    let log: Log = Arc::new(|text| eprintln!("jungle: {text}"));
    Ok(Box::new(open_logged(config, host, log).await?))
}

pub(crate) async fn open_logged(config: Config, host: HostOptions, log: Log) -> Result<WireLobby, OpenError> {
    let given = Options::from_flags(&host.flags)?;
    let late = [
        (given.nb_of_teams.is_some_and(|n| n != config.teams.len()), "nbOfTeams", "`--sides N`"),
        (given.nb_of_ticks.is_some_and(|n| n != config.ticks), "nbOfTicks", "`--set ticks=N`"),
        (
            given.nb_of_units_per_team.is_some_and(|n| n != config.units_per_team),
            "nbOfUnitsPerTeam",
            "`--set units=N`",
        ),
        (given.map_name.is_some(), "mapName", "`--map NAME`"),
    ];
    if let Some((_, flag, instead)) = late.into_iter().find(|(wrong, ..)| *wrong) {
        return Err(OpenError::Late { flag, instead });
    }
    let address = SocketAddr::new(host.ip, host.port.or(given.port).unwrap_or(Options::PORT));
    let listener = TcpListener::bind(address).await.map_err(|error| OpenError::Port { address, error })?;
    let address = listener.local_addr().unwrap_or(address);
    let hub = Hub::new(host.seats, host.started, given.team_names_by_token.clone(), log);
    let server = Server::start(listener, hub.clone(), &given, host.page, false);
    let (waiting, patience) = (hub.seating.clone(), given.start_timeout());
    let deadline = tokio::spawn(async move {
        sleep(patience).await;
        waiting.begin();
    });
    let in_folder = |name: &str| host.files.as_ref().map(|folder| folder.join(name));
    let files = Files {
        replay: given.record_path.clone().or_else(|| in_folder("replay.json")),
        results: in_folder("gameResults.json"),
    };
    let own = Own { tokens: secrets(host.seats), _server: server, _deadline: Deadline(deadline) };
    let limit = given.time_per_tick_ms.map(Duration::from_millis);
    let mut lobby = WireLobby::new(hub, config, files, given.pause(), limit, address);
    lobby.own = Some(own);
    lobby.long_stop = host.long_stop;
    Ok(lobby)
}

impl WireLobby {
    /// The lobby of a match on somebody else's server.
    pub(crate) fn new(
        hub: Arc<Hub>,
        config: Config,
        files: Files,
        pause: Duration,
        limit: Option<Duration>,
        address: SocketAddr,
    ) -> WireLobby {
        let (config, scenery) = (Arc::new(config), Arc::default());
        WireLobby {
            hub,
            config,
            files,
            pause,
            limit,
            address,
            long_stop: Some(LONG_STOP),
            own: None,
            scenery,
        }
    }
}

/// A secret for every seat, in case its client is started by us. They only tell our own clients apart.
fn secrets(seats: SeatSet) -> BTreeMap<Seat, String> {
    use std::hash::{BuildHasher, RandomState};
    let mut chance = Chance::new(Seed(RandomState::new().hash_one(0)));
    seats.iter().map(|seat| (seat, uuid(&mut chance))).collect()
}

impl Lobby<Jungle> for WireLobby {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn player(&mut self, seat: Seat) -> Box<dyn Player<Jungle>> {
        Box::new(WirePlayer {
            seat,
            hub: self.hub.clone(),
            scenery: self.scenery.clone(),
            config: self.config.clone(),
            long_stop: self.long_stop,
            pause: self.pause,
            client: None,
            commanded: None,
        })
    }

    /// The kits of the contest register with `TOKEN`, if it is set, and connect to the original's port.
    fn directions(&self, seat: Seat, _: SocketAddr) -> Directions {
        let token = self.own.as_ref().and_then(|own| own.tokens.get(&seat));
        let Some(token) = token else { return Directions::default() };
        self.hub.issue(seat, token.clone());
        Directions { env: vec![("TOKEN".into(), token.clone())], ..Directions::default() }
    }

    fn name_teams(&mut self, names: &[Option<String>]) {
        self.hub.call(names);
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<Jungle>>> {
        let (hub, scenery, config) = (self.hub.clone(), self.scenery.clone(), self.config.clone());
        // Whoever runs a single match tells its results.
        let tells = self.own.is_none();
        vec![Box::new(WireRecorder::new(hub, scenery, config, self.files.clone(), tells))]
    }

    fn seating(&self) -> Option<&Arc<Seating>> {
        Some(&self.hub.seating)
    }

    fn time_control(&self, time: TimeControl) -> TimeControl {
        time_control(time, self.limit, self.pause)
    }
}

/// The clocks as this wire needs them: the limit of the flags, and the pause between ticks on top, because it is
/// spent inside the window before the tick is sent.
pub(crate) fn time_control(mut time: TimeControl, limit: Option<Duration>, pause: Duration) -> TimeControl {
    for (clock, extra) in [(OPENING, OPENING_EXTRA), (TICK, Duration::ZERO)] {
        let rules = time.limit(clock);
        let wanted = match limit {
            Some(Duration::ZERO) => None,
            Some(limit) => Some(limit + extra),
            None => rules.time,
        };
        time = time.with_limit(clock, Limit { time: wanted.map(|time| time + pause), hold: rules.hold });
    }
    // The first tick is like the others: the extra second of the opening is all there is.
    time.warm_up = Duration::ZERO;
    time
}
