//! The bytes on the wire, from the specification's examples.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Seat, Seed, Viewer};
use meydan_gotham::{Action, City, CityFile, Gotham, Ruleset};
use meydan_gotham_wire::convert::{self, Asked, Stamp};
use meydan_gotham_wire::wire;
use proptest::prelude::*;
use prost::Message;

const MAP: &str = r#"{
  "agents": [
    {"id": 1, "nodeId": 1, "token": "t1", "team": "FIRST", "type": "THIEF", "balance": 10},
    {"id": 2, "nodeId": 1, "token": "t2", "team": "FIRST", "type": "POLICE", "balance": 10},
    {"id": 3, "nodeId": 1, "token": "t3", "team": "SECOND", "type": "THIEF", "balance": 10},
    {"id": 4, "nodeId": 1, "token": "t4", "team": "SECOND", "type": "POLICE", "balance": 10}],
  "income": {"policeIncomeEachTurn": 2, "thiefIncomeEachTurn": 3},
  "graph": {"nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "paths": [
    {"id": 1, "firstNodeId": 1, "secondNodeId": 2, "price": 0},
    {"id": 2, "firstNodeId": 2, "secondNodeId": 3, "price": 25}]},
  "turnSettings": {"maxTurns": 2, "visibleTurns": [2]},
  "chatSettings": {"chatBoxMaxSize": 4, "chatCostPerCharacter": 1}
}"#;

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn small_messages_have_the_originals_bytes() {
    let check = |message: Vec<u8>, hex: &str| assert_eq!(message, bytes(hex));
    let token = |text: &str| text.to_owned();
    check(wire::WatchCommand { token: token("t3") }.encode_to_vec(), "0a 02 74 33");
    check(
        wire::DeclareReadinessCommand { token: token("t1"), start_node_id: 3 }.encode_to_vec(),
        "0a 02 74 31 10 03",
    );
    check(wire::MoveCommand { token: token("t4"), to_node_id: 2 }.encode_to_vec(), "0a 02 74 34 10 02");
    check(
        wire::ChatCommand { token: token("t4"), text: "01".into() }.encode_to_vec(),
        "0a 02 74 34 12 02 30 31",
    );
    check(wire::Turn { turn_number: 1, turn_type: 1 }.encode_to_vec(), "08 01 10 01");
    check(
        wire::Agent { id: 4, team: 1, r#type: 1, node_id: 1, is_dead: false }.encode_to_vec(),
        "08 04 10 01 18 01 20 01",
    );
    check(
        wire::Agent { id: 1, team: 0, r#type: 0, node_id: 3, is_dead: true }.encode_to_vec(),
        "08 01 20 03 28 01",
    );
    let stamp = prost_types::Timestamp { seconds: 0, nanos: 250_000_000 };
    let chat = wire::Chat {
        id: "0e0f7f1c-8a5e-4c58-9d0d-2f5f1a7a6b01".into(),
        from_agent_id: 4,
        text: "01".into(),
        time_stamp: Some(stamp),
    };
    let mut wanted = bytes("0a 24");
    wanted.extend(b"0e0f7f1c-8a5e-4c58-9d0d-2f5f1a7a6b01");
    wanted.extend(bytes("10 04 1a 02 30 31 22 05 10 80 e5 9a 77"));
    assert_eq!(chat.encode_to_vec(), wanted);
}

#[test]
fn a_whole_view_has_the_originals_bytes() {
    let (file, _) = CityFile::read(MAP.as_bytes()).unwrap();
    let config = file.config(Ruleset::Document, None).unwrap();
    let mut game = Gotham::new(&config, Chance::new(Seed(1))).unwrap();
    let mut log = Vec::new();
    for (seat, node) in [(0, 3), (1, 1), (2, 3), (3, 1)] {
        game.act(Seat(seat), Action::Ready { node }, &mut log).unwrap();
    }
    game.close(&mut log);
    let view = game.view(Viewer::Seat(Seat(3)));
    let message = convert::view(&view, convert::config(&config), []);
    let wanted = bytes(
        "08 01 1a 04 08 01 10 01 22 4f 0a 25 0a 06 08 01 10 01 18 02 0a 0f 08 02 10 02 18 03 21 00 00 00 00 00 00 39 40
         12 02 08 01 12 02 08 02 12 02 08 03 12 12 09 00 00 00 00 00 00 00 40 11 00 00 00 00 00 00 08 40 1a 05 08 02 12 01 02
         22 0b 08 04 11 00 00 00 00 00 00 f0 3f 2a 08 08 04 10 01 18 01 20 01 31 00 00 00 00 00 00 24 40
         3a 06 08 02 18 01 20 01 3a 06 08 03 10 01 20 03",
    );
    assert_eq!(message.encode_to_vec(), wanted);
    assert_eq!(wire::GameView::decode(wanted.as_slice()).unwrap(), message);
}

#[test]
fn a_turn_of_zeros_is_there_although_it_is_empty() {
    let (file, _) = CityFile::read(MAP.as_bytes()).unwrap();
    let config = file.config(Ruleset::Document, None).unwrap();
    let game = Gotham::new(&config, Chance::new(Seed(1))).unwrap();
    let message = convert::view(&game.view(Viewer::Seat(Seat(0))), wire::GameConfig::default(), []);
    // Status PENDING and result UNKNOWN are left out; field 3, the turn, has length 0.
    assert_eq!(message.encode_to_vec()[..2], [0x1a, 0x00]);
}

#[test]
fn messages_carry_their_stamps() {
    let (file, _) = CityFile::read(MAP.as_bytes()).unwrap();
    let config = file.config(Ruleset::Document, None).unwrap();
    let mut game = Gotham::new(&config, Chance::new(Seed(1))).unwrap();
    let mut log = Vec::new();
    for (seat, node) in [(0, 3), (1, 1), (2, 3), (3, 1)] {
        game.act(Seat(seat), Action::Ready { node }, &mut log).unwrap();
    }
    game.close(&mut log);
    game.act(Seat(3), Action::Say { text: "01".into() }, &mut log).unwrap();
    let stamp = Stamp { id: "x".into(), nanos: 250_000_000 };
    let message = convert::view(&game.view(Viewer::Seat(Seat(3))), wire::GameConfig::default(), [stamp]);
    let [chat] = &message.chat_box[..] else { panic!("one message") };
    assert_eq!((chat.id.as_str(), chat.from_agent_id, chat.text.as_str()), ("x", 4, "01"));
    assert_eq!(message.balance, 8.0);
}

proptest! {
    #[test]
    fn no_bytes_make_a_call_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        let (file, drawing) = CityFile::read(MAP.as_bytes()).unwrap();
        let city = City::new(&file.config(Ruleset::Official, drawing.as_ref()).unwrap()).unwrap();
        let calls = [
            wire::DeclareReadinessCommand::decode(bytes.as_slice()).ok().map(Asked::from),
            wire::MoveCommand::decode(bytes.as_slice()).ok().map(Asked::from),
            wire::ChatCommand::decode(bytes.as_slice()).ok().map(Asked::from),
        ];
        for Asked { action, .. } in calls.into_iter().flatten() {
            let _ = city.check_form(&action);
        }
    }
}
