//! Replays recorded matches of the original server, and derived ones of the default ruleset, and compares every
//! answer and every state.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod original;

use std::path::Path;

use meydan_core::{Chance, Game, Seat, Status, Terms, Viewer};
use meydan_galaxy::{Config, Event, Galaxy, Phase, Rules};
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
        "{} traces, {steps} steps compared; {foreign} requests are the protocol's matter (tokens, login, routing)",
        files.len()
    );
    assert!(steps > 0, "nothing was compared");
}

/// A running replay.
struct Replay {
    name: String,
    line: usize,
    game: Galaxy,
    config: Config,
    /// The original's replay log, folded from the events.
    log: Log,
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
        let mut terms = Terms::of(header["ruleset"].as_str().unwrap());
        for (name, value) in header["config"].as_object().unwrap() {
            if Rules::SETTINGS.contains(&name.as_str()) {
                terms.options.insert(name.clone(), value.to_string());
            }
        }
        let map = serde_json::to_vec(&header["map"]).unwrap();
        let config = Config::read(&map, &terms).unwrap_or_else(|e| panic!("{file:?}: {e}"));
        let game = Galaxy::new(&config, Chance::scripted([])).unwrap();
        let mut replay = Replay {
            name: header["name"].to_string(),
            line: 1,
            log: Log::new(&config),
            game,
            config,
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
        self.log.fold(&events);
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
        let seat = Seat(line["player"].as_u64().unwrap() as u8);
        let (status, body) = if let Some(action) = original::act(path, form) {
            let dice = line.get("dice").and_then(Value::as_array).unwrap_or(const { &Vec::new() });
            self.game.chance_mut().feed(dice.iter().map(|die| die.as_f64().unwrap() - 1.0));
            let mut events = Vec::new();
            let answer = match self.game.act(seat, action, &mut events) {
                Ok(_) => original::taken(&action, &self.game.view(Viewer::Seat(seat))),
                Err(rejection) => original::refused(&action, rejection),
            };
            assert_eq!(self.game.chance_mut().left(), 0, "{} line {}: dice left over", self.name, self.line);
            self.log.fold(&events);
            answer
        } else {
            let view = self.game.view(Viewer::Seat(seat));
            let my_turn = view.player == seat && !view.decided;
            match original::asked(path, form, &view, &self.config) {
                Some(_) if !my_turn => (403, json!({"error": "It's not your turn"})),
                Some(answer) => answer,
                None => {
                    self.foreign += 1;
                    return;
                }
            }
        };
        self.same("status", &line["status"], &json!(status));
        self.same("body", &line["body"], &body);
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
        self.same("log", &line["log"], &self.log.json(&scores));

        let state = self.state();
        let mut result = json!({
            "node_owners": state["owners"],
            "troop_count": state["troops"],
            "turn_number": state["turn"],
            "score": scores,
        });
        for (player, count) in counts.iter().enumerate() {
            result[format!("player{player} strategic nodes")] = json!(count);
        }
        self.same("result", &line["result"], &result);
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

/// The original's replay log (spec 11), made from nothing but events: what it tells must be derivable from them.
struct Log {
    owners: Vec<i32>,
    troops: Vec<i64>,
    forts: Vec<i64>,
    placed: Vec<Value>,
    turns: Map<String, Value>,
    turn: Value,
    player: i32,
    last_start_turn: u32,
}

impl Log {
    fn new(config: &Config) -> Log {
        let planets = config.map().len();
        let mut log = Log {
            owners: vec![-1; planets],
            troops: vec![0; planets],
            forts: vec![0; planets],
            placed: Vec::new(),
            turns: Map::new(),
            turn: Value::Null,
            player: 1,
            last_start_turn: config.rules().last_start_turn(),
        };
        log.begin();
        log
    }

    fn begin(&mut self) {
        self.turn = json!({
            "nodes_owner": self.owners, "troop_count": self.troops,
            "add_troop": [], "attack": [], "fortify": {}, "fort": [],
        });
    }

    fn fold(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::TurnStarted { player, .. } => {
                    self.player = i32::from(player.0);
                    self.begin();
                }
                Event::Placed { planet, .. } => {
                    self.owners[planet.index()] = self.player;
                    self.troops[planet.index()] += 1;
                    self.placed.push(json!([self.player, planet]));
                }
                Event::Deployed { planet, troops, .. } => {
                    self.owners[planet.index()] = self.player;
                    self.troops[planet.index()] += troops;
                    self.push("add_troop", json!([planet, troops]));
                }
                Event::Claimed { planet, .. } => self.owners[planet.index()] = self.player,
                Event::Fought { from, to, owner, from_troops, to_troops, to_forts, .. } => {
                    self.troops[from.index()] = *from_troops;
                    self.owners[to.index()] = i32::from(owner.0);
                    self.troops[to.index()] = *to_troops;
                    self.forts[to.index()] = *to_forts;
                    let entry = json!({
                        "attacker": from, "target": to,
                        "new_troop_count_attacker": from_troops, "new_troop_count_target": to_troops,
                        "new_target_owner": owner, "new_fort_troop": to_forts,
                    });
                    self.push("attack", entry);
                }
                Event::Moved { troops, from, to, .. } => {
                    self.troops[from.index()] -= troops;
                    self.troops[to.index()] += troops;
                    self.turn["fortify"] = json!({"number_of_troops": troops, "path": []});
                }
                Event::Passed { planet } => {
                    self.turn["fortify"]["path"].as_array_mut().unwrap().push(json!(planet));
                }
                Event::Fortified { planet, troops, forts, .. } => {
                    self.troops[planet.index()] -= troops;
                    self.forts[planet.index()] = *forts;
                }
                Event::TurnEnded { turn, .. } if *turn > self.last_start_turn => {
                    self.turn["fort"] = json!(self.forts);
                    self.turns.insert(format!("turn{turn}"), self.turn.take());
                }
                Event::Attacked { .. }
                | Event::Rolled { .. }
                | Event::Stumbled { .. }
                | Event::StageChanged { .. }
                | Event::TurnEnded { .. }
                | Event::Ended { .. }
                | Event::Scored { .. } => {}
            }
        }
    }

    fn push(&mut self, list: &str, entry: Value) {
        self.turn[list].as_array_mut().unwrap().push(entry);
    }

    fn json(&self, scores: &[i64]) -> Value {
        json!({"initialize": self.placed, "turns": self.turns, "score": scores})
    }
}
