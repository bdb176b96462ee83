//! Who connects, and which token is whose.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::{BoxFuture, ready};
use meydan_core::{Seat, SeatSet};
use meydan_gotham::{City, CityFile, Config, ConfigError, Gotham, HALF_TURN, READY, Ruleset};
use meydan_referee::{Directions, HostOptions, Limit, Lobby, Player, Recorder, Seating, Sign, TimeControl};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::log::ServerLog;
use crate::player::{LAUNCH, WirePlayer};
use crate::post::Office;
use crate::server;
use crate::settings::{Settings, SettingsError};

/// Why the server cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A flag, variable or property file is wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The map is wrong.
    #[error(transparent)]
    Map(#[from] ConfigError),
    /// The port is taken, as a rule.
    #[error(
        "cannot listen on {address}: {error}; end the other program: the contest's clients have their port in their code"
    )]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// A file cannot be written or read.
    #[error("{what} cannot be used: {error}")]
    File {
        /// Which.
        what: String,
        /// What the system said.
        error: io::Error,
    },
}

/// The original's server for one match.
pub struct WireLobby {
    office: Arc<Office>,
    address: SocketAddr,
    log: Option<ServerLog>,
    /// What the log calls the teams.
    names: [String; 2],
    details: Option<Arc<Mutex<File>>>,
    warnings: Vec<String>,
    /// The seats whose clients somebody else starts for us.
    started: SeatSet,
    /// Ends the server when the lobby goes.
    _shutdown: oneshot::Sender<()>,
}

/// Listens for the contest's clients. `config` is what the match is played on, the map in the options the file it was
/// read from, with the tokens.
pub async fn open(config: Config, options: &HostOptions) -> Result<WireLobby, OpenError> {
    let settings = Settings::read(config.ruleset, &options.flags, |name| std::env::var(name).ok())?;
    settings.find_programs()?;
    let tokens = tokens(&config, options)?;
    let (city, ruleset) = (City::new(&config)?, config.ruleset);
    let address = SocketAddr::new(options.ip, options.port.unwrap_or(settings.port));
    let listener = TcpListener::bind(address).await.map_err(|error| OpenError::Listen { address, error })?;
    let address = listener.local_addr().map_err(|error| OpenError::Listen { address, error })?;
    let (log, details) = files(&config, options, &settings, &tokens)?;
    let open = tokens
        .into_iter()
        .enumerate()
        .map(|(seat, token)| options.seats.contains(Seat(seat as u8)).then_some(token));
    let names = settings.names.clone();
    let office = Arc::new(Office::new(city, settings, open.collect(), options.long_stop));
    let (shutdown, over) = oneshot::channel();
    tokio::spawn(server::serve(listener, Arc::clone(&office), over));
    let warnings = warnings(ruleset, &options.map)?;
    let started = options.started;
    Ok(WireLobby { office, address, log, names, details, warnings, started, _shutdown: shutdown })
}

/// The tokens in seat order: the map's, or secret ones where there is no map file.
fn tokens(config: &Config, options: &HostOptions) -> Result<Vec<String>, OpenError> {
    if options.map.is_empty() {
        return Ok(config.units.iter().map(|_| crate::ids::Ids::fresh()).collect());
    }
    let (file, _) = CityFile::read(&options.map)?;
    Ok(file.agents.into_iter().map(|agent| agent.token).collect())
}

/// What is odd about the map file.
fn warnings(ruleset: Ruleset, map: &[u8]) -> Result<Vec<String>, OpenError> {
    match map {
        [] => Ok(Vec::new()),
        map => Ok(CityFile::read(map)?.0.warnings(ruleset)),
    }
}

type Files = (Option<ServerLog>, Option<Arc<Mutex<File>>>);

fn files(
    config: &Config,
    options: &HostOptions,
    settings: &Settings,
    tokens: &[String],
) -> Result<Files, OpenError> {
    let broken = |what: String| move |error| OpenError::File { what, error };
    let drawing = match &settings.drawing {
        Some(path) => Some(fs::read_to_string(path).map_err(broken(path.display().to_string()))?),
        None => {
            let map = String::from_utf8_lossy(&options.map);
            map.split_once("\n---\n").map(|(_, drawing)| drawing.to_owned())
        }
    };
    let Some(folder) = &options.files else { return Ok((None, None)) };
    let broken = || broken(format!("the folder {}", folder.display()));
    let log = ServerLog::open(folder, config, tokens.to_vec(), drawing.as_deref()).map_err(broken())?;
    let details = OpenOptions::new().create(true).append(true).open(folder.join("details.log"));
    Ok((Some(log), Some(Arc::new(Mutex::new(details.map_err(broken())?)))))
}

impl Lobby<Gotham> for WireLobby {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn player(&mut self, seat: Seat) -> Box<dyn Player<Gotham>> {
        let client = self.client(seat);
        Box::new(WirePlayer { office: Arc::clone(&self.office), seat, client, watched: false })
    }

    /// A client that somebody else starts for us gets a token that no map contains.
    fn directions(&self, seat: Seat, _: SocketAddr) -> Directions {
        Directions { args: vec![self.office.new_token(seat)], ..Directions::default() }
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// Each unit has a token of its own, which its client is given on its command line.
    fn tokens(&self) -> Vec<(Seat, String)> {
        let units = (0..).map(Seat).zip(&self.office.city.config().units);
        let comes = units.filter(|(seat, unit)| {
            !self.started.contains(*seat) && self.office.settings.command(unit.team).is_none()
        });
        comes.filter_map(|(seat, _)| Some((seat, self.office.post(seat)?.token()))).collect()
    }

    fn seating(&self) -> Option<&Arc<Seating>> {
        Some(&self.office.seating)
    }

    /// Every unit has a token of its own, so all clients may be started at once.
    fn expect(&self, seat: Seat, sign: Sign) -> BoxFuture<'static, ()> {
        self.office.expect(seat, sign);
        Box::pin(ready(()))
    }

    /// The first client is enough: it is shown its view, and then it joins. Clients that this server starts itself come
    /// with the match.
    fn gathered(&self) -> BoxFuture<'static, ()> {
        if self.office.settings.commands.iter().any(Option::is_some) {
            return Box::pin(ready(()));
        }
        let (mut arrivals, begun) = (self.office.seating.arrivals(), self.office.seating.gathered());
        Box::pin(async move {
            tokio::select! {
                _ = arrivals.wait_for(|arrivals| !arrivals.is_empty()) => {}
                () = begun => {}
            }
        })
    }

    fn called(&self, seat: Seat) -> Option<String> {
        let unit = self.office.city.config().units.get(seat.index())?;
        self.office.settings.team_name(unit.team).map(str::to_owned)
    }

    /// All units of a team have its name. Those that the flags name are called so already.
    fn name_teams(&mut self, names: &[Option<String>]) {
        for (unit, name) in self.office.city.config().units.iter().zip(names).rev() {
            if let (None, Some(name)) = (self.office.settings.team_name(unit.team), name) {
                self.names[unit.team.index()].clone_from(name);
            }
        }
    }

    fn recorders(&mut self) -> Vec<Box<dyn Recorder<Gotham>>> {
        let log = self.log.take().map(|mut log| {
            log.begin(&self.names);
            Box::new(log) as Box<dyn Recorder<Gotham>>
        });
        log.into_iter().collect()
    }

    fn time_control(&self, time: TimeControl) -> TimeControl {
        let settings = &self.office.settings;
        let mut time = time;
        for (clock, wanted) in [(READY, settings.ready), (HALF_TURN, settings.half_turn)] {
            if wanted.is_some() {
                time = time.with_limit(clock, Limit { time: wanted, hold: false });
            }
        }
        // Clients start before the readiness clock does, so nobody needs longer the first time.
        time.warm_up = Duration::ZERO;
        // The first of them to join begins the match, and it is the players who lose patience.
        time.start = time.start.max(LAUNCH + Duration::from_secs(10));
        if settings.early_close { time } else { time.with_hold(HALF_TURN) }
    }
}

impl WireLobby {
    /// The seat's client, if the flags name a command for its team.
    fn client(&self, seat: Seat) -> Option<Client> {
        let unit = self.office.city.config().units.get(seat.index())?;
        let words = self.office.settings.command(unit.team)?;
        let token = self.office.post(seat)?.token();
        Client::new(words, token, unit.id, unit.team, self.details.clone())
    }
}
