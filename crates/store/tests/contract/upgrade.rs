//! Old and new programs on one database, while arenas are exchanged one by one.

use std::collections::BTreeMap;
use std::time::Duration;

use meydan_store::{Error, JobFilter, JobId, JobKind, JobState, Kind, NewJob, Policy, Store, Time, WorkerId};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::setting::{self, NOW};

const LEASE: Duration = Duration::from_secs(30);

/// A database as a program of another version has it: by its address.
struct Place {
    url: String,
    kind: Kind,
}

impl Place {
    async fn run(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match self.kind {
            Kind::Sqlite => {
                let mut link = SqliteConnection::connect(&self.url).await.unwrap();
                // Where PostgreSQL forgets a check, SQLite can only look away.
                sqlx::raw_sql("PRAGMA busy_timeout = 20000; PRAGMA ignore_check_constraints = ON")
                    .execute(&mut link)
                    .await
                    .unwrap();
                sqlx::raw_sql(sql).execute(&mut link).await.unwrap();
                link.close().await.unwrap();
            }
            Kind::Postgres => {
                let mut link = PgConnection::connect(&self.url).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut link).await.unwrap();
                link.close().await.unwrap();
            }
        }
    }

    /// A newer program starts, and brings its tables forward by a step of its own.
    async fn step(&self, number: i64, what: &str) {
        let (begin, nothing) = match self.kind {
            Kind::Sqlite => ("BEGIN IMMEDIATE", "x'00'"),
            Kind::Postgres => ("BEGIN", "'\\x00'"),
        };
        self.run(&format!(
            "{begin}; {what}; INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES ({number}, 'later', TRUE, {nothing}, 0); COMMIT"
        ))
        .await;
    }
}

/// A test on either database that opens it by its address.
macro_rules! by_address {
    (async fn $name:ident($store:ident: &Store, $place:ident: &Place) $body:block) => {
        mod $name {
            use super::*;

            async fn on($store: &Store, $place: &Place) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                let (store, folder) = setting::sqlite().await;
                let url = format!("sqlite:{}/meydan.db", folder.path().display());
                on(&store, &Place { url, kind: Kind::Sqlite }).await;
                store.close().await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                let Some((store, schema)) = setting::postgres().await else { return };
                on(&store, &Place { url: schema.url(), kind: Kind::Postgres }).await;
                store.close().await;
                schema.remove().await;
            }
        }
    };
}

async fn enqueue(store: &Store, subject: &str) -> JobId {
    let mut tx = store.begin().await.unwrap();
    let new = NewJob { kind: JobKind::Match, subject, priority: 0, not_before: NOW, created: NOW };
    let job = tx.enqueue(&new).await.unwrap();
    tx.commit().await.unwrap();
    job.id
}

/// Claims and finishes jobs until there is none for a while, and says which.
async fn work(store: Store) -> Vec<JobId> {
    let (worker, mut done, mut idle) = (WorkerId::fresh(), Vec::new(), 0);
    while idle < 50 {
        let mut tx = store.begin().await.unwrap();
        let Some(claim) = tx.claim(&worker, JobKind::ALL, NOW, LEASE).await.unwrap() else {
            drop(tx);
            idle += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        tx.commit().await.unwrap();
        idle = 0;
        let mut tx = store.begin().await.unwrap();
        tx.renew(&claim, NOW, LEASE).await.unwrap();
        tx.finish(&claim, NOW).await.unwrap();
        tx.commit().await.unwrap();
        done.push(claim.job.id);
    }
    done
}

by_address! {
    async fn an_old_program_goes_on_and_starts_again_on_newer_tables(store: &Store, place: &Place) {
        const JOBS: usize = 150;
        // Its statements are prepared on the tables as they were.
        let mut working: Vec<_> = (0..2).map(|_| tokio::spawn(work(store.clone()))).collect();
        for number in 0..JOBS {
            enqueue(store, &format!("match {number}")).await;
            if number == JOBS / 3 {
                let seq = "CREATE TABLE later (job TEXT PRIMARY KEY REFERENCES jobs (id), note TEXT NOT NULL); \
                           CREATE INDEX later_jobs ON jobs (priority)";
                place.step(9998, seq).await;
                // The newer one works beside it, and an old one that was killed comes back.
                let again = Store::open(&place.url).await.unwrap();
                working.extend((0..2).map(|_| tokio::spawn(work(again.clone()))));
            }
        }
        let mut times: BTreeMap<JobId, u32> = BTreeMap::new();
        for worker in working {
            for job in worker.await.unwrap() {
                *times.entry(job).or_default() += 1;
            }
        }
        assert_eq!(times.len(), JOBS, "none is lost");
        assert!(times.values().all(|times| *times == 1), "none is done twice");
        let counts = store.read().await.unwrap().job_counts().await.unwrap();
        let done = |state| counts.iter().filter(|found| found.state == state).map(|found| found.count).sum::<i64>();
        assert_eq!((done(JobState::Done), counts.len()), (JOBS as i64, 1));
    }
}

by_address! {
    async fn tables_that_lack_something_are_refused_and_left_unlocked(store: &Store, place: &Place) {
        store.ping().await.unwrap();
        let needs = "INSERT INTO settings (key, value) VALUES ('needs step', '9999')";
        place.step(9999, needs).await;
        for _ in 0..2 {
            let error = Store::open(&place.url).await.unwrap_err();
            assert!(matches!(error, Error::Newer { found: 9999, .. }), "{error}");
            assert!(error.to_string().contains("upgrade meydan"), "{error}");
        }
        // One that knows the step it needs opens it.
        place.run("UPDATE settings SET value = '1' WHERE key = 'needs step'").await;
        Store::open(&place.url).await.unwrap().close().await;
        place.run("UPDATE settings SET value = 'much' WHERE key = 'needs step'").await;
        assert!(matches!(Store::open(&place.url).await, Err(Error::Newer { .. })));
    }
}

by_address! {
    async fn jobs_of_a_kind_that_is_not_known_are_left_to_whoever_knows_it(store: &Store, place: &Place) {
        let ours = enqueue(store, "a match").await;
        if place.kind == Kind::Postgres {
            place.run("ALTER TABLE jobs DROP CONSTRAINT jobs_kind_check").await;
        }
        let (now, past) = (NOW.0, NOW.0 - 1000);
        let rows = [("a match", "queued", "NULL".to_owned()), ("another", "running", past.to_string())];
        for (subject, state, lease) in rows {
            place.run(&format!(
                "INSERT INTO jobs (id, kind, subject, state, priority, turn, not_before, lease_until, worker, created) \
                 VALUES ('rating of {subject}', 'rating', '{subject}', '{state}', 9, {past}, {past}, {lease}, 'somebody', {now})"
            ))
            .await;
        }
        let later = Time(now + 60_000);
        let mut reader = store.read().await.unwrap();
        let one = |jobs: Vec<meydan_store::Job>| jobs.into_iter().map(|job| job.id).collect::<Vec<_>>() == [ours.clone()];
        assert!(one(reader.jobs(&JobFilter::default(), 9).await.unwrap()));
        assert!(one(reader.jobs_for("a match").await.unwrap()));
        assert!(one(reader.overdue_jobs(later, 9).await.unwrap()));
        assert_eq!(reader.job_counts().await.unwrap().len(), 1);
        drop(reader);
        let mut tx = store.begin().await.unwrap();
        assert_eq!(tx.expire(later, &Policy::default()).await.unwrap(), []);
        let claim = tx.claim(&WorkerId::fresh(), JobKind::ALL, later, LEASE).await.unwrap().unwrap();
        assert_eq!(claim.job.id, ours, "however urgent the others are");
        assert!(tx.claim(&WorkerId::fresh(), JobKind::ALL, later, LEASE).await.unwrap().is_none());
        tx.commit().await.unwrap();
    }
}

by_address! {
    async fn a_server_has_a_clock_and_a_file_has_none(store: &Store, place: &Place) {
        let clock = store.read().await.unwrap().clock().await.unwrap();
        let here = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
        match place.kind {
            Kind::Sqlite => assert_eq!(clock, None),
            Kind::Postgres => assert!(clock.unwrap().0.abs_diff(here) < 600_000, "{clock:?}"),
        }
    }
}

#[test]
fn a_step_adds_or_says_that_nobody_can_do_without_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let number: u32 = file.file_name().unwrap().to_str().unwrap()[..4].parse().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
        let says = format!("('needs step', '{number}')");
        let needed = lines.iter().any(|line| line.contains(&says));
        for statement in lines.join("\n").split(';').map(str::trim).filter(|statement| !statement.is_empty())
        {
            assert!(needed || statement.starts_with("CREATE "), "{} does this: {statement}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "no statements were found; the test tests nothing");
}
