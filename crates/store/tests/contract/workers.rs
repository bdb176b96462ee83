//! Workers on other machines, and what each is able to do.

use std::time::Duration;

use meydan_store::{
    Able, Hash, JobKind, Json, NewJob, NewWorkerToken, Store, Time, Tx, Worker, WorkerFacts, WorkerId,
    WorkerState,
};

use crate::setting::{NOW, contest, on_both, team, user, version};

const LEASE: Duration = Duration::from_secs(30);
const ALL: &[JobKind] = JobKind::ALL;

async fn enqueue(tx: &mut Tx, kind: JobKind, subject: &str) {
    let new = NewJob { kind, subject, priority: 0, not_before: NOW, created: NOW };
    tx.enqueue(&new).await.unwrap();
}

async fn see(tx: &mut Tx, id: &WorkerId, seen: Time) {
    let labels = Json::of(&[""; 0]).unwrap();
    let worker = Worker { id: id.clone(), name: "w".into(), labels, seen, state: WorkerState::Ready };
    tx.see_worker(&worker).await.unwrap();
}

on_both! {
    async fn a_token_is_known_by_its_secret_until_it_is_taken_back(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (ada, hash) = (user(&mut tx, "ada").await, Hash::of("mw_x"));
        let new = NewWorkerToken { label: "hall", hash: &hash, made_by: Some(&ada.id), created: NOW };
        let token = tx.add_worker_token(&new).await.unwrap();
        assert_eq!(tx.worker_token(&hash).await.unwrap(), Some(token.clone()));
        assert_eq!(tx.worker_token(&Hash::of("mw_y")).await.unwrap(), None);
        tx.see_worker_token(&token.id, NOW).await.unwrap();
        assert_eq!(tx.worker_tokens().await.unwrap()[0].used, Some(NOW));
        tx.end_worker_token(&token.id).await.unwrap();
        assert!(tx.end_worker_token(&token.id).await.is_err());
        assert_eq!(tx.worker_token(&hash).await.unwrap(), None);
    }
}

on_both! {
    async fn what_a_worker_says_of_itself_is_kept_as_long_as_the_worker(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let worker = WorkerId::fresh();
        let mut facts = WorkerFacts {
            worker: worker.clone(), token: None, key: Some("k".into()), cores: 4, hands: 2, doing: 1, done: 7, failed: 0, trouble: None,
        };
        see(&mut tx, &worker, NOW).await;
        tx.note_worker(&facts).await.unwrap();
        (facts.doing, facts.trouble) = (0, Some("no room".into()));
        tx.note_worker(&facts).await.unwrap();
        assert_eq!(tx.worker_facts(&worker).await.unwrap(), Some(facts.clone()));
        assert_eq!(tx.forget_worker_facts().await.unwrap(), 0);
        let later = NOW.plus(Duration::from_secs(1));
        tx.miss_workers(later).await.unwrap();
        tx.forget_workers(later).await.unwrap();
        assert_eq!(tx.forget_worker_facts().await.unwrap(), 1);
        assert!(tx.all_worker_facts().await.unwrap().is_empty());
    }
}

on_both! {
    async fn a_worker_is_given_what_it_is_able_to_do(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let ours = team(&mut tx, &cup, "ours").await;
        let version = version(&mut tx, &ours).await;
        enqueue(&mut tx, JobKind::Build, version.id.as_str()).await;
        let worker = WorkerId::fresh();
        let bare = Able { walls: false, ..Able::all(ALL) };
        assert_eq!(tx.claim_able(&worker, &bare, NOW, LEASE).await.unwrap(), None, "without walls nothing is built");
        tx.note_language(&version.id, "java").await.unwrap();
        let lacks = ["go".to_owned(), "java".to_owned()];
        let poor = Able { lacks: &lacks, ..Able::all(ALL) };
        assert_eq!(tx.claim_able(&worker, &poor, NOW, LEASE).await.unwrap(), None, "it has no tools for it");
        let able = Able { lacks: &lacks[..1], ..Able::all(ALL) };
        assert!(tx.claim_able(&worker, &able, NOW, LEASE).await.unwrap().is_some());
    }
}

on_both! {
    async fn a_record_is_checked_by_somebody_else_where_there_is_somebody(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let (one, two) = (WorkerId::fresh(), WorkerId::fresh());
        see(&mut tx, &one, NOW).await;
        enqueue(&mut tx, JobKind::Match, "m1").await;
        let played = tx.claim(&one, ALL, NOW, LEASE).await.unwrap().unwrap();
        tx.finish(&played, NOW).await.unwrap();
        enqueue(&mut tx, JobKind::Verify, "m1").await;
        let able = Able { others_since: Some(NOW.minus(LEASE)), ..Able::all(ALL) };
        see(&mut tx, &two, NOW).await;
        assert_eq!(tx.claim_able(&one, &able, NOW, LEASE).await.unwrap(), None, "it has played the match itself");
        let checked = tx.claim_able(&two, &able, NOW, LEASE).await.unwrap().unwrap();
        tx.give_back(&checked, NOW).await.unwrap();
        let later = NOW.plus(2 * LEASE);
        let able = Able { others_since: Some(later.minus(LEASE)), ..able };
        assert!(tx.claim_able(&one, &able, later, LEASE).await.unwrap().is_some(), "nobody else is there any more");
    }
}
