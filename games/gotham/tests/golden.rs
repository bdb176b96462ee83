//! Replays recorded games of the original servers, and the derived ones of the document's rules.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::Path;

use meydan_core::{Chance, Game, Seat, Status, Viewer};
use meydan_gotham::{
    Action, CityFile, Config, Event, Gotham, Half, Kind, Mistake, Phase, Ruleset, Team, UnitState, View,
    is_blank,
};
use meydan_testkit::golden;
use serde_json::{Value, json};

#[test]
fn every_recorded_game_plays_the_same() {
    let folder = golden::folder(env!("CARGO_MANIFEST_DIR"));
    let files = golden::files(&folder, ".jsonl.gz");
    assert!(!files.is_empty(), "there is no trace in {folder:?}");
    let mut steps = 0;
    for file in &files {
        steps += replay(file);
    }
    println!("gotham: {} traces, {steps} steps compared", files.len());
}

/// A game under replay, with the last known state and view of every unit.
struct Replay {
    game: Gotham,
    map: CityFile,
    states: BTreeMap<String, Value>,
    views: BTreeMap<String, Value>,
}

fn replay(file: &Path) -> usize {
    let records = golden::lines(file);
    let header = &records[0];
    let ruleset = Ruleset::named(header["ruleset"].as_str().unwrap()).unwrap();
    let (map, drawing) = CityFile::read(header["map"].to_string().as_bytes()).unwrap();
    let config = map.config(ruleset, drawing.as_ref()).unwrap();
    compare_order(file, header, &config);
    let game = Gotham::new(&config, Chance::scripted([])).unwrap();
    let mut replay = Replay { game, map, states: BTreeMap::new(), views: BTreeMap::new() };
    for record in &records {
        let fail = |what: &str| -> ! { panic!("{} step {}: {what}", file.display(), record["step"]) };
        if let Some(difference) = replay.step(record) {
            fail(&difference);
        }
    }
    if records.last().unwrap()["status"] == "FINISHED" {
        assert!(matches!(replay.game.status(), Status::Over(_)), "{file:?} ends");
    }
    records.len()
}

fn compare_order(file: &Path, header: &Value, config: &Config) {
    let ids = |key: &str| header["config_view"][key].clone();
    let order: Vec<i32> = config.order.iter().map(|&seat| config.units[usize::from(seat)].id).collect();
    let nodes: Vec<i32> = config.nodes.iter().map(|node| node.id).collect();
    let paths: Vec<i32> = config.paths.iter().map(|path| path.id).collect();
    assert_eq!(json!(order), header["agent_iteration_order"], "{file:?}: the order of the units");
    assert_eq!(json!(nodes), ids("node_ids"), "{file:?}: the order of the nodes");
    assert_eq!(json!(paths), ids("path_ids"), "{file:?}: the order of the paths");
}

impl Replay {
    /// Applies one record and says what differs afterwards.
    fn step(&mut self, record: &Value) -> Option<String> {
        let mut log = Vec::new();
        let coins = record["coin"].as_array().cloned().unwrap_or_default();
        self.game.chance_mut().feed(coins.iter().map(|coin| f64::from(u8::from(coin.as_bool().unwrap()))));
        let mut answer = None;
        match record["kind"].as_str().unwrap() {
            "header" => {}
            "command" => answer = Some(self.command(&record["command"], &mut log)),
            "started" => self.game.begin(&mut log),
            "turn_open" | "finished" => self.game.close(&mut log),
            kind => panic!("unknown record kind {kind}"),
        }
        if self.game.chance_mut().left() > 0 {
            return Some("not every recorded flip was drawn".into());
        }
        if let Some(answer) = answer {
            let wanted = match (record["ok"].as_bool().unwrap(), record.get("initial_view")) {
                (true, Some(view)) => json!({"ok": true, "view": view}),
                (true, None) => json!({"ok": true}),
                (false, _) => json!({"ok": false, "code": record["code"], "message": record["message"]}),
            };
            if let Some(difference) = golden::difference(&wanted, &answer) {
                return Some(format!("answer {difference}"));
            }
        }
        self.compare(record, &log)
    }

    fn compare(&mut self, record: &Value, log: &[Event]) -> Option<String> {
        let spectator = self.game.view(Viewer::Spectator);
        let general =
            json!({"status": status(&spectator), "result": result(&spectator), "turn": turn(&spectator)});
        let wanted = json!({"status": record["status"], "result": record["result"], "turn": record["turn"]});
        if let Some(difference) = golden::difference(&wanted, &general) {
            return Some(difference);
        }
        let events: Vec<Value> = log.iter().map(|event| self.event(event)).collect();
        let wanted: Vec<Value> = record["events"].as_array().unwrap().iter().map(plain_event).collect();
        if let Some(difference) = golden::difference(&json!(wanted), &json!(events)) {
            return Some(format!("events {difference}"));
        }
        for (known, delta) in [(&mut self.states, "agents"), (&mut self.views, "views")] {
            for (id, value) in record[delta].as_object().unwrap() {
                known.insert(id.clone(), value.clone());
            }
        }
        for seat in self.game.roster().seats() {
            let unit = self.game.unit_of(seat).unwrap();
            let id = unit.id.to_string();
            let state = json!([
                unit.node,
                unit.balance,
                u8::from(unit.dead),
                unit.caught_at,
                u8::from(unit.ready),
                u8::from(unit.moved),
                u8::from(unit.sent)
            ]);
            if let Some(difference) = golden::difference(&self.states[&id], &state) {
                return Some(format!("unit {id} {difference}"));
            }
            let view = view(&self.game.view(Viewer::Seat(seat)));
            if let Some(difference) = golden::difference(&self.views[&id], &view) {
                return Some(format!("view of unit {id} {difference}"));
            }
        }
        None
    }

    /// What a server answers: the checks of the token come first, or after those of the act's form (spec 6).
    fn command(&mut self, command: &Value, log: &mut Vec<Event>) -> Value {
        let refuse = |code: &str, message: String| json!({"ok": false, "code": code, "message": message});
        let token = command["token"].as_str().unwrap();
        if is_blank(token) {
            return refuse("INVALID_ARGUMENT", "token cannot be blank".into());
        }
        let number = |key: &str| command[key].as_i64().unwrap() as i32;
        let action = match command["op"].as_str().unwrap() {
            "watch" => None,
            "ready" => Some(Action::Ready { node: number("node") }),
            "move" => Some(Action::Move { to: number("node") }),
            "chat" => Some(Action::Say { text: command["text"].as_str().unwrap().into() }),
            op => panic!("unknown command {op}"),
        };
        if action.is_none() && self.game.view(Viewer::Spectator).phase == Phase::Finished {
            return refuse("FAILED_PRECONDITION", "you can't watch cause game is finish.".into());
        }
        let code = |mistake: Mistake| match mistake {
            Mistake::Malformed => "INVALID_ARGUMENT",
            Mistake::Unknown => "NOT_FOUND",
            Mistake::Refused => "FAILED_PRECONDITION",
        };
        if let Some(action) = &action
            && let Err(rejection) = self.game.city().check_form(action)
        {
            return refuse(code(rejection.mistake()), rejection.to_string());
        }
        let Some(seat) = self.map.agents.iter().position(|agent| agent.token == token) else {
            return refuse(
                "NOT_FOUND",
                format!("resource Agent with criteria: {{token={token}}} was not found"),
            );
        };
        let seat = Seat(seat as u8);
        let Some(action) = action else {
            return json!({"ok": true, "view": view(&self.game.view(Viewer::Seat(seat)))});
        };
        let before = self.game.view(Viewer::Seat(seat));
        let foreseen = meydan_gotham::foresee(self.game.city(), &before, &action);
        match self.game.act(seat, action, log) {
            Ok(_) => {
                assert_eq!(foreseen, None, "a view foresees acceptance");
                json!({"ok": true})
            }
            Err(rejection) => {
                assert_eq!(foreseen.as_ref(), Some(&rejection), "a view foresees the refusal");
                refuse(code(rejection.mistake()), rejection.to_string())
            }
        }
    }

    /// An event in the names of the trace, with money as numbers.
    fn event(&self, event: &Event) -> Value {
        let agent = |id: i32| self.map.agents.iter().find(|agent| agent.id == id).unwrap();
        let (name, context) = match event {
            Event::Joined { unit, node } => {
                let agent = agent(*unit);
                let (team, kind) = (team(agent.team), kind(agent.kind));
                (
                    "READINESS_DECLARATION",
                    json!({"agentId": unit.to_string(), "token": agent.token, "nodeId": node.to_string(),
                           "team": team, "type": kind, "balance": agent.balance}),
                )
            }
            Event::Phase { from, to } => {
                ("STATUS_CHANGE", json!({"fromStatus": phase(*from), "toStatus": phase(*to)}))
            }
            Event::Turn { number, half, visible } => (
                "TURN_CHANGE",
                json!({"toTurn": half_name(*half), "toTurnNumber": number.to_string(),
                       "isVisible": visible.to_string()}),
            ),
            Event::Moved { unit, from, to, price, balance } => (
                "AGENT_MOVEMENT",
                json!({"agentId": unit.to_string(), "fromNodeId": from.to_string(),
                       "toNodeId": to.to_string(), "price": price, "balance": balance}),
            ),
            Event::Said { unit, text, price, balance } => {
                let agent = agent(*unit);
                (
                    "AGENT_SEND_MESSAGE",
                    json!({"agentId": unit.to_string(), "team": team(agent.team), "type": kind(agent.kind),
                           "text": text.as_ref(), "price": price, "balance": balance}),
                )
            }
            Event::Caught { unit, node } => {
                ("POLICES_CAUGHT_THIEVES", json!({"thiefId": unit.to_string(), "nodeId": node.to_string()}))
            }
            Event::JokerCaught { unit, node } => {
                ("JOKER_GOT_ARRESTED", json!({"jokerId": unit.to_string(), "nodeId": node.to_string()}))
            }
            Event::Paid { unit, wage, balance } => (
                "AGENT_BALANCE_CHARGED",
                json!({"agentId": unit.to_string(), "wage": wage, "balance": balance}),
            ),
            Event::Decided { winner } => {
                ("GAME_RESULT_CHANGED", json!({"game result": format!("{}_WINS", team(*winner))}))
            }
        };
        json!({"type": name, "context": context})
    }
}

/// A recorded event with its money as numbers. How they are printed is the wire's affair.
fn plain_event(event: &Value) -> Value {
    let mut event = event.clone();
    for (key, value) in event["context"].as_object_mut().unwrap() {
        if matches!(key.as_str(), "price" | "balance" | "wage") {
            *value = json!(value.as_str().unwrap().parse::<f64>().unwrap());
        }
    }
    event
}

fn view(view: &View) -> Value {
    let me: UnitState = view.me.unwrap();
    let units: Vec<Value> = view
        .units
        .iter()
        .map(|unit| json!([unit.id, team(unit.team), kind(unit.kind), unit.node, u8::from(unit.dead)]))
        .collect();
    let chat: Vec<Value> =
        view.chat.iter().map(|message| json!([message.from, message.text.as_ref()])).collect();
    json!({
        "status": status(view), "result": result(view), "turn": turn(view), "balance": me.balance,
        "viewer": [me.id, team(me.team), kind(me.kind), me.node, u8::from(me.dead)],
        "visible": units, "chat": chat,
    })
}

fn status(view: &View) -> &'static str {
    phase(view.phase)
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Pending => "PENDING",
        Phase::Ongoing => "ONGOING",
        Phase::Finished => "FINISHED",
    }
}

fn result(view: &View) -> String {
    view.winner.map_or("UNKNOWN".into(), |winner| format!("{}_WINS", team(winner)))
}

fn turn(view: &View) -> Value {
    json!([view.turn.number, half_name(view.turn.half)])
}

fn half_name(half: Half) -> &'static str {
    match half {
        Half::Thieves => "THIEF_TURN",
        Half::Police => "POLICE_TURN",
    }
}

fn team(team: Team) -> &'static str {
    match team {
        Team::First => "FIRST",
        Team::Second => "SECOND",
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Thief => "THIEF",
        Kind::Police => "POLICE",
        Kind::Joker => "JOKER",
        Kind::Batman => "BATMAN",
    }
}
