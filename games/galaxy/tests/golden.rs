//! Replays recorded matches of the original server, and derived ones of the default ruleset, and compares every
//! status, every state and the score. The bodies and the log files are compared where they are written, in the tests
//! of the protocol.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use meydan_core::{Chance, Game, Next, Seat, Status, Viewer};
use meydan_galaxy::{Action, Config, Event, Galaxy, Phase, Rejection, Reply, Rules, Ruleset};
use meydan_testkit::golden;
use serde_json::{Map, Value, json};

#[test]
fn every_recorded_match_is_reproduced() {
    let folder = golden::folder(env!("CARGO_MANIFEST_DIR"));
    let files = golden::files(&folder, ".jsonl.gz");
    assert!(!files.is_empty(), "no trace in {folder:?}");
    let (mut steps, mut foreign) = (0, 0);
    for file in &files {
        let replay = Replay::of(file);
        steps += replay.compared;
        foreign += replay.foreign;
    }
    println!(
        "{} traces, {steps} steps compared; {foreign} requests are the protocol's matter (tokens, login, questions)",
        files.len()
    );
    assert!(steps > 0, "nothing was compared");
}

/// A running replay.
struct Replay {
    name: String,
    line: usize,
    ruleset: Ruleset,
    game: Galaxy,
    started: bool,
    /// Why the running turn will end, once the trace has told it.
    turn_end: Value,
    compared: usize,
    foreign: usize,
}

impl Replay {
    fn of(file: &Path) -> Replay {
        let lines = golden::lines(file);
        let header = &lines[0];
        let map = serde_json::to_vec(&header["map"]).unwrap();
        let config = Config::read(&map, &golden::terms(header, Rules::SETTINGS)).unwrap();
        let game = Galaxy::new(&config, Chance::scripted([])).unwrap();
        let mut replay = Replay {
            name: header["name"].to_string(),
            line: 1,
            ruleset: config.rules().ruleset,
            game,
            started: false,
            turn_end: Value::Null,
            compared: 0,
            foreign: 0,
        };
        for line in &lines[1..] {
            replay.line += 1;
            match line["type"].as_str().unwrap() {
                "turn_start" => replay.turn_start(line),
                "request" => replay.request(line),
                "turn_end" => replay.turn_end(line),
                "finish" => replay.finish(line),
                other => panic!("{}: unknown record {other}", replay.name),
            }
        }
        assert!(matches!(replay.game.status(), Status::Over(_)), "{}: the match is not over", replay.name);
        replay
    }

    fn same(&mut self, what: &str, wanted: &Value, found: &Value) {
        if let Some(difference) = golden::difference(wanted, found) {
            panic!("{} line {}: {what} differs at {difference}", self.name, self.line);
        }
        self.compared += 1;
    }

    fn turn_start(&mut self, line: &Value) {
        if std::mem::replace(&mut self.started, true) {
            self.close();
        }
        let callback = if self.game.phase() == Phase::Start { "/init" } else { "/turn" };
        self.same("callback", &line["callback"], &json!(callback));
        self.same("state", &line["state"], &self.state());
    }

    fn turn_end(&mut self, line: &Value) {
        self.same("state", &line["state"], &self.state());
        self.turn_end = line["reason"].clone();
    }

    fn close(&mut self) {
        let mut events = Vec::new();
        self.game.close(&mut events);
        let Some(Event::TurnEnded { why, .. }) = events.first() else {
            panic!("{} line {}: a window closes with the end of its turn", self.name, self.line);
        };
        let (wanted, why) = (self.turn_end.take(), serde_json::to_value(why).unwrap());
        self.same("reason of the turn's end", &wanted, &why);
    }

    fn request(&mut self, line: &Value) {
        let none = Map::new();
        let path = line["path"].as_str().unwrap();
        // Fields of a JSON body or of a query are not read.
        let unread = matches!(line["encoding"].as_str(), Some("json" | "query"));
        let form = line["form"].as_object().filter(|_| !unread).unwrap_or(&none);
        let token_taken = line["token"] == "own" && !line["player"].is_null();
        if !token_taken || !self.started || line.get("optional").is_some() {
            self.foreign += 1;
            return;
        }
        let Some(action) = act(path, form, self.ruleset) else {
            self.foreign += 1;
            return;
        };
        let seat = Seat(line["player"].as_u64().unwrap() as u8);
        let dice = line.get("dice").and_then(Value::as_array).unwrap_or(const { &Vec::new() });
        self.game.chance_mut().feed(dice.iter().map(|die| die.as_f64().unwrap() - 1.0));
        let answer = self.game.act(seat, action, &mut Vec::new());
        assert_eq!(self.game.chance_mut().left(), 0, "{} line {}: dice left over", self.name, self.line);
        let reply = self.game.view(Viewer::Seat(seat)).reply;
        self.same("status", &line["status"], &json!(status(answer, reply)));
        if let Some(after) = line.get("after") {
            self.same("state", after, &self.state());
        }
    }

    fn finish(&mut self, line: &Value) {
        self.same("state", &line["state"], &self.state());
        self.close();
        let Status::Over(outcome) = self.game.status() else {
            panic!("{}: the match is not over after turn {}", self.name, self.game.turn());
        };
        self.same("turn", &line["turn"], &json!(self.game.turn()));
        self.same("reason", &line["reason"], &json!(outcome.reason));
        let scores: Vec<i64> = outcome.standings.iter().map(|standing| standing.score).collect();
        self.same("score", &line["score"], &json!(scores));
        let seats = || self.game.roster().seats();
        let counts: Vec<u32> = seats().map(|seat| self.game.strategic_count(seat)).collect();
        self.same("strategic_counts", &line["strategic_counts"], &json!(counts));
    }

    /// The state as the traces write it.
    fn state(&self) -> Value {
        let view = self.game.view(Viewer::Spectator);
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

/// The act that a request stands for, as the protocol converts it; `None` if it only asks. A field that is missing or
/// cannot be read becomes a value that the rules refuse in its place.
fn act(path: &str, form: &Map<String, Value>, ruleset: Ruleset) -> Option<Action> {
    let text = |name: &str| form.get(name).and_then(Value::as_str).map(plain);
    let whole = |name: &str| text(name).and_then(|text| text.parse::<i64>().ok());
    let real = |name: &str| text(name).and_then(|text| text.parse::<f64>().ok());
    let planet = |name: &str| whole(name).unwrap_or(-1);
    let troops = |name: &str| whole(name).unwrap_or(i64::MAX);
    Some(match path {
        "/put_one_troop" => Action::place(planet("node_id")),
        "/put_troop" => Action::deploy(planet("node_id"), troops("number_of_troops")),
        "/attack" => {
            let (from, to) = (planet("attacking_id"), planet("target_id"));
            let (ratio, share) = (real("fraction"), real("move_fraction"));
            let number = |real: &f64| !real.is_nan() || ruleset == Ruleset::Official;
            match ratio.filter(number).zip(share.filter(number)) {
                None => Action::attack(from, to, 0.0, 0.0),
                // Without a number, as with an endless one, no dice are rolled.
                Some((ratio, share)) => {
                    let ratio = if ratio.is_nan() { f64::MAX } else { ratio.clamp(f64::MIN, f64::MAX) };
                    match share.is_nan() {
                        true => Action::feint(from, to, ratio),
                        false => Action::attack(from, to, ratio, share),
                    }
                }
            }
        }
        "/move_troop" => Action::transfer(planet("source"), planet("destination"), troops("troop_count")),
        "/fort" => Action::fort(planet("node_id"), troops("troop_count")),
        "/next_state" => Action::Next,
        _ => return None,
    })
}

/// A number without what the original allows around and between its digits.
fn plain(text: &str) -> String {
    text.trim().replace('_', "").replace('۳', "3")
}

/// The status with which the original answers an act.
fn status(answer: Result<Next, Rejection>, reply: Reply) -> u16 {
    match (answer, reply) {
        (Ok(_), Reply::Stumbled) => 500,
        (Ok(_), Reply::ClaimedOnly) => 400,
        (Ok(_), _) | (Err(Rejection::SamePlanet), _) => 200,
        (Err(Rejection::NotYourTurn), _) => 403,
        (Err(_), _) => 400,
    }
}
