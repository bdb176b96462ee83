//! The recorded games of the original, as the wire tells them: statuses, views, and the lines of the log.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seat, Viewer};
use meydan_gotham::{Action, CityFile, Event, Gotham, Ruleset};
use meydan_gotham_wire::log::Scribe;
use meydan_gotham_wire::{convert, wire};
use meydan_testkit::golden;
use serde_json::{Value, json};
use tonic::Status;

#[test]
fn the_wire_tells_every_recorded_game_as_the_original_did() {
    let folder = golden::folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gotham"));
    let files = golden::files(&folder, ".jsonl.gz");
    assert!(!files.is_empty(), "there is no trace in {folder:?}");
    let (mut lines, mut refusals, mut views) = (0, 0, 0);
    for file in &files {
        let records = golden::lines(file);
        let (map, _) = CityFile::read(records[0]["map"].to_string().as_bytes()).unwrap();
        let ruleset = Ruleset::named(records[0]["ruleset"].as_str().unwrap()).unwrap();
        let config = map.config(ruleset, None).unwrap();
        let tokens: Vec<String> = map.agents.iter().map(|agent| agent.token.clone()).collect();
        let scribe = Scribe { config: config.clone(), tokens: tokens.clone() };
        let mut game = Gotham::new(&config, Chance::scripted([])).unwrap();
        for record in &records {
            let place = format!("{} step {}", file.display(), record["step"]);
            let coins = record["coin"].as_array().cloned().unwrap_or_default();
            game.chance_mut().feed(coins.iter().map(|coin| f64::from(u8::from(coin.as_bool().unwrap()))));
            let mut log: Vec<Event> = Vec::new();
            match record["kind"].as_str().unwrap() {
                "command" => {
                    if let Some(answer) = command(&mut game, &tokens, &record["command"], &mut log) {
                        let name = format!("{:?}", answer.code()).to_uppercase();
                        let wanted = record["code"].as_str().unwrap_or("OK").replace('_', "");
                        assert_eq!(
                            (name, answer.message()),
                            (wanted, record["message"].as_str().unwrap_or("")),
                            "{place}"
                        );
                        refusals += 1;
                    }
                }
                "started" => game.begin(&mut log),
                "turn_open" | "finished" => game.close(&mut log),
                _ => {}
            }
            let told: Vec<Value> = log.iter().map(|event| told(&scribe, event)).collect();
            assert_eq!(golden::difference(&record["events"], &json!(told)), None, "{place}");
            lines += told.len();
            for (id, wanted) in record["views"].as_object().unwrap() {
                let seat = config.units.iter().position(|unit| unit.id.to_string() == *id).unwrap();
                let found = plain(&convert::view(
                    &game.view(Viewer::Seat(Seat(seat as u8))),
                    wire::GameConfig::default(),
                    std::iter::repeat_with(|| convert::Stamp { id: String::new(), nanos: 0 }),
                ));
                assert_eq!(golden::difference(wanted, &found), None, "{place}: unit {id}");
                views += 1;
            }
        }
    }
    println!(
        "gotham-wire: {} traces, {lines} log lines, {refusals} answers, {views} views compared",
        files.len()
    );
}

/// Gives a command as the service does; the answer, unless it was a watch that was taken.
fn command(game: &mut Gotham, tokens: &[String], command: &Value, log: &mut Vec<Event>) -> Option<Status> {
    let ok = || Some(Status::ok(""));
    let token = command["token"].as_str().unwrap();
    if meydan_gotham::is_blank(token) {
        return Some(convert::blank_token());
    }
    let node = || command["node"].as_i64().unwrap() as i32;
    let action = match command["op"].as_str().unwrap() {
        "ready" => Action::Ready { node: node() },
        "move" => Action::Move { to: node() },
        "chat" => Action::Say { text: command["text"].as_str().unwrap().into() },
        _ => {
            let over = game.status().outcome().is_some();
            return match tokens.iter().any(|known| known == token) {
                _ if over => Some(convert::watch_after_end()),
                true => None,
                false => Some(convert::unknown_token(token)),
            };
        }
    };
    if let Err(rejection) = game.city().check_form(&action) {
        return Some(convert::refusal(&rejection));
    }
    let Some(seat) = tokens.iter().position(|known| known == token) else {
        return Some(convert::unknown_token(token));
    };
    match game.act(Seat(seat as u8), action, log) {
        Ok(_) => ok(),
        Err(rejection) => Some(convert::refusal(&rejection)),
    }
}

/// A line of the log without what differs from run to run.
fn told(scribe: &Scribe, event: &Event) -> Value {
    let line = scribe.line(event, "id", 7);
    let mut line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["id"], &line["timeStamp"]), (&json!("id"), &json!(7)));
    let line = line.as_object_mut().unwrap();
    json!({"type": line["type"], "context": line["context"]})
}

/// A wire message in the form of the traces.
fn plain(view: &wire::GameView) -> Value {
    let agent = |agent: &wire::Agent| {
        json!([
            agent.id,
            agent.team().as_str_name(),
            agent.r#type().as_str_name(),
            agent.node_id,
            u8::from(agent.is_dead)
        ])
    };
    let turn = view.turn.unwrap();
    json!({
        "status": view.status().as_str_name(),
        "result": view.result().as_str_name(),
        "turn": [turn.turn_number, turn.turn_type().as_str_name()],
        "balance": view.balance,
        "viewer": agent(view.viewer.as_ref().unwrap()),
        "visible": view.visible_agents.iter().map(agent).collect::<Vec<_>>(),
        "chat": view.chat_box.iter().map(|chat| json!([chat.from_agent_id, chat.text])).collect::<Vec<_>>(),
    })
}

#[test]
fn log_lines_have_the_originals_shape() {
    let (map, _) = CityFile::read(MAP.as_bytes()).unwrap();
    let config = map.config(Ruleset::Document, None).unwrap();
    let scribe = Scribe { config, tokens: vec!["t1".into(), "t4".into()] };
    for (event, wanted) in [
        (
            Event::Joined { unit: 4, node: 1 },
            r#"{"id":"I","timeStamp":5,"type":"READINESS_DECLARATION","message":"agent with id:4 has declared its readiness","context":{"agentId":"4","balance":"10.0","nodeId":"1","team":"SECOND","token":"t4","type":"POLICE"}}"#,
        ),
        (
            Event::Caught { unit: 1, node: 2 },
            r#"{"id":"I","timeStamp":5,"type":"POLICES_CAUGHT_THIEVES","message":"thief with id: 1 has been arrested in node with id: 2 ","context":{"nodeId":"2","thiefId":"1"},"thiefId":1}"#,
        ),
        (
            Event::Said { unit: 4, text: "01".into(), price: 2.0, balance: 8.0 },
            r#"{"id":"I","timeStamp":5,"type":"AGENT_SEND_MESSAGE","message":"agent with id: 4 has send a message inside team: SECOND'POLICE chat box.","context":{"agentId":"4","balance":"8.0","price":"2.0","team":"SECOND","text":"01","type":"POLICE"}}"#,
        ),
        (
            Event::Paid { unit: 4, wage: 2.0, balance: 10.0 },
            r#"{"id":"I","timeStamp":5,"type":"AGENT_BALANCE_CHARGED","message":"balance of agent with id: 4 was charged 2.000000 units","context":{"agentId":"4","balance":"10.0","wage":"2.0"}}"#,
        ),
        (
            Event::Moved { unit: 4, from: 2, to: 2, price: 0.0, balance: 8.0 },
            r#"{"id":"I","timeStamp":5,"type":"AGENT_MOVEMENT","message":"agent with id: 4 decided to stay in node with id: 2","context":{"agentId":"4","balance":"8.0","fromNodeId":"2","price":"0.0","toNodeId":"2"}}"#,
        ),
    ] {
        assert_eq!(scribe.line(&event, "I", 5), wanted);
    }
}

const MAP: &str = r#"{"agents": [
  {"id": 1, "nodeId": 1, "token": "t1", "team": "FIRST", "type": "THIEF", "balance": 10},
  {"id": 4, "nodeId": 1, "token": "t4", "team": "SECOND", "type": "POLICE", "balance": 10}],
  "income": {"policeIncomeEachTurn": 2, "thiefIncomeEachTurn": 3},
  "graph": {"nodes": [{"id": 1}, {"id": 2}], "paths": [{"id": 1, "firstNodeId": 1, "secondNodeId": 2, "price": 0}]},
  "turnSettings": {"maxTurns": 2, "visibleTurns": [2]},
  "chatSettings": {"chatBoxMaxSize": 4, "chatCostPerCharacter": 1}}"#;
