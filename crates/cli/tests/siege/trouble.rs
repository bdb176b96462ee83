//! What goes wrong on our side, brought about while no arena is open: another process has its tables meanwhile.

use std::fs;
use std::sync::Arc;

use meydan_blobs::Blobs;
use meydan_core::{Outcome, Seat, Side, Standing};
use meydan_league::store::{JobKind, Store, WorkerId};
use meydan_league::{Clock, League, MatchDone, Options, SideDone, Task, Work};
use meydan_worker::{Worker, games};
use serde_json::json;

use crate::audit::block_on;
use crate::camp::Camp;

/// As often as a task may be lost before somebody must look.
const TRIES: usize = 5;

/// The arena's worker took a task and was killed, again and again, the last time a moment ago.
pub(crate) fn lose_too_often(camp: &Camp, kind: JobKind) {
    block_on(async {
        let (league, store) = open(camp).await;
        let worker: WorkerId =
            fs::read_to_string(camp.data().join("worker")).unwrap().trim().parse().unwrap();
        hold(&store, false).await;
        for _ in 1..TRIES {
            league.take(&worker, &[kind]).await.unwrap().unwrap();
            assert_eq!(league.reclaim_from(&worker).await.unwrap(), 1);
        }
        league.take(&worker, &[kind]).await.unwrap().unwrap();
        hold(&store, true).await;
        store.close().await;
    });
}

/// A worker elsewhere says that it has played a match, and its record is something else.
pub(crate) fn lie_about_a_match(camp: &Camp) {
    block_on(async {
        let (league, store) = open(camp).await;
        hold(&store, false).await;
        let task = league.take(&WorkerId::fresh(), &[JobKind::Match]).await.unwrap().unwrap();
        let Task { lease, work: Work::Match(work) } = task else { panic!("it is a match") };
        let rank = |seat: u8| u32::from(seat) + 1;
        let standing = |seat: u8| Standing { seat: Seat(seat), side: Side(seat), rank: rank(seat), score: 0 };
        let side = |seat: u8| SideDone { rank: rank(seat), ..SideDone::default() };
        let seats = 0..work.sides.len() as u8;
        let done = MatchDone {
            outcome: Outcome { reason: "made up".into(), standings: seats.clone().map(standing).collect() },
            windows: 7,
            trace: league.keep("a story").await.unwrap(),
            reel: None,
            game_log: None,
            sides: seats.map(side).collect(),
            report: json!({}),
        };
        league.played(&lease, &work, done).await.unwrap();
        store.close().await;
    });
}

async fn open(camp: &Camp) -> (Arc<League>, Store) {
    let store = Store::open_file(camp.data().join("meydan.sqlite")).await.unwrap();
    let options = Options {
        store: store.clone(),
        blobs: Blobs::in_folder(&camp.data().join("blobs")).unwrap(),
        engines: Arc::new(Worker::new(Vec::new())),
        games: games(),
        clock: Clock::System,
        open_sign_up: false,
        broker: None,
    };
    (League::open(options).unwrap(), store)
}

async fn hold(store: &Store, paused: bool) {
    let mut tx = store.begin().await.unwrap();
    tx.set_paused(paused).await.unwrap();
    tx.commit().await.unwrap();
}
