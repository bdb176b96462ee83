//! The league as whoever does its tasks meets it. [`Here`] is the league of the same process; a worker on another machine has one that asks over the
//! network. Neither knows anything that the other does not.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use meydan_arena::Error;
use meydan_store::{Able, JobKind, WorkerId};
use serde::{Deserialize, Serialize};

use crate::League;
use crate::ear::Building;
use crate::films::Live;
use crate::operation::SILENT;
use crate::task::{BuildDone, BuildWork, Lease, MatchDone, MatchWork, Task, Work};
use crate::view::Presence;

/// How long somebody waits for the next task before looking again.
const LOOK: Duration = Duration::from_secs(1);

/// An answer that takes its time.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Error>>;

/// Where tasks come from, and where it is said what came of them.
pub trait Tasks: Send + Sync + 'static {
    /// A worker comes, or comes back: whatever it had before is not being done by anybody.
    fn join<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()>;

    /// A worker says that it is there. One that says goodbye gives back whatever it still has.
    fn pulse<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()>;

    /// The next task that fits. Where there is none it waits for a moment, and then says so.
    fn take<'a>(&'a self, wish: &'a Wish) -> Answer<'a, Option<Task>>;

    /// Keeps a task for longer. An error that [`is_late`](crate::is_late): somebody else has it.
    fn renew<'a>(&'a self, lease: &'a Lease) -> Answer<'a, ()>;

    /// Shows a match while it is played, and lets its people in.
    fn show(&self, lease: &Lease, work: &MatchWork, live: Live);

    /// Lets people read what a build says while it is made.
    fn listen(&self, lease: &Lease, work: &BuildWork);

    /// The bytes of a blob that a task names.
    fn fetch<'a>(&'a self, lease: &'a Lease, digest: &'a str) -> Answer<'a, Bytes>;

    /// Keeps bytes, and says under which digest.
    fn keep(&self, bytes: Bytes) -> Answer<'_, String>;

    /// Says what came of a task. `false`: it is not taken, and the task goes on.
    fn done<'a>(&'a self, lease: &'a Lease, work: &'a Work, done: Done) -> Answer<'a, bool>;
}

/// What a worker would do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Who asks.
    pub worker: WorkerId,
    /// Which kinds of tasks.
    pub kinds: Vec<JobKind>,
    /// Whether strangers' programs can be run.
    pub walls: bool,
    /// For which languages there are no tools.
    pub lacks: Vec<String>,
    /// The jobs that it is doing. What it was given and does not know of is given to it again.
    pub doing: Vec<String>,
}

/// What came of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// An archive was built, or is wrong.
    Built(BuildDone),
    /// A match was played to its end.
    Played(MatchDone),
    /// A record was played again.
    Verified {
        /// What came out differently, if something did.
        differs: Option<String>,
    },
    /// Its people have left a match, so it counts for nothing.
    Abandoned {
        /// Why.
        reason: String,
    },
    /// Something went wrong on our side.
    Trouble {
        /// What.
        reason: String,
    },
    /// It is given back: whoever had it must stop.
    Back,
    /// It is left to somebody who has the tools for this language. Not taken where nobody has.
    Declined {
        /// The language.
        language: String,
    },
}

/// The league of this process.
pub struct Here(pub Arc<League>);

impl Tasks for Here {
    fn join<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()> {
        Box::pin(async {
            self.0.reclaim_from(&presence.worker()?).await?;
            self.0.see(presence, None).await
        })
    }

    fn pulse<'a>(&'a self, presence: &'a Presence) -> Answer<'a, ()> {
        Box::pin(self.0.see(presence, None))
    }

    fn take<'a>(&'a self, wish: &'a Wish) -> Answer<'a, Option<Task>> {
        Box::pin(self.0.await_task(wish, LOOK))
    }

    fn renew<'a>(&'a self, lease: &'a Lease) -> Answer<'a, ()> {
        Box::pin(self.0.renew(lease))
    }

    fn show(&self, _: &Lease, work: &MatchWork, live: Live) {
        self.0.show(&work.id, live);
    }

    fn listen(&self, lease: &Lease, work: &BuildWork) {
        // Here it is the league's own log.
        let building = Building { version: work.version.clone(), attempt: lease.attempt() };
        self.0.speak(building, work.log.clone());
    }

    fn fetch<'a>(&'a self, _: &'a Lease, digest: &'a str) -> Answer<'a, Bytes> {
        Box::pin(self.0.fetch(digest))
    }

    fn keep(&self, bytes: Bytes) -> Answer<'_, String> {
        Box::pin(self.0.keep(bytes))
    }

    fn done<'a>(&'a self, lease: &'a Lease, work: &'a Work, done: Done) -> Answer<'a, bool> {
        Box::pin(self.0.done(lease, work, done))
    }
}

impl League {
    /// Writes down what came of a task. `false`: it is not taken, and the task goes on.
    pub async fn done(&self, lease: &Lease, work: &Work, done: Done) -> Result<bool, Error> {
        match (work, done) {
            (Work::Build(work), Done::Built(done)) => self.built(lease, work, done).await?,
            (Work::Match(work), Done::Played(done)) => self.played(lease, work, done).await?,
            (Work::Match(work), Done::Abandoned { reason }) => self.abandoned(lease, work, &reason).await?,
            (Work::Verify(work), Done::Verified { differs }) => self.verified(lease, work, differs).await?,
            (_, Done::Trouble { reason }) => self.trouble(lease, &reason).await?,
            (_, Done::Back) => self.give_back(lease).await?,
            (_, Done::Declined { language }) => return self.decline(lease, &language).await,
            (work, _) => return Err(Error::Wrong(format!("that cannot come of {}", work.kind()))),
        }
        Ok(true)
    }

    /// The next task that fits, for which somebody waits so long.
    pub(crate) async fn await_task(&self, wish: &Wish, patience: Duration) -> Result<Option<Task>, Error> {
        let end = tokio::time::Instant::now() + patience;
        loop {
            let bell = self.work_to_do();
            let others_since = Some(self.now().minus(SILENT));
            let able =
                Able { kinds: &wish.kinds, walls: wish.walls, lacks: &wish.lacks, others_since, only: None };
            if let Some(task) = self.look(wish, &able).await? {
                return Ok(Some(task));
            }
            // Where there is no broker, the bell of another arena is not heard here.
            let look = (tokio::time::Instant::now() + LOOK).min(end);
            tokio::select! {
                () = bell => {}
                () = tokio::time::sleep_until(look) => {}
            }
            if tokio::time::Instant::now() >= end {
                return Ok(None);
            }
        }
    }
}
