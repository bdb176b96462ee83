//! One match, on a thread of its own.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use meydan_catalog::{Offer, Prepared, Reel};
use meydan_core::trace::{Entry, Header, Trace};
use meydan_core::{Game, Outcome, Seat, Viewer};
use meydan_record::TraceWriter;
use meydan_referee::{Player, Recorder, Stop, StopHandle};
use meydan_runner::{
    Around, ClockRate, HintSlot, LocalCrew, MatchOrder, People, ReelSink, SeatSpec, Sinks, run_prepared,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::booth::{self, Door};
use crate::film::Film;

/// How long the last words to people may take.
const PARTING: Duration = Duration::from_secs(2);

/// What the hall holds of a match that runs.
pub(crate) struct Running {
    pub(crate) film: Film,
    /// What each person sees of it.
    pub(crate) seat_films: BTreeMap<u8, Film>,
    pub(crate) doors: BTreeMap<u8, Door>,
    pub(crate) trace: Buffer,
    pub(crate) hints: HintSlot,
    pub(crate) stop: StopHandle,
    pub(crate) header: Header,
    pub(crate) sides: Vec<u8>,
}

/// What comes of it: the outcome, or `None` if it was stopped.
pub(crate) type Done = Result<Option<Outcome>>;

/// A match to be started.
pub(crate) struct Start<G: Offer> {
    pub(crate) prepared: Prepared<G>,
    /// One for each seat.
    pub(crate) specs: Vec<SeatSpec>,
    pub(crate) pace: Duration,
    /// What was played before, if a saved match is taken up again.
    pub(crate) before: Option<Trace<G::Action>>,
}

/// Starts a match; `done` is called on its thread when it is over.
pub(crate) fn start<G: Offer>(start: Start<G>, done: impl FnOnce(Done) + Send + 'static) -> Result<Running> {
    let Start { prepared, specs, pace, before } = start;
    let clock = if specs.contains(&SeatSpec::Human) { ClockRate::Off } else { ClockRate::default() };
    let order = MatchOrder { clock, pace, ..MatchOrder::of(G::NAME, &specs) };
    let header = match &before {
        Some(trace) => trace.header.clone(),
        None => prepared.header(order.entrants.clone(), &clock.control(prepared.time_control())),
    };
    let roster = prepared.game.roster();
    let sides = roster.seats().map(|seat| roster.side(seat).0).collect();
    let people: Vec<Seat> = roster.seats().filter(|seat| specs[seat.index()] == SeatSpec::Human).collect();
    let (film, buffer, hints) = (Film::new(), Buffer::default(), HintSlot::default());
    let seat_films: BTreeMap<u8, Film> = people.iter().map(|seat| (seat.0, Film::new())).collect();
    let eyes = |eyes, film: &Film| {
        let film = film.clone();
        ReelSink { eyes, send: Box::new(move |line| film.push(line)) }
    };
    let mut reels = vec![eyes(Viewer::Spectator, &film)];
    reels.extend(seat_films.iter().map(|(&seat, film)| eyes(Viewer::Seat(Seat(seat)), film)));
    let sinks = Sinks { trace: None, reels, hints: Some(hints.clone()) };
    let recorder = TraceTo { writer: Some(TraceWriter::new(buffer.clone(), &header, None)?) };
    let (stop, stopped) = Stop::new();
    let (tell_doors, doors) = oneshot::channel();
    let films: Vec<Film> = std::iter::once(film.clone()).chain(seat_films.values().cloned()).collect();
    let thread = std::thread::Builder::new().name(format!("match of {}", G::NAME));
    thread.spawn(move || {
        let played = (|| -> Done {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let seats = people.len();
                let booths = Booths {
                    doors: BTreeMap::new(),
                    keepers: Vec::new(),
                    wanted: seats,
                    tell: Some(tell_doors),
                };
                let mut crew = LocalCrew::new(specs).with_people(booths);
                crew.people_mut().ready();
                let recorders: Vec<Box<dyn Recorder<G>>> = vec![Box::new(recorder)];
                let report = run_prepared(
                    prepared,
                    &order,
                    &mut crew,
                    sinks,
                    Around { recorders, before, lobby: None },
                    stopped,
                )
                .await;
                // People should hear the end before the runtime that carries it is gone.
                let keepers = std::mem::take(&mut crew.people_mut().keepers);
                let _ = tokio::time::timeout(PARTING, join_all(keepers)).await;
                Ok(report?.outcome)
            })
        })();
        if let Err(error) = &played {
            films.iter().for_each(|film| film.push(Reel::<G>::trouble(error.to_string())));
        }
        films.iter().for_each(Film::finish);
        done(played);
    })?;
    let doors = doors.blocking_recv().map_err(|_| anyhow::anyhow!("the match could not start"))?;
    Ok(Running { film, seat_films, doors, trace: buffer, hints, stop, header, sides })
}

/// The seats of people.
struct Booths {
    doors: BTreeMap<u8, Door>,
    keepers: Vec<JoinHandle<()>>,
    wanted: usize,
    tell: Option<oneshot::Sender<BTreeMap<u8, Door>>>,
}

impl Booths {
    /// Tells the doors once all are known.
    fn ready(&mut self) {
        if self.doors.len() == self.wanted
            && let Some(tell) = self.tell.take()
        {
            let _ = tell.send(std::mem::take(&mut self.doors));
        }
    }
}

impl People for Booths {
    fn person<G: Game>(&mut self, seat: Seat) -> Option<Box<dyn Player<G>>> {
        let (player, door, keeper) = booth::seat();
        self.keepers.push(keeper);
        self.doors.insert(seat.0, door);
        self.ready();
        Some(player)
    }
}

/// A trace in memory that can be read while it is written.
#[derive(Clone, Default)]
pub(crate) struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody panics while holding this lock").clone()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics while holding this lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct TraceTo {
    writer: Option<TraceWriter<Buffer>>,
}

impl<G: Game> Recorder<G> for TraceTo {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        // Writing to memory does not fail.
        if let Some(writer) = &mut self.writer {
            let _ = writer.entry(entry);
        }
    }
    fn end(&mut self, outcome: &Outcome, _: &G) {
        if let Some(writer) = self.writer.take() {
            let _ = writer.finish(outcome);
        }
    }
}
