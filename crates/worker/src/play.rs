//! One match, on a thread of its own.

use std::collections::BTreeMap;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use futures_util::future::BoxFuture;
use meydan_arena::{Begun, Ended, Error, How, Job, SetupPlace};
use meydan_catalog::{Offer, Prepared, Visit, visit};
use meydan_core::trace::Header;
use meydan_core::{Budget, Side};
use meydan_record::{Key, TraceWriter, header};
use meydan_runner::{
    Around, Kept, LocalCrew, MatchOrder, MatchReport, Resumed, RunError, SeatSpec, resume, run_prepared,
};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::gallery::Gallery;
use crate::reel::{facts, wrong};
use crate::seat::banked;
use crate::setup::{entrants, order, specs};

/// Tells whoever ordered a match that it has begun, or why not.
pub(crate) type Tell = oneshot::Sender<Result<Begun, Error>>;

/// Sets a match up on its own thread and gives it once everybody is seated.
pub(crate) fn begin(
    job: Job,
    place: SetupPlace,
    bots: Arc<[SeatSpec]>,
    key: Option<Key>,
) -> BoxFuture<'static, Result<Begun, Error>> {
    Box::pin(async move {
        let (tell, told) = oneshot::channel();
        let name = format!("match {}", job.id);
        let playing = move || {
            let mut tell = Some(tell);
            let setting_up = AssertUnwindSafe(|| play(job, place, &bots, key, &mut tell));
            if let (Ok(Err(error)), Some(tell)) = (catch_unwind(setting_up), tell) {
                // Whoever ordered it may have gone.
                let _ = tell.send(Err(error));
            }
        };
        let thread = thread::Builder::new().name(name).spawn(playing);
        thread.map_err(|error| Error::Trouble(format!("the match could not be begun: {error}")))?;
        let stumbled =
            || Error::Trouble("the match could not be set up: the engine stumbled over it".to_owned());
        told.await.map_err(|_| stumbled())?
    })
}

fn play(
    job: Job,
    place: SetupPlace,
    bots: &[SeatSpec],
    key: Option<Key>,
    tell: &mut Option<Tell>,
) -> Result<(), Error> {
    let seats = specs(&job.entrants, bots)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| Error::Trouble(format!("the match could not be begun: {error}")))?;
    let thread = Thread { job, seats, key, tell, place, runtime };
    match thread.job.before.clone() {
        Some(before) => thread.go_on(read_whole(&before)?),
        None => {
            let game = thread.job.order.game.clone();
            visit(&game, thread).map_err(wrong)?
        }
    }
}

/// Reads a record that is small enough to be one.
pub(crate) fn read_whole(path: &Path) -> Result<Vec<u8>, Error> {
    let gone = |error: std::io::Error| Error::Missing(format!("what was played cannot be read: {error}"));
    let about = std::fs::metadata(path).map_err(gone)?;
    if !about.is_file() {
        return Err(Error::Wrong("what was played does not lie in a plain file".to_owned()));
    }
    let size = about.len();
    Budget::STANDARD.bytes("a record", size).map_err(|error| Error::TooLarge(error.to_string()))?;
    std::fs::read(path).map_err(gone)
}

/// What a match has on its thread.
struct Thread<'a> {
    job: Job,
    seats: Vec<SeatSpec>,
    key: Option<Key>,
    tell: &'a mut Option<Tell>,
    place: SetupPlace,
    runtime: Runtime,
}

/// A new match.
impl Visit for Thread<'_> {
    type Out = Result<(), Error>;

    fn visit<G: Offer>(self) -> Self::Out {
        let order = order::<G>(&self.job.order, &self.seats)?;
        let entrants = entrants(&self.seats, &self.job.entrants);
        let order = MatchOrder { id: self.job.id.to_string(), pace: self.job.pace, entrants, ..order };
        let prepared = Prepared::<G>::new(&order.choice::<G>()).map_err(wrong)?;
        let dealt = order.deal(&prepared).map_err(wrong)?;
        let entrants = dealt.iter().map(|&who| order.entrants[who].clone()).collect();
        let facts = facts(prepared.header(entrants, &prepared.time_control()))?;
        let (gallery, sinks, stop, chairs) = Gallery::open(
            facts,
            &self.job,
            &BTreeMap::new(),
            self.place,
            self.key.clone(),
            G::HINTS,
            self.tell,
            &self.runtime,
        )?;
        let mut crew = LocalCrew::new(self.seats).with_people(chairs);
        let run = run_prepared(prepared, &order, &mut crew, sinks, Around::default(), stop);
        let played = self.runtime.block_on(run);
        gallery.end(ended(played, &self.job.record));
        Ok(())
    }
}

impl Thread<'_> {
    /// Goes on with what was played before.
    fn go_on(mut self, bytes: Vec<u8>) -> Result<(), Error> {
        struct Hints;
        impl Visit for Hints {
            type Out = bool;
            fn visit<G: Offer>(self) -> bool {
                G::HINTS
            }
        }
        let head = header(bytes.as_slice(), &Budget::STANDARD).map_err(wrong)?;
        let hints = visit(&head.game, Hints).map_err(wrong)?;
        // Whoever plays on from within a match has a clock of their own.
        let banked = match self.job.windows {
            Some(_) => BTreeMap::new(),
            None => banked(&bytes, self.job.clock.window)?,
        };
        let mut resumed = match self.job.windows {
            Some(windows) => Resumed::until(bytes, windows),
            None => Resumed::read(bytes),
        }
        .map_err(wrong)?;
        resumed.id = self.job.id.to_string();
        let dealt = deal(&head, self.seats.len())?;
        resumed.entrants = entrants(&self.seats, &self.job.entrants);
        resumed.entrants = dealt.iter().map(|&who| resumed.entrants[who].clone()).collect();
        self.seats = dealt.iter().map(|&who| self.seats[who].clone()).collect();
        resumed.pace = self.job.pace;
        let facts = facts(Header { entrants: resumed.entrants.clone(), ..head })?;
        let (gallery, sinks, stop, chairs) = Gallery::open(
            facts,
            &self.job,
            &banked,
            self.place,
            self.key.clone(),
            hints,
            self.tell,
            &self.runtime,
        )?;
        let mut crew = LocalCrew::new(self.seats).with_people(chairs);
        let played = self.runtime.block_on(resume(&resumed, &mut crew, sinks, stop));
        gallery.end(ended(played, &self.job.record));
        Ok(())
    }
}

/// Which of those that are given sits on each seat of a recorded match: there are as many, or one for each side.
fn deal(head: &Header, given: usize) -> Result<Vec<usize>, Error> {
    let seats = head.entrants.len();
    if given == seats {
        return Ok((0..given).collect());
    }
    let mut sides = head.sides.clone();
    sides.sort_unstable();
    sides.dedup();
    if given != sides.len() || head.sides.len() != seats {
        let asked =
            format!("one for each of the {seats} seats, or one for each of the {} sides", sides.len());
        return Err(Error::Wrong(format!("{given} seats are given; give {asked}")));
    }
    let of_side = |side: &Side| sides.iter().position(|other| other == side).unwrap_or(0);
    Ok(head.sides.iter().map(of_side).collect())
}

/// How a match ended, and what is left of it at `record`. An error is one of the order: nothing was played.
fn ended(played: Result<MatchReport, RunError>, record: &Path) -> Result<Ended, Error> {
    let (how, windows, kept, header) = match played {
        Ok(report) => {
            let how = report.outcome.map_or(How::Stopped, How::Over);
            (how, report.windows, report.record, Some(report.header))
        }
        Err(RunError::Order(error)) => return Err(wrong(error)),
        Err(RunError::Void { infrastructure, record }) => (How::Void(infrastructure.reason), 0, record, None),
    };
    let lost = match (kept, header) {
        (Some(Kept::Whole(_)), _) | (None, _) => None,
        (Some(Kept::Partial(partial)), _) => keep(&partial, record).err(),
        // A match that was stopped before its first window is worth keeping here: its people want to begin it.
        (Some(Kept::Lost { .. }), Some(header)) if windows == 0 => keep_start(&header, record).err(),
        (Some(Kept::Lost { reason, partial }), _) => {
            // What there is may still be shown.
            let _ = partial.map(|partial| keep(&partial, record));
            Some(std::io::Error::other(reason))
        }
    };
    Ok(Ended { how, windows, lost: lost.map(|error| error.to_string()) })
}

/// Gives a partial record its name once it is on the disk.
fn keep(partial: &Path, record: &Path) -> std::io::Result<()> {
    File::open(partial)?.sync_all()?;
    std::fs::rename(partial, record)
}

/// A record of a match in which nothing has happened.
fn keep_start(header: &Header, record: &Path) -> std::io::Result<()> {
    let writer = TraceWriter::new(File::create(record)?, header, None)?;
    writer.pause()?.sync_all()
}

/// A match that counts for nothing.
pub(crate) fn void(reason: &str) -> Ended {
    Ended { how: How::Void(reason.to_owned()), windows: 0, lost: None }
}
