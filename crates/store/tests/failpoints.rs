//! A process that dies at a fail point has done what it committed, and nothing else.
#![cfg(debug_assertions)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::{Command, ExitStatus};

use meydan_store::{JobKind, NewJob, NewUser, Role, Store, Time, WorkerId};

const FILE: &str = "MEYDAN_STORE_TEST_FILE";

/// This test is also the process that dies: it is started again with a file to write into.
#[tokio::test(flavor = "multi_thread")]
async fn a_commit_is_whole_or_has_not_happened() {
    if let Some(file) = std::env::var_os(FILE) {
        return step(Path::new(&file)).await;
    }
    for (point, jobs, finished) in [
        ("job.queued:before", 0, false),
        ("job.queued:after", 1, false),
        ("job.done:before", 1, false),
        ("job.done:after", 1, true),
        ("no.such:point", 1, true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("meydan.db");
        let status = run(&file, point);
        assert_eq!(status.success(), point == "no.such:point", "{point}: {status}");
        let store = Store::open_file(&file).await.unwrap();
        let mut reader = store.read().await.unwrap();
        let counts = reader.job_counts().await.unwrap();
        assert_eq!(counts.iter().map(|count| count.count).sum::<i64>(), jobs, "{point}");
        assert_eq!(reader.user_named("queued").await.unwrap().is_some(), jobs == 1, "{point}");
        assert_eq!(reader.user_named("done").await.unwrap().is_some(), finished, "{point}");
    }
}

fn run(file: &Path, point: &str) -> ExitStatus {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_commit_is_whole_or_has_not_happened"])
        .env(FILE, file)
        .env("MEYDAN_FAILPOINT", point)
        .output()
        .unwrap()
        .status
}

/// Enqueues a job and finishes it, and writes another row with each.
async fn step(file: &Path) {
    let store = Store::open_file(file).await.unwrap();
    let user = |name| NewUser {
        name,
        email: None,
        password: None,
        role: Role::Contestant,
        lang: None,
        created: Time(0),
    };
    let mut tx = store.begin().await.unwrap();
    let new =
        NewJob { kind: JobKind::Match, subject: "m1", priority: 0, not_before: Time(0), created: Time(0) };
    tx.enqueue(&new).await.unwrap();
    tx.add_user(&user("queued")).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let lease = std::time::Duration::from_secs(1);
    let claim = tx.claim(&WorkerId::fresh(), JobKind::ALL, Time(0), lease).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.finish(&claim, Time(0)).await.unwrap();
    tx.add_user(&user("done")).await.unwrap();
    tx.commit().await.unwrap();
}
