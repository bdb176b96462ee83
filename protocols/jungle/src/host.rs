//! The whole original server: gathers teams, plays, records, and begins again (spec 13).

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use meydan_core::trace::{Entrant, Header};
use meydan_core::{Chance, Fault, Game, MapFile, Outcome, Seat, SeatSet, Seed, Setup};
use meydan_jungle::generate::{Recipe, generate};
use meydan_jungle::{
    Config, ConfigError, DEFAULT_TEAMS, DEFAULT_UNITS, Jungle, Map, Ruleset, TeamConfig, maps,
};
use meydan_referee::{Match, Player, TimeControl};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::hub::{Hub, Log};
use crate::lobby::time_control;
use crate::options::{Options, Wish};
use crate::player::{WirePlayer, scenery};
use crate::record::{Files, WireRecorder};
use crate::socket::Server;
use crate::wire::GameResult;

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

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The map's name.
    pub map: String,
    /// What fixed its chance.
    pub seed: Seed,
    /// The result list, best first.
    pub results: Vec<GameResult>,
    /// How it ended.
    pub outcome: Outcome,
    /// What went wrong, in words.
    pub faults: Vec<Fault>,
    /// How many ticks were played.
    pub ticks: u32,
}

/// Why the server stops.
#[derive(Debug, Error)]
pub enum HostError {
    /// Something went wrong on our side.
    #[error(transparent)]
    Infrastructure(#[from] meydan_referee::Infrastructure),
    /// The port cannot be had.
    #[error("cannot listen on {address}: {error}")]
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

/// Does what the command line asks for: serves matches until it is stopped (or for one match without `keepAlive`), or
/// lists or checks the maps. `ready` hears the address, `each` every finished match.
pub async fn host(
    wish: Wish,
    place: Place,
    log: Log,
    ready: impl FnOnce(SocketAddr),
    mut each: impl FnMut(&Played),
) -> Result<(), HostError> {
    let options = match wish {
        Wish::ListMaps(options) => {
            for name in map_names(&options)? {
                log(&name);
            }
            return Ok(());
        }
        Wish::ValidateMaps(options) => {
            for name in map_names(&options)? {
                match read_map(&options, &name) {
                    Ok((map, _)) => match map.out_of_reach().first() {
                        Some(at) => log(&format!("{name}: fine, but the diamond on {at} is out of reach")),
                        None => log(&format!("{name}: fine")),
                    },
                    Err(error) => log(&format!("{name}: {error}")),
                }
            }
            return Ok(());
        }
        Wish::Serve(options) => *options,
    };
    let teams = options.nb_of_teams.unwrap_or(DEFAULT_TEAMS);
    let mut seeds = place.seed.unwrap_or_else(fresh_seed)..;
    let mut prepare = || -> Result<Next, HostError> {
        let seed = Seed(seeds.next().unwrap_or_default());
        let mut chance = Chance::new(seed);
        let chosen = choose_map(&options, teams, &mut chance, &log)?;
        Ok(Next { seed, chance, chosen })
    };
    let gather =
        || Hub::new(SeatSet::first(teams), SeatSet::EMPTY, options.team_names_by_token.clone(), log.clone());
    // A map that cannot be used shows before anybody connects.
    let mut next = prepare()?;
    let address = SocketAddr::new(place.ip, options.port.unwrap_or(Options::PORT));
    let listener = TcpListener::bind(address).await.map_err(|error| HostError::Port { address, error })?;
    let address = listener.local_addr().unwrap_or(address);
    let mut hub = gather();
    let server = Server::start(listener, hub.clone(), &options, true);
    ready(address);
    loop {
        let patience = options.start_timeout();
        if timeout(patience, hub.seating.gathered()).await.is_err() {
            hub.seating.begin();
        }
        let present = hub.seating.arrivals().borrow().len();
        if present > 0 {
            let played = play(&options, &place, next, &hub, present).await?;
            for GameResult { rank, team_name, score } in &played.results {
                log(&format!("{rank}. {team_name}: {score} points"));
            }
            each(&played);
        } else {
            hub.close().await;
            let error = HostError::Nobody(patience.as_millis());
            if options.keep_alive == Some(false) {
                return Err(error);
            }
            log(&error.to_string());
        }
        if options.keep_alive == Some(false) {
            return Ok(());
        }
        next = prepare()?;
        hub = gather();
        server.switch(hub.clone());
    }
}

/// What is fixed of a match before anybody registers.
struct Next {
    seed: Seed,
    chance: Chance,
    chosen: Chosen,
}

/// A map that was chosen for a match.
struct Chosen {
    name: String,
    map: Map,
    units: Option<usize>,
}

async fn play(
    options: &Options,
    place: &Place,
    next: Next,
    hub: &Arc<Hub>,
    present: usize,
) -> Result<Played, HostError> {
    let Next { seed, mut chance, chosen } = next;
    let units = options.nb_of_units_per_team.or(chosen.units).unwrap_or(DEFAULT_UNITS);
    let mut config = Config::new(chosen.map, present, units, &mut chance.fork());
    config.ruleset = place.ruleset;
    config.ticks = options.nb_of_ticks.unwrap_or(config.ticks);
    config.time_limit_ms = options.time_per_tick_ms.unwrap_or(config.time_limit_ms);
    let names = hub.names();
    for (i, TeamConfig { name, .. }) in config.teams.iter_mut().enumerate() {
        if let Some(registered) = names.get(&Seat(i as u8)) {
            name.clone_from(registered);
        }
    }
    let game = Jungle::new(&config, chance)?;
    let clocks = TimeControl::of(Jungle::clocks(""));
    let limit = Some(Duration::from_millis(config.time_limit_ms));
    let time = time_control(clocks, limit, options.pause());
    let header = Header {
        ruleset: match place.ruleset {
            Ruleset::Document => "document".into(),
            Ruleset::Official => "official".into(),
        },
        map: chosen.name.clone(),
        entrants: config.teams.iter().map(|team| Entrant::wire(&team.name)).collect(),
        clocks: time.millis(),
        ..Header::of(&game, &config, seed)
    };
    let (config, cell) = (Arc::new(config), Arc::default());
    let player = |seat: usize| -> Box<dyn Player<Jungle>> {
        Box::new(WirePlayer {
            seat: Seat(seat as u8),
            hub: hub.clone(),
            scenery: Arc::clone(&cell),
            config: config.clone(),
            pause: options.pause(),
            client: None,
        })
    };
    let players = (0..present).map(player).collect();
    let files = Files { replay: options.record_path.clone(), results: None };
    let recorder = WireRecorder::new(hub.clone(), Arc::clone(&cell), config.clone(), files, false);
    let played = Match::new(game, players, time).with_recorder(Box::new(recorder)).run(&header).await;
    hub.close().await;
    let report = played?;
    let outcome = report.outcome.expect("nobody stops it");
    Ok(Played {
        map: chosen.name,
        seed,
        results: scenery(&cell, hub, &config).results(&outcome),
        outcome,
        faults: report.faults,
        ticks: report.windows,
    })
}

/// A seed nobody chose. Below 2^53, so that every JSON reader keeps it exactly.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) >> 11
}

/// The names of the maps there are: the files of the folder, or our own.
fn map_names(options: &Options) -> Result<Vec<String>, HostError> {
    let Some(folder) = &options.maps_path else {
        return Ok(Jungle::maps().iter().map(|map| map.name.to_owned()).collect());
    };
    let is_map = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "bmp" || ending == "txt") && path.is_file()
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_map);
    let mut names: Vec<String> =
        files.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    if names.is_empty() {
        return Err(HostError::NoMaps { folder: folder.clone() });
    }
    Ok(names)
}

/// The map of the options; without one a random one, as in the original.
fn choose_map(options: &Options, teams: usize, chance: &mut Chance, log: &Log) -> Result<Chosen, HostError> {
    let name = match &options.map_name {
        Some(name) if name == "generate" => {
            let made = generate(&Recipe::usual(teams), chance);
            let map = made.ok_or_else(|| HostError::Map { name: name.clone() })?;
            return Ok(Chosen { name: name.clone(), map, units: None });
        }
        Some(name) => name.clone(),
        None => {
            let names = map_names(options)?;
            chance.pick(&names).cloned().ok_or_else(|| HostError::Map { name: "?".into() })?
        }
    };
    let (map, units) = read_map(options, &name).map_err(|why| {
        log(&format!("{name}: {why}"));
        HostError::Map { name: name.clone() }
    })?;
    if let Err(oddity) = map.check_strictly(teams) {
        // The original plays on such maps, so we do too.
        log(&format!("{name}: {oddity}"));
    }
    Ok(Chosen { name, map, units: units.and_then(|units| units(teams)) })
}

/// How many units a team should have for a number of teams.
type Units = Box<dyn Fn(usize) -> Option<usize>>;

fn read_map(options: &Options, name: &str) -> Result<(Map, Option<Units>), String> {
    let built_in = |map: &&MapFile| map.name == name.trim_end_matches(".bmp").trim_end_matches(".txt");
    if options.maps_path.is_none()
        && let Some(own) = Jungle::maps().iter().find(built_in)
    {
        let map = Map::read(own.bytes).map_err(|error| error.to_string())?;
        return Ok((map, Some(Box::new(|teams| maps::suggested_units(own.bytes, teams)))));
    }
    let folder = options.maps_path.as_deref().unwrap_or(Path::new(""));
    let path = folder.join(name);
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    let map = Map::read(&bytes).map_err(|error| error.to_string())?;
    Ok((map, sidecar(&path)))
}

/// The sidecar of a map: `NAME.units` beside it, with a line `TEAMS UNITS` for each number of teams.
fn sidecar(map: &Path) -> Option<Units> {
    let text = fs::read_to_string(map.with_extension("units")).ok()?;
    let line = |line: &str| {
        let mut numbers = line.split_whitespace().map(str::parse::<usize>);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    let lines: Vec<(usize, usize)> = text.lines().filter_map(line).collect();
    Some(Box::new(move |teams| lines.iter().find(|(number, _)| *number == teams).map(|(_, units)| *units)))
}
