//! What operators look at.

use meydan_arena::Error;
use meydan_store::{ContestState, JobCount, JobKind, JobState, MatchKind, WorkerState};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::League;
use crate::guard::DAY;
use crate::league::{Told, say, settings};
use crate::view::WorkerCard;

/// A worker that has not been heard of for so long is not there: it has missed three pulses, and its leases run out.
pub(crate) const SILENT: Duration = Duration::from_secs(30);

/// How much is written to see whether something can be kept, and how often.
const PROBE: usize = 1 << 20;
const TRY_EVERY: Duration = Duration::from_secs(10);
/// How far the clock of an arena may be from the database's. Two arenas are then two thirds of a lease apart at most, and leases are renewed in time.
const CLOCKS_APART: Duration = Duration::from_secs(10);
/// How long the database may take to say that it is there, and how long the place of blobs may take to keep one.
const ANSWER: Duration = Duration::from_secs(2);
const KEEP: Duration = Duration::from_secs(4);
/// How many of the newest versions are looked for in a place where things may be kept.
const LOOKED_AT: i64 = 3;

/// Whoever looks after what is due every second has stopped when nothing was heard of them for so long.
const STANDS_STILL: Duration = Duration::from_secs(30);
/// How often jobs are counted that came to an end.
const COUNT_EVERY: Duration = Duration::from_secs(60);
/// So many hands of one worker are believed: it says itself how many it has.
const MOST_HANDS: i64 = 1024;

/// What is said while this machine's clock is far from the database's.
pub(crate) const WRONG_CLOCK: &str = "this machine's clock is not that of the database";

/// The label of a worker that can keep strangers' programs behind walls.
pub const WALLS: &str = "walls";

/// Stands before a language in the labels of a worker that can build it.
pub const BUILDS: &str = "builds ";

impl League {
    /// Whether matches can be played; if not, why.
    pub async fn ready(&self) -> Result<(), Vec<String>> {
        let mut reasons = Vec::new();
        let found = async {
            let mut reader = self.store.read().await.told()?;
            Ok::<_, Error>((reader.workers().await.told()?, reader.paused().await.told()?))
        };
        // Whoever asks is a balancer, which does not wait for long.
        let (found, no_room) = tokio::join!(tokio::time::timeout(ANSWER, found), self.no_room());
        match found.unwrap_or_else(|_| Err(say(meydan_store::Error::Busy))) {
            Ok((workers, paused)) => {
                let now = self.now();
                let there = |worker: &&meydan_store::Worker| {
                    worker.state == WorkerState::Ready && now.since(worker.seen) < SILENT
                };
                let there: Vec<_> = workers.iter().filter(there).collect();
                let has_walls = |worker: &&meydan_store::Worker| {
                    let labels: Vec<String> = worker.labels.read().unwrap_or_default();
                    labels.iter().any(|label| label == WALLS)
                };
                if there.is_empty() {
                    reasons.push("there is no worker".to_owned());
                } else if !there.iter().any(has_walls) {
                    reasons.push("no worker has walls; `meydan doctor` at its machine tells why".to_owned());
                }
                if paused {
                    reasons.push("the queue is paused".to_owned());
                }
            }
            Err(error) => reasons.push(format!("the database does not answer: {error}")),
        }
        reasons.extend(no_room);
        let round = *self.round.lock().expect("nobody panics while holding this lock");
        if round.is_some_and(|round| self.now().since(round) > STANDS_STILL) {
            reasons.push("what is due is not done: the log may say why".to_owned());
        }
        if self.clock_off.load(Ordering::Relaxed) {
            reasons.push(WRONG_CLOCK.to_owned());
        }
        reasons.extend(self.walls.lock().expect("nobody panics while holding this lock").clone());
        if reasons.is_empty() { Ok(()) } else { Err(reasons) }
    }

    /// The languages that workers can build who were there in the last day: one that is exchanged or restarted comes back.
    pub(crate) async fn languages(&self, reader: &mut meydan_store::Reader) -> Result<Vec<String>, Error> {
        let now = self.now();
        let mut languages = BTreeSet::new();
        for worker in reader.workers().await.told()? {
            if now.since(worker.seen) < DAY {
                let labels: Vec<String> = worker.labels.read().unwrap_or_default();
                let builds = labels.iter().filter_map(|label| label.strip_prefix(BUILDS));
                languages.extend(builds.map(str::to_owned));
            }
        }
        Ok(languages.into_iter().collect())
    }

    /// How many jobs there are. Those that came to an end are counted now and then: there may be millions.
    pub(crate) async fn job_counts(&self, reader: &mut meydan_store::Reader) -> Result<Vec<JobCount>, Error> {
        let now = self.now();
        let (ended, open): (Vec<JobState>, Vec<JobState>) = JobState::ALL
            .iter()
            .copied()
            .partition(|state| matches!(state, JobState::Done | JobState::Cancelled));
        let mut known = self.ended_jobs.lock().await;
        if known.as_ref().is_none_or(|(counted, _)| now.since(*counted) >= COUNT_EVERY) {
            *known = Some((now, reader.job_counts_of(&ended).await.told()?));
        }
        let mut counts = known.as_ref().map(|(_, counts)| counts.clone()).unwrap_or_default();
        drop(known);
        counts.extend(reader.job_counts_of(&open).await.told()?);
        Ok(counts)
    }

    /// How many tasks the workers who are there do at once.
    pub(crate) async fn hands(&self, reader: &mut meydan_store::Reader) -> Result<usize, Error> {
        let now = self.now();
        let workers = reader.workers().await.told()?.into_iter();
        let there =
            workers.filter(|worker| worker.state == WorkerState::Ready && now.since(worker.seen) < SILENT);
        let there: BTreeSet<_> = there.map(|worker| worker.id).collect();
        let facts = reader.all_worker_facts().await.told()?.into_iter();
        let hands = facts
            .filter(|facts| there.contains(&facts.worker))
            .map(|facts| facts.hands.clamp(0, MOST_HANDS) as usize);
        Ok(hands.sum())
    }

    /// Whether this machine's clock is far from the database's, by which arenas could agree.
    pub async fn clock_is_off(&self) -> Result<bool, Error> {
        let theirs = self.store.read().await.told()?.clock().await.told()?;
        Ok(theirs.is_some_and(|theirs| theirs.0.abs_diff(self.now().0) > CLOCKS_APART.as_millis() as u64))
    }

    /// Whether this is where the arenas on this database keep things: something of what was sent last lies here or, where nothing was sent yet, one of them
    /// has swept here.
    pub async fn keeps_what_was_sent(&self) -> Result<bool, Error> {
        let newest = self.store.read().await.told()?.newest_versions(LOOKED_AT).await.told()?;
        if newest.is_empty() {
            return self.swept_nowhere_else().await;
        }
        for version in &newest {
            if let Ok(digest) = version.source.parse()
                && self.blobs.exists(&digest).await.told()?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where nothing can be kept, if so: a disk that is full, a bucket that is away, tables that can only be read. It is tried, but not at every question.
    async fn no_room(&self) -> Option<String> {
        let now = self.now();
        let mut tried = self.tried.lock().await;
        if let Some((when, found)) = &*tried
            && now.since(*when) < TRY_EVERY
        {
            return found.clone();
        }
        let blobs = async {
            let digest = self.blobs.put(vec![b'?'; PROBE]).await.map_err(|error| error.to_string())?;
            self.blobs.delete(&digest).await.map(drop).map_err(|error| error.to_string())
        };
        let tables = async {
            let mut tx = self.store.begin_unsure().await.map_err(|error| error.to_string())?;
            let written = tx.set_setting("probed", Some(&now.0.to_string())).await;
            written.map_err(|error| error.to_string())?;
            tx.commit().await.map_err(|error| error.to_string())
        };
        let late = |_| Err("it takes too long".to_owned());
        let (blobs, tables) =
            tokio::join!(tokio::time::timeout(KEEP, blobs), tokio::time::timeout(ANSWER, tables));
        let found = match (blobs.unwrap_or_else(late), tables.unwrap_or_else(late)) {
            (Ok(()), Ok(())) => None,
            (Err(error), _) => {
                tracing::error!(%error, "nothing can be kept where archives and records are");
                Some("nothing can be kept where archives and records are; the log says why".to_owned())
            }
            (_, Err(error)) => {
                tracing::error!(%error, "nothing can be written to the database");
                Some("nothing can be written to the database; the log says why".to_owned())
            }
        };
        *tried = Some((now, found.clone()));
        found
    }

    /// The numbers that Prometheus collects.
    pub async fn metrics(&self) -> Result<String, Error> {
        let mut reader = self.store.read().await.told()?;
        let now = self.now();
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = writeln!(text, "# HELP meydan_jobs Jobs by kind and state.\n# TYPE meydan_jobs gauge");
        let counts = self.job_counts(&mut reader).await?;
        // Not by priority: how many matches of a final there were before they are shown is a secret.
        // Whoever scales a fleet by them has to see that nothing waits.
        let mut jobs: BTreeMap<(String, String), i64> = BTreeMap::new();
        for (kind, state) in
            JobKind::ALL.iter().flat_map(|kind| JobState::ALL.iter().map(move |state| (kind, state)))
        {
            jobs.insert((kind.to_string(), state.to_string()), 0);
        }
        for count in &counts {
            *jobs.entry((count.kind.to_string(), count.state.to_string())).or_default() += count.count;
        }
        for ((kind, state), count) in jobs {
            let _ = writeln!(text, "meydan_jobs{{kind=\"{kind}\",state=\"{state}\"}} {count}");
        }
        let oldest =
            counts.iter().filter(|count| count.state == JobState::Queued).map(|count| count.oldest).min();
        let waited = oldest.map_or(0.0, |oldest| now.since(oldest).as_secs_f64());
        let _ = writeln!(
            text,
            "# HELP meydan_queue_wait_seconds How long the oldest job has waited.\n\
             # TYPE meydan_queue_wait_seconds gauge\nmeydan_queue_wait_seconds {waited}"
        );
        let workers = self.worker_cards(&mut reader).await?;
        let _ = writeln!(text, "# HELP meydan_workers Workers by state.\n# TYPE meydan_workers gauge");
        for state in ["ready", "draining", "disabled", "lost", "gone"] {
            let count = workers.iter().filter(|worker| worker.state == state).count();
            let _ = writeln!(text, "meydan_workers{{state=\"{state}\"}} {count}");
        }
        worker_metrics(&mut text, &workers);
        let broker = self.broker.as_ref().map(|broker| u8::from(broker.is_there()));
        if let Some(there) = broker {
            let _ = writeln!(
                text,
                "# HELP meydan_broker Whether the broker between arenas is there.\n# TYPE meydan_broker gauge\nmeydan_broker {there}"
            );
        }
        let _ = writeln!(text, "# HELP meydan_matches Matches of contests.\n# TYPE meydan_matches gauge");
        let mut matches: BTreeMap<(String, String, String), i64> = BTreeMap::new();
        for contest in reader.contests().await.told()? {
            let counts = reader.match_counts(&contest.id).await.told()?;
            // Classes and drafts are nobody's business, so they are counted together and not named.
            let hidden = contest.state == ContestState::Draft || settings(&contest)?.class.is_some();
            let slug = if hidden { String::new() } else { contest.slug };
            // How many games a series took would tell how it went.
            for (kind, state, count) in counts.into_iter().filter(|(kind, ..)| *kind != MatchKind::Final) {
                *matches.entry((slug.clone(), kind.to_string(), state.to_string())).or_default() += count;
            }
        }
        for ((slug, kind, state), count) in matches {
            let _ = writeln!(
                text,
                "meydan_matches{{contest=\"{slug}\",kind=\"{kind}\",state=\"{state}\"}} {count}"
            );
        }
        let _ = writeln!(
            text,
            "# HELP meydan_paused Whether new jobs are held back.\n# TYPE meydan_paused gauge\nmeydan_paused {}",
            u8::from(reader.paused().await.told()?)
        );
        Ok(text)
    }
}

/// The numbers of each worker that is there.
fn worker_metrics(text: &mut String, workers: &[WorkerCard]) {
    type Number = fn(&WorkerCard) -> u32;
    let numbers: [(&str, &str, &str, Number); 5] = [
        ("hands", "gauge", "How many tasks a worker does at once.", |worker| worker.hands),
        ("doing", "gauge", "How many it is doing.", |worker| worker.doing),
        ("done", "counter", "How many it has done since it began.", |worker| worker.done),
        ("failed", "counter", "How many went wrong on its side.", |worker| worker.failed),
        ("disabled", "gauge", "Whether it takes nothing because of trouble on its side.", |worker| {
            u32::from(worker.trouble.is_some())
        }),
    ];
    for (name, kind, help, number) in numbers {
        let _ = writeln!(text, "# HELP meydan_worker_{name} {help}\n# TYPE meydan_worker_{name} {kind}");
        for worker in workers.iter().filter(|worker| worker.state != "gone") {
            // A name is what a machine calls itself, and may hold anything.
            let plain = |letter: char| letter.is_alphanumeric() || "-_. ".contains(letter);
            let called: String = worker.name.chars().filter(|letter| plain(*letter)).collect();
            let _ = writeln!(
                text,
                "meydan_worker_{name}{{id=\"{}\",worker=\"{called}\"}} {}",
                worker.id,
                number(worker)
            );
        }
    }
}
