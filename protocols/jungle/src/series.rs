//! The whole original server: gathers teams, lets them play, and begins again (spec 13).

use std::net::{IpAddr, SocketAddr};
use std::ops::RangeFrom;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use meydan_core::{Chance, Seat, SeatSet, Seed};
use meydan_jungle::{Config, ConfigError, DEFAULT_TEAMS, DEFAULT_UNITS, Jungle, Ruleset};
use meydan_referee::{Series, SeriesError, Session};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::hub::{Hub, Log};
use crate::lobby::WireLobby;
use crate::maps::{Chosen, choose_map};
use crate::options::Options;
use crate::record::Files;
use crate::socket::Server;

/// Where and under which rules to serve: what the original's command line does not say.
#[derive(Clone, Debug)]
pub struct Place {
    /// The address to listen on.
    pub ip: IpAddr,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// What fixes the chance of the first match; further matches count on from it. `None`: drawn anew.
    pub seed: Option<u64>,
}

/// Why the server stops.
#[derive(Debug, Error)]
pub enum HostError {
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
    /// The map cannot be used; the sentence is the original's.
    #[error("The argument 'mapName' is invalid: the map {name} is invalid.")]
    Map {
        /// The map.
        name: String,
    },
    /// There is no map to choose from.
    #[error("there is no map in {folder}: put .bmp or .txt files there, or leave `mapsPath` out")]
    NoMaps {
        /// The folder.
        folder: PathBuf,
    },
    /// The match cannot be set up.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Nobody came, and no further match is wanted.
    #[error("no team registered within {0} ms")]
    Nobody(u128),
}

/// Opens the server with the original's command line: it gives one match after another, or a single one without
/// `keepAlive`. Whatever the original printed goes to `log`.
pub async fn series(options: Options, place: Place, log: Log) -> Result<Box<dyn Series<Jungle>>, HostError> {
    let mut seeds = place.seed.unwrap_or_else(fresh_seed)..;
    // A map that cannot be used shows before anybody connects.
    let drawn = draw(&options, &mut seeds, &log)?;
    let address = SocketAddr::new(place.ip, options.port.unwrap_or(Options::PORT));
    let listener = TcpListener::bind(address).await.map_err(|error| HostError::Port { address, error })?;
    let address = listener.local_addr().unwrap_or(address);
    let hub = gather(&options, &log);
    let server = Server::start(listener, hub.clone(), &options, None, true);
    Ok(Box::new(WireSeries {
        address,
        server,
        hub,
        drawn: Some(drawn),
        seeds,
        ruleset: place.ruleset,
        log,
        options,
        over: false,
    }))
}

struct WireSeries {
    options: Options,
    ruleset: Ruleset,
    log: Log,
    address: SocketAddr,
    server: Server,
    seeds: RangeFrom<u64>,
    /// The connections of the match of the moment.
    hub: Arc<Hub>,
    /// What is fixed of the match that gathers now; `None` while one is played.
    drawn: Option<Drawn>,
    /// Whether there will be no further match.
    over: bool,
}

/// What is fixed of a match before anybody registers.
struct Drawn {
    seed: Seed,
    /// For what is drawn beside the match: its map and its ids.
    chance: Chance,
    chosen: Chosen,
}

fn teams(options: &Options) -> usize {
    options.nb_of_teams.unwrap_or(DEFAULT_TEAMS)
}

fn draw(options: &Options, seeds: &mut RangeFrom<u64>, log: &Log) -> Result<Drawn, HostError> {
    let seed = Seed(seeds.next().unwrap_or_default());
    let mut chance = Chance::new(Seed(!seed.0));
    let chosen = choose_map(options, teams(options), &mut chance, log)?;
    Ok(Drawn { seed, chance, chosen })
}

fn gather(options: &Options, log: &Log) -> Arc<Hub> {
    let tokens = options.team_names_by_token.clone();
    Hub::new(SeatSet::first(teams(options)), SeatSet::EMPTY, tokens, log.clone())
}

impl WireSeries {
    /// Waits until a match can be played. `None`: there will be none.
    async fn gathered(&mut self) -> Result<Option<Drawn>, HostError> {
        while !self.over {
            let drawn = match self.drawn.take() {
                Some(drawn) => drawn,
                None => {
                    self.hub.close().await;
                    let drawn = draw(&self.options, &mut self.seeds, &self.log)?;
                    self.hub = gather(&self.options, &self.log);
                    self.server.switch(self.hub.clone());
                    drawn
                }
            };
            let patience = self.options.start_timeout();
            if timeout(patience, self.everybody()).await.is_err() {
                self.hub.seating.begin();
            }
            self.over = self.options.keep_alive == Some(false);
            if !self.hub.seating.arrivals().borrow().is_empty() {
                return Ok(Some(drawn));
            }
            let nobody = HostError::Nobody(patience.as_millis());
            if self.over {
                self.hub.close().await;
                return Err(nobody);
            }
            (self.log)(&nobody.to_string());
        }
        Ok(None)
    }

    /// Waits for those who are to come, and tells who comes.
    async fn everybody(&self) {
        let seating = &self.hub.seating;
        let (mut arrivals, mut gathered) = (seating.arrivals(), seating.gathered());
        let mut here = SeatSet::EMPTY;
        loop {
            let changed = tokio::select! {
                biased;
                changed = arrivals.changed() => changed.is_ok(),
                () = &mut gathered => return,
            };
            let all = self.clients();
            let now: Vec<_> = arrivals.borrow_and_update().clone().into_iter().collect();
            for (seat, guest) in now.iter().filter(|(seat, _)| !here.contains(*seat)) {
                let name = guest.name.as_deref().unwrap_or("a client");
                (self.log)(&format!("seat {seat}: {name} has come; {} of {all} are here", now.len()));
            }
            here = now.iter().map(|(seat, _)| *seat).collect();
            if !changed {
                return gathered.await;
            }
        }
    }

    /// A match of those who have come.
    fn session(&self, drawn: Drawn) -> Session<Jungle> {
        let Drawn { seed, mut chance, chosen } = drawn;
        let options = &self.options;
        let units = options.nb_of_units_per_team.or(chosen.units).unwrap_or(DEFAULT_UNITS);
        let present = self.hub.seating.arrivals().borrow().len();
        let mut config = Config::new(chosen.map, present, units, &mut chance);
        config.ruleset = self.ruleset;
        config.ticks = options.nb_of_ticks.unwrap_or(config.ticks);
        config.time_limit_ms = options.time_per_tick_ms.unwrap_or(Options::TIME_PER_TICK);
        for (Seat(seat), name) in self.hub.names() {
            config.teams[usize::from(seat)].name = name;
        }
        let limit = Some(Duration::from_millis(config.time_limit_ms));
        let files = Files { replay: options.record_path.clone(), results: None };
        let (hub, pause, address) = (self.hub.clone(), options.pause(), self.address);
        Session {
            lobby: Box::new(WireLobby::new(hub, config.clone(), files, pause, limit, address)),
            config,
            ruleset: match self.ruleset {
                Ruleset::Document => "document",
                Ruleset::Official => "official",
            },
            map: chosen.name,
            map_bytes: chosen.bytes,
            seed,
        }
    }
}

impl Series<Jungle> for WireSeries {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn clients(&self) -> usize {
        teams(&self.options)
    }

    fn next(&mut self) -> BoxFuture<'_, Result<Option<Session<Jungle>>, SeriesError>> {
        Box::pin(async {
            let drawn = self.gathered().await?;
            Ok(drawn.map(|drawn| self.session(drawn)))
        })
    }
}

/// A seed nobody chose. Below 2^53, so that every JSON reader keeps it exactly.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) >> 11
}
