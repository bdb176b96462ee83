//! The gate for workers on other machines. They show a token that an admin made and can take back; from then on they take tasks as those of an
//! arena's own process do. Nothing that they say is executed or believed beyond what is looked at here: which lease they hold is read from the
//! queue, blobs are known by their digests, and a result by its record (`attest.rs`).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use meydan_arena::{Error, Planned};
use meydan_blobs::{Chunks, Digest};
use meydan_record::PublicKey;
use meydan_store::{
    Claim, Job, JobFilter, JobId, JobKind, JobState, Json, NewWorkerToken, Reader, Worker, WorkerFacts,
    WorkerId, WorkerState, WorkerToken, WorkerTokenId,
};
use serde_json::json;

use crate::attest;
use crate::ear::Building;
use crate::league::{Told, say};
use crate::name::name;
use crate::operation::SILENT;
use crate::stage::Stage;
use crate::task::{LEASE, Lease, MatchDone, MatchWork, Seated, Task, Work};
use crate::tasks::{Done, Wish};
use crate::view::{
    self, Presence, TakeWish, TaskCard, TaskDone, TaskTaken, WorkerCard, WorkerTokenCard, WorkerTokenMade,
};
use crate::{Caller, League, Secret};

/// How long a worker's question for a task stays open.
const OPEN: Duration = Duration::from_secs(10);
/// How often it is noted that a token is in use.
const SEEN_EVERY: Duration = Duration::from_secs(600);
/// How many tokens there may be.
const TOKENS: usize = 100;
/// How many labels a worker may have, and how long a text of its may be.
const LABELS: usize = 64;
const LONGEST: usize = 200;
const LONGEST_TROUBLE: usize = 2000;

/// Somebody who has shown a token for workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass(WorkerTokenId);

impl League {
    /// Who shows this token.
    pub async fn by_worker_token(&self, secret: &Secret) -> Result<Pass, Error> {
        let known = self.store.read().await.told()?.worker_token(&secret.hash()).await.told()?;
        let token = known.ok_or_else(shut_out)?;
        let now = self.now();
        if token.used.is_none_or(|used| now.since(used) > SEEN_EVERY) {
            let mut tx = self.store.begin_unsure().await.told()?;
            tx.see_worker_token(&token.id, now).await.told()?;
            tx.commit().await.told()?;
        }
        Ok(Pass(token.id))
    }

    /// The tokens for workers.
    pub async fn worker_tokens(&self, caller: &Caller) -> Result<Vec<WorkerTokenCard>, Error> {
        caller.must_be_admin()?;
        let mut reader = self.store.read().await.told()?;
        let there: BTreeMap<WorkerId, Worker> =
            reader.workers().await.told()?.into_iter().map(|worker| (worker.id.clone(), worker)).collect();
        let facts = reader.all_worker_facts().await.told()?;
        let count = |token: &WorkerToken| {
            let came = facts.iter().filter(|facts| facts.token.as_ref() == Some(&token.id));
            came.filter(|facts| {
                there.get(&facts.worker).is_some_and(|worker| worker.state != WorkerState::Gone)
            })
            .count() as u32
        };
        let tokens = reader.worker_tokens().await.told()?;
        Ok(tokens.into_iter().map(|token| token_card(count(&token), token)).collect())
    }

    /// Makes a token for workers.
    pub async fn make_worker_token(
        &self,
        caller: &Caller,
        wish: &view::NewWorkerToken,
    ) -> Result<WorkerTokenMade, Error> {
        caller.must_be_admin()?;
        let label = name("a token's label", &wish.label)?;
        let secret = Secret::draw("mw_", 26)?;
        let mut tx = self.store.begin().await.told()?;
        if tx.worker_tokens().await.told()?.len() >= TOKENS {
            return Err(Error::Conflict(format!(
                "there are {TOKENS} tokens for workers; take one back first"
            )));
        }
        let by = caller.signature();
        let (hash, created) = (secret.hash(), self.now());
        let new = NewWorkerToken { label: &label, hash: &hash, made_by: by.as_ref(), created };
        let token = tx.add_worker_token(&new).await.told()?;
        self.note(&mut tx, caller, "worker token made", token.id.as_str(), &json!({ "label": label }))
            .await?;
        tx.commit().await.told()?;
        Ok(WorkerTokenMade { token: token_card(0, token), secret: secret.reveal().to_owned() })
    }

    /// Takes a token for workers back. Whoever came with it is shut out, and what they had is done by others.
    pub async fn end_worker_token(&self, caller: &Caller, id: &str) -> Result<(), Error> {
        caller.must_be_admin()?;
        let id: WorkerTokenId =
            id.parse().map_err(|_| Error::Missing("there is no such token".to_owned()))?;
        let mut tx = self.store.begin().await.told()?;
        tx.end_worker_token(&id).await.told()?;
        let facts = tx.all_worker_facts().await.told()?;
        let came = facts.into_iter().filter(|facts| facts.token.as_ref() == Some(&id));
        let workers: Vec<WorkerId> = came.map(|facts| facts.worker).collect();
        for worker in &workers {
            tx.dismiss_worker(worker).await.told()?;
        }
        self.note(&mut tx, caller, "worker token taken back", id.as_str(), &()).await?;
        tx.commit().await.told()?;
        for worker in &workers {
            self.release(worker).await?;
        }
        Ok(())
    }

    /// A worker comes, or comes back: whatever it had before is not being done by anybody.
    pub async fn join(&self, pass: &Pass, presence: &Presence) -> Result<(), Error> {
        self.may_be(pass, presence).await?;
        self.reclaim_from(&presence.worker()?).await?;
        tracing::info!(worker = %presence.id, name = %presence.name, "a worker has come");
        self.see(presence, Some(&pass.0)).await
    }

    /// A worker says that it is there.
    pub async fn pulse(&self, pass: &Pass, presence: &Presence) -> Result<(), Error> {
        self.may_be(pass, presence).await?;
        self.see(presence, Some(&pass.0)).await
    }

    /// Whether whoever has this pass may call itself so: a worker's name belongs to whoever came with it first.
    async fn may_be(&self, pass: &Pass, presence: &Presence) -> Result<(), Error> {
        let key = presence.key.as_ref().is_some_and(|key| key.parse::<PublicKey>().is_ok());
        if !key {
            return Err(Error::Wrong(
                "a worker on another machine needs a key that signs its records".to_owned(),
            ));
        }
        let id = presence.worker()?;
        let mut reader = self.store.read().await.told()?;
        let known = reader.workers().await.told()?.into_iter().any(|worker| worker.id == id);
        let facts = reader.worker_facts(&id).await.told()?;
        // Its name and its key lie in one folder, so whoever has the one without the other is somebody else.
        if facts.as_ref().is_some_and(|facts| facts.key.is_some() && facts.key != presence.key) {
            return Err(Error::Forbidden(
                "another worker has this id; give this one a data folder of its own".to_owned(),
            ));
        }
        let others = match facts.and_then(|facts| facts.token) {
            Some(token) if token == pass.0 => false,
            // One whose token was taken back may come with a new one.
            Some(token) => reader.worker_tokens().await.told()?.into_iter().any(|known| known.id == token),
            None => known,
        };
        match others {
            true => Err(Error::Forbidden(
                "another worker has this id; give this one a data folder of its own".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Writes down what a worker says of itself. One that says goodbye gives back whatever it still has.
    pub(crate) async fn see(&self, presence: &Presence, token: Option<&WorkerTokenId>) -> Result<(), Error> {
        let short = |text: &str, most: usize| text[..text.floor_char_boundary(most)].to_owned();
        let labels: Vec<String> =
            presence.labels.iter().take(LABELS).map(|label| short(label, LONGEST)).collect();
        let (id, state) = (presence.worker()?, presence.state()?);
        let worker = Worker {
            id: id.clone(),
            name: short(&presence.name, LONGEST),
            labels: Json::of(&labels).told()?,
            seen: self.now(),
            state,
        };
        let facts = WorkerFacts {
            worker: id.clone(),
            token: token.cloned(),
            key: presence.key.clone(),
            cores: presence.cores.into(),
            hands: presence.hands.into(),
            doing: presence.doing.into(),
            done: presence.done.into(),
            failed: presence.failed.into(),
            trouble: presence.trouble.as_ref().map(|trouble| short(trouble, LONGEST_TROUBLE)),
        };
        let mut tx = self.store.begin_unsure().await.told()?;
        tx.see_worker(&worker).await.told()?;
        tx.note_worker(&facts).await.told()?;
        tx.commit().await.told()?;
        match state {
            WorkerState::Gone => self.release(&id).await,
            _ => Ok(()),
        }
    }

    /// Gives back whatever a worker still has. It does not count as a try: it may never have heard of it.
    async fn release(&self, worker: &WorkerId) -> Result<(), Error> {
        for job in self.has(worker).await? {
            let given = self.give_back(&Lease(Claim { attempt: job.attempt, job })).await;
            match given {
                Err(error) if crate::is_late(&error) => {}
                given => given?,
            }
        }
        Ok(())
    }

    /// What a worker has.
    async fn has(&self, worker: &WorkerId) -> Result<Vec<Job>, Error> {
        let filter = JobFilter {
            state: Some(JobState::Running),
            worker: Some(worker.clone()),
            ..JobFilter::default()
        };
        self.store.read().await.told()?.jobs(&filter, 1000).await.told()
    }

    /// The next task for a worker. The question stays open for a while where there is none.
    pub async fn take_for(&self, pass: &Pass, wish: &TakeWish) -> Result<Option<TaskCard>, Error> {
        let wish = read_wish(wish)?;
        self.must_have_come(pass, &wish.worker).await?;
        let task = match self.unheard(&wish).await? {
            Some(task) => Some(task),
            None => self.await_task(&wish, OPEN).await?,
        };
        // The token may have been taken back while the question was open. Which one a worker came with is not forgotten by that.
        let tokens = self.store.read().await.told()?.worker_tokens().await.told()?;
        if !tokens.iter().any(|token| token.id == pass.0) {
            self.release(&wish.worker).await?;
            return Err(shut_out());
        }
        let card = |Task { lease, work }: Task| {
            let trouble = |error: serde_json::Error| Error::Trouble(error.to_string());
            let lease = serde_json::to_value(lease).map_err(trouble)?;
            Ok(TaskCard { lease, work: serde_json::to_value(work).map_err(trouble)? })
        };
        task.map(card).transpose()
    }

    /// A task that the worker was given but does not know of, because the answer was lost on its way.
    async fn unheard(&self, wish: &Wish) -> Result<Option<Task>, Error> {
        let unknown = |job: &Job| !wish.doing.iter().any(|known| known == job.id.as_str());
        let Some(job) = self.has(&wish.worker).await?.into_iter().find(unknown) else { return Ok(None) };
        let lease = Lease(Claim { attempt: job.attempt, job });
        match self.renew(&lease).await {
            Err(error) if crate::is_late(&error) => return Ok(None),
            renewed => renewed?,
        }
        let work = self.read_work(&mut self.store.read().await.told()?, &lease.0).await?;
        Ok(Some(Task { lease, work }))
    }

    async fn must_have_come(&self, pass: &Pass, worker: &WorkerId) -> Result<WorkerFacts, Error> {
        let facts = self.store.read().await.told()?.worker_facts(worker).await.told()?;
        facts
            .filter(|facts| facts.token.as_ref() == Some(&pass.0))
            .ok_or_else(|| Error::Forbidden("this worker has not come in with this token".to_owned()))
    }

    /// The lease that somebody claims to have, and what it is for. All but its job and its attempt is read from the queue.
    async fn lease(&self, pass: &Pass, job: &str, attempt: i64) -> Result<(Lease, WorkerFacts), Error> {
        let late = || say(meydan_store::Error::Late);
        let id: JobId = job.parse().map_err(|_| late())?;
        let job = self.store.read().await.told()?.job(&id).await.map_err(|error| match error {
            meydan_store::Error::Missing { .. } => late(),
            other => say(other),
        })?;
        let worker = job.worker.clone().filter(|_| job.state == JobState::Running && job.attempt == attempt);
        let facts = self.must_have_come(pass, &worker.ok_or_else(late)?).await?;
        Ok((Lease(Claim { attempt, job }), facts))
    }

    /// What a worker is doing, as it is written down.
    async fn work(&self, lease: &Lease) -> Result<Work, Error> {
        self.read_work(&mut self.store.read().await.told()?, &lease.0).await
    }

    /// Keeps a task for longer.
    pub async fn renew_for(&self, pass: &Pass, job: &str, attempt: i64) -> Result<Duration, Error> {
        let (lease, _) = self.lease(pass, job, attempt).await?;
        self.renew(&lease).await?;
        Ok(LEASE)
    }

    /// What a build says while it is made, from a place on; older workers do not say from where.
    pub async fn say_for(
        &self,
        pass: &Pass,
        job: &str,
        attempt: i64,
        from: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let (lease, _) = self.lease(pass, job, attempt).await?;
        match self.work(&lease).await? {
            Work::Build(work) => {
                self.says(&Building { version: work.version, attempt }, from, bytes).await;
                Ok(())
            }
            work => Err(Error::Wrong(format!("{} says nothing", work.kind()))),
        }
    }

    /// The bytes of a blob that a worker's task names; no other.
    pub async fn blob_for(
        &self,
        pass: &Pass,
        job: &str,
        attempt: i64,
        digest: &str,
    ) -> Result<Chunks, Error> {
        let (lease, _) = self.lease(pass, job, attempt).await?;
        let named = match self.work(&lease).await? {
            Work::Build(work) => vec![work.source],
            Work::Verify(work) => vec![work.trace],
            Work::Match(work) => {
                let build = |side: crate::Side| match side.what {
                    Seated::Build(digest) => Some(digest),
                    Seated::House(_) | Seated::Person => None,
                };
                work.sides.into_iter().filter_map(build).collect()
            }
        };
        let none = || Error::Missing("this task needs no such blob".to_owned());
        let digest = named.iter().find(|named| *named == digest).ok_or_else(none)?;
        let chunks = self.blobs.stream(&self::digest(digest)?).await.told()?;
        // Whoever asks sees only that it breaks off.
        let damaged = digest.clone();
        let told =
            move |error: &_| tracing::error!(blob = %damaged, %error, "a blob cannot be sent to a worker");
        Ok(chunks.inspect_err(told).boxed())
    }

    /// Keeps a file that a worker has sent, if it is what its name says.
    pub async fn keep_for(&self, _: &Pass, name: &str, file: &std::path::Path) -> Result<(), Error> {
        let wanted = digest(name)?;
        let kept = self.blobs.put_file(file).await.told()?;
        match kept == wanted {
            true => Ok(()),
            // Nobody refers to it, so it is swept away.
            false => Err(Error::Wrong(format!("this is not {wanted}; send it again"))),
        }
    }

    /// Where a match that a worker plays is shown.
    pub async fn stage_for(self: &Arc<Self>, pass: &Pass, job: &str, attempt: i64) -> Result<Stage, Error> {
        let (lease, _) = self.lease(pass, job, attempt).await?;
        match self.work(&lease).await? {
            Work::Match(work) => Ok(Stage::new(self.clone(), work.id, std::env::temp_dir())),
            work => Err(Error::Wrong(format!("{} is not shown", work.kind()))),
        }
    }

    /// Writes down what came of a worker's task, as far as it is borne out.
    pub async fn done_for(
        &self,
        pass: &Pass,
        job: &str,
        attempt: i64,
        told: TaskDone,
    ) -> Result<TaskTaken, Error> {
        let (lease, facts) = self.lease(pass, job, attempt).await?;
        let work = self.work(&lease).await?;
        let done: Done = serde_json::from_value(told.done)
            .map_err(|error| Error::Wrong(format!("that is nothing that can come of a task: {error}")))?;
        let taken = match (&work, attest::brief(done)) {
            (Work::Match(work), Done::Played(done)) => {
                let checked = self.check_played(work, done, &facts).await;
                if let Err(error @ Error::Wrong(_)) = &checked {
                    self.refuse(&facts, work, error).await?;
                }
                self.played(&lease, work, checked?).await?;
                true
            }
            (Work::Build(work), Done::Built(done)) => {
                let log = told.log.ok_or_else(|| Error::Wrong("a build comes with its log".to_owned()))?;
                self.must_be_kept(done.built.as_deref().ok().into_iter().chain([log.as_str()])).await?;
                self.built_with(&lease, work, done, &log).await?;
                true
            }
            // Bots do not leave, so nobody's worker can make a match of theirs count for nothing.
            (Work::Match(work), Done::Abandoned { .. }) if !work.has_people() => {
                return Err(Error::Wrong("nobody sits in this match who could have left it".to_owned()));
            }
            (_, done) => self.done(&lease, &work, done).await?,
        };
        Ok(TaskTaken { taken })
    }

    /// What a worker says of a match, as far as its record bears it out.
    async fn check_played(
        &self,
        work: &MatchWork,
        done: MatchDone,
        facts: &WorkerFacts,
    ) -> Result<MatchDone, Error> {
        if done.sides.len() != work.sides.len() {
            let (sides, planned) = (done.sides.len(), work.sides.len());
            return Err(Error::Wrong(format!("{planned} sides were planned, and {sides} are told of")));
        }
        let logs = done.sides.iter().filter_map(|side| side.log.as_deref());
        let named = [&done.reel, &done.game_log].into_iter().flatten().map(String::as_str);
        self.must_be_kept(logs.chain(named)).await?;
        digest(&done.trace)?;
        let record = self.blob(&done.trace).await?;
        let (work, key) = (work.clone(), facts.key.clone().unwrap_or_default());
        let engines = self.engines.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let plan = &work.plan;
            let planned = Planned {
                game: plan.game.clone(),
                ruleset: plan.ruleset.clone(),
                map: plan.map.clone(),
                seed: plan.seed,
                sides: work.sides.len(),
            };
            let setup = engines.setup(&planned).map_err(|error| error.to_string())?;
            attest::bears_out(&record, &work, &key, setup.as_ref())
        });
        let borne = reading.await.map_err(|error| Error::Trouble(error.to_string()))?;
        let borne = borne.map_err(|why| Error::Wrong(format!("the record is not taken: {why}")))?;
        Ok(attest::corrected(done, borne))
    }

    /// Whoever runs the arena should know that a worker told something that is not so.
    async fn refuse(&self, facts: &WorkerFacts, work: &MatchWork, error: &Error) -> Result<(), Error> {
        tracing::error!(id = %work.id, worker = %facts.worker, %error, "a result is refused");
        let mut tx = self.store.begin().await.told()?;
        let detail = json!({ "worker": facts.worker, "why": error.to_string() });
        self.note(&mut tx, &Caller::host(), "result refused", work.id.as_str(), &detail).await?;
        tx.commit().await.told()
    }

    /// A row never names bytes that are not there.
    async fn must_be_kept(&self, digests: impl Iterator<Item = &str>) -> Result<(), Error> {
        for name in digests {
            if !self.blobs.exists(&digest(name)?).await.told()? {
                return Err(Error::Wrong(format!("{name} was never sent")));
            }
        }
        Ok(())
    }

    /// All workers, as the desk shows them.
    pub(crate) async fn worker_cards(&self, reader: &mut Reader) -> Result<Vec<WorkerCard>, Error> {
        let labels: BTreeMap<WorkerTokenId, String> =
            reader.worker_tokens().await.told()?.into_iter().map(|token| (token.id, token.label)).collect();
        let facts = reader.all_worker_facts().await.told()?;
        let mut facts: BTreeMap<WorkerId, WorkerFacts> =
            facts.into_iter().map(|facts| (facts.worker.clone(), facts)).collect();
        let now = self.now();
        let card = |worker: Worker| {
            let facts = facts.remove(&worker.id);
            let count = |number: fn(&WorkerFacts) -> i64| facts.as_ref().map_or(0, number) as u32;
            let token = facts.as_ref().and_then(|facts| facts.token.clone());
            let trouble = facts.as_ref().and_then(|facts| facts.trouble.clone());
            let state = match worker.state {
                WorkerState::Gone => "gone",
                _ if now.since(worker.seen) > SILENT => "lost",
                WorkerState::Draining if trouble.is_some() => "disabled",
                WorkerState::Draining => "draining",
                WorkerState::Ready => "ready",
            };
            // What it said last of itself is not so any more.
            let there = !["gone", "lost"].contains(&state);
            WorkerCard {
                id: worker.id.to_string(),
                name: worker.name,
                token: token.map(|token| labels.get(&token).cloned().unwrap_or_default()),
                key: facts.as_ref().and_then(|facts| facts.key.clone()),
                cores: count(|facts| facts.cores),
                hands: count(|facts| facts.hands),
                doing: if there { count(|facts| facts.doing) } else { 0 },
                done: count(|facts| facts.done),
                failed: count(|facts| facts.failed),
                trouble: trouble.filter(|_| there),
                labels: worker.labels.read().unwrap_or_default(),
                seen: worker.seen.0,
                state: state.to_owned(),
            }
        };
        Ok(reader.workers().await.told()?.into_iter().map(card).collect())
    }
}

fn shut_out() -> Error {
    Error::SignIn("this token lets no worker in; it may have been taken back".to_owned())
}

fn token_card(workers: u32, token: WorkerToken) -> WorkerTokenCard {
    WorkerTokenCard {
        id: token.id.to_string(),
        label: token.label,
        created: token.created.0,
        used: token.used.map(|used| used.0),
        workers,
    }
}

fn read_wish(wish: &TakeWish) -> Result<Wish, Error> {
    // A newer worker may know kinds that are not known here, and is given others.
    let kinds: Vec<JobKind> = wish.kinds.iter().filter_map(|kind| kind.parse().ok()).collect();
    if let (true, Some(kind)) = (kinds.is_empty(), wish.kinds.first()) {
        return Err(Error::Wrong(format!("`{kind}` is no kind of task: build, match or verify")));
    }
    if wish.lacks.len() > LABELS || wish.doing.len() > 1000 {
        return Err(Error::Wrong("a worker does not lack or do so much".to_owned()));
    }
    Ok(Wish {
        worker: wish.worker.parse().map_err(|error| Error::Wrong(format!("{error}")))?,
        kinds,
        walls: wish.walls,
        lacks: wish.lacks.clone(),
        doing: wish.doing.clone(),
    })
}

fn digest(text: &str) -> Result<Digest, Error> {
    text.parse().map_err(|_| Error::Wrong("this is no digest: it has 64 hexadecimal digits".to_owned()))
}

/// The name of these bytes among blobs.
pub fn digest_of(bytes: &Bytes) -> String {
    Digest::of(bytes).to_string()
}
