//! A server under test and stand-ins for the contest's clients.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use meydan_core::trace::{Entrant, Header};
use meydan_core::{Chance, Fault, Game, Outcome, Setup};
use meydan_jungle::{Jungle, Ruleset};
use meydan_jungle_wire::options::{Options, Wish};
use meydan_jungle_wire::{Place, series};
use meydan_referee::{Match, SeriesError, Session, TimeControl};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server that plays one match, or as many as the test waits for.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    played: Arc<Mutex<Vec<Played>>>,
    log: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<Result<(), SeriesError>>,
}

/// A match that was played.
pub(crate) struct Played {
    pub(crate) map: String,
    pub(crate) outcome: Outcome,
    pub(crate) faults: Vec<Fault>,
    pub(crate) ticks: u32,
    /// Who registered, by seat.
    pub(crate) names: Vec<String>,
    /// The result list, best first, as the server tells it.
    pub(crate) results: Vec<String>,
}

impl Server {
    /// Starts with these flags; two teams, one match, no pause and much time where they say nothing else.
    pub(crate) async fn start(flags: &[&str]) -> Server {
        let usual = [
            "--port=0",
            "--nbOfTeams=2",
            "--nbOfUnitsPerTeam=2",
            "--keepAlive=false",
            "--delayBetweenTicksMs=0",
            "--mapName=clearing",
            "--timePerTickMs=5000",
        ];
        let args: Vec<String> = usual.iter().chain(flags).map(|flag| flag.to_string()).collect();
        let Wish::Serve(options) = Options::read(&args, |_| None).unwrap() else { panic!("{args:?}") };
        let place = Place { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), ruleset: Ruleset::Official, seed: Some(5) };
        let (log, played) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let (lines, matches) = (log.clone(), played.clone());
        let say = Arc::new(move |text: &str| lines.lock().unwrap().push(text.to_owned()));
        let mut series = series(*options, place, say).await.unwrap();
        let (address, lines) = (series.address(), log.clone());
        let task = tokio::spawn(async move {
            while let Some(session) = series.next().await? {
                let told = lines.lock().unwrap().len();
                let mut played = play(session).await;
                let is_result = |line: &&String| line.ends_with(" points");
                played.results = lines.lock().unwrap()[told..].iter().filter(is_result).cloned().collect();
                matches.lock().unwrap().push(played);
            }
            Ok(())
        });
        Server { address, played, log, task }
    }

    /// Waits for the end of the only match.
    pub(crate) async fn end(mut self) -> Played {
        (&mut self.task).await.unwrap().unwrap();
        self.played.lock().unwrap().remove(0)
    }

    /// Waits for the end of a server that gives up.
    pub(crate) async fn failure(mut self) -> String {
        (&mut self.task).await.unwrap().unwrap_err().to_string()
    }

    /// What the server has noted so far.
    pub(crate) fn noted(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }
}

/// Plays a match of a series.
async fn play(session: Session<Jungle>) -> Played {
    let Session { config, ruleset, map, seed, mut lobby, .. } = session;
    let game = Jungle::new(&config, Chance::new(seed)).unwrap();
    let time = lobby.time_control(TimeControl::of(Jungle::clocks(ruleset)));
    let arrivals = lobby.arrivals().borrow().clone();
    let names: Vec<String> = arrivals.into_values().map(|guest| guest.name.unwrap()).collect();
    let header = Header {
        ruleset: ruleset.into(),
        map: map.clone(),
        entrants: names.iter().map(Entrant::wire).collect(),
        clocks: time.millis(),
        ..Header::of(&game, &config, seed)
    };
    let players = game.roster().seats().map(|seat| lobby.player(seat)).collect();
    let game = Match::new(game, players, time);
    let report = lobby.recorders().into_iter().fold(game, Match::with_recorder).run(&header).await.unwrap();
    let (outcome, faults, ticks) = (report.outcome.unwrap(), report.faults, report.windows);
    Played { map, outcome, faults, ticks, names, results: Vec::new() }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A client of the contest.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Client {
        let (socket, _) = connect_async(format!("ws://{address}/any/path")).await.unwrap();
        Client { socket }
    }

    /// Connects and registers by name, as the kits do.
    pub(crate) async fn bot(address: SocketAddr, name: &str) -> Client {
        let mut client = Client::connect(address).await;
        client.send(json!({"type": "REGISTER", "teamName": name})).await;
        client
    }

    pub(crate) async fn send(&mut self, value: Value) {
        self.text(&value.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next frame; `None` when the server has closed the socket.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(frame))) => {
                    assert_eq!(frame, None, "the server says goodbye without a reason");
                    return None;
                }
                Some(Ok(other)) => panic!("the server sent {other:?}"),
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The next TICK, which must come.
    pub(crate) async fn tick(&mut self) -> Value {
        let tick = self.next().await.expect("a tick comes");
        assert_eq!(tick["type"], "TICK");
        tick
    }

    /// Answers a tick.
    pub(crate) async fn answer(&mut self, tick: &Value, actions: Value) {
        self.send(json!({"type": "COMMAND", "tick": tick["tick"], "actions": actions})).await;
    }

    /// Plays like a simple bot until the server closes; gives all ticks.
    pub(crate) async fn play(mut self) -> Vec<Value> {
        let mut ticks = Vec::new();
        while let Some(tick) = self.next().await {
            let actions = simple_actions(&tick);
            self.answer(&tick, actions).await;
            ticks.push(tick);
        }
        ticks
    }
}

/// The team of the receiver.
pub(crate) fn own(tick: &Value) -> &Value {
    let teams = tick["teams"].as_array().unwrap();
    teams.iter().find(|team| team["id"] == tick["teamId"]).unwrap()
}

/// What a first bot does: spawn, walk to a free diamond, raise it once, drop it.
pub(crate) fn simple_actions(tick: &Value) -> Value {
    let tiles = tick["map"]["tiles"].as_array().unwrap();
    let spawns: Vec<Value> = (0..tiles.len())
        .flat_map(|x| (0..tiles[x].as_array().unwrap().len()).map(move |y| (x, y)))
        .filter(|&(x, y)| tiles[x][y] == "SPAWN")
        .map(|(x, y)| json!({"x": x, "y": y}))
        .collect();
    let diamonds = tick["map"]["diamonds"].as_array().unwrap();
    let units = own(tick)["units"].as_array().unwrap();
    let mut actions = Vec::new();
    for (i, unit) in units.iter().enumerate() {
        let id = &unit["id"];
        let number: usize = id.as_str().unwrap().parse().unwrap();
        let order = |action: &str, target: Value| json!({"type": "UNIT", "unitId": id, "action": action, "target": target});
        if unit["hasSpawned"] == false {
            actions.push(order("SPAWN", spawns[number * 7 % spawns.len()].clone()));
        } else if let Some(diamond) = diamonds.iter().find(|diamond| diamond["ownerId"] == *id) {
            let here = &unit["position"];
            let beside =
                json!({"x": here["x"], "y": here["y"].as_i64().unwrap() + if i % 2 == 0 { 1 } else { -1 }});
            match (unit["isSummoning"].as_bool().unwrap(), diamond["summonLevel"].as_i64().unwrap()) {
                (true, _) => actions.push(order("NONE", Value::Null)),
                (false, 1) => actions.push(json!({"type": "UNIT", "unitId": id, "action": "SUMMON"})),
                _ => actions.push(order("DROP", beside)),
            }
        } else if let Some(diamond) = diamonds.get(number % diamonds.len()) {
            actions.push(order("MOVE", diamond["position"].clone()));
        }
    }
    Value::Array(actions)
}
