//! Replays the recorded matches through the whole interface but its sockets: encodings, tokens, gates, exact bodies,
//! and the files of the end.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex};

use meydan_core::{Chance, Game, Next, Seat, Status, Viewer};
use meydan_galaxy::{Action, Config, Event, Galaxy, Phase, Rejection, Rules, View};
use meydan_galaxy_wire::{Body, Chronicle, Door, News, Office, Request};
use meydan_testkit::golden;
use serde_json::{Map, Value, json};

/// The match behind the doors, with its chronicle.
struct Room {
    game: Galaxy,
    chronicle: Chronicle,
}

impl Room {
    fn act(&mut self, seat: Seat, action: Action) -> Result<Next, Rejection> {
        let mut events = Vec::new();
        let answer = self.game.act(seat, action, &mut events);
        self.tell(&events);
        answer
    }

    fn close(&mut self) {
        let mut events = Vec::new();
        self.game.close(&mut events);
        self.tell(&events);
    }

    fn tell(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.chronicle.event(event));
    }
}

struct TestDoor {
    seat: Seat,
    room: Arc<Mutex<Room>>,
}

impl Door for TestDoor {
    fn view(&self) -> View {
        self.room.lock().unwrap().game.view(Viewer::Seat(self.seat))
    }
    fn act(&self, action: Action) -> Result<Next, Option<Rejection>> {
        self.room.lock().unwrap().act(self.seat, action).map_err(Some)
    }
    fn print(&self, text: &str) {
        self.room.lock().unwrap().chronicle.printed(self.seat, text);
    }
}

#[test]
fn every_recorded_request_gets_its_recorded_answer() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/galaxy");
    let folder = golden::folder(dir.to_str().unwrap());
    let files = golden::files(&folder, ".jsonl.gz");
    assert!(!files.is_empty(), "no trace in {folder:?}");
    let (mut compared, mut raw) = (0, 0);
    for file in &files {
        let replay = Replay::of(file);
        compared += replay.compared;
        raw += replay.raw;
    }
    println!("{} traces, {compared} things compared, {raw} bodies byte by byte", files.len());
    assert!(compared > 0 && raw > 0);
}

struct Replay {
    name: String,
    line: usize,
    config: Config,
    office: Office<TestDoor>,
    room: Arc<Mutex<Room>>,
    /// The tokens as the login answers gave them.
    tokens: Vec<Option<String>>,
    turns: u32,
    compared: usize,
    raw: usize,
}

impl Replay {
    fn of(file: &Path) -> Replay {
        let lines = golden::lines(file);
        let header = &lines[0];
        let map = serde_json::to_vec(&header["map"]).unwrap();
        let config = Config::read(&map, &golden::terms(header, Rules::SETTINGS)).unwrap();
        let game = Galaxy::new(&config, Chance::scripted([])).unwrap();
        let chronicle = Chronicle::new(&config, true, true);
        let room = Arc::new(Mutex::new(Room { game, chronicle }));
        let players = config.rules().number_of_players;
        let seats = || (0..players).map(Seat);
        let port = header["config"]["client_port_start"].as_u64().unwrap() as u16;
        let mut office = Office::new(config.clone(), seats().map(|seat| (seat, format!("S{seat}"))), port);
        for seat in seats() {
            office.open_door(seat, TestDoor { seat, room: room.clone() });
        }
        let mut replay = Replay {
            name: header["name"].to_string(),
            line: 1,
            config,
            office,
            room,
            tokens: vec![None; usize::from(players)],
            turns: 0,
            compared: 0,
            raw: 0,
        };
        for line in &lines[1..] {
            replay.line += 1;
            match line["type"].as_str().unwrap() {
                "turn_start" => replay.turn_start(line),
                "request" => replay.request(line),
                "turn_end" => replay.turn_end(line),
                _ => replay.finish(line),
            }
        }
        replay
    }

    fn same(&mut self, what: &str, wanted: &Value, found: &Value) {
        if let Some(difference) = golden::difference(wanted, found) {
            panic!("{} line {}: {what} differs at {difference}", self.name, self.line);
        }
        self.compared += 1;
    }

    fn turn_start(&mut self, line: &Value) {
        if self.turns > 0 {
            self.room.lock().unwrap().close();
        }
        self.turns += 1;
        self.office.begin_turn(Seat(line["player"].as_u64().unwrap() as u8));
        self.same("state", &line["state"], &self.state());
    }

    fn turn_end(&mut self, line: &Value) {
        self.same("state", &line["state"], &self.state());
        let player = self.room.lock().unwrap().game.player();
        let finished = self.office.end_turn(player);
        self.same("finished", &json!(line["reason"] == "done"), &json!(finished));
        let decided = self.room.lock().unwrap().game.view(Viewer::Seat(player)).decided;
        self.same("won", &json!(line["reason"] == "won"), &json!(decided));
    }

    fn request(&mut self, line: &Value) {
        let player = line["player"].as_u64().map(|player| player as usize);
        let own = player.and_then(|player| self.tokens[player].clone());
        let token = match line["token"].as_str().unwrap() {
            "own" => own,
            "empty" => Some(String::new()),
            "none" => None,
            _ => Some("never issued".to_owned()),
        };
        let (content_type, body) = encode(line);
        let dice = line.get("dice").and_then(Value::as_array).cloned().unwrap_or_default();
        let draws = dice.iter().map(|die| die.as_f64().unwrap() - 1.0);
        self.room.lock().unwrap().game.chance_mut().feed(draws);
        let request = Request {
            method: line["method"].as_str().unwrap(),
            path: line["path"].as_str().unwrap(),
            token: token.as_deref().map(str::as_bytes),
            content_type,
            body: &body,
        };
        let visitor = self.office.seating().visitor(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let (answer, news) = self.office.answer(&request, visitor);
        if let Some(News::Finished(seat)) = news {
            // The player's task would do this after `/end`.
            self.room.lock().unwrap().act(seat, Action::Next).unwrap();
        }
        let left = self.room.lock().unwrap().game.chance_mut().left();
        assert_eq!(left, 0, "{} line {}: dice left over", self.name, self.line);
        if line.get("optional").is_some() {
            // A token for a player that never logged in cannot be made here: it is one that was never issued.
            let status =
                if line["token"] == "unknown_player" { 401 } else { line["status"].as_u64().unwrap() };
            self.same("status", &json!(status), &json!(answer.status));
            return;
        }
        self.same("status", &line["status"], &json!(answer.status));
        match answer.body {
            Body::Page => self.same("body", &line["body"], &Value::Null),
            Body::Json(text) => {
                let mut body: Value = serde_json::from_str(&text).unwrap();
                if request.path == "/login" && answer.status == 200 {
                    let player = body["player_id"].as_u64().unwrap() as usize;
                    self.tokens[player] = body["token"].as_str().map(str::to_owned);
                    body["token"] = json!("<opaque>");
                }
                self.same("body", &line["body"], &body);
                if let Some(raw) = line.get("raw") {
                    assert_eq!(raw.as_str(), Some(text.as_str()), "{} line {}", self.name, self.line);
                    self.raw += 1;
                }
            }
        }
        if let Some(after) = line.get("after") {
            self.same("state", after, &self.state());
        }
    }

    fn finish(&mut self, line: &Value) {
        self.room.lock().unwrap().close();
        let (log, result, status) = {
            let room = self.room.lock().unwrap();
            (room.chronicle.log(), room.chronicle.result(&self.config), room.game.status())
        };
        assert!(matches!(status, Status::Over(_)), "{}: the match is not over", self.name);
        // The order of keys is part of the files, so texts are compared.
        assert_eq!(log, python(&ordered(&line["log"], &["initialize", "turns", "score"])), "{}", self.name);
        let mut keys: Vec<String> =
            ["node_owners", "troop_count", "turn_number", "score"].map(String::from).into();
        keys.extend((0..self.tokens.len()).map(|player| format!("player{player} strategic nodes")));
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        assert_eq!(result, python(&ordered(&line["result"], &keys)), "{}", self.name);
        self.compared += 2;
    }

    fn state(&self) -> Value {
        let view = self.room.lock().unwrap().game.view(Viewer::Spectator);
        json!({
            "turn": view.turn,
            "player": view.player,
            "game_state": if view.phase == Phase::Start { 1 } else { 2 },
            "state": view.stage.number(),
            "owners": view.owners.iter().map(|owner| owner.map_or(-1, |seat| i32::from(seat.0))).collect::<Vec<_>>(),
            "troops": view.troops,
            "forts": view.forts,
            "to_place": view.reserves,
            "fort_used": view.fort_used,
            "moved": view.moved,
            "won_bonus": view.bonus,
        })
    }
}

/// The body of a request as its client would have sent it.
fn encode(line: &Value) -> (Option<&'static str>, Vec<u8>) {
    let Some(form) = line.get("form").and_then(Value::as_object) else { return (None, Vec::new()) };
    let percent = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let fields = |encode: &dyn Fn(&str) -> String| {
        let fields = form.iter().map(|(name, value)| format!("{name}={}", encode(value.as_str().unwrap())));
        fields.collect::<Vec<_>>().join("&")
    };
    let urlencoded = Some("application/x-www-form-urlencoded");
    match line["encoding"].as_str().unwrap() {
        "urlencoded" => (urlencoded, fields(&percent).into_bytes()),
        "trailing_amp" => (urlencoded, (fields(&str::to_owned) + "&").into_bytes()),
        "multipart" => {
            let part = |(name, value): (&String, &Value)| {
                let value = value.as_str().unwrap();
                format!("--XYZ\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            };
            let body = form.iter().map(part).collect::<String>() + "--XYZ--\r\n";
            (Some("multipart/form-data; boundary=XYZ"), body.into_bytes())
        }
        "json" => (Some("application/json"), serde_json::to_vec(form).unwrap()),
        // Fields in the query are not part of the path and not read.
        "query" => (None, Vec::new()),
        other => panic!("unknown encoding {other}"),
    }
}

/// An object with its keys in the order the original wrote them; the reader of the trace sorts them.
fn ordered(object: &Value, keys: &[&str]) -> Vec<(String, Value)> {
    let object = object.as_object().unwrap();
    assert_eq!(object.len(), keys.len());
    keys.iter().map(|key| ((*key).to_owned(), object[*key].clone())).collect()
}

/// Python's layout of JSON, keys of known objects in the original's order.
fn python(entries: &[(String, Value)]) -> String {
    let entries: Vec<String> =
        entries.iter().map(|(key, value)| format!("\"{key}\": {}", value_text(key, value))).collect();
    format!("{{{}}}", entries.join(", "))
}

fn value_text(key: &str, value: &Value) -> String {
    const TURN: &[&str] = &["nodes_owner", "troop_count", "add_troop", "attack", "fortify", "fort"];
    const ATTACK: &[&str] = &[
        "attacker",
        "target",
        "new_troop_count_attacker",
        "new_troop_count_target",
        "new_target_owner",
        "new_fort_troop",
    ];
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| value_text(key, item)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(object) if key == "turns" => python(&turns(object)),
        Value::Object(object) if key == "attack" && !object.is_empty() => python(&ordered(value, ATTACK)),
        Value::Object(object) if key == "fortify" && !object.is_empty() => {
            python(&ordered(value, &["number_of_troops", "path"]))
        }
        Value::Object(object) if object.is_empty() => "{}".to_owned(),
        Value::Object(_) => python(&ordered(value, TURN)),
        plain => plain.to_string(),
    }
}

fn turns(object: &Map<String, Value>) -> Vec<(String, Value)> {
    let number = |key: &str| key.strip_prefix("turn").unwrap().parse::<u32>().unwrap();
    let mut turns: Vec<_> = object.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    turns.sort_by_key(|(key, _)| number(key));
    turns
}
