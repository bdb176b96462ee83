//! A worker on whose side things go wrong.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use bytes::Bytes;
use meydan_league::store::{MatchId, WorkerId};
use meydan_league::{
    Answer, BuildWork, Done, Error, Lease, Live, MatchWork, Presence, Task, Tasks, VerifyWork, Wish, Work,
};
use meydan_runner::MissingWalls;
use meydan_worker::{Duty, Shift, Stock, WORKER_KEY, Walls, worker_of};
use serde_json::json;
use tokio::sync::{mpsc, watch};

/// A queue of checks over each of which a worker stumbles.
struct Stumbling {
    taken: AtomicU32,
    /// Whether what everybody needs is away, so that it stumbles over nothing of its own.
    away: AtomicBool,
    /// How often what is told is not heard.
    deaf: AtomicU32,
    told: mpsc::UnboundedSender<String>,
}

impl Tasks for Stumbling {
    fn join<'a>(&'a self, _: &'a Presence) -> Answer<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn pulse<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()> {
        let told = format!("pulse: {:?} {}", presence.trouble, presence.doing);
        Box::pin(async move {
            let _ = self.told.send(told);
            Ok(())
        })
    }

    fn take<'a>(&'a self, wish: &'a Wish) -> Answer<'a, Option<Task>> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        let id = wish.worker.to_string();
        let lease = json!({ "attempt": 1, "job": {
            "id": id, "kind": "verify", "subject": id, "state": "running", "priority": 1, "attempt": 1, "tries": 1, "not_before": 0,
            "lease_until": 30_000, "worker": id, "created": 0, "ended": null, "error": null,
        } });
        let lease: Lease = serde_json::from_value(lease).unwrap();
        let work = Work::Verify(VerifyWork { id: MatchId::fresh(), trace: String::new() });
        Box::pin(async { Ok(Some(Task { lease, work })) })
    }

    fn renew<'a>(&'a self, _: &'a Lease) -> Answer<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn show(&self, _: &Lease, _: &MatchWork, _: Live) {}

    fn listen(&self, _: &Lease, _: &BuildWork) {}

    fn fetch<'a>(&'a self, _: &'a Lease, _: &'a str) -> Answer<'a, Bytes> {
        Box::pin(async {
            if self.away.load(Ordering::Relaxed) {
                return Err(Error::Busy("the bucket is away".to_owned()));
            }
            assert!(self.told.is_closed(), "a mistake of ours");
            Ok(Bytes::new())
        })
    }

    fn keep(&self, _: Bytes) -> Answer<'_, String> {
        Box::pin(async { Ok(String::new()) })
    }

    fn done<'a>(&'a self, _: &'a Lease, _: &'a Work, done: Done) -> Answer<'a, bool> {
        Box::pin(async move {
            let deaf =
                self.deaf.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            match deaf {
                Ok(_) => Err(Error::Busy("the database is away".to_owned())),
                Err(_) => Ok(self.told.send(format!("{done:?}")).is_ok()),
            }
        })
    }
}

/// A worker with one hand.
fn shift(tasks: &Arc<Stumbling>, folder: &Path) -> Shift {
    Shift {
        tasks: tasks.clone(),
        id: WorkerId::fresh(),
        name: "w".to_owned(),
        walls: Walls::of(Err(MissingWalls(Vec::new()))),
        bench: None,
        stock: Stock::fetched(&folder.join("builds"), &folder.join("spool"), 1 << 20).unwrap(),
        key: None,
        tools: Vec::new(),
        folder: folder.to_owned(),
        hands: 1,
        cores: 1,
        pin: false,
    }
}

#[tokio::test(start_paused = true)]
async fn where_what_everybody_needs_is_away_a_worker_gives_back_and_rests() {
    let folder = tempfile::tempdir().unwrap();
    let (told, mut heard) = mpsc::unbounded_channel();
    let (away, deaf) = (AtomicBool::new(true), AtomicU32::new(2));
    let tasks = Arc::new(Stumbling { taken: AtomicU32::new(0), away, deaf, told });
    let (order, duty) = watch::channel(Duty::Work);
    let working = tokio::spawn(shift(&tasks, folder.path()).work(duty));
    let mut said = heard.recv().await.unwrap();
    while said.starts_with("pulse") {
        said = heard.recv().await.unwrap();
    }
    assert_eq!(said, "Back", "it is no try of anybody, and is told until it is heard");
    let said = heard.recv().await.unwrap();
    assert!(said.starts_with("pulse: Some") && said.contains("the bucket is away"), "{said}");
    assert_eq!(tasks.taken.load(Ordering::Relaxed), 1, "it takes nothing for now");
    // It asks again after a while.
    while heard.recv().await.unwrap() != "Back" {}
    assert_eq!(tasks.taken.load(Ordering::Relaxed), 2, "one at a time");
    order.send_replace(Duty::Stop);
    working.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_worker_that_stumbles_says_so_and_does_not_eat_the_queue() {
    let folder = tempfile::tempdir().unwrap();
    let (told, mut heard) = mpsc::unbounded_channel();
    let (away, deaf) = (AtomicBool::new(false), AtomicU32::new(0));
    let tasks = Arc::new(Stumbling { taken: AtomicU32::new(0), away, deaf, told });
    let (order, duty) = watch::channel(Duty::Work);
    let working = tokio::spawn(shift(&tasks, folder.path()).work(duty));
    for _ in 0..3 {
        let said = heard.recv().await.unwrap();
        assert!(said.contains("Trouble") && said.contains("a mistake of ours"), "{said}");
    }
    let said = heard.recv().await.unwrap();
    assert!(
        said.starts_with("pulse: Some") && said.contains("a mistake of ours") && said.ends_with('0'),
        "{said}"
    );
    assert_eq!(tasks.taken.load(Ordering::Relaxed), 3, "it takes nothing for now");
    order.send_replace(Duty::Stop);
    working.await.unwrap();
}

#[test]
fn a_folder_that_was_copied_is_another_workers() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, three] = ["one", "two", "three"].map(|name| folder.path().join(name));
    std::fs::create_dir(&one).unwrap();
    let id = worker_of(&one).unwrap();
    std::fs::write(one.join(WORKER_KEY), "a key").unwrap();
    assert_eq!(worker_of(&one).unwrap(), id, "it is the same one each time");

    std::fs::create_dir(&two).unwrap();
    for file in std::fs::read_dir(&one).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), two.join(file.file_name())).unwrap();
    }
    let copy = worker_of(&two).unwrap();
    assert_ne!(copy, id);
    assert!(!two.join(WORKER_KEY).exists(), "it signs with a key of its own");
    assert_eq!(worker_of(&two).unwrap(), copy);

    std::fs::rename(&one, &three).unwrap();
    assert_eq!(worker_of(&three).unwrap(), id, "one that was moved is the same");
    assert!(three.join(WORKER_KEY).exists());
    // As with a machine that was made from the image of another one.
    let place = std::fs::read_to_string(three.join("worker.place")).unwrap();
    std::fs::write(three.join("worker.place"), format!("elsewhere{place}")).unwrap();
    assert_ne!(worker_of(&three).unwrap(), id);
}
