//! Tasks that were not done: they went wrong on our side, were given back, left to somebody else, or lost with their worker.

use meydan_arena::Error;
use meydan_store::{
    Expired, Failed, Job, JobKind, Match, MatchId, MatchState, Tx, VersionId, VersionState, WorkerId,
};

use crate::League;
use crate::league::Told;
use crate::task::{Lease, policy, subject};

/// What is told of a match or a version that was given up because of us.
const OURS: &str = "something went wrong on our side; the desk has the details";

impl League {
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
        self.wake();
        Ok(())
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
            match self.set_back(&mut tx, &lost.job, lost.dead).await {
                // Its subject is somewhere else already. The others must not wait for that to be understood.
                Err(error) if matches!(error.code(), "missing" | "conflict") => {
                    tracing::error!(job = %lost.job.id, subject = %lost.job.subject, %error, "what a lost worker did cannot be set back");
                }
                set_back => set_back?,
            }
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
}
