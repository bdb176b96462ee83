//! Workers on other machines, and what each is able to do.

use std::time::Duration;

use meydan_store::{
    Able, Hash, JobKind, Json, NewJob, NewWorkerToken, Store, Time, Tx, Worker, WorkerFacts, WorkerId,
    WorkerState,
};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::setting::{self, NOW, contest, on_both, team, user, version};

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
        tx.dismiss_worker(&worker).await.unwrap();
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

/// PostgreSQL would read the whole table at every claim as soon as many jobs wait, and only then.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_queue_is_not_read_to_take_one_job() {
    const DONE: i64 = 200_000;
    const WAIT: i64 = 20_000;
    let Some(schema) = setting::schema().await else { return };
    let store = Store::open(&format!("{}&application_name={}", schema.url(), schema.name)).await.unwrap();
    let worker = WorkerId::fresh();
    let mut tx = store.begin().await.unwrap();
    see(&mut tx, &worker, NOW).await;
    see(&mut tx, &WorkerId::fresh(), NOW).await;
    tx.commit().await.unwrap();
    let mut link = PgConnection::connect(&schema.url()).await.unwrap();
    let fill = format!(
        "INSERT INTO jobs (id, kind, subject, state, priority, turn, not_before, created, ended, worker) \
         SELECT 'd' || n, 'match', 'm' || n, 'done', 1, n, 0, n, n, '{worker}' FROM generate_series(1, {DONE}) AS n; \
         INSERT INTO jobs (id, kind, subject, state, priority, turn, not_before, created) \
         SELECT 'q' || n, 'verify', 'm' || n, 'queued', -1, n, 0, n FROM generate_series(1, {WAIT}) AS n; \
         DELETE FROM jobs WHERE id = 'd7'; ANALYZE jobs; SELECT pg_stat_force_next_flush()"
    );
    sqlx::raw_sql(AssertSqlSafe(fill)).execute(&mut link).await.unwrap();
    link.close().await.unwrap();
    let ask = async |sql: &'static str| -> i64 {
        let mut link = PgConnection::connect(&schema.url()).await.unwrap();
        let number = sqlx::query_scalar(sql).fetch_one(&mut link).await.unwrap();
        link.close().await.unwrap();
        number
    };
    let read = "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'jobs' AND schemaname = current_schema()";
    let before = ask(read).await;
    // It has played all those matches itself but one, whose check is the seventh in line.
    let able = Able { others_since: Some(NOW.minus(LEASE)), ..Able::all(ALL) };
    let mut tx = store.begin().await.unwrap();
    let claim = tx.claim_able(&worker, &able, NOW, LEASE).await.unwrap().unwrap();
    assert_eq!(claim.job.subject, "m7");
    tx.commit().await.unwrap();
    // What a connection has read is told when it is closed.
    store.close().await;
    while ask("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = current_schema()").await > 0 {}
    let after = ask(read).await;
    assert!(after - before < WAIT / 2, "{} rows were read", after - before);
    schema.remove().await;
}
