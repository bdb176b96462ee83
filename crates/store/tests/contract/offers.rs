//! What others are told of jobs that wait: in the same stroke as they come to wait.

use std::time::Duration;

use meydan_store::{Able, Failed, JobKind, NewJob, OFFER, Offer, Policy, Store, Time, Tx, WorkerId};

use crate::setting::{NOW, on_both};

const LEASE: Duration = Duration::from_secs(30);
const ALL: &[JobKind] = JobKind::ALL;
const POLICY: Policy = Policy { tries: 2, rest: Duration::from_secs(10), most: Duration::from_secs(15) };

fn new(subject: &str) -> NewJob<'_> {
    NewJob { kind: JobKind::Match, subject, priority: 1, not_before: NOW, created: NOW }
}

/// What was posted since it was last looked at.
async fn posted(tx: &mut Tx) -> Vec<Offer> {
    let lines = tx.unsent(OFFER, 0, Time::NEVER, 99).await.unwrap();
    assert!(lines.iter().all(|line| line.topic == OFFER));
    let seqs: Vec<i64> = lines.iter().map(|line| line.seq).collect();
    assert_eq!(tx.sent(&seqs).await.unwrap(), seqs.len() as u64);
    lines.iter().map(|line| serde_json::from_str(&line.body).unwrap()).collect()
}

on_both! {
    async fn every_way_to_wait_is_an_offer(store: &Store) {
        let store = store.clone().with_outbox();
        let mut tx = store.begin().await.unwrap();
        let worker = WorkerId::fresh();
        let job = tx.enqueue(&new("m1")).await.unwrap();
        assert_eq!(posted(&mut tx).await, [job.offer()]);
        let claim = tx.claim(&worker, ALL, NOW, LEASE).await.unwrap().unwrap();
        assert_eq!(posted(&mut tx).await, [], "it waits no longer");

        let again = |attempt| Offer { attempt, ..job.offer() };
        tx.give_back(&claim, NOW).await.unwrap();
        assert_eq!(posted(&mut tx).await, [again(1)], "given back");
        tx.claim(&worker, ALL, NOW, LEASE).await.unwrap().unwrap();
        assert_eq!(tx.expire(NOW.plus(LEASE), &POLICY).await.unwrap().len(), 1);
        assert_eq!(posted(&mut tx).await, [again(2)], "lost");
        let claim = tx.claim(&worker, ALL, NOW.plus(LEASE), LEASE).await.unwrap().unwrap();
        assert_eq!(tx.fail(&claim, NOW, "disk full", &POLICY).await.unwrap(), Failed::Dead);
        assert_eq!(posted(&mut tx).await, [], "given up");
        tx.retry(&job.id, NOW).await.unwrap();
        assert_eq!(posted(&mut tx).await, [again(3)], "tried again by hand");
        let claim = tx.claim(&worker, ALL, NOW, LEASE).await.unwrap().unwrap();
        assert!(matches!(tx.fail(&claim, NOW, "disk full", &POLICY).await.unwrap(), Failed::Again(_)));
        assert_eq!(posted(&mut tx).await, [again(4)], "it failed");
        tx.set_priority(&job.id, 6, NOW).await.unwrap();
        assert_eq!(posted(&mut tx).await, [Offer { priority: 6, ..again(4) }], "it is more urgent");
    }
}

on_both! {
    async fn what_is_undone_is_not_offered(store: &Store) {
        let store = store.clone().with_outbox();
        let mut tx = store.begin().await.unwrap();
        tx.enqueue(&new("m1")).await.unwrap();
        tx.roll_back().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        assert_eq!(posted(&mut tx).await, []);
    }
}

on_both! {
    async fn a_job_that_was_offered_is_claimed_once_and_by_whoever_is_able(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let first = tx.enqueue(&new("m1")).await.unwrap();
        let second = tx.enqueue(&NewJob { kind: JobKind::Build, ..new("v1") }).await.unwrap();
        let worker = WorkerId::fresh();
        let only = |job| Able { only: Some(job), ..Able::all(ALL) };
        let bare = Able { walls: false, ..only(&second.id) };
        assert_eq!(tx.claim_able(&worker, &bare, NOW, LEASE).await.unwrap(), None, "it has no walls");
        let claim = tx.claim_able(&worker, &only(&second.id), NOW, LEASE).await.unwrap().unwrap();
        assert_eq!(claim.job.id, second.id);
        assert_eq!(tx.claim_able(&worker, &only(&second.id), NOW, LEASE).await.unwrap(), None, "it is taken");
        let ids = [first.id.clone(), second.id.clone()];
        assert_eq!(tx.running_attempts(&ids).await.unwrap(), [(second.id, 1)]);
        assert_eq!(tx.running_attempts(&[]).await.unwrap(), []);
        let overdue = tx.overdue_jobs(NOW, 9).await.unwrap();
        assert_eq!(overdue.iter().map(|job| &job.id).collect::<Vec<_>>(), [&first.id]);
        assert_eq!(tx.overdue_jobs(NOW.minus(LEASE), 9).await.unwrap(), [], "nobody has missed it yet");
    }
}
