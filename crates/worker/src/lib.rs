//! Plays the arena's matches and makes reels of its records, in this process. Of arena, server and worker this is the one
//! that links engines.
//!
//! Every match runs on a thread of its own, because bots think as long as they like and the arena must not wait for them.
//! What can be seated is decided by whoever started this program: house bots, people, and the commands given with
//! `--bot`. An order or a record only names them.
//!
//! A [`Bout`] is a match of a contest, in which builds of strangers play, always behind walls; [`verify`] plays a record again.

mod bout;
mod course;
mod facts;
mod feed;
mod gallery;
mod name;
mod play;
mod preview;
mod reel;
mod rename;
mod seat;
mod setup;
mod shift;
mod verify;
mod walls;

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use meydan_arena::{Begun, Engines, Error, Facts, Job, Order, Planned, Record, Setup, SetupPlace, TakeLine};
use meydan_core::trace::Entrant;
use meydan_record::Key;
use meydan_runner::SeatSpec;
use serde_json::Value;

pub use bout::{Bout, NotPlayed, Played, Playing, SeatLog, Seated};
pub use facts::games;
pub use feed::Feed;
pub use name::{WORKER_KEY, worker_of};
pub use shift::{Duty, Shift, Stock, folders};
pub use verify::{Checked, Verdict, VerifyError, verify};
pub use walls::{Walls, Whose};

/// The engines of this process.
pub struct Worker {
    bots: Arc<[SeatSpec]>,
    key: Option<Key>,
}

impl Worker {
    /// A worker that may start these commands as bots.
    pub fn new(bots: Vec<SeatSpec>) -> Worker {
        Worker { bots: bots.into(), key: None }
    }

    /// Signs records with this key.
    #[must_use]
    pub fn with_key(mut self, key: Key) -> Worker {
        self.key = Some(key);
        self
    }
}

impl Engines for Worker {
    fn games(&self) -> Value {
        serde_json::json!(meydan_catalog::cards())
    }

    fn bots(&self) -> Vec<String> {
        self.bots.iter().map(SeatSpec::to_string).collect()
    }

    fn key(&self) -> Option<String> {
        self.key.as_ref().map(|key| key.public().to_string())
    }

    fn begin(&self, job: Job, place: SetupPlace) -> BoxFuture<'static, Result<Begun, Error>> {
        play::begin(job, place, self.bots.clone(), self.key.clone())
    }

    fn look(&self, record: PathBuf) -> BoxFuture<'static, Result<Facts, Error>> {
        reel::blocking(move || reel::look(&record))
    }

    fn reel(
        &self,
        record: Record,
        eyes: Option<u8>,
        take: TakeLine,
    ) -> BoxFuture<'static, Result<(), Error>> {
        reel::blocking(move || reel::make(&record, eyes, take))
    }

    fn rename(&self, record: PathBuf, entrants: Vec<Entrant>) -> BoxFuture<'static, Result<Vec<u8>, Error>> {
        let key = self.key.clone();
        reel::blocking(move || rename::rename(&record, entrants, key.as_ref()))
    }

    fn preview(&self, order: Order, place: SetupPlace) -> BoxFuture<'static, Result<Value, Error>> {
        let bots = self.bots.clone();
        reel::blocking(move || preview::preview(&order, &bots, &place))
    }

    fn advice(&self, record: Record, window: u32, seat: u8) -> BoxFuture<'static, Result<Value, Error>> {
        reel::blocking(move || reel::advice(&record, window, seat))
    }

    fn setup(&self, planned: &Planned) -> Result<Option<Setup>, Error> {
        setup::setup_of(planned).map(Some)
    }

    fn comment(&self, record: Record) -> BoxFuture<'static, Result<Value, Error>> {
        reel::blocking(move || reel::comment(&record))
    }
}
