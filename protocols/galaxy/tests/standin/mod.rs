//! A client of the original kind: it logs in, listens on the port it is given, says that it is ready, and plays when it
//! is called.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use meydan_core::trace::Header;
use meydan_core::{Bot, Chance, Game, Seat, SeatSet, Seed, Setup, Terms};
use meydan_galaxy::{Config, Galaxy};
use meydan_galaxy_wire::open;
use meydan_referee::{HostOptions, HousePlayer, Lobby, Match, Player, Report, TimeControl};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// How a client writes its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kit {
    /// Urlencoded.
    Python,
    /// Multipart.
    JavaScript,
    /// Urlencoded with a trailing `&`; multipart for the login.
    Cpp,
}

/// The server of a match under way.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) lobby: Box<dyn Lobby<Galaxy>>,
    config: Config,
    ruleset: String,
}

/// Three ports in a row that nobody uses.
fn free_ports() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Below the range from which the system takes ports for outgoing connections.
    let start = 10_000 + (std::process::id() % 2_000) as u16 * 9;
    loop {
        let base = start + NEXT.fetch_add(3, Ordering::Relaxed) % 3_000;
        let free = |port| std::net::TcpListener::bind(("127.0.0.1", port)).is_ok();
        if (base..base + 3).all(free) {
            return base;
        }
    }
}

impl Server {
    /// Opens the server on any free port, with flags of the original and settings of the rules.
    pub(crate) async fn open(
        ruleset: &str,
        seats: &[u8],
        settings: &[(&str, &str)],
        flags: &[(&str, &str)],
        files: Option<std::path::PathBuf>,
    ) -> Server {
        Server::open_started(ruleset, seats, &[], settings, flags, files).await
    }

    /// The same, where the clients of some seats are started by Meydan.
    pub(crate) async fn open_started(
        ruleset: &str,
        seats: &[u8],
        started: &[u8],
        settings: &[(&str, &str)],
        flags: &[(&str, &str)],
        files: Option<std::path::PathBuf>,
    ) -> Server {
        let mut terms = Terms::of(ruleset);
        terms.options = settings.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        let map = Galaxy::maps().iter().find(|map| map.name == "cradle").unwrap();
        let config = Galaxy::config(map.bytes, &terms).unwrap();
        let seats: SeatSet = seats.iter().map(|&seat| Seat(seat)).collect();
        let mut options = HostOptions::loopback(ruleset, seats);
        options.flags = flags.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        options.flags.insert("client_port_start".into(), free_ports().to_string());
        options.started = started.iter().map(|&seat| Seat(seat)).collect();
        options.files = files;
        let lobby = open(config.clone(), options).await.unwrap();
        Server { address: lobby.address(), lobby, config, ruleset: ruleset.into() }
    }

    /// Plays the match; seats without a bot are the clients'.
    pub(crate) async fn play(self, bots: [Option<Box<dyn Bot<Galaxy>>>; 3]) -> Played {
        self.play_wrapped(bots, |player| player).await
    }

    /// The same with something around the clients' players.
    pub(crate) async fn play_wrapped(
        mut self,
        mut bots: [Option<Box<dyn Bot<Galaxy>>>; 3],
        wrap: impl Fn(Box<dyn Player<Galaxy>>) -> Box<dyn Player<Galaxy>>,
    ) -> Played {
        let time = self.lobby.time_control(TimeControl::of(Galaxy::clocks(&self.ruleset)));
        let players = (0..3).map(|seat| -> Box<dyn Player<Galaxy>> {
            match bots[usize::from(seat)].take() {
                Some(bot) => Box::new(HousePlayer::new(bot)),
                None => wrap(self.lobby.player(Seat(seat))),
            }
        });
        let players = players.collect();
        let game = Galaxy::new(&self.config, Chance::new(Seed(5))).unwrap();
        let header = Header {
            ruleset: self.ruleset.clone(),
            clocks: time.millis(),
            ..Header::of(&game, &self.config, Seed(5))
        };
        let recorders = self.lobby.recorders();
        let game = recorders.into_iter().fold(Match::new(game, players, time), Match::with_recorder);
        let report = game.run(&header).await.unwrap();
        Played { report, _lobby: self.lobby }
    }
}

/// A match that was played; the server still answers.
pub(crate) struct Played {
    pub(crate) report: Report<Galaxy>,
    _lobby: Box<dyn Lobby<Galaxy>>,
}

/// Sends one request on a connection of its own and gives status and body.
pub(crate) async fn send(address: SocketAddr, request: &[u8]) -> std::io::Result<(u16, String)> {
    send_on(TcpStream::connect(address).await?, request).await
}

/// Sends one request on this connection and gives status and body.
pub(crate) async fn send_on(mut stream: TcpStream, request: &[u8]) -> std::io::Result<(u16, String)> {
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.ok_or(std::io::ErrorKind::InvalidData)?, body.to_owned()))
}

/// A logged-in client.
pub(crate) struct Client {
    pub(crate) server: SocketAddr,
    pub(crate) id: u64,
    pub(crate) token: String,
    pub(crate) secret: String,
    kit: Kit,
    /// Where it is called; `None` for one that does not listen.
    pub(crate) listener: Option<TcpListener>,
    /// What it was called for, in order.
    pub(crate) calls: Vec<String>,
    /// Calls that it hears and does not answer.
    pub(crate) deaf_to: &'static [&'static str],
    /// The status with which it answers.
    pub(crate) status: &'static str,
    unanswered: Vec<TcpStream>,
}

impl Client {
    /// Logs in and listens, but does not say that it is ready.
    pub(crate) async fn login(server: SocketAddr, kit: Kit, secret: &str) -> Client {
        let stream = TcpStream::connect(server).await.unwrap();
        Client::login_on(stream, server, kit, secret).await
    }

    /// The same on a connection that was opened before.
    pub(crate) async fn login_on(stream: TcpStream, server: SocketAddr, kit: Kit, secret: &str) -> Client {
        let fields = [("token", secret)];
        let kit_of_login = if kit == Kit::Cpp { Kit::JavaScript } else { kit };
        let request = post("/login", None, kit_of_login, &fields);
        let (status, body) = send_on(stream, request.as_bytes()).await.unwrap();
        assert_eq!(status, 200, "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        let port = body["port"].as_u64().unwrap() as u16;
        Client {
            server,
            id: body["player_id"].as_u64().unwrap(),
            token: body["token"].as_str().unwrap().to_owned(),
            secret: secret.to_owned(),
            kit,
            listener: Some(TcpListener::bind(("127.0.0.1", port)).await.unwrap()),
            calls: Vec::new(),
            deaf_to: &[],
            status: "200 OK",
            unanswered: Vec::new(),
        }
    }

    pub(crate) async fn ready(&self) {
        let (status, _) = self.get("/ready").await;
        assert_eq!(status, 200);
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let token = &self.token;
        let request = format!("GET {path} HTTP/1.1\r\nHost: h\r\nx-access-token: {token}\r\n\r\n");
        let (status, body) = send(self.server, request.as_bytes()).await.unwrap();
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> (u16, Value) {
        let request = post(path, Some(&self.token), self.kit, fields);
        let (status, body) = send(self.server, request.as_bytes()).await.unwrap();
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Waits for the next call, answers it, and gives its path.
    pub(crate) async fn called(&mut self) -> String {
        let listener = self.listener.as_ref().unwrap();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            let mut buffer = [0; 1024];
            while !request.ends_with(b"\r\n\r\n") {
                match stream.read(&mut buffer).await {
                    Ok(0) | Err(_) => break,
                    Ok(count) => request.extend_from_slice(&buffer[..count]),
                }
            }
            let request = String::from_utf8(request).unwrap();
            let Some(path) = request.split(' ').nth(1).map(str::to_owned) else { continue };
            let header = format!("x-access-token: {}\r\n", self.secret);
            assert!(request.contains(&header), "{request}");
            self.calls.push(path.clone());
            if self.deaf_to.contains(&path.as_str()) {
                self.unanswered.push(stream);
            } else {
                let answer = format!("HTTP/1.1 {}\r\nContent-Length: 2\r\n\r\nok", self.status);
                let _ = stream.write_all(answer.as_bytes()).await;
            }
            return path;
        }
    }

    /// Plays until it is killed: places where it can, then attacks whatever is weaker.
    pub(crate) async fn play(mut self) -> Client {
        loop {
            match self.called().await.as_str() {
                "/init" => self.place().await,
                "/turn" => self.turn().await,
                "/end" => {}
                "/kill" => return self,
                other => panic!("unknown call {other}"),
            }
        }
    }

    pub(crate) async fn place(&self) {
        let (_, owners) = self.get("/get_owners").await;
        for (node, owner) in owners.as_object().unwrap() {
            if *owner == -1 || *owner == self.id {
                let (status, body) = self.post("/put_one_troop", &[("node_id", node)]).await;
                assert_eq!((status, &body["message"]), (200, &Value::from("troop added successfully")));
                break;
            }
        }
        let (status, body) = self.get("/next_state").await;
        assert_eq!((status, body["game_state"].as_u64()), (200, Some(5)));
    }

    pub(crate) async fn turn(&self) {
        let (_, reserve) = self.get("/get_number_of_troops_to_put").await;
        let (_, owners) = self.get("/get_owners").await;
        let reserve = reserve["number_of_troops"].as_u64().unwrap();
        let mine = |owners: &Value, node: &str| owners[node] == self.id;
        let own: Vec<String> =
            owners.as_object().unwrap().keys().filter(|node| mine(&owners, node)).cloned().collect();
        if let Some(node) = own.first().filter(|_| reserve > 0) {
            let fields = [("node_id", node.as_str()), ("number_of_troops", &reserve.to_string())];
            assert_eq!(self.post("/put_troop", &fields).await.0, 200);
        }
        assert_eq!(self.get("/next_state").await.1["game_state"], 2);
        let (_, adjacent) = self.get("/get_adj").await;
        let (_, troops) = self.get("/get_troops_count").await;
        'attack: for node in &own {
            for target in adjacent[node].as_array().unwrap() {
                let target = target.to_string();
                let weaker = troops[node].as_i64() > troops[&target].as_i64().map(|troops| troops + 1);
                if weaker && owners[&target] != self.id && owners[&target] != -1 {
                    let fields = [
                        ("attacking_id", node.as_str()),
                        ("target_id", &target),
                        ("fraction", "0"),
                        ("move_fraction", "0.5"),
                    ];
                    let (status, body) = self.post("/attack", &fields).await;
                    assert_eq!((status, body["message"].as_str()), (200, Some("attack successful")));
                    break 'attack;
                }
            }
        }
        for stage in [3, 4, 5] {
            let (status, body) = self.get("/next_state").await;
            // Under `document` the attack may have won the match.
            if status == 403 {
                return;
            }
            assert_eq!(body["game_state"], stage);
        }
    }
}

/// A POST as a kit writes it.
pub(crate) fn post(path: &str, token: Option<&str>, kit: Kit, fields: &[(&str, &str)]) -> String {
    let pair = |(name, value): &(&str, &str)| format!("{name}={value}");
    let (kind, body) = match kit {
        Kit::Python => {
            ("application/x-www-form-urlencoded", fields.iter().map(pair).collect::<Vec<_>>().join("&"))
        }
        Kit::Cpp => (
            "application/x-www-form-urlencoded",
            fields.iter().map(|field| pair(field) + "&").collect::<String>(),
        ),
        Kit::JavaScript => {
            let part = |(name, value): &(&str, &str)| {
                format!("--XYZ\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            };
            ("multipart/form-data; boundary=XYZ", fields.iter().map(part).collect::<String>() + "--XYZ--\r\n")
        }
    };
    let token = token.map_or(String::new(), |token| format!("x-access-token: {token}\r\n"));
    // The C++ kit offers an upgrade to HTTP/2, which has to be ignored.
    let upgrade =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n";
    let upgrade = if kit == Kit::Cpp { upgrade } else { "" };
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: h\r\n{token}{upgrade}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// A bot in this process that places a troop and passes.
pub(crate) fn idle_bot() -> Box<dyn Bot<Galaxy>> {
    use meydan_core::{Desk, Next};
    use meydan_galaxy::Action;
    Box::new(|desk: &mut dyn Desk<Galaxy>| {
        for planet in 0..12 {
            if desk.act(Action::place(planet)).is_ok() {
                break;
            }
        }
        while desk.act(Action::Next) == Ok(Next::More) {}
    })
}

/// Long enough for a match of these tests on a busy machine; only a hanging one reaches it.
pub(crate) const HANGS: Duration = Duration::from_secs(120);
