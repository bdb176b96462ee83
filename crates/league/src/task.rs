//! Work for whoever builds and plays. A [`Task`] is taken with a lease; what came of it is said once, by the attempt that has
//! the lease, in the one transaction that also changes what hangs on it.

use std::time::Duration;

use bytes::Bytes;
use meydan_arena::{Error, Farewell};
use meydan_core::Outcome;
use meydan_store::{
    Able, Built, Check, Checked, Claim, Expired, Failed, Job, JobId, JobKind, Json, Match, MatchEnd, MatchId,
    MatchKind, MatchState, NewJob, Policy, Reader, SeatEnd, Tx, Version, VersionId, VersionState, WorkerId,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::films::Live;
use crate::league::{Told, say, settings};
use crate::logs::BuildLog;
use crate::plan::{About, Entry, Plan, Player};
use crate::view::PhaseCard;
use crate::{Caller, League};

/// What is told of a match or a version that was given up because of us.
const OURS: &str = "something went wrong on our side; the desk has the details";

/// How long a lease lasts without being renewed.
pub const LEASE: Duration = Duration::from_secs(30);

/// Something to be done, and the lease on it.
#[derive(Debug)]
pub struct Task {
    /// What shows that it is ours to do.
    pub lease: Lease,
    /// What is to be done.
    pub work: Work,
}

impl Task {
    /// Whether people take part, who take their time.
    pub fn has_people(&self) -> bool {
        matches!(&self.work, Work::Match(work) if work.sides.iter().any(|side| matches!(side.what, Seated::Person)))
    }
}

/// The right to say what came of a task. Whoever is elsewhere shows which job it is and which attempt, and nothing else of it is believed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lease(pub(crate) Claim);

/// What is to be done.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// An archive is to be built.
    Build(BuildWork),
    /// A match is to be played.
    Match(MatchWork),
    /// A record is to be played again.
    Verify(VerifyWork),
}

impl Work {
    /// What it is about: a version or a match.
    pub fn subject(&self) -> &str {
        match self {
            Work::Build(work) => work.version.as_str(),
            Work::Match(work) => work.id.as_str(),
            Work::Verify(work) => work.id.as_str(),
        }
    }

    /// What is done, in a word or two.
    pub fn kind(&self) -> &'static str {
        match self {
            Work::Build(_) => "a build",
            Work::Match(_) => "a match",
            Work::Verify(_) => "a check",
        }
    }
}

impl Lease {
    /// Which try it is, from 1.
    pub fn attempt(&self) -> i64 {
        self.0.attempt
    }

    /// The job.
    pub fn job(&self) -> &JobId {
        &self.0.job.id
    }
}

/// An archive that is to be built.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildWork {
    /// The version.
    pub version: VersionId,
    /// The game it is for.
    pub game: String,
    /// The digest of the archive.
    pub source: String,
    /// How long it may take.
    pub minutes: u32,
    /// Whether bots of the original contest are taken.
    pub wire: bool,
    /// Whether somebody wants to compare it with others.
    pub prints: bool,
    /// By which phases of its course it is judged, where it is.
    pub phases: Vec<u8>,
    /// What fixes the boards on which it is judged: the same for a whole class.
    pub seed: u64,
    /// The language of whoever sent it.
    pub lang: Option<String>,
    /// Where it says what it does.
    #[serde(skip)]
    pub log: BuildLog,
}

/// A match that is to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchWork {
    /// Its id.
    pub id: MatchId,
    /// Which try it is, from 0.
    pub attempt: u32,
    /// How it is played.
    pub plan: Plan,
    /// What plays on each side.
    pub sides: Vec<Side>,
}

/// What plays on a side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Side {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub what: Seated,
}

/// What can play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seated {
    /// A house bot.
    House(String),
    /// The build with this digest.
    Build(String),
    /// A person, who comes to the match's [`Reception`](meydan_arena::Reception).
    Person,
}

/// A record that is to be played again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VerifyWork {
    /// The match.
    pub id: MatchId,
    /// The digest of its record.
    pub trace: String,
}

/// What came of a build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildDone {
    /// The digest of what was built, or what is wrong with the archive.
    pub built: Result<String, String>,
    /// Its language.
    pub language: Option<String>,
    /// Whether it speaks the original contest's protocol.
    pub wire: bool,
    /// How long it took.
    pub took: Duration,
    /// What is compared with others, where somebody wants to.
    pub prints: Option<meydan_likeness::Work>,
    /// What was found in each phase, where it is judged so.
    pub phases: Vec<PhaseCard>,
}

/// What came of a match that was played to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchDone {
    /// How it ended.
    pub outcome: Outcome,
    /// How many windows it had.
    pub windows: u32,
    /// The digest of the record.
    pub trace: String,
    /// The digest of the reel that everybody may see.
    pub reel: Option<String>,
    /// The digest of the original's log, where it had one.
    pub game_log: Option<String>,
    /// Each side.
    pub sides: Vec<SideDone>,
    /// What else is known: hash, warnings.
    pub report: serde_json::Value,
}

/// What a side did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideDone {
    /// Its place, from 1.
    pub rank: u32,
    /// Its score.
    pub score: f64,
    /// How many mistakes it made.
    pub faults: u32,
    /// In how many windows it was asked.
    pub asked: u32,
    /// In how many of them it made a mistake.
    pub faulty: u32,
    /// The time it used.
    pub time_ms: Option<i64>,
    /// The most memory it had, in bytes.
    pub memory: Option<i64>,
    /// The digest of its own words.
    pub log: Option<String>,
    /// Why it was gone before the end, if it was.
    pub gone: Option<String>,
    /// The end of what it wrote to its standard error.
    pub last_words: Option<String>,
}

/// How often something of ours may go wrong before somebody must look.
pub(crate) fn policy() -> Policy {
    // A full disk or a database that is restarted should be mended by then.
    Policy { rest: Duration::from_secs(15), ..Policy::default() }
}

impl League {
    /// Takes the next task of these kinds, if there is one.
    pub async fn take(&self, worker: &WorkerId, kinds: &[JobKind]) -> Result<Option<Task>, Error> {
        self.take_able(worker, &Able::all(kinds)).await
    }

    /// Takes the next task that a worker is able to do, if there is one.
    pub async fn take_able(&self, worker: &WorkerId, able: &Able<'_>) -> Result<Option<Task>, Error> {
        loop {
            let now = self.now();
            // After a power cut nobody works on it, so that it was taken may be forgotten.
            let mut tx = self.store.begin_unsure().await.told()?;
            let Some(claim) = tx.claim_able(worker, able, now, LEASE).await.told()? else { return Ok(None) };
            let work = match claim.job.kind {
                JobKind::Build => self.take_build(&mut tx, &claim).await.map(Work::Build),
                JobKind::Match => self.take_match(&mut tx, &claim).await.map(Work::Match),
                JobKind::Verify => self.take_verify(&mut tx, &claim).await.map(Work::Verify),
            };
            match work {
                Ok(work) => {
                    tx.commit().await.told()?;
                    return Ok(Some(Task { lease: Lease(claim), work }));
                }
                // Its subject cannot be worked on any more: it was taken back, or is done. Whatever takes a task changes
                // something last, so nothing has happened yet.
                Err(error) if matches!(error.code(), "missing" | "conflict") => {
                    tracing::warn!(job = %claim.job.id, subject = %claim.job.subject, %error, "a job has lost its subject");
                    tx.finish(&claim, now).await.told()?;
                    tx.commit().await.told()?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn take_build(&self, tx: &mut Tx, claim: &Claim) -> Result<BuildWork, Error> {
        let mut work = self.read_build(tx, claim).await?;
        tx.move_version(&work.version, VersionState::Received, VersionState::Building).await.told()?;
        work.log = self.logs.begin(&work.version);
        Ok(work)
    }

    /// What is to be done, as it is written down.
    pub(crate) async fn read_work(&self, reader: &mut Reader, claim: &Claim) -> Result<Work, Error> {
        Ok(match claim.job.kind {
            JobKind::Build => Work::Build(self.read_build(reader, claim).await?),
            JobKind::Match => Work::Match(self.read_match(reader, claim).await?),
            JobKind::Verify => Work::Verify(self.take_verify(reader, claim).await?),
        })
    }

    async fn read_build(&self, reader: &mut Reader, claim: &Claim) -> Result<BuildWork, Error> {
        let version = reader.version(&subject(claim)?).await.told()?;
        let team = reader.team(&version.team).await.told()?;
        let contest = reader.contest(&team.contest).await.told()?;
        let settings = settings(&contest)?;
        let lang = match &version.by_user {
            Some(user) => reader.user(user).await.told()?.lang,
            None => None,
        };
        Ok(BuildWork {
            log: BuildLog::default(),
            version: version.id,
            game: contest.game,
            source: version.source,
            minutes: settings.submissions.build_minutes,
            wire: settings.submissions.wire,
            prints: settings.class.is_some(),
            phases: settings.course().unwrap_or_default().to_vec(),
            seed: seed_of(contest.id.as_str()),
            lang,
        })
    }

    async fn take_match(&self, tx: &mut Tx, claim: &Claim) -> Result<MatchWork, Error> {
        let work = self.read_match(tx, claim).await?;
        tx.begin_match(&work.id, claim.attempt, self.now()).await.told()?;
        Ok(work)
    }

    async fn read_match(&self, tx: &mut Reader, claim: &Claim) -> Result<MatchWork, Error> {
        let row = tx.one_match(&subject(claim)?).await.told()?;
        let plan: Plan = row.order.read().told()?;
        let mut sides = Vec::new();
        for player in &plan.sides {
            sides.push(match player {
                Player::House(name) => Side { name: name.clone(), what: Seated::House(name.clone()) },
                Player::Version(id) => {
                    let version = tx.version(id).await.told()?;
                    let team = tx.team(&version.team).await.told()?;
                    let build = version.build.ok_or_else(|| {
                        Error::Conflict("a version that plays here was never built".to_owned())
                    })?;
                    Side { name: team.name, what: Seated::Build(build) }
                }
                Player::Person(user) => Side { name: tx.user(user).await.told()?.name, what: Seated::Person },
            });
        }
        Ok(MatchWork { id: row.id, attempt: (claim.attempt - 1).max(0) as u32, plan, sides })
    }

    async fn take_verify(&self, tx: &mut Reader, claim: &Claim) -> Result<VerifyWork, Error> {
        let row = tx.one_match(&subject(claim)?).await.told()?;
        let trace = row.trace.ok_or_else(|| Error::Conflict("the match has no record".to_owned()))?;
        Ok(VerifyWork { id: row.id, trace })
    }

    /// Keeps a task for longer. An error: somebody else has it by now, and what is being done is in vain.
    pub async fn renew(&self, lease: &Lease) -> Result<(), Error> {
        let mut tx = self.store.begin_unsure().await.told()?;
        tx.renew(&lease.0, self.now(), LEASE).await.told()?;
        tx.commit().await.told()
    }

    /// Shows a match while it is played, and lets its people in.
    pub fn show(&self, id: &MatchId, live: Live) {
        self.films.show(id, live);
    }

    /// Says what came of a build. A version that was built plays a match against a house bot next.
    pub async fn built(&self, lease: &Lease, work: &BuildWork, done: BuildDone) -> Result<(), Error> {
        // The log first: a row never names bytes that are not there.
        let log = self.blobs.put(work.log.whole()).await.told()?.to_string();
        self.built_with(lease, work, done, &log).await
    }

    /// The same, where the log is kept already.
    pub(crate) async fn built_with(
        &self,
        lease: &Lease,
        work: &BuildWork,
        done: BuildDone,
        log: &str,
    ) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        tx.finish(&lease.0, now).await.told()?;
        let built = Built {
            build: done.built.as_deref().ok(),
            log: Some(log),
            language: done.language.as_deref(),
            wire: done.wire,
            build_ms: done.took.as_millis() as i64,
            error: done.built.as_ref().err().map(String::as_str),
        };
        tx.finish_build(&work.version, &built).await.told()?;
        if let Some(prints) = &done.prints {
            tx.add_prints(&work.version, &Json::of(prints).told()?).await.told()?;
        }
        match (&done.built, work.phases.is_empty()) {
            (Err(_), _) => {}
            (Ok(_), true) => self.validate(&mut tx, &work.version).await?,
            (Ok(_), false) => self.judged(&mut tx, &work.version, &done.phases).await?,
        }
        let detail = json!({ "built": done.built.is_ok(), "error": done.built.as_ref().err() });
        let what = if done.built.is_ok() { "version built" } else { "build failed" };
        self.note(&mut tx, &Caller::host(), what, work.version.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.logs.end(&work.version);
        self.wake();
        Ok(())
    }

    /// Writes down what was found in a program that is no bot. Whatever was found, it is the one that counts for its team.
    async fn judged(&self, tx: &mut Tx, id: &VersionId, phases: &[PhaseCard]) -> Result<(), Error> {
        let version = tx.version(id).await.told()?;
        let team = tx.team(&version.team).await.told()?;
        for card in phases {
            let card = PhaseCard { version: version.number as u32, ..card.clone() };
            let check = Check {
                version: version.id.clone(),
                phase: i64::from(card.phase),
                contest: team.contest.clone(),
                team: team.id.clone(),
                passed: card.passed,
                points: card.points,
                card: Json::of(&card).told()?,
            };
            tx.set_check(&check).await.told()?;
        }
        tx.move_version(&version.id, VersionState::Built, VersionState::Validating).await.told()?;
        self.go_live(tx, &version).await
    }

    /// Queues the match that a version must play before it can go live.
    async fn validate(&self, tx: &mut Tx, version: &VersionId) -> Result<(), Error> {
        let version = tx.version(version).await.told()?;
        let team = tx.team(&version.team).await.told()?;
        let contest = tx.contest(&team.contest).await.told()?;
        let settings = settings(&contest)?;
        let game = self.game(&contest.game)?;
        let house = settings.validator(game).ok_or_else(|| {
            Error::Trouble(format!("{} has no house bot that a version could play", game.name))
        })?;
        tx.move_version(&version.id, VersionState::Built, VersionState::Validating).await.told()?;
        let own = Entry { team: Some(team.id.clone()), player: Player::Version(version.id.clone()) };
        let mut entries = vec![own];
        entries.resize_with(settings.players, || Entry::house(&house));
        let plan = self.plan(&contest, &settings, None, &entries)?;
        let about = About { validates: Some(version.id.clone()), ..About::of(MatchKind::Validation) };
        self.queue_match(tx, &contest, &settings, &plan, &entries, about).await?;
        Ok(())
    }

    /// Says what came of a match.
    pub async fn played(&self, lease: &Lease, work: &MatchWork, done: MatchDone) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        tx.finish(&lease.0, now).await.told()?;
        let end = |done: &'_ SideDone| SeatEnd {
            rank: i64::from(done.rank),
            score: Some(done.score),
            faults: i64::from(done.faults),
            time_ms: done.time_ms,
            memory: done.memory,
            log: None,
        };
        let mut seats: Vec<SeatEnd<'_>> = done.sides.iter().map(end).collect();
        seats.iter_mut().zip(&done.sides).for_each(|(seat, done)| seat.log = done.log.as_deref());
        let (outcome, report) = (Json::of(&done.outcome).told()?, Json::of(&done.report).told()?);
        let end = MatchEnd {
            ended: now,
            outcome: &outcome,
            windows: i64::from(done.windows),
            trace: Some(&done.trace),
            reel: done.reel.as_deref(),
            game_log: done.game_log.as_deref(),
            report: Some(&report),
            seats: &seats,
        };
        tx.finish_match(&work.id, lease.0.attempt, &end).await.told()?;
        let verify = NewJob {
            kind: JobKind::Verify,
            subject: work.id.as_str(),
            priority: -1,
            not_before: now,
            created: now,
        };
        tx.enqueue(&verify).await.told()?;
        let row = tx.one_match(&work.id).await.told()?;
        if let Some(version) = &row.version_validated {
            self.judge_version(&mut tx, version, &done).await?;
        }
        self.after_match(&mut tx, &row).await?;
        tx.commit().await.told()?;
        self.part_from(&work.id, meydan_arena::MatchState::Over, None);
        self.wake();
        Ok(())
    }

    /// A version passes by playing to the end. It need not win; but one that is gone or never does anything right is not
    /// one that others should have to meet.
    async fn judge_version(&self, tx: &mut Tx, id: &VersionId, done: &MatchDone) -> Result<(), Error> {
        let version: Version = tx.version(id).await.told()?;
        let own = done.sides.first().cloned().unwrap_or_default();
        let wrong = match &own.gone {
            Some(gone) => Some(format!("in its first match, {gone}")),
            None if own.asked > 0 && own.faulty >= own.asked => Some(format!(
                "in its first match it made a mistake in all of its {} windows; its log says which",
                own.asked
            )),
            None => None,
        };
        if let Some(mut error) = wrong {
            if let Some(words) = &own.last_words {
                error = format!("{error}. It last wrote:\n{words}");
            }
            let (from, to) = (VersionState::Validating, VersionState::Rejected);
            return tx.give_up_version(&version.id, from, to, &error).await.told();
        }
        self.go_live(tx, &version).await
    }

    /// A version that was tried can play, and does unless the contest says otherwise.
    async fn go_live(&self, tx: &mut Tx, version: &Version) -> Result<(), Error> {
        tx.move_version(&version.id, VersionState::Validating, VersionState::Ready).await.told()?;
        let team = tx.team(&version.team).await.told()?;
        let contest = tx.contest(&team.contest).await.told()?;
        // A slow build of an older version does not push a newer one out.
        let newer = match &team.active_version {
            Some(active) => tx.version(active).await.told()?.number > version.number,
            None => false,
        };
        if settings(&contest)?.submissions.activate && !newer {
            tx.activate_version(&team.id, Some(&version.id)).await.told()?;
        }
        Ok(())
    }

    /// Says whether playing a record again gave the same.
    pub async fn verified(
        &self,
        lease: &Lease,
        work: &VerifyWork,
        differs: Option<String>,
    ) -> Result<(), Error> {
        let now = self.now();
        // What is forgotten of this is found out again.
        let mut tx = self.store.begin_unsure().await.told()?;
        tx.finish(&lease.0, now).await.told()?;
        let checked = if differs.is_none() { Checked::Same } else { Checked::Differs };
        tx.check_match(&work.id, checked).await.told()?;
        if let Some(why) = differs {
            tracing::error!(id = %work.id, %why, "a match cannot be played again from its record");
            self.note(&mut tx, &Caller::host(), "match differs", work.id.as_str(), &json!({ "why": why }))
                .await?;
        }
        tx.commit().await.told()
    }

    /// Something went wrong on our side. The task is tried again after a rest, by whoever is there; after several times somebody
    /// must look.
    pub async fn trouble(&self, lease: &Lease, reason: &str) -> Result<(), Error> {
        tracing::warn!(job = %lease.0.job.id, subject = %lease.0.job.subject, reason, "a task went wrong on our side");
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        let failed = tx.fail(&lease.0, now, reason, &policy()).await.told()?;
        self.set_back(&mut tx, &lease.0.job, failed == Failed::Dead).await?;
        tx.commit().await.told()?;
        self.forget_live(&lease.0.job.subject);
        Ok(())
    }

    /// Its people have left a match, so it counts for nothing.
    pub async fn abandoned(&self, lease: &Lease, work: &MatchWork, reason: &str) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        tx.finish(&lease.0, now).await.told()?;
        tx.void_match(&work.id, MatchState::Running, now, reason).await.told()?;
        let row = tx.one_match(&work.id).await.told()?;
        self.after_match(&mut tx, &row).await?;
        tx.commit().await.told()?;
        self.part_from(&work.id, meydan_arena::MatchState::Void, Some(reason));
        Ok(())
    }

    /// Nobody can watch a match any more or play in it; its people are told why.
    fn part_from(&self, id: &MatchId, state: meydan_arena::MatchState, reason: Option<&str>) {
        if let Some(live) = self.films.end(id) {
            live.reception.farewell(Farewell::Ended { state, reason: reason.map(str::to_owned) });
        }
    }

    /// Gives a task back because whoever does it must stop.
    pub async fn give_back(&self, lease: &Lease) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        tx.give_back(&lease.0, now).await.told()?;
        self.set_back(&mut tx, &lease.0.job, false).await?;
        tx.commit().await.told()?;
        self.forget_live(&lease.0.job.subject);
        self.wake();
        Ok(())
    }

    /// Takes tasks back whose workers were lost.
    pub async fn reclaim(&self) -> Result<usize, Error> {
        let mut tx = self.store.begin().await.told()?;
        let expired = tx.expire(self.now(), &policy()).await.told()?;
        self.set_back_all(tx, expired).await
    }

    /// Takes back whatever a worker has, at once: for one that begins anew and so knows that its former self does nothing any more.
    pub async fn reclaim_from(&self, worker: &WorkerId) -> Result<usize, Error> {
        let mut tx = self.store.begin().await.told()?;
        let lost = tx.lose_worker(worker, self.now(), &policy()).await.told()?;
        self.set_back_all(tx, lost).await
    }

    async fn set_back_all(&self, mut tx: Tx, expired: Vec<Expired>) -> Result<usize, Error> {
        if expired.is_empty() {
            return tx.roll_back().await.told().map(|()| 0);
        }
        for lost in &expired {
            tracing::warn!(job = %lost.job.id, subject = %lost.job.subject, dead = lost.dead, "a worker was lost");
            self.set_back(&mut tx, &lost.job, lost.dead).await?;
        }
        tx.commit().await.told()?;
        self.wake();
        Ok(expired.len())
    }

    /// What a task was about goes back to where it was before, or is given up. Why is written on the job: it may name files of this machine,
    /// which are nobody's business but the desk's.
    async fn set_back(&self, tx: &mut Tx, job: &Job, dead: bool) -> Result<(), Error> {
        let subject = &job.subject;
        let parse = |_| Error::Trouble("a job's subject has a damaged name".to_owned());
        match job.kind {
            JobKind::Build => {
                let id: VersionId = subject.parse().map_err(parse)?;
                let from = VersionState::Building;
                match dead {
                    true => tx.give_up_version(&id, from, VersionState::Stuck, OURS).await.told(),
                    false => tx.move_version(&id, from, VersionState::Received).await.told(),
                }
            }
            JobKind::Match => {
                let id: MatchId = subject.parse().map_err(parse)?;
                match dead {
                    false => {
                        tx.requeue_match(&id, job.attempt).await.told()?;
                        let contest = tx.one_match(&id).await.told()?.contest;
                        match tx.held(&contest).await.told()? {
                            true => tx.hold_matches(&contest, true, self.now()).await.told(),
                            false => Ok(()),
                        }
                    }
                    true => {
                        tx.void_match(&id, MatchState::Running, self.now(), OURS).await.told()?;
                        let row: Match = tx.one_match(&id).await.told()?;
                        if let Some(version) = &row.version_validated {
                            let (from, to) = (VersionState::Validating, VersionState::Stuck);
                            tx.give_up_version(version, from, to, OURS).await.told()?;
                        }
                        self.after_match(tx, &row).await
                    }
                }
            }
            JobKind::Verify => Ok(()),
        }
    }

    /// Whoever has a task cannot build what is written in this language, but somebody else can: it is left to them. `false`: nobody can, so it
    /// is not left.
    pub(crate) async fn decline(&self, lease: &Lease, language: &str) -> Result<bool, Error> {
        let mut reader = self.store.read().await.told()?;
        if lease.0.job.kind != JobKind::Build
            || !self.languages(&mut reader).await?.iter().any(|known| known == language)
        {
            return Ok(false);
        }
        drop(reader);
        let mut tx = self.store.begin().await.told()?;
        tx.note_language(&subject(&lease.0)?, language).await.told()?;
        tx.give_back(&lease.0, self.now()).await.told()?;
        self.set_back(&mut tx, &lease.0.job, false).await?;
        tx.commit().await.told()?;
        self.forget_live(&lease.0.job.subject);
        self.wake();
        Ok(true)
    }

    fn forget_live(&self, subject: &str) {
        if let Ok(version) = subject.parse::<VersionId>() {
            self.logs.end(&version);
        }
        if let Ok(id) = subject.parse::<MatchId>() {
            self.films.end(&id);
        }
    }

    /// The bytes of a blob, for whoever does the work.
    pub async fn fetch(&self, digest: &str) -> Result<Bytes, Error> {
        self.blob(digest).await
    }

    /// Keeps bytes, and says under which digest.
    pub async fn keep(&self, bytes: impl Into<Bytes>) -> Result<String, Error> {
        Ok(self.blobs.put(bytes).await.told()?.to_string())
    }

    /// Waits until there may be something to do. It hears the bell from when it is made, not only from when it is waited for.
    pub fn work_to_do(&self) -> impl Future<Output = ()> {
        self.bell.notified()
    }

    /// Tells whoever waits that there may be something to do.
    pub(crate) fn wake(&self) {
        self.bell.notify_waiters();
    }
}

fn subject<T: std::str::FromStr>(claim: &Claim) -> Result<T, Error> {
    claim.job.subject.parse().map_err(|_| Error::Missing("a job's subject has a damaged name".to_owned()))
}

/// A number that is always the same for the same name.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte))) >> 16
}

/// A late result changes nothing; whoever had it should not be alarmed.
pub fn is_late(error: &Error) -> bool {
    *error == say(meydan_store::Error::Late)
}
