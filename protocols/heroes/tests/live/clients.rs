//! Stand-ins for the contest's clients.

use std::net::SocketAddr;

use meydan_core::{Chance, Seed};
use meydan_heroes_wire::{DEFAULT_TOKEN, Decoder, Frame};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    decoder: Decoder,
    pub(crate) frames: usize,
}

/// What became of a client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tale {
    /// How many frames it was sent.
    pub(crate) frames: usize,
    /// The id of its first hero: 0 for team 0, 1 for team 1.
    pub(crate) first_hero: i64,
    /// Whether it heard `shutdown`.
    pub(crate) shutdown: bool,
}

impl Tale {
    /// What a client hears of a whole match: init, four picks, seven phases a turn, shutdown.
    pub(crate) fn whole(first_hero: i64, turns: usize) -> Tale {
        Tale { frames: 1 + 4 + 7 * turns + 1, first_hero, shutdown: true }
    }
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, token: &str) -> Client {
        let mut client = Client::silent(address).await;
        client.say(&json!({"name": "token", "args": [token]}).to_string()).await;
        client
    }

    /// Connects and says nothing.
    pub(crate) async fn silent(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream, decoder: Decoder::new(1 << 20), frames: 0 }
    }

    /// The next frame; `None` when the server has closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.decoder.next_frame() {
                Some(Frame::Whole(frame)) => {
                    self.frames += 1;
                    return Some(serde_json::from_slice(frame).unwrap());
                }
                Some(Frame::TooLong) => panic!("the server sent a giant frame"),
                None => match self.stream.read_buf(self.decoder.room()).await {
                    Ok(0) | Err(_) => return None,
                    Ok(_) => {}
                },
            }
        }
    }

    /// Sends a frame. A server that is gone is found when reading.
    pub(crate) async fn say(&mut self, frame: &str) {
        let _ = self.stream.write_all(format!("{frame}\0").as_bytes()).await;
    }

    pub(crate) async fn event(&mut self, kind: &str, args: Value) {
        self.say(&json!({"name": "event", "args": [{"type": kind, "args": args}]}).to_string()).await;
    }

    /// Ends the phase that a frame opened.
    pub(crate) async fn end(&mut self, frame: &Value) {
        let arg = &frame["args"][0];
        match (frame["name"].as_str().unwrap(), arg["currentPhase"].as_str()) {
            ("init", _) => self.event("init-end", json!([])).await,
            ("pick", _) => self.event("pick-end", json!([arg["currentTurn"]])).await,
            ("turn", Some("MOVE")) => {
                self.event("move-end", json!([arg["currentTurn"], arg["movePhaseNum"]])).await;
            }
            _ => self.event("action-end", json!([arg["currentTurn"]])).await,
        }
    }

    /// Plays to the end as a contestant's bot would: `each` may say something in every phase before its end marker.
    pub(crate) async fn play(mut self, mut each: impl AsyncFnMut(&mut Client, &Value)) -> Tale {
        let mut first_hero = -1;
        while let Some(frame) = self.next().await {
            if frame["name"] == "shutdown" {
                return Tale { frames: self.frames, first_hero, shutdown: true };
            }
            if let Some(id) = frame["args"][0]["myHeroes"][0]["id"].as_i64() {
                first_hero = id;
            }
            each(&mut self, &frame).await;
            self.end(&frame).await;
        }
        Tale { frames: self.frames, first_hero, shutdown: false }
    }
}

/// A whole match of random but proper orders.
pub(crate) async fn honest(address: SocketAddr, token: &str, seed: u64) -> Tale {
    let mut chance = Chance::new(Seed(seed));
    let client = Client::connect(address, token).await;
    client.play(async |client, frame| orders(client, frame, &mut chance).await).await
}

pub(crate) async fn orders(client: &mut Client, frame: &Value, chance: &mut Chance) {
    let arg = &frame["args"][0];
    let turn = &arg["currentTurn"];
    let heroes = arg["myHeroes"].as_array().cloned().unwrap_or_default();
    match (frame["name"].as_str().unwrap(), arg["currentPhase"].as_str()) {
        ("pick", _) => {
            let class = *chance.pick(&["SENTRY", "BLASTER", "HEALER", "GUARDIAN"]).unwrap();
            client.event("pick", json!([class, turn])).await;
        }
        ("turn", Some("MOVE")) => {
            for hero in heroes.iter().filter(|hero| hero["currentCell"].is_object()) {
                let direction = *chance.pick(&["UP", "DOWN", "LEFT", "\"RIGHT\""]).unwrap();
                client.event("move", json!([hero["id"], direction, turn, arg["movePhaseNum"]])).await;
            }
        }
        ("turn", Some("ACTION")) => {
            for hero in heroes.iter().filter(|hero| hero["currentCell"].is_object()) {
                let ability = &chance.pick(hero["cooldowns"].as_array().unwrap()).unwrap()["name"];
                let (row, column) = (&hero["currentCell"]["row"], &hero["currentCell"]["column"]);
                client.event("cast", json!([hero["id"], ability, row, column, turn])).await;
            }
        }
        _ => {}
    }
}

pub(crate) const ZEROS: &str = DEFAULT_TOKEN;
