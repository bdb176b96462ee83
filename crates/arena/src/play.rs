//! One match, on a thread of its own.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use meydan_catalog::{Offer, Prepared, Reel, ReelRecorder, SeatSpec, forfeiters, house_only, seat_players};
use meydan_core::trace::{Entry, Header, Replay, Trace, TraceWriter};
use meydan_core::{Game, Outcome, Seat, Viewer};
use meydan_referee::{Match, Player, Recorder, TimeControl, offline};
use serde_json::Value;
use tokio::sync::{oneshot, watch};

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
    pub(crate) hint: Arc<dyn Fn() -> Option<Value> + Send + Sync>,
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) header: Header,
    pub(crate) sides: Vec<u8>,
}

/// What comes of it: the outcome, or `None` if it was stopped.
pub(crate) type Done = Result<Option<Outcome>>;

/// A match to be started.
pub(crate) struct Start<G: Offer> {
    pub(crate) prepared: Prepared<G>,
    pub(crate) specs: Vec<SeatSpec>,
    pub(crate) pace: Duration,
    /// What was played before, if a saved match is taken up again.
    pub(crate) before: Option<Trace<G::Action>>,
}

/// Starts a match; `done` is called on its thread when it is over.
pub(crate) fn start<G: Offer>(start: Start<G>, done: impl FnOnce(Done) + Send + 'static) -> Result<Running> {
    let Start { prepared, specs, pace, before } = start;
    let time = if specs.contains(&SeatSpec::Human) { TimeControl::off() } else { prepared.time_control() };
    let header = match &before {
        Some(trace) => trace.header.clone(),
        None => prepared.header(specs.iter().map(SeatSpec::name).collect(), &time),
    };
    let roster = prepared.game.roster();
    let sides = roster.seats().map(|seat| roster.side(seat).0).collect();
    let people: Vec<Seat> = roster.seats().filter(|seat| specs[seat.index()] == SeatSpec::Human).collect();
    let (film, buffer) = (Film::new(), Buffer::default());
    let seat_films: BTreeMap<u8, Film> = people.iter().map(|seat| (seat.0, Film::new())).collect();
    let latest = Arc::new(Mutex::new(prepared.game.clone()));
    let hint = hinter::<G>(latest.clone());
    let (stop, mut stopped) = watch::channel(false);
    let (tell_doors, doors) = oneshot::channel();
    let recorders = Recorders {
        film: film.clone(),
        seat_films: seat_films.clone(),
        buffer: buffer.clone(),
        latest,
        pace,
    };
    let own_header = header.clone();
    let thread = std::thread::Builder::new().name(format!("match of {}", G::NAME));
    thread.spawn(move || {
        let films: Vec<Film> =
            std::iter::once(recorders.film.clone()).chain(recorders.seat_films.values().cloned()).collect();
        let played =
            play(prepared, &specs, time, own_header, recorders, before, people, tell_doors, &mut stopped);
        if let Err(error) = &played {
            films.iter().for_each(|film| film.push(Reel::<G>::trouble(error.to_string())));
        }
        films.iter().for_each(Film::finish);
        done(played);
    })?;
    let doors = doors.blocking_recv().unwrap_or_else(|_| Err("the match could not start".to_owned()));
    let doors = doors.map_err(|reason| anyhow::anyhow!(reason))?;
    Ok(Running { film, seat_films, doors, trace: buffer, hint, stop, header, sides })
}

struct Recorders<G> {
    film: Film,
    seat_films: BTreeMap<u8, Film>,
    buffer: Buffer,
    latest: Arc<Mutex<G>>,
    pace: Duration,
}

#[expect(clippy::too_many_arguments, reason = "called once, to give the thread everything it owns")]
fn play<G: Offer>(
    mut prepared: Prepared<G>,
    specs: &[SeatSpec],
    time: TimeControl,
    header: Header,
    recorders: Recorders<G>,
    before: Option<Trace<G::Action>>,
    people: Vec<Seat>,
    tell_doors: oneshot::Sender<Result<BTreeMap<u8, Door>, String>>,
    stopped: &mut watch::Receiver<bool>,
) -> Done {
    let mut recorders = recorders.open(&prepared.game, &header)?;
    if let Some(trace) = &before {
        prepared.game = catch_up(trace, &mut recorders)?;
    }
    if before.is_none()
        && let Some(mut bots) = house_only(&prepared, specs)
    {
        let _ = tell_doors.send(Ok(BTreeMap::new()));
        return Ok(Some(offline(prepared.game, &mut bots, forfeiters::<G>(specs), recorders).outcome));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut doors = BTreeMap::new();
        let mut keepers = Vec::new();
        let mut players: BTreeMap<Seat, Box<dyn Player<G>>> = BTreeMap::new();
        for seat in people {
            let (player, door, keeper) = booth::seat();
            keepers.push(keeper);
            doors.insert(seat.0, door);
            players.insert(seat, player);
        }
        // The match has begun once its doors are known; before that an error is told to whoever asked for it.
        let players = match seat_players(&prepared, specs, None, players) {
            Ok(players) => players,
            Err(error) => {
                let _ = tell_doors.send(Err(error.to_string()));
                return Err(error.into());
            }
        };
        let _ = tell_doors.send(Ok(doors));
        let game = Match::new(prepared.game, players, time).with_forfeiters(forfeiters::<G>(specs));
        let game = recorders.into_iter().fold(game, Match::with_recorder);
        let outcome = tokio::select! {
            report = game.run(&header) => Some(report.outcome),
            _ = stopped.wait_for(|stop| *stop) => None,
        };
        // People should hear the end before the runtime that carries it is gone.
        let _ = tokio::time::timeout(PARTING, join_all(keepers)).await;
        Ok(outcome)
    })
}

/// Plays what was recorded and gives the game as it stood then; the recorders are told everything.
fn catch_up<G: Offer>(trace: &Trace<G::Action>, recorders: &mut [Box<dyn Recorder<G>>]) -> Result<G> {
    let mut replay = Replay::<G>::new(trace)?;
    while let Some(step) = replay.step()? {
        recorders.iter_mut().for_each(|recorder| recorder.entry(step.entry, &step.events, &replay.game));
    }
    Ok(replay.game)
}

impl<G: Offer> Recorders<G> {
    fn open(self, game: &G, header: &Header) -> Result<Vec<Box<dyn Recorder<G>>>> {
        let film = self.film;
        let mut all: Vec<Box<dyn Recorder<G>>> = vec![
            Box::new(TraceTo { writer: Some(TraceWriter::new(self.buffer, header)?) }),
            Box::new(Latest(self.latest)),
            Box::new(ReelRecorder::new(
                game,
                header,
                Viewer::Spectator,
                Box::new(move |line| film.push(line)),
            )),
        ];
        for (seat, film) in self.seat_films {
            let eyes = Viewer::Seat(Seat(seat));
            all.push(Box::new(ReelRecorder::new(game, header, eyes, Box::new(move |line| film.push(line)))));
        }
        all.push(Box::new(Pace(self.pace)));
        Ok(all)
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

/// Keeps the game as it stands, for hints.
struct Latest<G>(Arc<Mutex<G>>);

impl<G: Offer> Recorder<G> for Latest<G> {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], game: &G) {
        if G::HINTS && entry.is_input() {
            *self.0.lock().expect("nobody panics while holding this lock") = game.clone();
        }
    }
    fn end(&mut self, _: &Outcome, _: &G) {}
}

/// Waits after every window, so that a person can follow.
struct Pace(Duration);

impl<G: Game> Recorder<G> for Pace {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        if matches!(entry, Entry::Close(_)) && !self.0.is_zero() {
            std::thread::sleep(self.0);
        }
    }
    fn end(&mut self, _: &Outcome, _: &G) {}
}

fn hinter<G: Offer>(latest: Arc<Mutex<G>>) -> Arc<dyn Fn() -> Option<Value> + Send + Sync> {
    Arc::new(move || {
        let game = latest.lock().expect("nobody panics while holding this lock").clone();
        game.hint().map(|hint| serde_json::json!({ "act": hint.act, "claim": hint.claim, "text": hint.text }))
    })
}
