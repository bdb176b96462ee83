//! Takes the tasks of a league and does them: builds, matches, records played again.
//!
//! A task is done under a lease that is renewed while it is done. Where the lease is lost, what was done is dropped, because
//! somebody else does it again. Where this program must stop, tasks are given back.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use meydan_arena::{Error, Patience, PersonClock, Reception};
use meydan_catalog::MapChoice;
use meydan_core::trace::Entrant;
use meydan_core::{Outcome, Seat};
use meydan_league::store::{JobKind, WorkerId, WorkerState};
use meydan_league::{
    BuildDone, BuildWork, Counted, LEASE, League, Lease, Live, MatchDone, MatchWork, PhaseCard, RANDOM,
    Seated, SideDone, Task, VerifyWork, Work, is_late,
};
use meydan_record::Key;
use meydan_referee::Count;
use meydan_runner::{ClockRate, Fairness, MatchOrder, MatchReport};
use meydan_sandbox::intake::Intake;
use meydan_workshop::{Bench, BuildError, Builds, inspect, prints};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::Walls;
use crate::bout::{Bout, NotPlayed, Played, Seated as Seating};
use crate::course::{self, NotJudged};
use crate::setup::Made;
use crate::verify::{Checked, verify};

/// How long somebody waits for the next task before looking again.
const LOOK: Duration = Duration::from_secs(1);
/// How many matches with people a hand looks after at once, besides its other work. Whoever comes then waits for a hand.
const WITH_PEOPLE: usize = 4;
/// How often a worker says that it is there.
const PULSE: Duration = Duration::from_secs(10);
/// How much of a seat's own words is kept.
const WORDS: usize = 1 << 20;
/// How many lines of a bot's last words are told where it failed.
const LAST_WORDS: usize = 8;
/// The longest a match may take, whatever its clocks say.
const LONGEST: Duration = Duration::from_secs(3600);
/// How long a person may think about a turn, may be silent, and may be away before the match is given up.
const THINKING: Duration = Duration::from_secs(5 * 60);
const SILENT: Duration = Duration::from_secs(10 * 60);
const AWAY: Duration = Duration::from_secs(3 * 60);

/// What a worker works with.
pub struct Shift {
    /// Where the tasks come from.
    pub league: Arc<League>,
    /// Which worker it is: the same after a restart, so that it can take back what it had.
    pub id: WorkerId,
    /// What it calls itself.
    pub name: String,
    /// What stands between strangers' programs and this machine.
    pub walls: Walls,
    /// Where archives are built; `None`: the walls for it are missing.
    pub bench: Option<Bench>,
    /// Builds that were fetched.
    pub builds: Builds,
    /// Who signs records.
    pub key: Option<Key>,
    /// Tool chains outside of `/usr` that builds may see.
    pub tools: Vec<PathBuf>,
    /// A folder for what is only needed while a task is done.
    pub folder: PathBuf,
}

impl Shift {
    /// Works with so many hands until `stop`, then gives back what is not done.
    pub async fn work(self, hands: usize, stop: watch::Receiver<bool>) {
        let shift = Arc::new(self);
        let id = shift.id.clone();
        // What it had when it was killed is not being done by anybody. Leases would run out, too, but somebody waits.
        let lost = shift.league.reclaim_from(&id).await;
        if let Err(error) = lost {
            tracing::error!(%error, "what was being done before cannot be taken back yet");
        }
        let hand = |_| shift.clone().hand(id.clone(), stop.clone());
        let hands = join_all((0..hands).map(hand));
        let labels = shift.labels().await;
        let mut stopped = stop.clone();
        let pulse = async {
            loop {
                let seen = shift.league.see_worker(&id, &shift.name, &labels, WorkerState::Ready).await;
                seen.unwrap_or_else(|error| tracing::warn!(%error, "a worker cannot say that it is there"));
                tokio::select! {
                    () = tokio::time::sleep(PULSE) => {}
                    _ = stopped.wait_for(|stop| *stop) => break,
                }
            }
        };
        tokio::join!(hands, pulse);
        // Whoever looks at the desk should not wait for it to be missed.
        let _ = shift.league.see_worker(&id, &shift.name, &labels, WorkerState::Gone).await;
    }

    async fn labels(&self) -> Vec<String> {
        let walls = if self.bench.is_some() { "walls" } else { "no walls" };
        let mut labels = vec![format!("meydan {}", env!("CARGO_PKG_VERSION")), walls.to_owned()];
        if let Some(bench) = &self.bench {
            let languages = bench.languages().await;
            labels
                .extend(languages.into_iter().map(|language| format!("{}{language}", meydan_league::BUILDS)));
        }
        labels
    }

    async fn hand(self: Arc<Self>, id: WorkerId, mut stop: watch::Receiver<bool>) {
        // Without walls nothing of strangers is built; what waits is on the desk.
        let kinds: &[JobKind] = match self.bench {
            Some(_) => &[JobKind::Build, JobKind::Match, JobKind::Verify],
            None => &[JobKind::Match, JobKind::Verify],
        };
        // People think for minutes, in which a hand should not be idle.
        let mut with_people = JoinSet::new();
        while !*stop.borrow() {
            while with_people.try_join_next().is_some() {}
            let bell = self.league.work_to_do();
            match self.league.take(&id, kinds).await {
                Ok(Some(task)) if task.has_people() && with_people.len() < WITH_PEOPLE => {
                    let (shift, stop) = (self.clone(), stop.clone());
                    with_people.spawn(async move { shift.attend(task, stop).await });
                }
                Ok(Some(task)) => self.attend(task, stop.clone()).await,
                Ok(None) => {
                    tokio::select! {
                        () = bell => {}
                        () = tokio::time::sleep(LOOK) => {}
                        _ = stop.wait_for(|stop| *stop) => {}
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "no task can be taken");
                    tokio::select! {
                        () = tokio::time::sleep(LOOK * 5) => {}
                        _ = stop.wait_for(|stop| *stop) => {}
                    }
                }
            }
        }
        with_people.join_all().await;
    }

    /// Does one task, whatever happens in it.
    async fn attend(&self, task: Task, mut stop: watch::Receiver<bool>) {
        let Task { lease, work } = task;
        tracing::info!(id = %work.subject(), attempt = lease.attempt(), "{} begins", work.kind());
        let begun = Instant::now();
        let doing = async {
            match &work {
                Work::Build(work) => self.build(&lease, work).await,
                Work::Match(work) => self.play(&lease, work).await,
                Work::Verify(work) => self.verify(&lease, work).await,
            }
        };
        let done = tokio::select! {
            done = doing => done,
            lost = self.keep(&lease) => Err(lost),
            _ = stop.wait_for(|stop| *stop) => Err(Undone::Stopped),
        };
        let told = match done {
            Ok(()) => Ok(()),
            Err(Undone::Ours(reason)) => self.league.trouble(&lease, &reason).await,
            Err(Undone::Stopped) => self.league.give_back(&lease).await,
            Err(Undone::Lost) => Ok(()),
        };
        match told {
            Ok(()) => {
                tracing::info!(id = %work.subject(), took_ms = begun.elapsed().as_millis() as u64, "{} is done with", work.kind())
            }
            Err(error) if is_late(&error) => {
                tracing::info!("a task was taken over by somebody else meanwhile")
            }
            Err(error) => {
                tracing::error!(%error, "what came of a task cannot be written down; it will be done again")
            }
        }
    }

    /// Renews a lease until it is lost.
    async fn keep(&self, lease: &Lease) -> Undone {
        let mut failing_since: Option<Instant> = None;
        loop {
            tokio::time::sleep(LEASE / 4).await;
            match self.league.renew(lease).await {
                Ok(()) => failing_since = None,
                Err(error) if is_late(&error) => return Undone::Lost,
                // The database may be back in time.
                Err(error) => {
                    tracing::warn!(%error, "a lease cannot be renewed");
                    let since = *failing_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > LEASE {
                        return Undone::Lost;
                    }
                }
            }
        }
    }

    async fn build(&self, lease: &Lease, work: &BuildWork) -> Result<(), Undone> {
        let bench = self
            .bench
            .as_ref()
            .ok_or_else(|| Undone::Ours("there are no walls to build behind".to_owned()))?;
        let archive = self.league.fetch(&work.source).await?;
        let game = work.game.clone();
        let inspected =
            tokio::task::spawn_blocking(move || inspect(&archive, &game, &Intake::default())).await;
        let inspected = inspected.map_err(Undone::ours)?;
        let begun = Instant::now();
        let wrong = |text: String| {
            work.log.say(format!("meydan: {text}\n").as_bytes());
            BuildDone {
                built: Err(text),
                language: None,
                wire: false,
                took: begun.elapsed(),
                prints: None,
                phases: Vec::new(),
            }
        };
        let done = match inspected {
            Err(error) => wrong(error.to_string()),
            Ok(inspected) if inspected.recipe.wire && !work.wire => {
                wrong("bots of the original contest are not taken here; use a kit (`meydan new`)".to_owned())
            }
            Ok(inspected) => {
                let (language, wire) = (Some(inspected.recipe.language.clone()), inspected.recipe.wire);
                let prints = work.prints.then(|| prints(&inspected, &work.game));
                let limit = Duration::from_secs(60 * u64::from(work.minutes));
                let log = work.log.clone();
                let mut say = move |bytes: &[u8]| log.say(bytes);
                let building =
                    tokio::time::timeout(limit + Duration::from_secs(30), bench.build(&inspected, &mut say));
                match building.await {
                    Ok(Ok(made)) => {
                        let file = made.file.to_path_buf();
                        let bytes = tokio::fs::read(&file).await.map_err(Undone::ours)?;
                        let digest = self.league.keep(bytes).await?;
                        let took = made.took;
                        match self.judge(work, &digest).await? {
                            Ok(phases) => {
                                BuildDone { built: Ok(digest), language, wire, took, prints, phases }
                            }
                            Err(reason) => BuildDone { language, prints, ..wrong(reason) },
                        }
                    }
                    Ok(Err(BuildError::Failed(reason))) => BuildDone {
                        built: Err(reason),
                        language,
                        wire,
                        took: begun.elapsed(),
                        prints,
                        phases: Vec::new(),
                    },
                    Ok(Err(BuildError::Trouble(reason))) => return Err(Undone::Ours(reason)),
                    Err(_) => BuildDone {
                        language,
                        wire,
                        prints,
                        ..wrong(format!("the build took longer than {} minutes", work.minutes))
                    },
                }
            }
        };
        self.league.built(lease, work, done).await?;
        Ok(())
    }

    /// Judges a program that is no bot; the inner error: it cannot be run, which is its own fault.
    async fn judge(&self, work: &BuildWork, build: &str) -> Result<Result<Vec<PhaseCard>, String>, Undone> {
        if work.phases.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let digest = build.parse().map_err(Undone::ours)?;
        let build = self.builds.get(&digest).await.map_err(Undone::ours)?;
        match course::judge(&build, work, &self.tools).await {
            Ok(phases) => Ok(Ok(phases)),
            Err(NotJudged::Own(reason)) => Ok(Err(reason)),
            Err(NotJudged::Ours(reason)) => Err(Undone::Ours(reason)),
        }
    }

    async fn play(&self, lease: &Lease, work: &MatchWork) -> Result<(), Undone> {
        let folder =
            tempfile::Builder::new().prefix("match-").tempdir_in(&self.folder).map_err(Undone::ours)?;
        let mut seated = Vec::new();
        for side in &work.sides {
            seated.push(match &side.what {
                Seated::House(name) => Seating::House(name.clone()),
                Seated::Person => Seating::Person,
                Seated::Build(digest) => {
                    let digest = digest.parse().map_err(Undone::ours)?;
                    Seating::Build(self.builds.get(&digest).await.map_err(Undone::ours)?)
                }
            });
        }
        let bout = Bout {
            order: order(work)?,
            seated,
            folder: folder.path().to_owned(),
            key: self.key.clone(),
            clock: PersonClock { window: THINKING, bank: Duration::ZERO, total: LONGEST, away: AWAY * 2 },
            log: WORDS,
            words: false,
        };
        let playing = bout.begin(&self.walls).await?;
        // A match that nobody waits for any more is stopped.
        let _stop = StopOnDrop(playing.stop.clone());
        let patience = Patience { away: AWAY, silent: SILENT, whole: LONGEST };
        let reception = Arc::new(Reception::new(playing.doors, patience));
        let live = Live { film: playing.film, seat_films: playing.seat_films, reception: reception.clone() };
        self.league.show(&work.id, live);
        let played = tokio::select! {
            played = playing.done => played?,
            why = reception.abandoned() => return Ok(self.league.abandoned(lease, work, &why).await?),
            () = tokio::time::sleep(LONGEST) => {
                return Err(Undone::Ours("the match took longer than an hour".to_owned()));
            }
        };
        let done = self.keep_match(work, played).await?;
        self.league.played(lease, work, done).await?;
        Ok(())
    }

    /// Puts everything of a match where it stays, before its result is said.
    async fn keep_match(&self, work: &MatchWork, played: Played) -> Result<MatchDone, Undone> {
        let Played { report, record, reel, logs, files } = played;
        let outcome =
            report.outcome.clone().ok_or_else(|| Undone::Ours("the match has no outcome".to_owned()))?;
        // Each waits for the disk, so both do at once.
        let kept_reel = async {
            match &reel {
                Some(reel) => self.keep_file(reel).await.map(Some),
                None => Ok(None),
            }
        };
        let (trace, reel) = tokio::try_join!(self.keep_file(&record), kept_reel)?;
        let mut words = vec![String::new(); work.sides.len()];
        for log in logs {
            if let Some(side) = side_of(&outcome, log.seat)
                && let Some(words) = words.get_mut(side)
            {
                words.push_str(&log.lines);
            }
        }
        let mut sides = sides(&report, &outcome, work.sides.len());
        for (side, words) in sides.iter_mut().zip(words) {
            if !words.is_empty() {
                side.log = Some(self.league.keep(words).await?);
            }
        }
        let game_log = match files.iter().find(|file| is_log(file)) {
            Some(file) => Some(self.keep_file(file).await?),
            None => None,
        };
        let told = json!({
            "final_hash": report.final_hash, "warnings": report.warnings,
            "faults": report.faults.len(), "times": report.times,
        });
        Ok(MatchDone { windows: report.windows, outcome, trace, reel, game_log, sides, report: told })
    }

    async fn keep_file(&self, path: &Path) -> Result<String, Undone> {
        let bytes = tokio::fs::read(path).await.map_err(Undone::ours)?;
        Ok(self.league.keep(bytes).await?)
    }

    async fn verify(&self, lease: &Lease, work: &VerifyWork) -> Result<(), Undone> {
        let record = self.league.fetch(&work.trace).await?;
        let verdict = tokio::task::spawn_blocking(move || verify(&record)).await.map_err(Undone::ours)?;
        let differs = match verdict {
            Ok(verdict) => match verdict.checked {
                Checked::Same => None,
                Checked::Differs { window, why } => Some(format!("at window {window}: {why}")),
            },
            Err(error) => Some(error.to_string()),
        };
        self.league.verified(lease, work, differs).await?;
        Ok(())
    }
}

/// Why a task was not done.
enum Undone {
    /// Something went wrong on our side.
    Ours(String),
    /// Somebody else has it by now.
    Lost,
    /// This program must stop.
    Stopped,
}

impl Undone {
    fn ours(error: impl ToString) -> Undone {
        Undone::Ours(error.to_string())
    }
}

impl From<Error> for Undone {
    fn from(error: Error) -> Undone {
        if is_late(&error) { Undone::Lost } else { Undone::ours(error) }
    }
}

impl From<NotPlayed> for Undone {
    fn from(error: NotPlayed) -> Undone {
        Undone::ours(error)
    }
}

struct StopOnDrop(meydan_referee::StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn order(work: &MatchWork) -> Result<MatchOrder, Error> {
    let plan = &work.plan;
    let map = match plan.map.as_str() {
        RANDOM => Made::for_seed(&plan.game, plan.seed)?,
        name => MapChoice::Named(name.to_owned()),
    };
    let entrant = |side: &meydan_league::Side| match &side.what {
        Seated::House(name) => Entrant::house(name),
        Seated::Build(_) => Entrant::bot(&side.name),
        Seated::Person => Entrant::person(&side.name),
    };
    Ok(MatchOrder {
        id: work.id.to_string(),
        attempt: work.attempt,
        game: plan.game.clone(),
        ruleset: Some(plan.ruleset.clone()),
        map: Some(map),
        seed: Some(plan.seed),
        entrants: work.sides.iter().map(entrant).collect(),
        clock: ClockRate::Times(plan.time.rate),
        fairness: Fairness {
            count: match plan.time.count {
                Counted::Wall => Count::Wall,
                Counted::Cpu => Count::Cpu,
            },
            bank: Duration::from_millis(plan.time.bank_ms),
            pin: false,
            freeze: plan.time.freeze,
        },
        ..MatchOrder::default()
    })
}

/// The side of a seat, counted from 0 in the order of sides.
fn side_of(outcome: &Outcome, seat: Seat) -> Option<usize> {
    outcome.of(seat).map(|standing| usize::from(standing.side.0))
}

fn sides(report: &MatchReport, outcome: &Outcome, count: usize) -> Vec<SideDone> {
    let mut sides = vec![SideDone::default(); count];
    for standing in &outcome.standings {
        let Some(side) = sides.get_mut(usize::from(standing.side.0)) else { continue };
        side.rank = standing.rank;
        side.score = standing.score as f64;
    }
    for fault in &report.faults {
        if let Some(side) = side_of(outcome, fault.seat).and_then(|side| sides.get_mut(side)) {
            side.faults += 1;
        }
    }
    for (seat, time) in (0..).zip(&report.times) {
        if let Some(side) = side_of(outcome, Seat(seat)).and_then(|side| sides.get_mut(side)) {
            *side.time_ms.get_or_insert(0) += (time.total_us / 1000) as i64;
            side.asked += time.windows;
            side.faulty += time.faulty;
            if let Some(counted) = time.counted {
                let memory = side.memory.get_or_insert(0);
                *memory = (*memory).max(counted.peak_bytes as i64);
            }
        }
    }
    for words in &report.words {
        if let Some(side) = side_of(outcome, words.seat).and_then(|side| sides.get_mut(side)) {
            let lines: Vec<&str> = words.first.iter().chain(&words.last).map(String::as_str).collect();
            let last = &lines[lines.len().saturating_sub(LAST_WORDS)..];
            side.last_words.get_or_insert_with(|| last.join("\n"));
        }
    }
    for end in report.ends.iter().filter(|end| end.is_odd()) {
        if let Some(side) = side_of(outcome, end.seat).and_then(|side| sides.get_mut(side)) {
            side.gone.get_or_insert_with(|| end.text.clone());
        }
    }
    sides
}

/// The log that the original contest wrote for people to look at.
fn is_log(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "log" || kind == "json")
}

/// Which worker works in a data folder. The folder must be locked by whoever asks: two workers of the same name would take each
/// other's tasks.
pub fn worker_of(data: &Path) -> io::Result<WorkerId> {
    let file = data.join("worker");
    // A file that was cut off names nobody; the leases of its worker run out by themselves.
    if let Ok(text) = std::fs::read_to_string(&file)
        && let Ok(id) = text.trim().parse()
    {
        return Ok(id);
    }
    let id = WorkerId::fresh();
    std::fs::write(&file, format!("{id}\n"))?;
    Ok(id)
}

/// Makes the folders of a shift.
pub fn folders(data: &Path) -> io::Result<(PathBuf, PathBuf)> {
    let (work, builds) = (data.join("work"), data.join("builds"));
    // What an earlier program left there is of no use.
    let _ = std::fs::remove_dir_all(&work);
    for folder in [&work, &builds] {
        use std::os::unix::fs::DirBuilderExt;
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    Ok((work, builds))
}
