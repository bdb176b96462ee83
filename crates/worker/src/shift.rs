//! A worker at work: it takes the tasks of a league and does them, wherever the league is.
//!
//! [`Shift`] says what it works with. Its *foreman* takes a task whenever a hand is free and gives it to one; a *hand* ([`hand`]) does one task
//! under a lease that is renewed meanwhile. Where the lease is lost, what was done is dropped, because somebody else does it again. A worker that is
//! told to drain finishes what it has; one that is told to stop gives it back. One on whose side things go wrong takes nothing until they are
//! mended ([`health`]), instead of spoiling one task after another.

mod build;
mod check;
mod hand;
mod health;
mod play;
mod stock;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use meydan_league::store::{JobKind, WorkerId};
use meydan_league::{Presence, Task, Tasks, Wish};
use meydan_record::Key;
use meydan_workshop::Bench;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use self::health::Health;
use crate::Walls;

pub use self::stock::Stock;

/// How long somebody waits after trouble before asking again.
const REST: Duration = Duration::from_secs(5);
/// How many matches with people a hand looks after at once, besides its other work. Whoever comes then waits for a hand.
const WITH_PEOPLE: usize = 4;
/// How often a worker says that it is there.
const PULSE: Duration = Duration::from_secs(10);

/// What a worker works with.
pub struct Shift {
    /// Where the tasks come from.
    pub tasks: Arc<dyn Tasks>,
    /// Which worker it is: the same after a restart, so that it can take back what it had.
    pub id: WorkerId,
    /// What it calls itself.
    pub name: String,
    /// What stands between strangers' programs and this machine.
    pub walls: Walls,
    /// Where archives are built; `None`: the walls for it are missing.
    pub bench: Option<Bench>,
    /// Builds that were fetched.
    pub stock: Stock,
    /// Who signs records.
    pub key: Option<Key>,
    /// Tool chains outside of `/usr` that builds may see.
    pub tools: Vec<PathBuf>,
    /// A folder for what is only needed while a task is done.
    pub folder: PathBuf,
    /// How many tasks it does at once.
    pub hands: usize,
    /// How many cores its bots have.
    pub cores: usize,
    /// Whether each bot has a core of its own, as far as there are enough.
    pub pin: bool,
}

/// What a worker is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Duty {
    /// Take tasks and do them.
    Work,
    /// Finish what it has, and go.
    Drain,
    /// Give back what it has, and go.
    Stop,
}

impl Shift {
    /// Works until it is told to go and has nothing left.
    pub async fn work(self, duty: watch::Receiver<Duty>) {
        let languages = match &self.bench {
            Some(bench) => bench.languages().await.into_iter().map(str::to_owned).collect(),
            None => Vec::new(),
        };
        let foreman = Arc::new(Foreman {
            free: Arc::new(Semaphore::new(self.hands)),
            guests: Arc::new(Semaphore::new(self.hands * WITH_PEOPLE)),
            health: Health::new(&self.folder),
            tally: Tally::default(),
            languages,
            shift: self,
        });
        foreman.run(duty).await;
    }
}

/// Who takes tasks and gives them to hands.
struct Foreman {
    shift: Shift,
    languages: Vec<String>,
    /// A permit for each hand that is free, and for each further match with people.
    free: Arc<Semaphore>,
    guests: Arc<Semaphore>,
    health: Health,
    tally: Tally,
}

/// What is being done and what was.
#[derive(Default)]
struct Tally {
    doing: Mutex<BTreeSet<String>>,
    done: AtomicU32,
    failed: AtomicU32,
}

impl Foreman {
    async fn run(self: Arc<Self>, mut duty: watch::Receiver<Duty>) {
        while let Err(error) = self.shift.tasks.join(&self.presence(Duty::Work)).await {
            tracing::error!(%error, "the arena does not let this worker in yet");
            tokio::select! {
                () = tokio::time::sleep(REST) => {}
                _ = duty.wait_for(|duty| *duty > Duty::Work) => return,
            }
        }
        let mut hands = JoinSet::new();
        let (pulse, orders) = (tokio::spawn(self.clone().pulse(duty.clone())), duty.clone());
        tokio::select! {
            () = self.take_tasks(&mut hands, &orders) => {}
            _ = duty.wait_for(|duty| *duty > Duty::Work) => {}
        }
        hands.join_all().await;
        pulse.abort();
        // Whoever looks at the desk should not wait for it to be missed.
        let gone = Presence { state: "gone".to_owned(), ..self.presence(Duty::Drain) };
        let goodbye = tokio::time::timeout(REST, self.shift.tasks.pulse(&gone)).await;
        if !matches!(goodbye, Ok(Ok(()))) {
            tracing::warn!("the arena does not hear that this worker goes");
        }
    }

    /// Takes a task whenever there is somebody to do it. Dropped when the shift ends: what is on its way then is given back with the goodbye.
    async fn take_tasks(self: &Arc<Self>, hands: &mut JoinSet<()>, duty: &watch::Receiver<Duty>) {
        loop {
            while hands.try_join_next().is_some() {}
            let Ok(hand) = self.free.clone().acquire_owned().await else { return };
            self.health.wait().await;
            match self.shift.tasks.take(&self.wish()).await {
                Ok(Some(task)) => {
                    // People think for minutes, in which a hand should not be idle.
                    let permit = match self.guests.clone().try_acquire_owned() {
                        Ok(guest) if task.has_people() => guest,
                        _ => hand,
                    };
                    self.tally.doing().insert(task.lease.job().to_string());
                    let (foreman, duty) = (self.clone(), duty.clone());
                    hands.spawn(async move {
                        foreman.give(task, duty).await;
                        drop(permit);
                    });
                }
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(%error, "no task can be taken");
                    tokio::time::sleep(REST).await;
                }
            }
        }
    }

    /// Gives a task to a hand, and looks at how it went.
    async fn give(&self, task: Task, duty: watch::Receiver<Duty>) {
        let job = task.lease.job().to_string();
        let well = hand::attend(&self.shift, &self.languages, &self.health, task, duty).await;
        let count = if well { &self.tally.done } else { &self.tally.failed };
        count.fetch_add(1, Ordering::Relaxed);
        self.tally.doing().remove(&job);
    }

    /// Says every few seconds that it is there.
    async fn pulse(self: Arc<Self>, duty: watch::Receiver<Duty>) {
        loop {
            tokio::time::sleep(PULSE).await;
            let now = *duty.borrow();
            if let Err(error) = self.shift.tasks.pulse(&self.presence(now)).await {
                tracing::warn!(%error, "a worker cannot say that it is there");
            }
        }
    }

    fn presence(&self, duty: Duty) -> Presence {
        let Shift { id, name, key, cores, hands, .. } = &self.shift;
        let trouble = self.health.trouble();
        let state = if duty == Duty::Work && trouble.is_none() { "ready" } else { "draining" };
        let number = |count: &AtomicU32| count.load(Ordering::Relaxed);
        Presence {
            id: id.to_string(),
            name: name.clone(),
            key: key.as_ref().map(|key| key.public().to_string()),
            labels: self.labels(),
            cores: *cores as u32,
            hands: *hands as u32,
            doing: self.tally.doing().len() as u32,
            done: number(&self.tally.done),
            failed: number(&self.tally.failed),
            state: state.to_owned(),
            trouble,
        }
    }

    fn labels(&self) -> Vec<String> {
        let walls = if self.shift.bench.is_some() { meydan_league::WALLS } else { "no walls" };
        let mut labels = vec![format!("meydan {}", env!("CARGO_PKG_VERSION")), walls.to_owned()];
        labels.extend(self.languages.iter().map(|language| format!("{}{language}", meydan_league::BUILDS)));
        labels
    }

    /// What this worker can do. Without walls nothing of strangers is built or played.
    fn wish(&self) -> Wish {
        let known = meydan_sandbox::Chain::languages().map(|(language, _)| language);
        let lacks = known.filter(|language| !self.languages.iter().any(|found| found == language));
        Wish {
            worker: self.shift.id.clone(),
            kinds: vec![JobKind::Build, JobKind::Match, JobKind::Verify],
            walls: self.shift.bench.is_some(),
            lacks: lacks.map(str::to_owned).collect(),
            doing: self.tally.doing().iter().cloned().collect(),
        }
    }
}

impl Tally {
    fn doing(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.doing.lock().expect("nobody panics while holding this lock")
    }
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
