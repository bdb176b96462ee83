//! Whoever has engines. The arena has none: it says what is to be played and hears how it went.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use meydan_core::Outcome;
use meydan_core::trace::Entrant;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};

use crate::{Error, Film, MatchId, Order};

/// Plays matches and makes reels of records.
pub trait Engines: Send + Sync + 'static {
    /// The games, as `meydan games --json` lists them.
    fn games(&self) -> Value;

    /// The bots that may be seated, by the name that an order gives.
    fn bots(&self) -> Vec<String>;

    /// The public half of the key that records are signed with.
    fn key(&self) -> Option<String> {
        None
    }

    /// Sets a match up and begins to play it. An error is one of whoever ordered it. The place is kept until the match is
    /// set up, however long that takes.
    fn begin(&self, job: Job, place: SetupPlace) -> BoxFuture<'static, Result<Begun, Error>>;

    /// What a record tells about its match, without playing it again.
    fn look(&self, record: PathBuf) -> BoxFuture<'static, Result<Facts, Error>>;

    /// Makes the reel of a record, as a spectator or a seat sees it. Each line is given to `take` as soon as it is made,
    /// on a thread where one may wait; a break ends the work.
    fn reel(&self, record: Record, eyes: Option<u8>, take: TakeLine)
    -> BoxFuture<'static, Result<(), Error>>;

    /// What a match would look like before its first window, as the first line of a reel has it.
    fn preview(&self, order: Order, place: SetupPlace) -> BoxFuture<'static, Result<Value, Error>> {
        drop((order, place));
        Box::pin(async { Err(Error::Wrong("there are no previews here".to_owned())) })
    }

    /// The same record with these names in it, signed again.
    fn rename(&self, record: PathBuf, entrants: Vec<Entrant>) -> BoxFuture<'static, Result<Vec<u8>, Error>> {
        drop((record, entrants));
        Box::pin(async { Err(Error::Wrong("records are not renamed here".to_owned())) })
    }

    /// What the strongest house bot would do on a seat in a window of a played match. The work is bounded.
    fn advice(&self, record: Record, window: u32, seat: u8) -> BoxFuture<'static, Result<Value, Error>> {
        drop((record, window, seat));
        Box::pin(async { Err(Error::Wrong("there is no advice here".to_owned())) })
    }

    /// What follows from how a match is planned, as the record of it must tell. `None`: nobody here can say.
    fn setup(&self, planned: &Planned) -> Result<Option<Setup>, Error> {
        let _ = planned;
        Ok(None)
    }

    /// Goes through a played match and says what was good and what was not, in games that know. The work is bounded.
    fn comment(&self, record: Record) -> BoxFuture<'static, Result<Value, Error>> {
        drop(record);
        Box::pin(async { Err(Error::Wrong("there are no comments on matches of this game".to_owned())) })
    }
}

/// How a match of a contest is planned.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The game.
    pub game: String,
    /// The ruleset.
    pub ruleset: String,
    /// The map.
    pub map: String,
    /// What fixes all chance.
    pub seed: u64,
    /// How many sides it has.
    pub sides: usize,
}

/// What game, ruleset, map, seed and sides make of a match, and what its record tells of that.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The version of the game's rules.
    pub rules: u32,
    /// The digest of the map, where it is a file.
    pub map_digest: String,
    /// All settings.
    pub config: Value,
}

/// Takes the lines of a reel.
pub type TakeLine = Box<dyn FnMut(String) -> ControlFlow<()> + Send>;

/// A match to be begun.
#[derive(Debug)]
pub struct Job {
    /// Its name.
    pub id: MatchId,
    /// What is to be played. Its seats are in `entrants`.
    pub order: Order,
    /// Who plays, one for each seat or one for each side.
    pub entrants: Vec<Entrant>,
    /// What was played before, if the match is taken up again.
    pub before: Option<PathBuf>,
    /// How many windows of that stay; `None`: all.
    pub windows: Option<u32>,
    /// Where the record goes. Every window is there before the next one opens.
    pub record: PathBuf,
    /// Where films have their files.
    pub films: PathBuf,
    /// How long people may take.
    pub clock: PersonClock,
    /// A pause between windows.
    pub pace: Duration,
}

/// How long a person may take.
#[derive(Clone, Copy, Debug)]
pub struct PersonClock {
    /// For a window; then their turn passes.
    pub window: Duration,
    /// Beyond that, over the whole match.
    pub bank: Duration,
    /// For the whole match; then their seat is given up.
    pub total: Duration,
    /// To come back, while others play on; then their turn passes.
    pub away: Duration,
}

/// A place among the matches that are being set up.
#[derive(Debug)]
pub struct SetupPlace(#[expect(dead_code, reason = "it is held, not used")] pub(crate) OwnedSemaphorePermit);

/// A match that has begun.
pub struct Begun {
    /// What it is.
    pub facts: Facts,
    /// What a spectator sees of it.
    pub film: Film,
    /// What each person sees of it.
    pub seat_films: BTreeMap<u8, Film>,
    /// Where people come in.
    pub doors: BTreeMap<u8, Door>,
    /// Who knows what to do next, in games that have hints.
    pub hints: Option<Hints>,
    /// Ends the match; what was played so far is kept.
    pub stop: watch::Sender<bool>,
    /// How it ends. All films have ended then.
    pub done: BoxFuture<'static, Ended>,
}

/// Where a person comes to a seat: gives what they hear and where they speak, as lines of the native protocol. Whoever sat
/// there before is sent away with a word. Called inside a tokio runtime.
pub type Door = Arc<dyn Fn() -> (mpsc::Receiver<String>, mpsc::Sender<String>) + Send + Sync>;

/// Thinks about what whoever is to move should do.
pub type Hints = Arc<dyn Fn() -> BoxFuture<'static, Option<Value>> + Send + Sync>;

/// What is known about a match.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The game.
    pub game: String,
    /// The ruleset.
    pub ruleset: String,
    /// The map.
    pub map: String,
    /// Who plays, in seat order.
    pub entrants: Vec<Entrant>,
    /// The side of each seat.
    pub sides: Vec<u8>,
    /// Whether a seat's view hides something from it that the spectator's shows.
    pub secrets: bool,
    /// How many windows were played.
    pub windows: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How.
    pub how: How,
    /// How many windows were played.
    pub windows: u32,
    /// Why the record is not whole on the disk, if it is not.
    pub lost: Option<String>,
}

/// The ways a match can end.
#[derive(Clone, Debug)]
pub enum How {
    /// By its rules.
    Over(Outcome),
    /// It was told to stop.
    Stopped,
    /// Something went wrong on our side.
    Void(String),
}

/// A record, wherever it is.
#[derive(Clone, Debug)]
pub enum Record {
    /// On the disk.
    File(PathBuf),
    /// Brought along.
    Bytes(Bytes),
}
