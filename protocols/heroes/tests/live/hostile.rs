//! Clients that mean harm: the right answer for them, and no harm to anybody else.

use meydan_core::{Fault, FaultKind, Seat};
use meydan_heroes::Heroes;
use meydan_referee::Report;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use crate::clients::{Client, Tale, ZEROS, honest};
use crate::server::{Server, Setting};

/// Plays a match of a client that does `each` in every phase against an honest one, and checks that the honest one
/// finishes unharmed. Gives the faults of the other.
async fn against(
    setting: Setting,
    each: impl AsyncFnMut(&mut Client, &Value),
) -> (Report<Heroes>, Vec<Fault>) {
    let turns = setting.turns as usize;
    let server = Server::open(setting).await;
    let address = server.address();
    // The hostile one sits on seat 0, whichever comes first.
    let hostile = Client::connect(address, &server.token(0)).await;
    let token = server.token(1);
    let (report, tale, _) =
        tokio::join!(server.run_clients(), honest(address, &token, 4), hostile.play(each));
    assert_eq!(tale, Tale::whole(1, turns), "the honest client plays its whole match");
    let serious = report.faults.iter().filter(|fault| fault.kind != FaultKind::Rejected);
    let of = |seat| serious.clone().filter(|fault| fault.seat == Seat(seat)).cloned().collect::<Vec<_>>();
    assert_eq!(of(1), [], "the honest client has done nothing wrong");
    let faults = report.faults.iter().filter(|fault| fault.seat == Seat(0)).cloned().collect();
    (report, faults)
}

fn has(faults: &[Fault], kind: FaultKind, part: &str) -> bool {
    faults.iter().any(|fault| fault.kind == kind && fault.text.contains(part))
}

fn in_phase(frame: &Value, phase: &str) -> bool {
    frame["args"][0]["currentPhase"] == phase
}

#[tokio::test]
async fn giant_frames_are_thrown_away_and_the_next_order_counts() {
    let giant = "x".repeat(3 << 20);
    let mut sent = 0;
    let (report, faults) = against(Setting::default(), async |client, frame| {
        if frame["name"] == "pick" {
            client.say(&giant).await;
            client.event("pick", json!(["GUARDIAN", frame["args"][0]["currentTurn"]])).await;
        } else if in_phase(frame, "MOVE") && sent == 0 {
            sent += 1;
            let classes: Vec<&Value> =
                frame["args"][0]["myHeroes"].as_array().unwrap().iter().map(|hero| &hero["type"]).collect();
            assert_eq!(classes, [&json!("GUARDIAN"); 4]);
        }
    })
    .await;
    assert_eq!(sent, 1);
    assert!(has(&faults, FaultKind::Flood, "1 MiB"), "{faults:?}");
    assert_eq!(report.windows, 47);
}

#[tokio::test]
async fn frames_without_end_are_not_read_for_ever() {
    let endless = vec![b'y'; 6 << 20];
    let setting = Setting { turns: 1, millis: 1500, ..Setting::default() };
    let (_, faults) = against(setting, async |client, frame| {
        if frame["name"] == "init" {
            // More than the server reads in one phase: it has to wait for the next ones, and so does its sender.
            let _ = client.stream.write_all(&endless).await;
        }
    })
    .await;
    assert!(has(&faults, FaultKind::Flood, "1 MiB"), "{faults:?}");
    assert!(has(&faults, FaultKind::Flood, "4 MiB"), "{faults:?}");
    assert!(has(&faults, FaultKind::Timeout, ""), "{faults:?}");
}

#[tokio::test]
async fn garbage_is_noted_and_nothing_else() {
    let garbage = [
        "",
        "}{",
        "null",
        "[1,2]",
        "{\"name\":\"event\"}",
        "{\"args\":[7,null,[[]]]}",
        "\u{feff}{}",
        "{\"args\":[{\"type\":[],\"args\":{}}]}",
    ];
    let (_, faults) = against(Setting::default(), async |client, _| {
        for frame in garbage {
            client.say(frame).await;
        }
        let _ = client.stream.write_all(b"\xff\xfe\0\x80\0\0\0").await;
    })
    .await;
    assert!(has(&faults, FaultKind::Garbage, "not a message"), "{faults:?}");
    assert!(has(&faults, FaultKind::Garbage, "cannot be read"), "{faults:?}");
    assert!(!has(&faults, FaultKind::Timeout, ""), "its end markers are still heard: {faults:?}");
}

#[tokio::test]
async fn numbers_as_strings_are_numbers() {
    let mut stepped = false;
    let mut before = Value::Null;
    against(Setting::default(), async |client, frame| {
        let arg = &frame["args"][0];
        if arg["movePhaseNum"] == 0 && arg["currentTurn"] == 4 {
            before = arg["myHeroes"].clone();
            for hero in before.as_array().unwrap() {
                let id = hero["id"].to_string();
                for direction in ["UP", "LEFT", "DOWN", "RIGHT"] {
                    client.event("move", json!([id, direction, "4", "0"])).await;
                }
            }
        }
        if arg["movePhaseNum"] == 1 && arg["currentTurn"] == 4 {
            stepped = arg["AP"] != 100;
        }
    })
    .await;
    assert!(stepped, "at least one of four heroes has a free cell beside it");
}

#[tokio::test]
async fn unknown_heroes_and_foreign_abilities_are_refused_and_cost_nothing() {
    let mut untouched = 0;
    let (_, faults) = against(Setting::default(), async |client, frame| {
        let arg = &frame["args"][0];
        let turn = &arg["currentTurn"];
        if frame["name"] == "pick" {
            client.event("pick", json!(["HEALER", turn])).await;
            client.event("pick", json!(["DRAGON", turn])).await;
            client.event("pick", json!(["x".repeat(10_000), turn])).await;
        } else if in_phase(frame, "ACTION") {
            for id in [0, 1, 2, 8, 99, -1, 2_000_000_000] {
                client.event("cast", json!([id, "GUARDIAN_FORTIFY", 0, 0, turn])).await;
                client.event("cast", json!([id, "HEALER_HEAL", 90, 0, turn])).await;
            }
            client.event("cast", json!([1, "HEALER_HEAL", 0, 0, turn])).await;
        } else if in_phase(frame, "MOVE") {
            assert_eq!(arg["AP"], 100);
            assert!(arg["myHeroes"].as_array().unwrap().iter().all(|hero| hero["type"] == "HEALER"));
            client.event("move", json!([1, "UP", turn, arg["movePhaseNum"]])).await;
            client.event("move", json!([77, "UP", turn, arg["movePhaseNum"]])).await;
            untouched += 1;
        }
    })
    .await;
    assert_eq!(untouched, 36);
    assert!(has(&faults, FaultKind::Rejected, "no hero class `DRAGON`"), "{faults:?}");
    assert!(has(&faults, FaultKind::Rejected, "not yours"), "{faults:?}");
    assert!(has(&faults, FaultKind::Rejected, "no ability `GUARDIAN_FORTIFY`"), "{faults:?}");
}

#[tokio::test]
async fn ten_thousand_casts_in_a_phase_do_what_the_first_of_each_does() {
    let mut paid = None;
    let setting = Setting { turns: 2, map: "plaza", millis: 30_000, ..Setting::default() };
    let (report, faults) = against(setting, async |client, frame| {
        let arg = &frame["args"][0];
        if frame["name"] == "pick" {
            client.event("pick", json!(["HEALER", arg["currentTurn"]])).await;
        } else if in_phase(frame, "ACTION") && arg["currentTurn"] == 4 {
            let mut many = String::new();
            for i in 0..10_000 {
                let hero = 2 * (i % 4);
                let ability = ["HEALER_HEAL", "HEALER_DODGE", "HEALER_ATTACK"][i % 3];
                many.push_str(
                    &json!({"args": [{"type": "cast", "args": [hero, ability, i % 21, i / 500, 4]}]})
                        .to_string(),
                );
                many.push('\0');
            }
            client.stream.write_all(many.as_bytes()).await.unwrap();
        } else if in_phase(frame, "MOVE") && arg["currentTurn"] == 5 && arg["movePhaseNum"] == 0 {
            let heroes = arg["myHeroes"].as_array().unwrap();
            let cooling = |slot: usize| {
                heroes.iter().filter(|hero| hero["cooldowns"][slot]["remCooldown"] != 0).count()
            };
            paid = Some((cooling(2), arg["myCastAbilities"].as_array().unwrap().len()));
        }
    })
    .await;
    // A heal costs 25 of 100 points: all four heroes heal, and no hero does anything else.
    assert_eq!(paid, Some((4, 4)));
    assert_eq!(report.windows, 19);
    assert!(!has(&faults, FaultKind::Flood, ""), "{faults:?}");
}

#[tokio::test]
async fn a_flood_of_frames_is_cut_off_until_the_next_phase() {
    let many = "{\"args\":[]}\0".repeat(60_000);
    let setting = Setting { turns: 1, millis: 2_000, ..Setting::default() };
    let (_, faults) = against(setting, async |client, frame| {
        if frame["args"][0]["movePhaseNum"] == 0 {
            let _ = client.stream.write_all(many.as_bytes()).await;
        }
    })
    .await;
    assert!(has(&faults, FaultKind::Flood, "50000 frames"), "{faults:?}");
}

#[tokio::test]
async fn a_client_that_never_reads_harms_nobody() {
    let server = Server::open(Setting { map: "fortress", turns: 5, millis: 100, ..Setting::default() }).await;
    let address = server.address();
    // Five turns are more bytes than all buffers between us hold.
    let deaf = Client::connect(address, &server.token(0)).await;
    let token = server.token(1);
    let (report, tale) = tokio::join!(server.run_clients(), honest(address, &token, 4));
    assert_eq!(tale, Tale::whole(1, 5));
    assert!(report.faults.iter().all(|fault| fault.seat == Seat(0) || fault.kind == FaultKind::Rejected));
    drop(deaf);
}

#[tokio::test]
async fn strangers_that_say_nothing_or_rubbish_do_not_keep_players_out() {
    let server = Server::open(Setting::default()).await;
    let address = server.address();
    let mut strangers = Vec::new();
    for i in 0..40 {
        let mut stranger = Client::silent(address).await;
        match i % 4 {
            0 => {}
            1 => stranger.say("{\"name\":\"event\",\"args\":[{\"type\":\"init-end\",\"args\":[]}]}").await,
            2 => stranger.say(&"z".repeat(10_000)).await,
            _ => drop(stranger.stream.write_all(b"{\"name\":\"tok").await),
        }
        strangers.push(stranger);
    }
    let (report, first, second) =
        tokio::join!(server.run_clients(), honest(address, ZEROS, 1), honest(address, ZEROS, 2));
    assert!(first.shutdown && second.shutdown);
    assert_eq!(report.windows, 47);
}
