//! The queue.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use meydan_store::{
    AuditFilter, Claim, Error, Failed, Job, JobFilter, JobKind, JobState, Json, NewJob, PRIORITY_STEP,
    Policy, Store, Time, Tx, WorkerId,
};

use crate::setting::{NOW, on_both};

const LEASE: Duration = Duration::from_secs(30);
const ALL: &[JobKind] = JobKind::ALL;
const POLICY: Policy = Policy { tries: 3, rest: Duration::from_secs(10), most: Duration::from_secs(15) };

async fn enqueue(tx: &mut Tx, subject: &str, priority: i64, created: Time) -> Job {
    let new = NewJob { kind: JobKind::Match, subject, priority, not_before: created, created };
    tx.enqueue(&new).await.unwrap()
}

async fn claim(tx: &mut Tx, now: Time) -> Option<Claim> {
    tx.claim(&WorkerId::fresh(), ALL, now, LEASE).await.unwrap()
}

fn later(seconds: u64) -> Time {
    NOW.plus(Duration::from_secs(seconds))
}

on_both! {
    async fn a_job_is_claimed_renewed_and_finished_by_its_attempt(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let job = enqueue(&mut tx, "m1", 0, NOW).await;
        assert_eq!((job.state, job.attempt), (JobState::Queued, 0));
        let worker = WorkerId::fresh();
        assert_eq!(tx.claim(&worker, &[JobKind::Build], NOW, LEASE).await.unwrap(), None, "not of that kind");
        assert_eq!(tx.claim(&worker, &[], NOW, LEASE).await.unwrap(), None);
        let first = tx.claim(&worker, ALL, NOW, LEASE).await.unwrap().unwrap();
        assert_eq!((first.attempt, &first.job.worker, first.job.lease_until), (1, &Some(worker.clone()), Some(later(30))));
        assert_eq!(claim(&mut tx, NOW).await, None, "it is taken");
        assert_eq!(tx.renew(&first, later(20), LEASE).await.unwrap(), later(50));
        assert!(tx.expire(later(49), &POLICY).await.unwrap().is_empty());

        let lost = tx.expire(later(50), &POLICY).await.unwrap();
        assert_eq!((lost.len(), lost[0].dead, lost[0].job.state), (1, false, JobState::Queued));
        let second = claim(&mut tx, later(50)).await.unwrap();
        assert_eq!(second.attempt, 2);
        assert!(matches!(tx.renew(&first, later(51), LEASE).await, Err(Error::Late)));
        assert!(matches!(tx.finish(&first, later(51)).await, Err(Error::Late)));
        assert!(matches!(tx.fail(&first, later(51), "no", &POLICY).await, Err(Error::Late)));
        assert!(matches!(tx.give_back(&first, later(51)).await, Err(Error::Late)));
        tx.finish(&second, later(52)).await.unwrap();
        assert!(matches!(tx.finish(&second, later(53)).await, Err(Error::Late)), "it was finished");
        let done = tx.job(&job.id).await.unwrap();
        assert_eq!((done.state, done.ended, done.lease_until, done.error), (JobState::Done, Some(later(52)), None, None));
        assert_eq!(tx.forget_jobs(later(52)).await.unwrap(), 0);
        assert_eq!(tx.forget_jobs(later(53)).await.unwrap(), 1);
    }
}

on_both! {
    async fn what_nobody_was_promised_is_written_all_the_same(store: &Store) {
        let mut tx = store.begin_unsure().await.unwrap();
        enqueue(&mut tx, "m1", 0, NOW).await;
        tx.commit().await.unwrap();
        drop(store.begin_unsure().await.unwrap());
        let mut tx = store.begin_unsure().await.unwrap();
        let claim = tx.claim(&WorkerId::fresh(), ALL, NOW, LEASE).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        tx.finish(&claim, later(1)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(store.read().await.unwrap().job(&claim.job.id).await.unwrap().state, JobState::Done);
    }
}

on_both! {
    async fn a_worker_s_jobs_are_taken_back_before_their_leases_run_out(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        for subject in ["m1", "m2"] {
            enqueue(&mut tx, subject, 0, NOW).await;
        }
        let (one, other) = (WorkerId::fresh(), WorkerId::fresh());
        let first = tx.claim(&one, ALL, NOW, LEASE).await.unwrap().unwrap();
        let second = tx.claim(&other, ALL, NOW, LEASE).await.unwrap().unwrap();
        let lost = tx.lose_worker(&one, later(1), &POLICY).await.unwrap();
        assert_eq!((lost.len(), &lost[0].job.id, lost[0].dead), (1, &first.job.id, false));
        assert_eq!((lost[0].job.state, lost[0].job.tries), (JobState::Queued, 1));
        assert!(matches!(tx.finish(&first, later(1)).await, Err(Error::Late)));
        tx.finish(&second, later(1)).await.unwrap();
    }
}

on_both! {
    async fn a_subject_has_one_job_of_a_kind_at_a_time(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let first = enqueue(&mut tx, "m1", 0, NOW).await;
        let again = NewJob { kind: JobKind::Match, subject: "m1", priority: 0, not_before: NOW, created: NOW };
        assert!(matches!(tx.enqueue(&again).await, Err(Error::Taken { what: "job" })));
        tx.enqueue(&NewJob { kind: JobKind::Verify, ..again.clone() }).await.unwrap();
        tx.cancel_job(&first.id, NOW).await.unwrap();
        assert!(matches!(tx.cancel_job(&first.id, NOW).await, Err(Error::Conflict { what: "job" })));
        tx.enqueue(&again).await.unwrap();
        assert_eq!(tx.jobs_for("m1").await.unwrap().len(), 3);
        assert_eq!(tx.cancel_jobs_for("m1", NOW).await.unwrap(), 2);
        assert_eq!(claim(&mut tx, NOW).await, None);
    }
}

on_both! {
    async fn urgent_jobs_go_first_and_old_ones_are_not_forgotten(store: &Store) {
        let step = PRIORITY_STEP.as_secs();
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, "old", 0, NOW).await;
        enqueue(&mut tx, "plain", 0, later(step)).await;
        enqueue(&mut tx, "first of three", 3, later(3 * step - 1)).await;
        enqueue(&mut tx, "second of three", 3, later(3 * step + 1)).await;
        let raised = enqueue(&mut tx, "raised", -100, later(step)).await;
        tx.set_priority(&raised.id, 100, NOW).await.unwrap();
        let listed = tx.jobs(&JobFilter::default(), 9).await.unwrap();
        let rest = tx.jobs(&JobFilter { after: Some(listed[1].id.clone()), ..Default::default() }, 9).await.unwrap();
        assert_eq!(rest, listed[2..]);
        let mut turns = Vec::new();
        while let Some(claim) = claim(&mut tx, later(3 * step + 1)).await {
            turns.push(claim.job.subject);
        }
        assert_eq!(turns, ["raised", "first of three", "old", "second of three", "plain"]);
        assert_eq!(turns, listed.iter().map(|job| job.subject.as_str()).collect::<Vec<_>>(), "the list says so beforehand");
        assert!(matches!(tx.set_priority(&raised.id, 0, NOW).await, Err(Error::Conflict { .. })), "it runs");
    }
}

on_both! {
    async fn a_job_that_fails_rests_longer_each_time_and_dies(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let job = enqueue(&mut tx, "m1", 0, NOW).await;
        let first = claim(&mut tx, NOW).await.unwrap();
        assert_eq!(tx.fail(&first, NOW, "disk full", &POLICY).await.unwrap(), Failed::Again(later(10)));
        assert_eq!(claim(&mut tx, later(9)).await, None, "it rests");
        let second = claim(&mut tx, later(10)).await.unwrap();
        assert_eq!(second.job.error.as_deref(), Some("disk full"));
        assert_eq!(tx.fail(&second, later(10), "disk full", &POLICY).await.unwrap(), Failed::Again(later(25)), "at most 15 s");
        let third = claim(&mut tx, later(25)).await.unwrap();
        tx.give_back(&third, later(26)).await.unwrap();
        let fourth = claim(&mut tx, later(26)).await.unwrap();
        assert_eq!((fourth.attempt, fourth.job.tries), (4, 3), "what was given back is not a try");
        assert_eq!(tx.fail(&fourth, later(26), "disk full", &POLICY).await.unwrap(), Failed::Dead);
        assert_eq!(claim(&mut tx, later(999)).await, None);

        let counts = tx.job_counts().await.unwrap();
        assert_eq!((counts.len(), counts[0].state, counts[0].count, counts[0].oldest), (1, JobState::Dead, 1, NOW));
        assert_eq!(tx.job_counts_of(&[JobState::Dead]).await.unwrap(), counts);
        assert_eq!(tx.job_counts_of(&[JobState::Done, JobState::Queued]).await.unwrap(), []);
        let again = tx.retry(&job.id, later(30)).await.unwrap();
        assert_eq!((again.state, again.tries, again.attempt), (JobState::Queued, 0, 4));
        assert!(matches!(tx.retry(&job.id, later(30)).await, Err(Error::Conflict { .. })));
        let fifth = claim(&mut tx, later(30)).await.unwrap();
        tx.finish(&fifth, later(31)).await.unwrap();
    }
}

on_both! {
    async fn workers_that_are_lost_again_and_again_make_a_dead_letter(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, "m1", 0, NOW).await;
        let mut now = NOW;
        for dead in [false, false, true] {
            claim(&mut tx, now).await.unwrap();
            now = now.plus(LEASE);
            assert_eq!(tx.expire(now, &POLICY).await.unwrap()[0].dead, dead);
        }
        let dead = tx.jobs(&JobFilter { state: Some(JobState::Dead), ..Default::default() }, 9).await.unwrap();
        assert_eq!((dead.len(), dead[0].ended), (1, Some(now)));
    }
}

on_both! {
    async fn a_paused_queue_gives_nothing(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, "m1", 0, NOW).await;
        tx.set_paused(true).await.unwrap();
        assert!(tx.paused().await.unwrap());
        assert_eq!(claim(&mut tx, NOW).await, None);
        tx.set_paused(false).await.unwrap();
        assert!(!tx.paused().await.unwrap());
        assert!(claim(&mut tx, NOW).await.is_some());
    }
}

/// A sequence of numbers that looks random and is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// What a worker writes when a job is done: the result that must be there once.
async fn finish(store: &Store, claim: &Claim, now: Time) -> Result<(), Error> {
    let mut tx = store.begin().await?;
    // The result first: if the lease is lost it must go with the transaction.
    tx.note(now, None, "result", &claim.job.subject, &Json::of(&claim.attempt)?).await?;
    tx.finish(claim, now).await?;
    tx.commit().await
}

/// Works until nothing is left to be done, and dies, stalls, fails and comes back all the time.
async fn work(store: Store, clock: Arc<AtomicI64>, mut dice: Dice) {
    let worker = WorkerId::fresh();
    let mut stalled: Vec<Claim> = Vec::new();
    loop {
        let step = i64::try_from(dice.roll(6_000)).unwrap();
        let now = Time(clock.fetch_add(step, Ordering::SeqCst) + step);
        let mut tx = store.begin().await.unwrap();
        tx.expire(now, &Policy { tries: 1_000, ..POLICY }).await.unwrap();
        let claim = tx.claim(&worker, ALL, now, LEASE).await.unwrap();
        if claim.is_none() && tx.job_counts().await.unwrap().iter().all(|count| count.state == JobState::Done)
        {
            return;
        }
        if dice.roll(10) == 0 {
            continue; // It dies before the claim is committed.
        }
        tx.commit().await.unwrap();
        if let Some(late) = stalled.pop() {
            // Whether it still has the job is not its to know: it may only be told.
            let told = finish(&store, &late, now).await;
            assert!(matches!(told, Ok(()) | Err(Error::Late)), "{told:?}");
        }
        let Some(claim) = claim else { continue };
        match dice.roll(8) {
            0 => {} // It dies.
            1 | 2 => stalled.push(claim),
            3 => {
                let mut tx = store.begin().await.unwrap();
                let failed = tx.fail(&claim, now, "trouble", &Policy { tries: 1_000, ..POLICY }).await;
                match failed {
                    Ok(_) => tx.commit().await.unwrap(),
                    Err(error) => assert!(matches!(error, Error::Late), "{error}"),
                }
            }
            4 => {
                // It dies between the result and the commit.
                let mut tx = store.begin().await.unwrap();
                tx.note(now, None, "result", &claim.job.subject, &Json::of(&0).unwrap()).await.unwrap();
                let _ = tx.finish(&claim, now).await;
            }
            _ => {
                let told = finish(&store, &claim, now).await;
                assert!(matches!(told, Ok(()) | Err(Error::Late)), "{told:?}");
            }
        }
    }
}

on_both! {
    async fn every_job_is_finished_exactly_once_whoever_dies(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        for number in 0..60 {
            enqueue(&mut tx, &format!("m{number:02}"), number % 3, NOW).await;
        }
        tx.commit().await.unwrap();
        let clock = Arc::new(AtomicI64::new(NOW.0));
        let worker = |number: u64| work(store.clone(), clock.clone(), Dice(0x9e37_79b9 + number));
        let workers: Vec<_> = (1..=8).map(|number| tokio::spawn(worker(number))).collect();
        for worker in workers {
            worker.await.unwrap();
        }
        let mut results = BTreeMap::new();
        for line in store.read().await.unwrap().audit(&AuditFilter::default(), 999).await.unwrap() {
            *results.entry(line.subject).or_insert(0) += 1;
        }
        assert_eq!(results.len(), 60);
        assert!(results.values().all(|&count| count == 1), "{results:?}");
    }
}

on_both! {
    async fn workers_at_once_take_different_jobs(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        for number in 0..40 {
            enqueue(&mut tx, &format!("m{number}"), 0, NOW).await;
        }
        tx.commit().await.unwrap();
        let take = |store: Store| async move {
            let mut tx = store.begin().await.unwrap();
            let taken = claim(&mut tx, NOW).await.unwrap().job.subject;
            tx.commit().await.unwrap();
            taken
        };
        let takers: Vec<_> = (0..40).map(|_| tokio::spawn(take(store.clone()))).collect();
        let mut taken = std::collections::BTreeSet::new();
        for taker in takers {
            taken.insert(taker.await.unwrap());
        }
        assert_eq!(taken.len(), 40);
    }
}
