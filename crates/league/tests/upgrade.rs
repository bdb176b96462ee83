//! Programs of two versions that work on one contest: what the newer one writes and says more is passed over by the older one, and what the older one says is
//! enough for the newer one. `crates/store/tests/contract/upgrade.rs` has the tables, and `make test-upgrade` whole programs.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use hall::Hall;
use meydan_league::store::{ContestChange as StoreChange, Json, Offer};
use meydan_league::{
    Caller, ContestChange, Done, Lease, Presence, Ranking, Settings, TakeWish, TaskCard, TaskDone, Work,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const LADDER: Ranking = Ranking::Ladder { hourly: 10 };

/// A newer arena writes its settings of a contest.
async fn write(hall: &Hall, slug: &str, change: impl FnOnce(&mut Value)) {
    let mut tx = hall.store.begin().await.unwrap();
    let contest = tx.contest_at(slug).await.unwrap().unwrap();
    let mut settings: Value = contest.settings.read().unwrap();
    change(&mut settings);
    let settings = Json::of(&settings).unwrap();
    let change = StoreChange { settings: Some(&settings), ..StoreChange::default() };
    tx.change_contest(&contest.id, &change).await.unwrap();
    tx.commit().await.unwrap();
}

async fn stored(hall: &Hall, slug: &str) -> Value {
    let contest = hall.store.read().await.unwrap().contest_at(slug).await.unwrap().unwrap();
    contest.settings.read().unwrap()
}

#[tokio::test]
async fn what_a_newer_arena_lets_organisers_choose_is_kept_by_an_older_one() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    write(&hall, "c", |settings| {
        settings["lights"] = json!({ "colour": "red" });
        settings["casual"]["weekly"] = json!(7);
    })
    .await;
    let host = Caller::host();
    let page = hall.league.contest(&host, "c").await.unwrap();
    let settings = Settings { team_size: 2, ..page.settings };
    let change = ContestChange {
        title: None,
        about: None,
        settings: Some(settings),
        code: None,
        opens: None,
        freezes: None,
        closes: None,
    };
    hall.league.change_contest(&host, "c", change).await.unwrap();
    let stored = stored(&hall, "c").await;
    assert_eq!((&stored["team_size"], &stored["casual"]["weekly"]), (&json!(2), &json!(7)));
    assert_eq!(stored["lights"]["colour"], "red");
    // Whoever asks for it here is told that it cannot be had.
    assert!(serde_json::from_value::<Settings>(stored).is_err());
}

#[tokio::test]
async fn a_contest_that_an_older_arena_does_not_understand_holds_up_no_other() {
    let hall = Hall::open().await;
    for slug in ["a", "b"] {
        hall.contest(slug, LADDER).await;
    }
    for name in ["x", "yy"] {
        hall.ready_team(name, "b").await;
    }
    write(&hall, "a", |settings| settings["ranking"] = json!({ "kind": "swiss", "rounds": 5 })).await;
    hall.league.tick().await.unwrap();
    assert!(hall.take().await.is_some(), "the other's ladder goes on");
    assert_eq!(stored(&hall, "a").await["ranking"]["kind"], "swiss");
}

/// Adds a field to everything that has several: what has one may be a word with what belongs to it.
fn newer(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.values_mut().for_each(newer);
            if map.len() > 1 {
                map.insert("later".to_owned(), json!({ "x": [1] }));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(newer),
        _ => {}
    }
}

/// What is said by programs, as it was said by those of the version before. It is never changed: what is said otherwise some day must still be read.
fn read<T: DeserializeOwned>(said: Value) -> T {
    let mut more = said.clone();
    newer(&mut more);
    // As a worker reads its task.
    let lenient: Result<T, _> = Json::of(&more).unwrap().read();
    assert!(lenient.is_ok(), "{}: {more}", lenient.err().unwrap());
    serde_json::from_value(said).unwrap()
}

const ID: &str = "0123456789abcdef";

#[test]
fn what_the_version_before_says_is_understood() {
    let digest = "0".repeat(64);
    let presence: Presence = read(json!({
        "id": ID, "name": "w", "key": null, "labels": ["walls"], "cores": 2, "hands": 1, "doing": 0, "done": 1, "failed": 0, "state": "ready", "trouble": null,
    }));
    assert_eq!(presence.worker().unwrap().as_str(), ID);
    let _: TakeWish = read(
        json!({ "worker": ID, "kinds": ["build", "match", "verify"], "walls": true, "lacks": [], "doing": [ID] }),
    );
    let lease = json!({
        "attempt": 2,
        "job": {
            "id": ID, "kind": "build", "subject": ID, "state": "running", "priority": 2, "attempt": 2, "tries": 1, "not_before": 5,
            "lease_until": 9, "worker": ID, "created": 3, "ended": null, "error": null,
        },
    });
    let _: TaskCard = read(json!({ "lease": lease, "work": {} }));
    assert_eq!(read::<Lease>(lease).attempt(), 2);
    let time = json!({ "rate": 1.0, "count": "wall", "bank_ms": 0, "freeze": false });
    let sides = json!([{ "version": ID }, { "house": "random" }, { "person": ID }]);
    let plan = json!({ "game": "jungle", "ruleset": "document", "map": "m", "seed": 7, "time": time, "sides": sides });
    let seated = json!([
        { "name": "a", "what": { "build": digest } }, { "name": "random", "what": { "house": "random" } }, { "name": "p", "what": "person" },
    ]);
    let works = [
        json!({ "build": {
            "version": ID, "game": "jungle", "source": digest, "minutes": 10, "wire": true, "prints": false, "phases": [], "seed": 7, "lang": null,
        } }),
        json!({ "match": { "id": ID, "attempt": 0, "plan": plan, "sides": seated } }),
        json!({ "verify": { "id": ID, "trace": digest } }),
    ];
    for work in works {
        assert_eq!(read::<Work>(work).subject(), ID);
    }
    let side = json!({
        "rank": 1, "score": 2.0, "faults": 0, "asked": 9, "faulty": 0, "time_ms": 5, "memory": null, "log": digest, "gone": null, "last_words": null,
    });
    let outcome = json!({ "reason": "all", "standings": [{ "seat": 0, "side": 0, "rank": 1, "score": 3 }] });
    let took = json!({ "secs": 1, "nanos": 0 });
    let reports = [
        json!({ "built": { "built": { "Ok": digest }, "language": "python", "wire": false, "took": took, "prints": null, "phases": [] } }),
        json!({ "played": {
            "outcome": outcome, "windows": 9, "trace": digest, "reel": digest, "game_log": null, "sides": [side], "report": { "hash": "x", "warnings": [] },
        } }),
        json!({ "verified": { "differs": null } }),
        json!({ "abandoned": { "reason": "left" } }),
        json!({ "trouble": { "reason": "disk" } }),
        json!("back"),
        json!({ "declined": { "language": "go" } }),
    ];
    for done in reports {
        let _: Done = read(done.clone());
        let _: TaskDone = read(json!({ "done": done, "log": null }));
    }
    let offer: Offer = read(json!({ "job": ID, "attempt": 0, "kind": "match", "priority": 1 }));
    assert_eq!(offer.attempt, 0);
}
