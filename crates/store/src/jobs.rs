//! The queue: work that is to be done once, by whoever is there.
//!
//! A job is enqueued in the transaction that makes it necessary. A worker *claims* it, which counts an attempt and gives a lease, renews
//! the lease while it works, and *finishes* with one update that names the attempt. Whoever lost the lease gets [`Error::Late`]
//! and has changed nothing, because the transaction that finishes also writes the result. So a job is tried at least once and finished at most once.
//!
//! **Whose turn it is.** One step of priority is worth [`PRIORITY_STEP`] of waiting: a job of priority 3 goes before all jobs of priority 0 that
//! have waited for less than three steps longer than it, and behind those that have waited longer. So nothing waits for ever, and the order does not
//! depend on when one looks: the least `created - priority × step` is first.
//!
//! **Kinds that are not known here** are those of a newer program on the same database: it does them and looks after them, and nobody else touches them.
//!
//! Where there is a broker, every change that leaves a job queued posts an [`Offer`] in the same transaction. It says that there is something to
//! claim and nothing else: the claim is decided by the row.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

use crate::error::{Error, Result};
use crate::ids::{ContestId, JobId, WorkerId};
use crate::link::{Reader, Tx};
use crate::matches::{places, values};
use crate::open::Kind;
use crate::states::{JobKind, JobState};
use crate::time::{Time, millis};
use crate::value::{Value, args, from_row};

/// What offers are posted under.
pub const OFFER: &str = "offer";

/// How much waiting one step of priority is worth.
pub const PRIORITY_STEP: Duration = Duration::from_secs(600);

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Which one.
    pub id: JobId,
    /// What is to be done.
    pub kind: JobKind,
    /// To what: the id of a version or a match.
    pub subject: String,
    /// How far it is.
    pub state: JobState,
    /// How urgent it is; more is more.
    pub priority: i64,
    /// How often it was claimed. It names the attempt that is under way.
    pub attempt: i64,
    /// How often it was claimed since somebody last asked for another try.
    pub tries: i64,
    /// When it may be claimed.
    pub not_before: Time,
    /// How long its worker has it.
    pub lease_until: Option<Time>,
    /// Who has it, or had it last.
    pub worker: Option<WorkerId>,
    /// When it was enqueued.
    pub created: Time,
    /// When it was done, given up or cancelled.
    pub ended: Option<Time>,
    /// What went wrong last.
    pub error: Option<String>,
}

from_row!(Job {
    id,
    kind,
    subject,
    state,
    priority,
    attempt,
    tries,
    not_before,
    lease_until,
    worker,
    created,
    ended,
    error,
});

/// A job to be enqueued.
#[derive(Clone, Debug)]
pub struct NewJob<'a> {
    /// What is to be done.
    pub kind: JobKind,
    /// To what.
    pub subject: &'a str,
    /// How urgent it is; more is more.
    pub priority: i64,
    /// When it may be claimed.
    pub not_before: Time,
    /// Now.
    pub created: Time,
}

/// A job that waits, as others are told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Which one.
    pub job: JobId,
    /// How often it was claimed before: once it is claimed again, this offer is none any more.
    pub attempt: i64,
    /// What is to be done.
    pub kind: JobKind,
    /// How urgent it is.
    pub priority: i64,
}

impl Job {
    /// This job as others are told of it.
    pub fn offer(&self) -> Offer {
        Offer { job: self.id.clone(), attempt: self.attempt, kind: self.kind, priority: self.priority }
    }
}

/// A job that a worker has, in one attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The job as it was claimed.
    pub job: Job,
    /// Which attempt it is.
    pub attempt: i64,
}

/// What a worker is able to do.
#[derive(Clone, Debug)]
pub struct Able<'a> {
    /// The kinds of jobs.
    pub kinds: &'a [JobKind],
    /// Whether it can run strangers' programs.
    pub walls: bool,
    /// The languages for which it has no tools. A program whose language is not known yet is tried.
    pub lacks: &'a [String],
    /// A record is played again by somebody else than whoever played the match, where another worker was seen since this time.
    pub others_since: Option<Time>,
    /// Only this job, because it was offered.
    pub only: Option<&'a JobId>,
}

impl<'a> Able<'a> {
    /// Able to do everything of these kinds.
    pub fn all(kinds: &'a [JobKind]) -> Able<'a> {
        Able { kinds, walls: true, lacks: &[], others_since: None, only: None }
    }

    /// What a job must be, beyond its kind, as a condition that begins with `AND`. Values are added to `args`, where `$3` is the worker.
    fn condition(&self, args: &mut Vec<Value>) -> String {
        let mut condition = String::new();
        if let Some(job) = self.only {
            args.extend(args![job]);
            condition += &format!(" AND id = ${}", args.len());
        }
        // Counted, and not asked with EXISTS: the database would make a table of all that could ever exist, at every claim, as soon as many jobs wait.
        if !self.walls {
            condition += " AND kind <> 'build' AND NOT (kind = 'match' AND (SELECT COUNT(*) FROM match_seats \
                          WHERE match_seats.match = jobs.subject AND match_seats.version IS NOT NULL) > 0)";
        }
        if !self.lacks.is_empty() {
            let lacks = places(args.len() + 1, self.lacks.len());
            args.extend(values(self.lacks));
            condition += &format!(
                " AND NOT (kind = 'build' AND (SELECT COUNT(*) FROM versions WHERE versions.id = jobs.subject \
                 AND versions.language IN ({lacks})) > 0) \
                 AND NOT (kind = 'match' AND (SELECT COUNT(*) FROM match_seats JOIN versions ON versions.id = match_seats.version \
                 WHERE match_seats.match = jobs.subject AND versions.language IN ({lacks})) > 0)"
            );
        }
        if let Some(since) = self.others_since {
            args.extend(args![since]);
            condition += &format!(
                " AND NOT (kind = 'verify' AND (SELECT COUNT(*) FROM jobs AS played WHERE played.subject = jobs.subject \
                 AND played.kind = 'match' AND played.state = 'done' AND played.worker = $3) > 0 AND EXISTS (SELECT 1 FROM workers \
                 WHERE workers.id <> $3 AND workers.state = 'ready' AND workers.seen > ${}))",
                args.len()
            );
        }
        condition
    }
}

/// How often a job is tried, and how long it rests in between.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// After so many tries it is dead.
    pub tries: i64,
    /// It rests so long after the first failure, and twice as long after each further one.
    pub rest: Duration,
    /// But never longer than this.
    pub most: Duration,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { tries: 5, rest: Duration::from_secs(5), most: Duration::from_secs(300) }
    }
}

/// What becomes of a job whose attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// It can be claimed again from that time.
    Again(Time),
    /// It was tried too often.
    Dead,
}

/// A job whose lease ran out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expired {
    /// The job as it is now: queued again, or dead.
    pub job: Job,
    /// Whether it was tried too often.
    pub dead: bool,
}

/// How many jobs of a kind there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobCount {
    /// In which state.
    pub state: JobState,
    /// Of which kind.
    pub kind: JobKind,
    /// Of which priority.
    pub priority: i64,
    /// So many.
    pub count: i64,
    /// When the oldest of them was enqueued.
    pub oldest: Time,
}

from_row!(JobCount { state, kind, priority, count, oldest });

/// Which jobs are asked for.
#[derive(Clone, Debug, Default)]
pub struct JobFilter {
    /// Only in this state.
    pub state: Option<JobState>,
    /// Only of this kind.
    pub kind: Option<JobKind>,
    /// Only what this worker has or had.
    pub worker: Option<WorkerId>,
    /// Only those that come after this one.
    pub after: Option<JobId>,
}

impl Reader {
    /// A job.
    pub async fn job(&mut self, id: &JobId) -> Result<Job> {
        let job = self.one("SELECT * FROM jobs WHERE id = $1", args![id]).await?;
        job.ok_or(Error::Missing { what: "job" })
    }

    /// The jobs there have been for something, the newest first.
    pub async fn jobs_for(&mut self, subject: &str) -> Result<Vec<Job>> {
        let sql = format!("SELECT * FROM jobs WHERE subject = $1 AND {} ORDER BY created DESC, id", ours());
        self.all(AssertSqlSafe(sql), args![subject]).await
    }

    /// Jobs in the order of their turn; those that came to an end the other way round.
    pub async fn jobs(&mut self, filter: &JobFilter, limit: i64) -> Result<Vec<Job>> {
        let ended = matches!(filter.state, Some(JobState::Done | JobState::Dead | JobState::Cancelled));
        let (beyond, order) = if ended { ("<", "DESC") } else { (">", "ASC") };
        let sql = format!(
            "SELECT * FROM jobs WHERE {} AND ($1 IS NULL OR state = $1) AND ($2 IS NULL OR kind = $2) \
             AND ($3 IS NULL OR worker = $3) \
             AND ($4 IS NULL OR (turn, id) {beyond} (SELECT turn, id FROM jobs WHERE id = $4)) \
             ORDER BY turn {order}, id {order} LIMIT $5",
            ours()
        );
        let args = args![filter.state, filter.kind, filter.worker, filter.after, limit];
        self.all(AssertSqlSafe(sql), args).await
    }

    /// The jobs whose turn it is next and that could have been claimed since that time: those whose offers may be lost.
    pub async fn overdue_jobs(&mut self, since: Time, limit: i64) -> Result<Vec<Job>> {
        let ours = ours();
        let sql = format!(
            "SELECT * FROM jobs WHERE state = 'queued' AND {ours} AND not_before <= $1 AND created <= $1 ORDER BY turn, id LIMIT $2"
        );
        self.all(AssertSqlSafe(sql), args![since, limit]).await
    }

    /// Which attempts of these jobs are under way.
    pub async fn running_attempts(&mut self, ids: &[JobId]) -> Result<Vec<(JobId, i64)>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("SELECT * FROM jobs WHERE state = 'running' AND id IN ({})", places(1, ids.len()));
        let jobs: Vec<Job> = self.all(AssertSqlSafe(sql), values(ids)).await?;
        Ok(jobs.into_iter().map(|job| (job.id, job.attempt)).collect())
    }

    /// How many jobs there are, by state, kind and priority.
    pub async fn job_counts(&mut self) -> Result<Vec<JobCount>> {
        self.job_counts_of(JobState::ALL).await
    }

    /// The same, of some states. There are few jobs that wait, run or are dead; of those that are done there may be millions.
    pub async fn job_counts_of(&mut self, states: &[JobState]) -> Result<Vec<JobCount>> {
        let sql = format!(
            "SELECT state, kind, priority, COUNT(*) AS count, MIN(created) AS oldest FROM jobs WHERE {} AND state IN ({}) \
             GROUP BY state, kind, priority ORDER BY state, kind, priority",
            ours(),
            places(1, states.len())
        );
        self.all(AssertSqlSafe(sql), values(states)).await
    }
}

impl Tx {
    /// Enqueues a job. While one of that kind for that subject is queued or running there cannot be another: [`Error::Taken`].
    pub async fn enqueue(&mut self, new: &NewJob<'_>) -> Result<Job> {
        let sql = "INSERT INTO jobs (id, kind, subject, state, priority, turn, not_before, created) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                   ON CONFLICT (kind, subject) WHERE state IN ('queued', 'running') DO NOTHING RETURNING *";
        let (first, turn) = (JobState::Queued, turn(new.created, new.priority));
        let args = args![
            JobId::fresh(),
            new.kind,
            new.subject,
            first,
            new.priority,
            turn,
            new.not_before,
            new.created
        ];
        self.begins(first);
        let job: Job = self.one(sql, args).await?.ok_or(Error::Taken { what: "job" })?;
        self.offer(&job, new.created).await?;
        Ok(job)
    }

    /// Tells others of a job that waits.
    async fn offer(&mut self, job: &Job, now: Time) -> Result<()> {
        // One that is held back is offered when it is let go.
        if !self.posts() || job.state != JobState::Queued || job.not_before == Time::NEVER {
            return Ok(());
        }
        let body = serde_json::to_string(&job.offer()).map_err(Error::Json)?;
        self.post(OFFER, &body, now).await
    }

    async fn offer_again(&mut self, id: &JobId, now: Time) -> Result<()> {
        if !self.posts() {
            return Ok(());
        }
        let job = self.job(id).await?;
        self.offer(&job, now).await
    }

    /// Holds the matches of a contest back that wait, or lets them go.
    pub async fn hold_matches(&mut self, contest: &ContestId, held: bool, now: Time) -> Result<()> {
        let (from, to) = if held { (Time(i64::MIN), Time::NEVER) } else { (Time::NEVER, now) };
        let sql = "UPDATE jobs SET not_before = $3 WHERE kind = 'match' AND state = 'queued' AND not_before >= $2 \
                   AND subject IN (SELECT id FROM matches WHERE contest = $1 AND state = 'queued') RETURNING *";
        let jobs: Vec<Job> = self.all(sql, args![contest, from, to]).await?;
        for job in &jobs {
            self.offer(job, now).await?;
        }
        Ok(())
    }

    /// Claims the job whose turn it is among those kinds, if there is one and the queue is not paused. In the same transaction
    /// bring its subject into the state that says so.
    pub async fn claim(
        &mut self,
        worker: &WorkerId,
        kinds: &[JobKind],
        now: Time,
        lease: Duration,
    ) -> Result<Option<Claim>> {
        self.claim_able(worker, &Able::all(kinds), now, lease).await
    }

    /// Claims the job whose turn it is among those that this worker is able to do.
    pub async fn claim_able(
        &mut self,
        worker: &WorkerId,
        able: &Able<'_>,
        now: Time,
        lease: Duration,
    ) -> Result<Option<Claim>> {
        if able.kinds.is_empty() {
            return Ok(None);
        }
        let mut args = args![JobState::Running, now.plus(lease), worker, now];
        let places = places(args.len() + 1, able.kinds.len());
        args.extend(values(able.kinds));
        let condition = able.condition(&mut args);
        let skip = skip_locked(self.kind());
        let sql = format!(
            "UPDATE jobs SET state = $1, attempt = attempt + 1, tries = tries + 1, lease_until = $2, worker = $3 \
             WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND not_before <= $4 AND kind IN ({places}) \
             AND NOT EXISTS (SELECT 1 FROM settings WHERE key = 'paused'){condition} \
             ORDER BY turn, id LIMIT 1 {skip}) RETURNING *"
        );
        let job: Option<Job> = self.one(AssertSqlSafe(sql), args).await?;
        if job.is_some() {
            self.begins(JobState::Running);
        }
        Ok(job.map(|job| Claim { attempt: job.attempt, job }))
    }

    /// Keeps a job for longer, if it still is this attempt's: otherwise [`Error::Late`].
    pub async fn renew(&mut self, claim: &Claim, now: Time, lease: Duration) -> Result<Time> {
        let until = now.plus(lease);
        let sql = "UPDATE jobs SET lease_until = $3 WHERE id = $1 AND attempt = $2 AND state = 'running'";
        let rows = self.run(sql, args![claim.job.id, claim.attempt, until]).await?;
        in_time(rows)?;
        Ok(until)
    }

    /// A job is done, if it still is this attempt's: otherwise [`Error::Late`], and the transaction must not be committed.
    pub async fn finish(&mut self, claim: &Claim, now: Time) -> Result<()> {
        self.step(JobState::Running, JobState::Done)?;
        let sql = "UPDATE jobs SET state = 'done', lease_until = NULL, ended = $3, error = NULL \
                   WHERE id = $1 AND attempt = $2 AND state = 'running'";
        let rows = self.run(sql, args![claim.job.id, claim.attempt, now]).await?;
        in_time(rows)
    }

    /// An attempt failed through a fault of ours: the job is queued again after a rest, or dead.
    pub async fn fail(&mut self, claim: &Claim, now: Time, error: &str, policy: &Policy) -> Result<Failed> {
        let dead = claim.job.tries >= policy.tries;
        let failed =
            if dead { Failed::Dead } else { Failed::Again(now.plus(policy.rest_after(claim.job.tries))) };
        let (state, not_before, ended) = match failed {
            Failed::Dead => (JobState::Dead, now, Some(now)),
            Failed::Again(at) => (JobState::Queued, at, None),
        };
        self.step(JobState::Running, state)?;
        let sql = "UPDATE jobs SET state = $3, lease_until = NULL, not_before = $4, ended = $5, error = $6 \
                   WHERE id = $1 AND attempt = $2 AND state = 'running'";
        let rows = self.run(sql, args![claim.job.id, claim.attempt, state, not_before, ended, error]).await?;
        in_time(rows)?;
        if failed != Failed::Dead {
            self.offer_again(&claim.job.id, now).await?;
        }
        Ok(failed)
    }

    /// A worker that stops gives a job back. It does not count as a try.
    pub async fn give_back(&mut self, claim: &Claim, now: Time) -> Result<()> {
        self.step(JobState::Running, JobState::Queued)?;
        let sql = "UPDATE jobs SET state = 'queued', lease_until = NULL, not_before = $3, tries = tries - 1 \
                   WHERE id = $1 AND attempt = $2 AND state = 'running'";
        let rows = self.run(sql, args![claim.job.id, claim.attempt, now]).await?;
        in_time(rows)?;
        self.offer_again(&claim.job.id, now).await
    }

    /// Takes jobs back whose leases ran out: each is queued again, or dead. In the same transaction bring their subjects
    /// into the states that say so.
    pub async fn expire(&mut self, now: Time, policy: &Policy) -> Result<Vec<Expired>> {
        self.lose("lease_until <= $1", args![now, policy.tries], now).await
    }

    /// Takes back whatever a worker has, whether its leases have run out or not: for whoever knows that it does nothing any more. As with
    /// [`expire`](Tx::expire), the tries count.
    pub async fn lose_worker(
        &mut self,
        worker: &WorkerId,
        now: Time,
        policy: &Policy,
    ) -> Result<Vec<Expired>> {
        self.lose("worker = $3", args![now, policy.tries, worker], now).await
    }

    async fn lose(&mut self, whose: &str, args: Vec<Value>, now: Time) -> Result<Vec<Expired>> {
        let skip = skip_locked(self.kind());
        let sql = format!(
            "UPDATE jobs SET lease_until = NULL, not_before = $1, error = 'the worker was lost', \
             state = CASE WHEN tries >= $2 THEN 'dead' ELSE 'queued' END, \
             ended = CASE WHEN tries >= $2 THEN $1 ELSE NULL END \
             WHERE id IN (SELECT id FROM jobs WHERE state = 'running' AND {} AND {whose} {skip}) RETURNING *",
            ours()
        );
        let jobs: Vec<Job> = self.all(AssertSqlSafe(sql), args).await?;
        jobs.iter().for_each(|job| self.begins(job.state));
        for job in &jobs {
            self.offer(job, now).await?;
        }
        Ok(jobs.into_iter().map(|job| Expired { dead: job.state == JobState::Dead, job }).collect())
    }

    /// Gives a dead job another round of tries.
    pub async fn retry(&mut self, id: &JobId, now: Time) -> Result<Job> {
        self.step(JobState::Dead, JobState::Queued)?;
        let sql = "UPDATE jobs SET state = 'queued', tries = 0, not_before = $2, ended = NULL \
                   WHERE id = $1 AND state = 'dead' AND NOT EXISTS (SELECT 1 FROM jobs AS other \
                   WHERE other.kind = jobs.kind AND other.subject = jobs.subject AND other.state IN ('queued', 'running')) \
                   RETURNING *";
        match self.one::<Job>(sql, args![id, now]).await? {
            Some(job) => {
                self.offer(&job, now).await?;
                Ok(job)
            }
            None => {
                Err(self.changed::<JobState>(0, id).await.err().unwrap_or(Error::Conflict { what: "job" }))
            }
        }
    }

    /// Takes a job back that nobody has begun.
    pub async fn cancel_job(&mut self, id: &JobId, now: Time) -> Result<()> {
        self.step(JobState::Queued, JobState::Cancelled)?;
        let sql = "UPDATE jobs SET state = 'cancelled', ended = $2 WHERE id = $1 AND state = 'queued'";
        let rows = self.run(sql, args![id, now]).await?;
        self.changed::<JobState>(rows, id).await
    }

    /// Takes all jobs for something back that nobody has begun, and says how many.
    pub async fn cancel_jobs_for(&mut self, subject: &str, now: Time) -> Result<u64> {
        self.step(JobState::Queued, JobState::Cancelled)?;
        let sql = "UPDATE jobs SET state = 'cancelled', ended = $2 WHERE subject = $1 AND state = 'queued'";
        self.run(sql, args![subject, now]).await
    }

    /// Makes a queued job more urgent, or less.
    pub async fn set_priority(&mut self, id: &JobId, priority: i64, now: Time) -> Result<()> {
        let created = self.job(id).await?.created;
        let sql = "UPDATE jobs SET priority = $2, turn = $3 WHERE id = $1 AND state = 'queued'";
        let rows = self.run(sql, args![id, priority, turn(created, priority)]).await?;
        self.changed::<JobState>(rows, id).await?;
        self.offer_again(id, now).await
    }

    /// Forgets jobs that were done or cancelled before that time, and says how many.
    pub async fn forget_jobs(&mut self, before: Time) -> Result<u64> {
        self.run("DELETE FROM jobs WHERE state IN ('done', 'cancelled') AND ended < $1", args![before]).await
    }
}

impl Policy {
    fn rest_after(&self, tries: i64) -> Duration {
        let doublings = u32::try_from(tries - 1).unwrap_or(0).min(20);
        self.rest.saturating_mul(1 << doublings).min(self.most)
    }
}

/// The one thing that the two databases are asked for differently. SQLite has one writer. On PostgreSQL two claims at once take two jobs, and two
/// who take jobs back do not wait for each other's rows, which could be for ever.
pub(crate) fn skip_locked(kind: Kind) -> &'static str {
    match kind {
        Kind::Sqlite => "",
        Kind::Postgres => "FOR UPDATE SKIP LOCKED",
    }
}

/// The jobs of which this program knows what they are, as a condition.
fn ours() -> String {
    let kinds: Vec<String> = JobKind::ALL.iter().map(|kind| format!("'{kind}'")).collect();
    format!("kind IN ({})", kinds.join(", "))
}

fn turn(created: Time, priority: i64) -> i64 {
    created.0.saturating_sub(priority.saturating_mul(millis(PRIORITY_STEP)))
}

fn in_time(rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::Late) } else { Ok(()) }
}
