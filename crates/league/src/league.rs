use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Weak};

use meydan_arena::{Engines, Error};
use meydan_blobs::{Blobs, Digest};
use meydan_store::{Contest, ContestId, JobCount, Json, Store, Time, Tx, WorkerId};
use serde::Serialize;
use tokio::sync::Notify;

use crate::broker::{Broker, Holds, Look};
use crate::computed::Computed;
use crate::films::Films;
use crate::history::History;
use crate::ladder::Ladder;
use crate::logs::Logs;
use crate::password::Passwords;
use crate::view::StandingTable;
use crate::{Caller, Clock, GameFacts, Settings};

/// How a league is opened.
pub struct Options {
    /// Where everything is written down.
    pub store: Store,
    /// Where archives, builds, records and logs lie.
    pub blobs: Blobs,
    /// Whoever can show a record through a seat's eyes.
    pub engines: Arc<dyn Engines>,
    /// The games that can be played.
    pub games: Vec<GameFacts>,
    /// What time it is.
    pub clock: Clock,
    /// Whether anybody may make an account.
    pub open_sign_up: bool,
    /// What tells arenas on the same database of each other, if there is something.
    pub broker: Option<Arc<dyn Broker>>,
}

/// All contests of one arena.
pub struct League {
    pub(crate) store: Store,
    pub(crate) blobs: Blobs,
    pub(crate) engines: Arc<dyn Engines>,
    pub(crate) games: Vec<GameFacts>,
    pub(crate) clock: Clock,
    pub(crate) open_sign_up: bool,
    pub(crate) passwords: Passwords,
    pub(crate) logs: Logs,
    pub(crate) films: Films,
    /// Standings are functions of the match table, and so are histories.
    pub(crate) standings: Computed<StandingTable>,
    pub(crate) histories: Computed<History>,
    /// Ladders as they were when they were last looked after.
    pub(crate) ladders: tokio::sync::Mutex<BTreeMap<ContestId, Ladder>>,
    /// Why strangers' programs cannot be run here, if so.
    pub(crate) walls: Mutex<Option<String>>,
    /// When it was last tried whether something can be kept, and why not.
    pub(crate) tried: tokio::sync::Mutex<Option<(Time, Option<String>)>>,
    /// When it was last looked whether something is due, where somebody does.
    pub(crate) round: Mutex<Option<Time>>,
    /// Whether this machine's clock was far from the database's then.
    pub(crate) clock_off: AtomicBool,
    /// How many jobs have come to an end, and when they were counted.
    pub(crate) ended_jobs: tokio::sync::Mutex<Option<(Time, Vec<JobCount>)>>,
    /// Blobs to which nobody referred when that was last looked at.
    pub(crate) orphans: Mutex<BTreeSet<Digest>>,
    /// Rung when there may be something to do.
    pub(crate) bell: Notify,
    /// Rung when a projector may have something else to show.
    pub(crate) stage_bell: Notify,
    pub(crate) broker: Option<Arc<dyn Broker>>,
    /// Rung when something is in the outbox.
    pub(crate) outbox_bell: Notify,
    pub(crate) holds: Mutex<Holds>,
    /// How each worker last looked at the table.
    pub(crate) looked: Mutex<BTreeMap<WorkerId, Look>>,
    /// Held by whoever brings a match here from another arena.
    pub(crate) bringing: tokio::sync::Mutex<()>,
    pub(crate) me: Weak<League>,
}

/// How many passwords are looked at at once.
const PASSWORDS_AT_ONCE: usize = 2;

impl League {
    /// Opens a league over its tables and blobs.
    pub fn open(options: Options) -> Result<Arc<League>, Error> {
        let Options { store, blobs, engines, games, clock, open_sign_up, broker } = options;
        // Offers are written where somebody sends them.
        let store = if broker.is_some() { store.with_outbox() } else { store };
        let passwords = Passwords::new(PASSWORDS_AT_ONCE)?;
        Ok(Arc::new_cyclic(|me| League {
            store,
            blobs,
            engines,
            games,
            clock,
            open_sign_up,
            passwords,
            logs: Logs::default(),
            films: Films::default(),
            standings: Computed::default(),
            histories: Computed::default(),
            ladders: tokio::sync::Mutex::default(),
            walls: Mutex::default(),
            tried: tokio::sync::Mutex::default(),
            round: Mutex::default(),
            clock_off: AtomicBool::new(false),
            ended_jobs: tokio::sync::Mutex::default(),
            orphans: Mutex::default(),
            bell: Notify::new(),
            stage_bell: Notify::new(),
            broker,
            outbox_bell: Notify::new(),
            holds: Mutex::default(),
            looked: Mutex::default(),
            bringing: tokio::sync::Mutex::default(),
            me: me.clone(),
        }))
    }

    /// What time it is here.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// The game of a contest.
    pub(crate) fn game(&self, name: &str) -> Result<&GameFacts, Error> {
        self.games.iter().find(|game| game.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|game| game.name.as_str()).collect();
            Error::Wrong(format!("there is no game `{name}`; there are {}", known.join(", ")))
        })
    }

    /// Writes down what was done, in the same stroke as it is done.
    pub(crate) async fn note(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        what: &str,
        subject: &str,
        detail: &impl Serialize,
    ) -> Result<(), Error> {
        let who = caller.signature();
        tracing::info!(id = subject, who = who.as_ref().map(|who| who.as_str()), "{what}");
        tx.note(self.now(), who.as_ref(), what, subject, &Json::of(detail).told()?).await.told()
    }
}

/// A contest's settings.
pub(crate) fn settings(contest: &Contest) -> Result<Settings, Error> {
    contest.settings.read().told()
}

/// Says what the store says in the words of the arena.
pub(crate) trait Told<T> {
    fn told(self) -> Result<T, Error>;
}

impl<T> Told<T> for Result<T, meydan_store::Error> {
    fn told(self) -> Result<T, Error> {
        self.map_err(say)
    }
}

/// What the store says, in the words of the arena.
pub(crate) fn say(error: meydan_store::Error) -> Error {
    use meydan_store::Error as Store;
    let text = error.to_string();
    let away = error.is_away();
    match error {
        Store::Missing { .. } => Error::Missing(text),
        Store::Taken { .. } | Store::Conflict { .. } | Store::Illegal { .. } | Store::Late => {
            Error::Conflict(text)
        }
        Store::Busy => Error::Busy(text),
        _ if away => {
            tracing::error!(error = %text, "the database failed");
            Error::Busy(NOT_THERE.to_owned())
        }
        _ => {
            tracing::error!(error = %text, "the database failed");
            Error::Trouble("the database failed; the log says more".to_owned())
        }
    }
}

/// What is said where the database cannot be reached or written.
const NOT_THERE: &str = "the database cannot be reached, or its disk is full; the log says more, try again";

/// What is said where blobs cannot be had or kept.
const NOT_KEPT: &str = "what is kept cannot be read or written; the log says more";

/// Whether the database or the place of blobs is away: nobody has asked too much, and another arena may answer.
pub fn is_away(error: &Error) -> bool {
    let away = [NOT_THERE, NOT_KEPT].map(|text| Error::Busy(text.to_owned()));
    *error == say(meydan_store::Error::Busy) || away.contains(error)
}

impl<T> Told<T> for Result<T, meydan_blobs::BlobError> {
    fn told(self) -> Result<T, Error> {
        self.map_err(|error| {
            tracing::error!(%error, "a blob cannot be read or written");
            let text = NOT_KEPT.to_owned();
            // Whoever does a task gives it back then: it is nobody's fault, and may go away.
            if error.is_away() { Error::Busy(text) } else { Error::Trouble(text) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_that_is_away_is_not_called_busy() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(folder.path().join("db.sqlite")).await.unwrap();
        store.close().await;
        let told = say(store.begin().await.err().unwrap());
        assert_eq!(told, Error::Busy(NOT_THERE.to_owned()));
        assert!(is_away(&told) && is_away(&say(meydan_store::Error::Busy)));
        assert!(!is_away(&Error::Busy("you have too many matches".to_owned())));
    }
}
