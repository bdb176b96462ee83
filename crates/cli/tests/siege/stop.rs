//! Stopped in the middle of things.

use std::io::{Read, Write};
use std::net::TcpStream;

use meydan_league::store::{JobState, MatchState, Store, VersionState};

use crate::audit::{audit, block_on};
use crate::camp::{Arena, Bot, CONTESTANT, Camp};

#[test]
fn a_build_is_given_back_and_the_try_does_not_count() {
    let camp = Camp::found();
    let arena = camp.open(None);
    let id = camp.submit(&arena, Bot::Slow).unwrap();
    let path = format!("/versions/{id}");
    camp.eventually("a build", || {
        (camp.get(&arena, CONTESTANT, &path)?["state"] == "building").then_some(())
    });
    camp.end(arena);
    block_on(async {
        let store = Store::open_file(camp.data().join("meydan.sqlite")).await.unwrap();
        let mut reader = store.read().await.unwrap();
        let version = reader.version(&id.parse().unwrap()).await.unwrap();
        assert_eq!(version.state, VersionState::Received, "it was given back, not waited for");
        let [job] = &reader.jobs_for(&id).await.unwrap()[..] else { panic!("a version has one job") };
        assert_eq!((job.state, job.attempt, job.tries), (JobState::Queued, 1, 0));
        nothing_runs(&mut reader).await;
        drop(reader);
        store.close().await;
    });
    ends_well(&camp);
}

#[test]
fn a_match_is_given_back_and_whoever_watches_it_is_let_go() {
    let camp = Camp::found();
    let arena = camp.open(None);
    camp.submit(&arena, Bot::Thinker).unwrap();
    camp.keeps_its_word(&arena);
    let id = a_long_match(&camp, &arena);
    let mut watcher = TcpStream::connect(arena.address()).unwrap();
    let ask = format!("GET /api/v1/matches/{id}/reel HTTP/1.1\r\nhost: {}\r\n\r\n", arena.address());
    watcher.write_all(ask.as_bytes()).unwrap();
    let mut first = [0; 4096];
    assert!(watcher.read(&mut first).unwrap() > 0);
    camp.end(arena);
    let mut rest = Vec::new();
    watcher.read_to_end(&mut rest).unwrap();
    assert!(!camp.log().contains("some answers were cut off"), "{}", camp.log());
    block_on(async {
        let store = Store::open_file(camp.data().join("meydan.sqlite")).await.unwrap();
        let mut reader = store.read().await.unwrap();
        let game = reader.one_match(&id.parse().unwrap()).await.unwrap();
        assert_eq!(game.state, MatchState::Queued, "it was given back, not waited for");
        let [job] = &reader.jobs_for(&id).await.unwrap()[..] else { panic!("a match has one job") };
        assert_eq!((job.state, job.tries), (JobState::Queued, 0));
        nothing_runs(&mut reader).await;
        drop(reader);
        store.close().await;
    });
    ends_well(&camp);
}

/// A match in which the thinker sits second, while it is played.
fn a_long_match(camp: &Camp, arena: &Arena) -> String {
    loop {
        let id = camp.casual(arena).unwrap();
        let path = format!("/matches/{id}");
        let game = camp.get(arena, CONTESTANT, &path).unwrap();
        if game["seats"][1]["own"] == true {
            camp.eventually("a running match", || {
                (camp.get(arena, CONTESTANT, &path)?["state"] == "running").then_some(())
            });
            return id;
        }
    }
}

async fn nothing_runs(reader: &mut meydan_league::store::Reader) {
    for count in reader.job_counts().await.unwrap() {
        assert_ne!(count.state, JobState::Running, "{count:?}");
    }
}

fn ends_well(camp: &Camp) {
    let arena = camp.open(None);
    camp.keeps_its_word(&arena);
    camp.comes_to_rest(&arena);
    camp.end(arena);
    block_on(audit(camp));
}
