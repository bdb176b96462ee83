//! What came of a task, written down once, by the attempt that has the lease.

use meydan_arena::{Error, Farewell};
use meydan_store::{
    Built, Check, Checked, JobKind, Json, MatchEnd, MatchId, MatchKind, MatchState, NewJob, SeatEnd, Tx,
    Version, VersionId, VersionState,
};
use serde_json::json;

use crate::league::{Told, settings};
use crate::plan::{About, Entry, Player};
use crate::task::{BuildDone, BuildWork, Lease, MatchDone, MatchWork, SideDone, VerifyWork};
use crate::view::PhaseCard;
use crate::{Caller, League};

impl League {
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
        // Where a worker turns out to be a bad one, it must be known what it has built.
        let worker = &lease.0.job.worker;
        let detail =
            json!({ "built": done.built.is_ok(), "error": done.built.as_ref().err(), "worker": worker });
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
            // Whoever runs the arena decides whom they believe, and may take a token back and annul the match.
            let jobs = tx.jobs_for(work.id.as_str()).await.told()?;
            let played = jobs.into_iter().find(|job| job.kind == JobKind::Match).and_then(|job| job.worker);
            let detail = json!({ "why": why, "played_by": played, "checked_by": lease.0.job.worker });
            self.note(&mut tx, &Caller::host(), "match differs", work.id.as_str(), &detail).await?;
        }
        tx.commit().await.told()
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
}
