//! A server with a match on it, and stand-ins for the contest's clients.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use meydan_core::trace::Header;
use meydan_core::{Chance, Game, SeatSet, Seed, Setup, Terms};
use meydan_gotham::{CityFile, Gotham};
use meydan_gotham_wire::wire::game_handler_client::GameHandlerClient;
use meydan_gotham_wire::wire::{
    AgentType, ChatCommand, DeclareReadinessCommand, GameStatus, GameView, MoveCommand, TurnType,
    WatchCommand,
};
use meydan_gotham_wire::{WireLobby, open};
use meydan_referee::{Arrivals, HostOptions, Lobby, Match, Report, Sign, TimeControl};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tonic::transport::Channel;
use tonic::{Code, Status};

/// A line of four nodes with a thief and a police unit on each side; tokens t1 to t4.
pub const LINE: &str = r#"{
  "agents": [
    {"id": 1, "nodeId": 1, "token": "t1", "team": "FIRST", "type": "THIEF", "balance": 10},
    {"id": 2, "nodeId": 1, "token": "t2", "team": "FIRST", "type": "POLICE", "balance": 10},
    {"id": 3, "nodeId": 1, "token": "t3", "team": "SECOND", "type": "THIEF", "balance": 10},
    {"id": 4, "nodeId": 1, "token": "t4", "team": "SECOND", "type": "POLICE", "balance": 10}],
  "income": {"policeIncomeEachTurn": 2, "thiefIncomeEachTurn": 3},
  "graph": {"nodes": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}], "paths": [
    {"id": 1, "firstNodeId": 1, "secondNodeId": 2, "price": 0},
    {"id": 2, "firstNodeId": 2, "secondNodeId": 3, "price": 0},
    {"id": 3, "firstNodeId": 3, "secondNodeId": 4, "price": 25}]},
  "turnSettings": {"maxTurns": 3, "visibleTurns": [2]},
  "chatSettings": {"chatBoxMaxSize": 4, "chatCostPerCharacter": 1}
}"#;

pub struct Host {
    pub address: SocketAddr,
    pub tokens: Vec<String>,
    pub arrivals: watch::Receiver<Arrivals>,
    pub playing: JoinHandle<Report<Gotham>>,
}

/// Opens a server for a match on this map and lets the referee wait for clients.
pub async fn host(map: &[u8], ruleset: &str, flags: &[(&str, &str)], files: Option<PathBuf>) -> Host {
    host_for(map, ruleset, flags, files, false).await
}

/// The same; where Meydan starts the clients, the tokens are those that they are told.
pub async fn host_for(
    map: &[u8],
    ruleset: &str,
    flags: &[(&str, &str)],
    files: Option<PathBuf>,
    started: bool,
) -> Host {
    host_under(map, ruleset, flags, files, started, TimeControl::of(Gotham::clocks(ruleset))).await
}

/// The same under other clocks than the game's own.
pub async fn host_under(
    map: &[u8],
    ruleset: &str,
    flags: &[(&str, &str)],
    files: Option<PathBuf>,
    started: bool,
    time: TimeControl,
) -> Host {
    let config = Gotham::config(map, &Terms::of(ruleset)).unwrap();
    let mut options = HostOptions::loopback(ruleset, SeatSet::first(config.units.len()));
    options.map = map.to_vec();
    options.flags =
        flags.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect::<BTreeMap<_, _>>();
    options.files = files;
    if started {
        options.started = options.seats;
    }
    let lobby = open(config, &options).await.unwrap();
    let (address, arrivals) = (lobby.address(), lobby.arrivals());
    let (file, _) = CityFile::read(map).unwrap();
    let mut tokens: Vec<String> = file.agents.into_iter().map(|agent| agent.token).collect();
    if started {
        for (seat, token) in options.seats.iter().zip(&mut tokens) {
            lobby.expect(seat, Sign::Next).await;
            *token = lobby.directions(seat, lobby.address()).args.remove(0);
        }
    }
    let (map, ruleset) = (map.to_owned(), ruleset.to_owned());
    let playing = tokio::spawn(async move { play_under(lobby, &map, &ruleset, time).await });
    Host { address, tokens, arrivals, playing }
}

/// Plays the match of a lobby.
pub async fn play(lobby: WireLobby, map: &[u8], ruleset: &str) -> Report<Gotham> {
    play_under(lobby, map, ruleset, TimeControl::of(Gotham::clocks(ruleset))).await
}

async fn play_under(mut lobby: WireLobby, map: &[u8], ruleset: &str, time: TimeControl) -> Report<Gotham> {
    let config = Gotham::config(map, &Terms::of(ruleset)).unwrap();
    let game = Gotham::new(&config, Chance::new(Seed(5))).unwrap();
    let mut time = lobby.time_control(time);
    time.start = Duration::from_secs(600);
    let header =
        Header { ruleset: ruleset.into(), clocks: time.millis(), ..Header::of(&game, &config, Seed(5)) };
    let players = game.roster().seats().map(|seat| lobby.player(seat)).collect();
    let recorders = lobby.recorders();
    let game = recorders.into_iter().fold(Match::new(game, players, time), Match::with_recorder);
    game.run(&header).await.unwrap()
}

impl Host {
    pub async fn client(&self, token: &str) -> Client {
        Client::connect(self.address, token).await
    }

    pub async fn report(self) -> Report<Gotham> {
        tokio::time::timeout(Duration::from_secs(60), self.playing).await.expect("the match ends").unwrap()
    }
}

#[derive(Clone)]
pub struct Client {
    pub stub: GameHandlerClient<Channel>,
    pub token: String,
}

impl Client {
    pub async fn connect(address: SocketAddr, token: &str) -> Client {
        Client::connect_from(None, address, token).await
    }

    /// From an address of its own.
    pub async fn connect_from(from: Option<IpAddr>, address: SocketAddr, token: &str) -> Client {
        let channel = Channel::from_shared(format!("http://{address}")).unwrap().local_address(from);
        Client { stub: GameHandlerClient::new(channel.connect().await.unwrap()), token: token.into() }
    }

    pub async fn watch(&mut self) -> Result<tonic::Streaming<GameView>, Status> {
        let command = WatchCommand { token: self.token.clone() };
        Ok(self.stub.watch(command).await?.into_inner())
    }

    pub async fn ready(&mut self, start_node_id: i32) -> Result<(), Status> {
        let command = DeclareReadinessCommand { token: self.token.clone(), start_node_id };
        self.stub.declare_readiness(command).await.map(|_| ())
    }

    pub async fn go(&mut self, to_node_id: i32) -> Result<(), Status> {
        self.stub.r#move(MoveCommand { token: self.token.clone(), to_node_id }).await.map(|_| ())
    }

    pub async fn say(&mut self, text: &str) -> Result<(), Status> {
        let command = ChatCommand { token: self.token.clone(), text: text.into() };
        self.stub.send_message(command).await.map(|_| ())
    }

    /// Plays like the contest's clients: joins on the first view whatever it says, acts once per turn number, talks
    /// from inside its move, and leaves at the end of the stream. Gives all views it saw.
    pub async fn play(mut self, start: i32) -> Vec<GameView> {
        let mut views = self.watch().await.unwrap();
        let mut seen = Vec::new();
        let mut turn = 1;
        let mut moved = false;
        while let Some(view) = views.message().await.unwrap() {
            seen.push(view.clone());
            let now = view.turn.unwrap();
            if now.turn_number != turn {
                (turn, moved) = (now.turn_number, false);
            }
            if view.status() == GameStatus::Finished {
                continue;
            }
            let viewer = view.viewer.unwrap();
            if viewer.is_dead {
                continue;
            }
            let police = matches!(viewer.r#type(), AgentType::Police | AgentType::Batman);
            if seen.len() == 1 {
                self.ready(if police { 3 } else { start }).await.unwrap();
            } else if view.status() == GameStatus::Ongoing
                && (now.turn_type() == TurnType::PoliceTurn) == police
                && !moved
            {
                let graph = view.config.unwrap().graph.unwrap();
                let ways: Vec<i32> = graph
                    .paths
                    .iter()
                    .filter(|path| path.price <= view.balance)
                    .filter_map(|path| match viewer.node_id {
                        node if node == path.first_node_id => Some(path.second_node_id),
                        node if node == path.second_node_id => Some(path.first_node_id),
                        _ => None,
                    })
                    .collect();
                let _ = self.say("1").await;
                let pick = (turn + viewer.id) as usize % (ways.len() + 1);
                let to = ways.get(pick).copied().unwrap_or(viewer.node_id);
                moved = self.go(to).await.is_ok();
            }
        }
        seen
    }
}

/// Code and words of a refusal.
pub fn refused(answer: Result<(), Status>) -> (Code, String) {
    let status = answer.expect_err("it is refused");
    (status.code(), status.message().to_owned())
}
