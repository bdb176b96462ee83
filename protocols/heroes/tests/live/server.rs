//! A match on a free port of loopback.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use meydan_core::trace::Header;
use meydan_core::{Chance, Game, Seat, SeatSet, Seed, Setup, Terms};
use meydan_heroes::{Config, Heroes};
use meydan_heroes_wire::{HeroesLobby, Parameters};
use meydan_referee::{HostOptions, Limit, Lobby, Match, Player, Report, TimeControl};

pub(crate) struct Server {
    pub(crate) config: Config,
    pub(crate) lobby: HeroesLobby,
    time: TimeControl,
}

/// How a match is set up.
pub(crate) struct Setting {
    pub(crate) map: &'static str,
    pub(crate) ruleset: &'static str,
    pub(crate) turns: i32,
    /// The limit of every clock.
    pub(crate) millis: u64,
    pub(crate) seats: SeatSet,
    /// Those among them whose clients Meydan starts.
    pub(crate) started: SeatSet,
    pub(crate) flags: Vec<(&'static str, String)>,
    pub(crate) variables: Vec<(&'static str, &'static str)>,
    pub(crate) files: Option<PathBuf>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            map: "duel",
            ruleset: "document",
            turns: 6,
            millis: 5000,
            seats: SeatSet::first(2),
            started: SeatSet::EMPTY,
            flags: Vec::new(),
            variables: Vec::new(),
            files: None,
        }
    }
}

impl Server {
    pub(crate) async fn open(setting: Setting) -> Server {
        let map = Heroes::maps().iter().find(|map| map.name == setting.map).unwrap();
        let turns = if setting.ruleset == "official" { setting.turns + 4 } else { setting.turns };
        let terms = Terms {
            options: BTreeMap::from([
                ("maxTurns".to_owned(), turns.to_string()),
                ("maxScore".to_owned(), "100000".to_owned()),
            ]),
            ..Terms::of(setting.ruleset)
        };
        let config = Heroes::config(map.bytes, &terms).unwrap();
        let mut options = HostOptions::loopback(setting.ruleset, setting.seats);
        options.started = setting.started;
        options.files = setting.files;
        let flags = setting.flags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let variable = |name: &str| {
            let found = setting.variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let parameters = Parameters::read(&flags, variable).unwrap();
        let lobby = HeroesLobby::open(config.clone(), options, parameters).await.unwrap();
        let mut time = TimeControl::of(Heroes::clocks(setting.ruleset));
        for clock in Heroes::clocks(setting.ruleset) {
            let limit = Limit { time: Some(Duration::from_millis(setting.millis)), hold: false };
            time = time.with_limit(clock.name, limit);
        }
        time.start = Duration::from_secs(60);
        let time = lobby.time_control(time);
        Server { config, lobby, time }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.lobby.address()
    }

    /// What a client that Meydan starts for this seat is told.
    pub(crate) fn token(&self, seat: u8) -> String {
        let env = self.lobby.directions(Seat(seat), self.lobby.address()).env;
        env.into_iter().find(|(name, _)| name == "AICToken").unwrap().1
    }

    /// Plays the match; `others` fill the seats that no client takes.
    pub(crate) async fn run(mut self, mut others: BTreeMap<u8, Box<dyn Player<Heroes>>>) -> Report<Heroes> {
        let game = Heroes::new(&self.config, Chance::new(Seed(7))).unwrap();
        let players =
            (0..2).map(|seat| others.remove(&seat).unwrap_or_else(|| self.lobby.player(Seat(seat))));
        let players: Vec<Box<dyn Player<Heroes>>> = players.collect();
        let header = Header { clocks: self.time.millis(), ..Header::of(&game, &self.config, Seed(7)) };
        let game = Match::new(game, players, self.time);
        let game = self.lobby.recorders().into_iter().fold(game, Match::with_recorder);
        game.run(&header).await.unwrap()
    }

    /// Plays the match with two clients.
    pub(crate) async fn run_clients(self) -> Report<Heroes> {
        self.run(BTreeMap::new()).await
    }
}
