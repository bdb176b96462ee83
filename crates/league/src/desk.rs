//! The organiser's desk: the queue, workers, matches played again, what was done.

use meydan_arena::Error;
use meydan_store::{
    AuditFilter, Job, JobFilter, JobId, JobKind, JobState, Json, Match, MatchState, NewJob, Rejudge,
    RejudgeId, Role, RoundState, Scope, Tx, VersionId, VersionState, Worker, WorkerId, WorkerState,
};
use serde_json::{Value, json};

use crate::caller::sign_in;
use crate::league::{Told, settings};
use crate::matches::filter;
use crate::plan::{About, Entry, Plan, Player};
use crate::submissions::must_have_build;
use crate::teams::told;
use crate::view::{
    AuditLine, AuditPage, DeskPage, JobCard, LeagueMatch, Organiser, Pause, Priority, QueueLine, Reason,
    RejudgeLine, RejudgePage, RejudgeWish, TriedAgain,
};
use crate::{Caller, League, Ranking, Who};

/// How many jobs the desk shows, and how many matches can be played again at once.
const SHOWN: i64 = 200;
const MOST_AGAIN: i64 = 1000;

impl League {
    /// Whoever runs contests may look at the desk; only admins may touch the whole queue.
    async fn must_run_something(&self, caller: &Caller) -> Result<(), Error> {
        match &caller.who {
            Who::Host => Ok(()),
            Who::Visitor => Err(sign_in()),
            Who::Account(account) => {
                caller.must_have(Scope::Desk)?;
                let mut reader = self.store.read().await.told()?;
                let runs = account.role >= Role::Organiser
                    || !reader.organised_by(&account.user).await.told()?.is_empty();
                match runs {
                    true => Ok(()),
                    false => Err(Error::Forbidden("only organisers may see the desk".to_owned())),
                }
            }
        }
    }

    /// How things stand behind the scenes.
    pub async fn desk(&self, caller: &Caller) -> Result<DeskPage, Error> {
        self.must_run_something(caller).await?;
        let mut reader = self.store.read().await.told()?;
        let line = |count: meydan_store::JobCount| QueueLine {
            kind: count.kind.to_string(),
            state: count.state.to_string(),
            count: count.count as u32,
        };
        let mut queue: Vec<QueueLine> = Vec::new();
        for count in self.job_counts(&mut reader).await? {
            let line = line(count);
            match queue.iter_mut().find(|other| other.kind == line.kind && other.state == line.state) {
                Some(other) => other.count += line.count,
                None => queue.push(line),
            }
        }
        let mut jobs = Vec::new();
        for state in [JobState::Dead, JobState::Running, JobState::Queued] {
            let filter = JobFilter { state: Some(state), ..JobFilter::default() };
            jobs.extend(reader.jobs(&filter, SHOWN).await.told()?.into_iter().map(job_card));
        }
        let workers = self.worker_cards(&mut reader).await?;
        let walls = self.walls.lock().expect("nobody panics while holding this lock").clone();
        Ok(DeskPage { paused: reader.paused().await.told()?, queue, jobs, workers, walls })
    }

    /// Holds new jobs back, or lets them go.
    pub async fn pause(&self, caller: &Caller, wish: &Pause) -> Result<(), Error> {
        caller.must_be_admin()?;
        let mut tx = self.store.begin().await.told()?;
        tx.set_paused(wish.paused).await.told()?;
        let what = if wish.paused { "queue paused" } else { "queue resumed" };
        self.note(&mut tx, caller, what, "queue", &()).await?;
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }

    /// Holds the matches of one contest back, or lets them go. What is being played goes on, and so do builds.
    pub async fn hold(&self, caller: &Caller, slug: &str, wish: &Pause) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let contest = &part.contest.id;
        tx.hold_contest(contest).await.told()?;
        tx.set_held(contest, wish.paused).await.told()?;
        tx.hold_matches(contest, wish.paused, self.now()).await.told()?;
        let what = if wish.paused { "matches held back" } else { "matches let go" };
        self.note(&mut tx, caller, what, contest.as_str(), &()).await?;
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }

    /// Tries a job again that was given up.
    pub async fn retry_job(&self, caller: &Caller, id: &str) -> Result<JobCard, Error> {
        caller.must_be_admin()?;
        let id = job_id(id)?;
        let tried = self.try_again(caller, id).await?;
        self.wake();
        Ok(job_card(tried))
    }

    /// Tries all jobs again that were given up, as many as the desk shows at once. Those that cannot be are left.
    pub async fn retry_jobs(&self, caller: &Caller) -> Result<TriedAgain, Error> {
        caller.must_be_admin()?;
        let filter = JobFilter { state: Some(JobState::Dead), ..JobFilter::default() };
        let dead = self.store.read().await.told()?.jobs(&filter, SHOWN).await.told()?;
        let mut all = TriedAgain { tried: 0, left: 0 };
        for job in dead {
            match self.try_again(caller, job.id).await {
                Ok(_) => all.tried += 1,
                Err(error @ (Error::Busy(_) | Error::Trouble(_))) => return Err(error),
                Err(_) => all.left += 1,
            }
        }
        self.wake();
        Ok(all)
    }

    async fn try_again(&self, caller: &Caller, id: JobId) -> Result<Job, Error> {
        let mut tx = self.store.begin().await.told()?;
        let job = tx.job(&id).await.told()?;
        match job.kind {
            JobKind::Build => {
                let version = job.subject.parse().map_err(|_| no_job())?;
                tx.move_version(&version, VersionState::Stuck, VersionState::Received).await.told()?;
            }
            JobKind::Verify => {}
            JobKind::Match => {
                let game = tx.one_match(&job.subject.parse().map_err(|_| no_job())?).await.told()?;
                match &game.version_validated {
                    Some(version) => self.build_again(&mut tx, version).await?,
                    None => self.revive(&mut tx, &game).await?,
                }
            }
        }
        let tried = tx.retry(&id, self.now()).await.told()?;
        if job.kind == JobKind::Match {
            let game = tx.one_match(&job.subject.parse().map_err(|_| no_job())?).await.told()?;
            if tx.held(&game.contest).await.told()? {
                tx.hold_matches(&game.contest, true, self.now()).await.told()?;
            }
        }
        self.note(&mut tx, caller, "job tried again", id.as_str(), &()).await?;
        tx.commit().await.told()?;
        Ok(tried)
    }

    /// A version is built and tried once more. The old job finds its match void, and ends.
    async fn build_again(&self, tx: &mut Tx, version: &VersionId) -> Result<(), Error> {
        tx.move_version(version, VersionState::Stuck, VersionState::Received).await.told()?;
        let now = self.now();
        let build = NewJob {
            kind: JobKind::Build,
            subject: version.as_str(),
            priority: 0,
            not_before: now,
            created: now,
        };
        tx.enqueue(&build).await.told().map(drop)
    }

    /// A match that came to nothing because of us waits to be played after all, where nothing followed from that.
    async fn revive(&self, tx: &mut Tx, game: &Match) -> Result<(), Error> {
        must_be_last(tx, game).await?;
        let plan: Plan = game.order.read().told()?;
        for player in &plan.sides {
            match player {
                Player::Person(_) => return Err(played_by_a_person(game)),
                Player::Version(version) => must_have_build(&tx.version(version).await.told()?)?,
                Player::House(_) => {}
            }
        }
        tx.revive_match(&game.id).await.told()
    }

    /// Gives a job that waits another place.
    pub async fn prioritise(&self, caller: &Caller, id: &str, wish: &Priority) -> Result<JobCard, Error> {
        caller.must_be_admin()?;
        if !(-100..=100).contains(&wish.priority) {
            return Err(Error::Wrong(format!("a priority is from -100 to 100, not {}", wish.priority)));
        }
        let id = job_id(id)?;
        let mut tx = self.store.begin().await.told()?;
        tx.set_priority(&id, i64::from(wish.priority), self.now()).await.told()?;
        let job = tx.job(&id).await.told()?;
        self.note(&mut tx, caller, "job moved", id.as_str(), &json!({ "priority": wish.priority })).await?;
        tx.commit().await.told()?;
        self.wake();
        Ok(job_card(job))
    }

    /// What was done, newest first, for admins.
    pub async fn audit(
        &self,
        caller: &Caller,
        subject: Option<String>,
        before: Option<i64>,
    ) -> Result<AuditPage, Error> {
        caller.must_be_admin()?;
        let reader = self.store.read().await.told()?;
        audit_page(reader, AuditFilter { subject, before, ..AuditFilter::default() }).await
    }

    /// What was done in a contest, newest first, for whoever runs it.
    pub async fn contest_audit(
        &self,
        caller: &Caller,
        slug: &str,
        before: Option<i64>,
    ) -> Result<AuditPage, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let contest = Some(part.contest.id);
        audit_page(reader, AuditFilter { contest, before, ..AuditFilter::default() }).await
    }

    /// Who runs a contest, for those who do.
    pub async fn organisers(&self, caller: &Caller, slug: &str) -> Result<Vec<String>, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let people = reader.organisers(&part.contest.id).await.told()?;
        Ok(people.into_iter().map(|user| user.name).collect())
    }

    /// Lets somebody else run a contest, too, or no longer.
    pub async fn set_organiser(
        &self,
        caller: &Caller,
        slug: &str,
        wish: &Organiser,
    ) -> Result<Vec<String>, Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let user = tx.user_named(&wish.name).await.told()?;
        let user = user.ok_or_else(|| Error::Missing(format!("there is no account `{}`", wish.name)))?;
        let maker = part.contest.created_by.as_ref() == Some(&user.id);
        if !wish.runs
            && maker
            && caller.signature() != part.contest.created_by
            && caller.must_be_admin().is_err()
        {
            return Err(Error::Forbidden("whoever made a contest is dismissed by an admin only".to_owned()));
        }
        match wish.runs {
            true => tx.add_organiser(&part.contest.id, &user.id).await.told()?,
            false => tx.remove_organiser(&part.contest.id, &user.id).await.told()?,
        }
        if tx.organisers(&part.contest.id).await.told()?.is_empty() {
            return Err(Error::Conflict("somebody must run the contest; name another one first".to_owned()));
        }
        let what = if wish.runs { "organiser named" } else { "organiser dismissed" };
        self.note(&mut tx, caller, what, part.contest.id.as_str(), &json!({ "user": user.id })).await?;
        tx.commit().await.told()?;
        self.organisers(caller, slug).await
    }

    /// A match that was played does not count.
    pub async fn annul(&self, caller: &Caller, id: &str, reason: &Reason) -> Result<LeagueMatch, Error> {
        let reason = told(reason)?;
        let mut tx = self.store.begin().await.told()?;
        let (game, part) = self.match_part(&mut tx, caller, id).await?;
        part.must_be_organiser(caller)?;
        must_be_last(&mut tx, &game).await?;
        tx.annul_match(&game.id, &reason).await.told()?;
        self.note(&mut tx, caller, "match annulled", game.id.as_str(), &json!({ "reason": reason })).await?;
        tx.commit().await.told()?;
        self.league_match(caller, id).await
    }

    /// Has one match played again, beside what it gave.
    pub async fn rerun(&self, caller: &Caller, id: &str, reason: &Reason) -> Result<RejudgePage, Error> {
        let mut reader = self.store.read().await.told()?;
        let (game, part) = self.match_part(&mut reader, caller, id).await?;
        part.must_be_organiser(caller)?;
        drop(reader);
        self.again(caller, &part.contest.slug, vec![game], &told(reason)?).await
    }

    /// Has matches played again, beside what they gave. Nothing counts before it is applied.
    pub async fn rejudge(
        &self,
        caller: &Caller,
        slug: &str,
        wish: &RejudgeWish,
    ) -> Result<RejudgePage, Error> {
        let reason = told(&Reason { reason: wish.reason.clone() })?;
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let mut filter = filter(&mut reader, &part, &wish.matches).await?;
        filter.states = vec![MatchState::Over, MatchState::Void];
        let limit = wish.matches.limit.map_or(MOST_AGAIN + 1, |limit| i64::from(limit).min(MOST_AGAIN + 1));
        let games = reader.matches(&filter, limit).await.told()?;
        if games.is_empty() {
            return Err(Error::Wrong("there are no such matches that have come to an end".to_owned()));
        }
        if games.len() as i64 > MOST_AGAIN {
            return Err(Error::Wrong(format!(
                "that is more than {MOST_AGAIN} matches; ask for fewer at a time"
            )));
        }
        drop(reader);
        self.again(caller, slug, games, &reason).await
    }

    async fn again(
        &self,
        caller: &Caller,
        slug: &str,
        games: Vec<Match>,
        reason: &str,
    ) -> Result<RejudgePage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        let mut pairs = Vec::new();
        for game in &games {
            must_be_last(&mut tx, game).await?;
            let plan: Plan = game.order.read().told()?;
            if plan.sides.iter().any(|player| matches!(player, Player::Person(_))) {
                return Err(played_by_a_person(game));
            }
            let entry = |(seat, player): (&meydan_store::Seat, &Player)| Entry {
                team: seat.team.clone(),
                player: player.clone(),
            };
            let entries: Vec<Entry> = game.seats.iter().zip(&plan.sides).map(entry).collect();
            let about = About {
                round: game.round.clone(),
                by: caller.signature(),
                shadow: true,
                ..About::of(game.kind)
            };
            let new =
                self.queue_match(&mut tx, &part.contest, &part.settings, &plan, &entries, about).await?;
            pairs.push((game.id.clone(), new));
        }
        let by = caller.signature();
        let made = tx.add_rejudge(&part.contest.id, by.as_ref(), self.now(), reason, &pairs).await.told()?;
        let detail = json!({ "matches": pairs.len(), "reason": reason });
        self.note(&mut tx, caller, "rejudge made", made.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        self.wake();
        self.rejudge_page(caller, made.id.as_str()).await
    }

    /// The sets of matches played again in a contest.
    pub async fn rejudges(&self, caller: &Caller, slug: &str) -> Result<Vec<RejudgePage>, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_be_organiser(caller)?;
        let all = reader.rejudges(&part.contest.id).await.told()?;
        drop(reader);
        let mut pages = Vec::new();
        for rejudge in all {
            pages.push(self.rejudge_page(caller, rejudge.id.as_str()).await?);
        }
        Ok(pages)
    }

    /// What matches played again gave, beside what they gave before.
    pub async fn rejudge_page(&self, caller: &Caller, id: &str) -> Result<RejudgePage, Error> {
        let mut reader = self.store.read().await.told()?;
        let (rejudge, slug) = self.rejudge_part(&mut reader, caller, id).await?;
        let mut lines = Vec::new();
        for (old, new) in reader.rejudge_pairs(&rejudge.id).await.told()? {
            let (old, new) = (reader.one_match(&old).await.told()?, reader.one_match(&new).await.told()?);
            let ranks = |game: &Match| {
                game.seats.iter().filter_map(|seat| seat.rank).map(|rank| rank as u32).collect()
            };
            let scores = |game: &Match| game.seats.iter().filter_map(|seat| seat.score).collect();
            lines.push(RejudgeLine {
                old_scores: scores(&old),
                new_scores: (new.state == MatchState::Over).then(|| scores(&new)),
                old_ranks: ranks(&old),
                old: old.id.to_string(),
                new_ranks: (new.state == MatchState::Over).then(|| ranks(&new)),
                state: new.state.to_string(),
                new: new.id.to_string(),
            });
        }
        Ok(RejudgePage {
            id: rejudge.id.to_string(),
            contest: slug,
            state: rejudge.state.to_string(),
            reason: rejudge.reason,
            lines,
        })
    }

    /// Lets what was played again count, all of it at once.
    pub async fn apply_rejudge(&self, caller: &Caller, id: &str) -> Result<RejudgePage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let (rejudge, _) = self.rejudge_part(&mut tx, caller, id).await?;
        for (old, _) in &tx.rejudge_pairs(&rejudge.id).await.told()? {
            let game = tx.one_match(old).await.told()?;
            must_be_last(&mut tx, &game).await?;
        }
        let replaced = tx.apply_rejudge(&rejudge.id).await.map_err(|error| match error {
            meydan_store::Error::Conflict { .. } => Error::Conflict(
                "it was applied or dropped already, or some of its matches are still to be played".to_owned(),
            ),
            other => crate::league::say(other),
        })?;
        self.note(&mut tx, caller, "rejudge applied", rejudge.id.as_str(), &json!({ "replaced": replaced }))
            .await?;
        tx.commit().await.told()?;
        self.rejudge_page(caller, id).await
    }

    /// Leaves everything as it was.
    pub async fn drop_rejudge(&self, caller: &Caller, id: &str) -> Result<RejudgePage, Error> {
        let mut tx = self.store.begin().await.told()?;
        let (rejudge, _) = self.rejudge_part(&mut tx, caller, id).await?;
        tx.drop_rejudge(&rejudge.id, self.now()).await.told()?;
        self.note(&mut tx, caller, "rejudge dropped", rejudge.id.as_str(), &()).await?;
        tx.commit().await.told()?;
        self.rejudge_page(caller, id).await
    }

    async fn rejudge_part(
        &self,
        reader: &mut meydan_store::Reader,
        caller: &Caller,
        id: &str,
    ) -> Result<(Rejudge, String), Error> {
        let none = || Error::Missing("there is no such rejudge".to_owned());
        let id: RejudgeId = id.parse().map_err(|_| none())?;
        let rejudge = reader.rejudge(&id).await.map_err(|_| none())?;
        let contest = reader.contest(&rejudge.contest).await.told()?;
        let part = self.part_in(reader, caller, contest).await.map_err(|_| none())?;
        match part.organiser {
            true => Ok((rejudge, part.contest.slug)),
            false => Err(none()),
        }
    }

    /// A worker says that it is there.
    pub async fn see_worker(
        &self,
        id: &WorkerId,
        name: &str,
        labels: &[String],
        state: WorkerState,
    ) -> Result<(), Error> {
        let labels = Json::of(&labels).told()?;
        let worker = Worker { id: id.clone(), name: name.to_owned(), labels, seen: self.now(), state };
        let mut tx = self.store.begin().await.told()?;
        tx.see_worker(&worker).await.told()?;
        tx.commit().await.told()
    }

    /// Whether strangers' programs can be run here; if not, why. Said by whoever has the walls.
    pub fn tell_walls(&self, missing: Option<String>) {
        *self.walls.lock().expect("nobody panics while holding this lock") = missing;
    }
}

fn job_card(job: Job) -> JobCard {
    JobCard {
        id: job.id.to_string(),
        kind: job.kind.to_string(),
        subject: job.subject,
        state: job.state.to_string(),
        priority: job.priority as i32,
        attempt: job.attempt as u32,
        created: job.created.0,
        worker: job.worker.map(|worker| worker.to_string()),
        error: job.error,
    }
}

fn job_id(text: &str) -> Result<JobId, Error> {
    text.parse().map_err(|_| no_job())
}

async fn audit_page(mut reader: meydan_store::Reader, filter: AuditFilter) -> Result<AuditPage, Error> {
    let found = reader.audit(&filter, SHOWN + 1).await.told()?;
    let more = found.len() as i64 > SHOWN;
    let mut lines = Vec::new();
    for line in found.into_iter().take(SHOWN as usize) {
        let who = match &line.who {
            Some(user) => Some(reader.user(user).await.map(|user| user.name).unwrap_or_default()),
            None => None,
        };
        lines.push(AuditLine {
            id: line.seq,
            at: line.at.0,
            who,
            what: line.what,
            subject: line.subject,
            detail: line.detail.read().unwrap_or(Value::Null),
        });
    }
    let next = lines.last().filter(|_| more).map(|line| line.id);
    Ok(AuditPage { lines, next })
}

/// Groups are made from the results of the round before, so a result cannot be changed once others were played because of it.
async fn must_be_last(reader: &mut meydan_store::Reader, game: &Match) -> Result<(), Error> {
    if game.kind == meydan_store::MatchKind::Final {
        return Err(Error::Conflict(
            "others were called to their matches by this one of the final, so it stays; a match that came to nothing is played again from the final's page"
                .to_owned(),
        ));
    }
    let Some(round) = &game.round else { return Ok(()) };
    let round = reader.round(round).await.told()?;
    let contest = reader.contest(&round.contest).await.told()?;
    if matches!(settings(&contest)?.ranking, Ranking::Boards { .. }) {
        // Nothing follows from a board.
        return Ok(());
    }
    // The last one may be planned only.
    let later = reader.rounds(&round.contest, None, 2).await.told()?;
    let begun =
        |later: &meydan_store::Round| later.number > round.number && later.state != RoundState::Planned;
    match later.iter().find(|later| begun(later)) {
        None => Ok(()),
        Some(later) => Err(Error::Conflict(format!(
            "the groups of round {} were made from this result of round {}, so it stays; a team that cheated can be disqualified",
            later.number, round.number
        ))),
    }
}

fn played_by_a_person(game: &Match) -> Error {
    Error::Wrong(format!("match {} was played by a person, so it cannot be played again", game.seq))
}

fn no_job() -> Error {
    Error::Missing("there is no such job".to_owned())
}
