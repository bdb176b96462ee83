//! Work for whoever builds and plays. A [`Task`] is taken with a lease; what came of it is said once, by the attempt that has
//! the lease, in the one transaction that also changes what hangs on it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use meydan_arena::Error;
use meydan_core::Outcome;
use meydan_store::{
    Able, Claim, JobId, JobKind, MatchId, Policy, Reader, Tx, VersionId, VersionState, WorkerId,
};
use serde::{Deserialize, Serialize};

use crate::League;
use crate::league::{Told, say, settings};
use crate::logs::BuildLog;
use crate::operation::WRONG_CLOCK;
use crate::plan::{Plan, Player};
use crate::view::PhaseCard;

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
        matches!(&self.work, Work::Match(work) if work.has_people())
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

impl MatchWork {
    /// Whether somebody sits in it in person.
    pub(crate) fn has_people(&self) -> bool {
        self.sides.iter().any(|side| matches!(side.what, Seated::Person))
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
        if self.clock_off.load(Ordering::Relaxed) {
            // A lease would end too soon, or too late.
            return Err(Error::Busy(WRONG_CLOCK.to_owned()));
        }
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
        work.log = self.logs.begin(&work.version, claim.attempt);
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

    /// The bytes of a blob, for whoever does the work.
    pub async fn fetch(&self, digest: &str) -> Result<Bytes, Error> {
        self.blob(digest).await
    }

    /// Keeps bytes, and says under which digest.
    pub async fn keep(&self, bytes: impl Into<Bytes>) -> Result<String, Error> {
        Ok(self.blobs.put(bytes).await.told()?.to_string())
    }
}

pub(crate) fn subject<T: std::str::FromStr>(claim: &Claim) -> Result<T, Error> {
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
