//! Whole matches, and the rules of the wire that only a running match shows.

use std::collections::BTreeMap;
use std::time::Duration;

use meydan_core::{Chance, FaultKind, Seat, SeatSet, Seed};
use meydan_heroes::Heroes;
use meydan_heroes_wire::tale;
use meydan_referee::{HousePlayer, Lobby};
use serde_json::{Value, json};

use crate::clients::{Client, Tale, ZEROS, honest, orders};
use crate::server::{Server, Setting};

/// The original clients send no order that cannot be read; what the rules refuse is not worth a word here.
fn serious(report: &meydan_referee::Report<Heroes>) -> Vec<String> {
    let faults = report.faults.iter().filter(|fault| fault.kind != FaultKind::Rejected);
    faults.map(ToString::to_string).collect()
}

#[tokio::test]
async fn two_clients_play_a_whole_match() {
    for (ruleset, turns) in [("document", 100), ("official", 100)] {
        let server = Server::open(Setting { ruleset, turns, ..Setting::default() }).await;
        let address = server.address();
        let (report, first, second) =
            tokio::join!(server.run_clients(), honest(address, ZEROS, 1), honest(address, ZEROS, 2));
        assert_eq!(report.windows, 1 + 4 + 700);
        assert_eq!(serious(&report), Vec::<String>::new());
        let teams = [&first, &second].map(|tale| tale.first_hero);
        assert!(teams == [0, 1] || teams == [1, 0], "{teams:?}");
        for tale in [first, second] {
            assert_eq!(tale, Tale::whole(tale.first_hero, 100));
        }
    }
}

#[tokio::test]
async fn the_order_of_arrival_decides_the_team() {
    let server = Server::open(Setting::default()).await;
    let address = server.address();
    let match_ = tokio::spawn(server.run_clients());
    let early = Client::connect(address, ZEROS).await;
    // The slot is taken when a client that asks for nothing but an answer to a wrong token has got it: the server
    // greets clients in the order in which they came.
    let mut probe = Client::connect(address, "wrong").await;
    assert_eq!(probe.next().await.unwrap()["name"], "wrong token");
    let late = Client::connect(address, ZEROS).await;
    let (early, late) = tokio::join!(early.play(async |_, _| ()), late.play(async |_, _| ()));
    assert_eq!((early.first_hero, late.first_hero), (0, 1));
    match_.await.unwrap();
}

#[tokio::test]
async fn a_client_plays_against_a_house_bot() {
    let server =
        Server::open(Setting { seats: SeatSet::one(Seat(1)), turns: 20, ..Setting::default() }).await;
    let address = server.address();
    let bot = meydan_house::heroes::bot("squad", &server.config, Chance::new(Seed(3))).unwrap();
    let others = BTreeMap::from([(0, Box::new(HousePlayer::new(bot)) as _)]);
    let (report, tale) = tokio::join!(server.run(others), honest(address, ZEROS, 5));
    assert_eq!(tale, Tale::whole(1, 20));
    assert_eq!(report.outcome.as_ref().unwrap().winners(), [meydan_core::Side(0)]);
}

#[tokio::test]
async fn a_started_client_finds_its_own_seat_whenever_it_comes() {
    let server = Server::open(Setting::default()).await;
    let address = server.address();
    let env: BTreeMap<String, String> =
        server.lobby.directions(Seat(1), server.lobby.address()).env.into_iter().collect();
    assert_eq!(env["AICHostIP"], "127.0.0.1");
    assert_eq!(env["AICHostPort"], address.port().to_string());
    assert_eq!(env["AICRetryDelay"], "1000");
    let own = server.token(1);
    assert_ne!(own, server.token(0));
    // Seat 1's client comes first and still gets seat 1.
    let mine = Client::connect(address, &own).await;
    let (report, mine, other) =
        tokio::join!(server.run_clients(), mine.play(async |_, _| ()), honest(address, ZEROS, 1));
    assert_eq!((mine.first_hero, other.first_hero), (1, 0));
    assert_eq!(serious(&report), Vec::<String>::new());
}

#[tokio::test]
async fn a_wrong_token_and_a_third_client_are_turned_away() {
    let variables = vec![("AICClient0Token", "alpha"), ("AICClient1Token", "beta")];
    let server = Server::open(Setting { variables, ..Setting::default() }).await;
    let address = server.address();
    let strangers = async {
        for token in ["gamma", "", ZEROS, "alph"] {
            let mut client = Client::connect(address, token).await;
            let answer = client.next().await;
            assert_eq!(answer, Some(json!({"name": "wrong token", "args": []})), "{token}");
            assert_eq!(client.next().await, None, "the server closes");
        }
    };
    let players = async {
        strangers.await;
        let first = Client::connect(address, "alpha").await;
        // Both slots are taken by the time the match runs; the same token opens nothing more.
        let mut asked = None;
        let first = first.play(async |_, frame| {
            if frame["name"] == "pick" && asked.is_none() {
                asked = Some(Client::connect(address, "alpha").await.next().await);
            }
        });
        let (first, second) = tokio::join!(first, honest(address, "beta", 2));
        assert_eq!(asked.unwrap().unwrap()["name"], "wrong token");
        (first, second)
    };
    let (report, (first, second)) = tokio::join!(server.run_clients(), players);
    assert_eq!((first, second), (Tale::whole(0, 6), Tale::whole(1, 6)));
    assert_eq!(serious(&report), Vec::<String>::new());
}

#[tokio::test]
async fn a_client_that_leaves_the_lobby_gives_its_slot_back() {
    let server = Server::open(Setting::default()).await;
    let address = server.address();
    let play = async {
        let leaver = Client::connect(address, ZEROS).await;
        let mut probe = Client::connect(address, "wrong").await;
        probe.next().await;
        drop(leaver);
        tokio::join!(honest(address, ZEROS, 1), async {
            // The second client may come before the server has seen the first one leave; then it is turned away and
            // tries again, as the contest's clients do.
            loop {
                let tale = honest(address, ZEROS, 2).await;
                if tale.shutdown {
                    return tale;
                }
            }
        })
    };
    let (report, (first, second)) = tokio::join!(server.run_clients(), play);
    assert!(first.shutdown && second.shutdown);
    assert_eq!(serious(&report), Vec::<String>::new());
}

/// Events after the own end marker count until the phase closes, that is until the other one has ended too.
#[tokio::test]
async fn orders_after_the_own_end_marker_still_count() {
    let server = Server::open(Setting { turns: 1, map: "plaza", ..Setting::default() }).await;
    let address = server.address();
    let (tell, told) = tokio::sync::oneshot::channel::<()>();
    let mut tell = Some(tell);
    let mut told = Some(told);
    let eager = async {
        let client = Client::connect(address, ZEROS).await;
        client
            .play(async |client, frame| {
                if frame["args"][0]["movePhaseNum"] == 0 {
                    client.end(frame).await;
                    let hero = &frame["args"][0]["myHeroes"][0]["id"];
                    for direction in ["UP", "DOWN", "LEFT", "RIGHT"] {
                        client.event("move", json!([hero, direction, 4, 0])).await;
                    }
                    tell.take().unwrap().send(()).unwrap();
                }
            })
            .await
    };
    let slow = async {
        let client = Client::connect(address, ZEROS).await;
        client
            .play(async |_, frame| {
                if frame["args"][0]["movePhaseNum"] == 0 {
                    // Only now may the other one's late orders be known to be on their way.
                    told.take().unwrap().await.unwrap();
                }
            })
            .await
    };
    let (report, eager, slow) = tokio::join!(server.run_clients(), eager, slow);
    assert!(eager.shutdown && slow.shutdown);
    // The step was paid: the loser has used more action points than the winner, who used none.
    let used: Vec<bool> =
        report.outcome.as_ref().unwrap().standings.iter().map(|standing| standing.rank == 2).collect();
    assert_eq!(used.iter().filter(|&&lost| lost).count(), 1, "{:?}", report.outcome);
}

#[tokio::test]
async fn a_silent_client_only_loses_time() {
    let server = Server::open(Setting { turns: 1, millis: 120, ..Setting::default() }).await;
    let address = server.address();
    let silent = async {
        let mut client = Client::connect(address, ZEROS).await;
        let mut heard = 0;
        while let Some(frame) = client.next().await {
            heard += 1;
            if frame["name"] == "shutdown" {
                return heard;
            }
        }
        heard
    };
    let (report, other, heard) = tokio::join!(server.run_clients(), honest(address, ZEROS, 1), silent);
    assert!(other.shutdown);
    assert_eq!(other.frames, 1 + 4 + 7 + 1);
    assert!(heard > 0);
    let late = report.faults.iter().filter(|fault| fault.kind == FaultKind::Timeout);
    let seats: std::collections::BTreeSet<u8> = late.map(|fault| fault.seat.0).collect();
    assert_eq!(seats.len(), 1, "only the silent one is late: {:?}", serious(&report));
}

#[tokio::test]
async fn a_client_that_waits_for_a_slow_one_is_not_slow() {
    let server = Server::open(Setting { turns: 1, millis: 20_000, ..Setting::default() }).await;
    let address = server.address();
    let slow = async {
        let client = Client::connect(address, ZEROS).await;
        let late = async |_: &mut Client, _: &Value| tokio::time::sleep(Duration::from_millis(300)).await;
        client.play(late).await
    };
    let (report, ..) = tokio::join!(server.run_clients(), honest(address, ZEROS, 1), slow);
    let mut longest: Vec<u64> =
        report.times.iter().map(|time| time.total_us / u64::from(time.windows)).collect();
    longest.sort_unstable();
    assert!(longest[0] * 2 < longest[1] && longest[1] >= 250_000, "{longest:?} µs a window");
}

#[tokio::test]
async fn a_client_that_dies_harms_nobody_and_the_match_goes_on_at_once() {
    let server = Server::open(Setting { turns: 30, millis: 60_000, ..Setting::default() }).await;
    let address = server.address();
    let dying = async {
        let mut client = Client::connect(address, ZEROS).await;
        while let Some(frame) = client.next().await {
            if frame["args"][0]["currentTurn"] == 6 {
                return; // the socket closes
            }
            client.end(&frame).await;
        }
    };
    let (report, other, ()) = tokio::join!(server.run_clients(), honest(address, ZEROS, 1), dying);
    assert_eq!(other, Tale::whole(other.first_hero, 30));
    let gone: Vec<_> = report.faults.iter().filter(|fault| fault.kind == FaultKind::Gone).collect();
    assert_eq!(gone.len(), 1, "{:?}", serious(&report));
}

#[tokio::test]
async fn a_match_without_any_client_left_still_ends() {
    let server = Server::open(Setting { millis: 60_000, ..Setting::default() }).await;
    let address = server.address();
    let dying = async || {
        let mut client = Client::connect(address, ZEROS).await;
        client.next().await;
    };
    let (report, (), ()) = tokio::join!(server.run_clients(), dying(), dying());
    assert_eq!(report.windows, 1 + 4 + 7 * 6);
}

#[tokio::test]
async fn after_the_connection_timeout_the_match_starts_with_whoever_is_there() {
    let variables = vec![("AICClientsConnectionTimeout", "200")];
    let server = Server::open(Setting { variables, ..Setting::default() }).await;
    let address = server.address();
    let (report, tale) = tokio::join!(server.run_clients(), honest(address, ZEROS, 1));
    assert_eq!(tale, Tale::whole(0, 6));
    assert!(report.faults.iter().any(|fault| fault.kind == FaultKind::Start && fault.seat == Seat(1)));
}

#[tokio::test]
async fn init_announces_the_clocks_without_the_extra_time() {
    let flags = vec![("extra", "1500".to_owned())];
    let server = Server::open(Setting { flags, millis: 700, turns: 1, ..Setting::default() }).await;
    let address = server.address();
    let mut constants = Value::Null;
    let client = Client::connect(address, ZEROS).await;
    let looking = client.play(async |_, frame| {
        if frame["name"] == "init" {
            constants = frame["args"][0]["gameConstants"].clone();
        }
    });
    let (_, looking, _) = tokio::join!(server.run_clients(), looking, honest(address, ZEROS, 1));
    assert!(looking.shutdown);
    for key in ["preprocessTimeout", "firstMoveTimeout", "normalTimeout"] {
        assert_eq!(constants[key], 700, "{constants}");
    }
}

#[tokio::test]
async fn the_replay_file_is_json_from_init_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("mine.json");
    let setting = Setting {
        turns: 12,
        files: Some(folder.path().into()),
        flags: vec![("graphic-log", named.to_str().unwrap().to_owned())],
        ..Setting::default()
    };
    let path = folder.path().join("graphic.log");
    std::fs::write(&path, "of an earlier match").unwrap();
    let server = Server::open(setting).await;
    assert_eq!(std::fs::read(&path).unwrap(), b"of an earlier match", "nobody has come yet");
    let address = server.address();
    let mut lengths = Vec::new();
    let client = Client::connect(address, ZEROS).await;
    let mut chance = Chance::new(Seed(9));
    let watching = client.play(async |client, frame| {
        // Valid after every write, so at any moment of the match.
        let entries: Vec<Value> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        lengths.push(entries.len());
        orders(client, frame, &mut chance).await;
    });
    let (report, ..) = tokio::join!(server.run_clients(), watching, honest(address, ZEROS, 1));
    assert!(lengths.is_sorted() && lengths[0] == 1);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, std::fs::read_to_string(&named).unwrap());
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    let count = |name: &str| entries.iter().filter(|entry| entry["name"] == name).count();
    assert_eq!(
        (count("init"), count("pick"), count("action"), count("status"), count("end")),
        (1, 1, 12, 12, 1)
    );
    assert!(count("move") > 0);
    assert_eq!(text.lines().count(), entries.len(), "one entry a line");
    let last = &entries.last().unwrap()["args"][0];
    let scores: Vec<i64> =
        report.outcome.as_ref().unwrap().standings.iter().map(|standing| standing.score).collect();
    assert_eq!(last["scores"], json!(scores));
    both_files_tell_the_same(folder.path());
}

/// Where nobody kept the replay file, that for statistics tells the match as well.
fn both_files_tell_the_same(folder: &std::path::Path) {
    let [replay, statistics] = ["graphic.log", "server_view.log"].map(|name| {
        let file = std::fs::read(folder.join(name)).unwrap();
        assert_eq!(tale::is_statistics(&file), name == "server_view.log");
        let tale = tale::tale(&file).unwrap();
        let turns = tale.chapters.iter().filter(|chapter| chapter.clock == "action");
        let told: Vec<_> = turns
            .map(|chapter| {
                let heroes = chapter.view.heroes.iter().flatten();
                let heroes: Vec<_> = heroes.map(|hero| (hero.id, hero.hp, hero.cell, hero.respawn)).collect();
                (chapter.view.turn, chapter.view.scores, heroes)
            })
            .collect();
        let scores: Vec<i64> =
            tale.outcome.unwrap().standings.iter().map(|standing| standing.score).collect();
        (told, scores)
    });
    assert_eq!(replay, statistics);
    assert_eq!(replay.0.len(), 12);
    // Who won is not in it, but the points are.
    let file = std::fs::read(folder.join("server_view.log")).unwrap();
    let mut entries: Vec<Value> = serde_json::from_slice(&file).unwrap();
    entries.last_mut().unwrap()["players"][1]["score"] = json!(100_000);
    let outcome = tale::tale(json!(entries).to_string().as_bytes()).unwrap().outcome.unwrap();
    assert_eq!(outcome.winners(), [meydan_core::Side(1)]);
    // Without its end it is a match that was cut off.
    entries.pop();
    assert!(tale::tale(json!(entries).to_string().as_bytes()).unwrap().outcome.is_none());
}
