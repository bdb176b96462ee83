use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use meydan_catalog::{Choice, Knobs, MapChoice, Offer, Prepared, Visit, replay_reel, visit};
use meydan_core::trace::{EntrantKind, Header, Trace};
use meydan_core::{Budget, Chance, Outcome, Seat, Seed, Viewer};
use meydan_runner::SeatSpec;
use meydan_server::{
    ApiError, Booth, Created, Eyes, Hall, HumanSeat, MatchCard, Order, ReelSource, Resume, SeatCard, Seating,
};
use serde_json::{Value, json};

use crate::booth;
use crate::film::{Film, made_at_once};
use crate::play::{self, Done, Running, Start};
use crate::shelf::Shelf;

/// How an arena is opened.
#[derive(Clone)]
pub struct ArenaOptions {
    /// Where traces are kept.
    pub data: PathBuf,
    /// Command lines that may be used as seats.
    pub bots: Vec<String>,
    /// What the page opens with.
    pub shown: Option<Shown>,
}

/// What the page opens with instead of its home.
#[derive(Clone)]
pub enum Shown {
    /// A recorded match.
    Trace(Vec<u8>),
    /// A match that is being played elsewhere in this process.
    Live(Film),
}

/// The hall of an arena that plays everything in this process.
pub struct Arena {
    options: ArenaOptions,
    shelf: Shelf,
    entries: Mutex<BTreeMap<String, Entry>>,
}

struct Entry {
    started: u64,
    header: Header,
    sides: Vec<u8>,
    state: &'static str,
    outcome: Option<Outcome>,
    windows: u32,
    keys: BTreeMap<u8, String>,
    /// `None` for a match of an earlier run of the program.
    running: Option<Running>,
}

/// How many matches may run at once.
const MOST_RUNNING: usize = 16;
/// The longest pause between windows.
const LONGEST_PACE: Duration = Duration::from_secs(5);

impl Arena {
    /// Opens an arena over its data folder.
    pub fn open(options: ArenaOptions) -> std::io::Result<Arc<Arena>> {
        let shelf = Shelf::open(&options.data)?;
        let mut entries = BTreeMap::new();
        for kept in shelf.list() {
            let outcome = kept.end.map(|end| end.outcome);
            let sides = match &outcome {
                Some(outcome) => outcome.standings.iter().map(|standing| standing.side.0).collect(),
                None => (0..kept.header.entrants.len() as u8).collect(),
            };
            let state = if outcome.is_some() { "over" } else { "paused" };
            let (started, header, windows) = (kept.started, kept.header, kept.windows);
            let entry = Entry {
                started,
                header,
                sides,
                state,
                outcome,
                windows,
                keys: BTreeMap::new(),
                running: None,
            };
            entries.insert(kept.id, entry);
        }
        Ok(Arc::new(Arena { options, shelf, entries: Mutex::new(entries) }))
    }

    /// Starts a match that was set up elsewhere in this process.
    pub fn play<G: Offer>(
        self: &Arc<Self>,
        prepared: Prepared<G>,
        specs: Vec<SeatSpec>,
    ) -> Result<Created, ApiError> {
        self.begin(Start { prepared, specs, pace: Duration::ZERO, before: None })
    }

    /// Takes a saved match up again: the trace of what was played so far.
    pub fn take_up(self: &Arc<Self>, trace: Vec<u8>) -> Result<Created, ApiError> {
        let header = meydan_record::header(trace.as_slice(), &Budget::STANDARD)
            .map_err(|error| ApiError::wrong(error.to_string()))?;
        visit(&header.game, TakeUp { arena: self, trace })
            .map_err(|error| ApiError::wrong(error.to_string()))?
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries.lock().expect("nobody panics while holding this lock")
    }

    fn begin<G: Offer>(self: &Arc<Self>, start: Start<G>) -> Result<Created, ApiError> {
        if self.lock().values().filter(|entry| entry.state == "running").count() >= MOST_RUNNING {
            return Err(ApiError::busy(format!(
                "{MOST_RUNNING} matches are running; wait until one is over"
            )));
        }
        let id = random(5)?;
        let mut keys = BTreeMap::new();
        for (i, _) in start.specs.iter().enumerate().filter(|(_, spec)| **spec == SeatSpec::Human) {
            keys.insert(i as u8, random(16)?);
        }
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let (arena, name) = (self.clone(), id.clone());
        // Held until the match is entered, so that its end, which is told on another thread, finds it here.
        let mut entries = self.lock();
        let running = play::start(start, move |done| arena.over(&name, done))
            .map_err(|error| ApiError::wrong(error.to_string()))?;
        let humans = keys.iter().map(|(&seat, key)| HumanSeat { seat, key: key.clone() }).collect();
        let (header, sides) = (running.header.clone(), running.sides.clone());
        let (state, outcome, windows) = ("running", None, 0);
        let entry = Entry { started, header, sides, state, outcome, windows, keys, running: Some(running) };
        entries.insert(id.clone(), entry);
        Ok(Created { id, humans })
    }

    /// A match has ended, on its own thread.
    fn over(&self, id: &str, done: Done) {
        if let Some(entry) = self.lock().get_mut(id) {
            (entry.state, entry.outcome) = match done {
                Ok(Some(outcome)) => ("over", Some(outcome)),
                Ok(None) => ("paused", None),
                Err(_) => ("failed", None),
            };
        }
        self.shelve(id);
    }

    /// Puts a match that has ended on the shelf.
    fn shelve(&self, id: &str) {
        let entries = self.lock();
        let Some(entry) = entries.get(id).filter(|entry| ["over", "paused"].contains(&entry.state)) else {
            return;
        };
        if let Some(running) = &entry.running
            && let Err(error) = self.shelf.keep(entry.started, id, &running.trace.bytes())
        {
            eprintln!("the match {id} cannot be kept: {error}");
        }
    }

    fn with<T>(&self, id: &str, look: impl FnOnce(&Entry) -> Result<T, ApiError>) -> Result<T, ApiError> {
        let entries = self.lock();
        look(entries.get(id).ok_or_else(|| ApiError::missing(format!("there is no match `{id}`")))?)
    }

    /// A match that runs, for somebody with the right key to a seat.
    fn seated<T>(
        &self,
        id: &str,
        seating: &Seating,
        look: impl FnOnce(&Running) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        self.with(id, |entry| {
            check_key(entry, seating.seat, Some(&seating.key))?;
            match &entry.running {
                Some(running) if entry.state == "running" => look(running),
                _ => Err(ApiError::wrong("the match is not running")),
            }
        })
    }
}

fn check_key(entry: &Entry, seat: u8, key: Option<&str>) -> Result<(), ApiError> {
    let right =
        entry.keys.get(&seat).ok_or_else(|| ApiError::forbidden("nobody's seat: a bot sits there"))?;
    let same = key.is_some_and(|key| {
        key.len() == right.len() && key.bytes().zip(right.bytes()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
    });
    if same { Ok(()) } else { Err(ApiError::forbidden("this key does not open the seat")) }
}

fn card(id: &str, entry: &Entry) -> MatchCard {
    let header = &entry.header;
    let seat = |(i, name): (usize, &meydan_core::trace::Entrant)| SeatCard {
        seat: i as u8,
        side: entry.sides.get(i).copied().unwrap_or(i as u8),
        name: name.name.clone(),
    };
    MatchCard {
        id: id.to_owned(),
        game: header.game.clone(),
        ruleset: header.ruleset.clone(),
        map: header.map.clone(),
        seats: header.entrants.iter().enumerate().map(seat).collect(),
        state: entry.state,
        outcome: entry.outcome.clone(),
        windows: entry.running.as_ref().map_or(entry.windows, |running| running.film.windows()),
        started: entry.started,
    }
}

/// The hall is an arena that matches can refer back to.
pub struct ArenaHall(pub Arc<Arena>);

impl Hall for ArenaHall {
    fn games(&self) -> Value {
        json!(meydan_catalog::cards())
    }

    fn bots(&self) -> Vec<String> {
        self.0.options.bots.clone()
    }

    fn matches(&self) -> Vec<MatchCard> {
        let entries = self.0.lock();
        let mut cards: Vec<MatchCard> = entries.iter().map(|(id, entry)| card(id, entry)).collect();
        cards.sort_by(|a, b| b.started.cmp(&a.started).then(a.id.cmp(&b.id)));
        cards
    }

    fn find(&self, id: &str) -> Result<MatchCard, ApiError> {
        self.0.with(id, |entry| Ok(card(id, entry)))
    }

    fn create(&self, order: Order) -> Result<Created, ApiError> {
        let game = order.game.clone();
        visit(&game, Create { arena: &self.0, order }).map_err(|error| ApiError::wrong(error.to_string()))?
    }

    fn resume(&self, resume: Resume) -> Result<Created, ApiError> {
        let trace = self.trace(&resume.resume)?;
        self.0.with(&resume.resume, |entry| match entry.state {
            "paused" => Ok(()),
            _ => Err(ApiError::wrong("only a saved match can be taken up again")),
        })?;
        self.0.take_up(trace)
    }

    fn reel(&self, id: &str, eyes: Eyes) -> Result<ReelSource, ApiError> {
        let finished = self.0.with(id, |entry| {
            let Some(running) = &entry.running else { return Ok(None) };
            match eyes.eyes {
                None => Ok(Some(running.film.follow())),
                Some(seat) if entry.state == "running" => {
                    check_key(entry, seat, eyes.key.as_deref())?;
                    Ok(running.seat_films.get(&seat).map(Film::follow))
                }
                Some(_) => Ok(None),
            }
        })?;
        match finished {
            Some(source) => Ok(source),
            None => self.replay(self.trace(id)?, eyes.eyes),
        }
    }

    fn replay(&self, trace: Vec<u8>, eyes: Option<u8>) -> Result<ReelSource, ApiError> {
        let header = meydan_record::header(trace.as_slice(), &Budget::STANDARD)
            .map_err(|error| ApiError::wrong(error.to_string()))?;
        if eyes.is_some_and(|seat| usize::from(seat) >= header.entrants.len()) {
            return Err(ApiError::wrong("the match has no such seat"));
        }
        let eyes = eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
        let game = header.game;
        visit(&game, Known).map_err(|error| ApiError::wrong(error.to_string()))?;
        Ok(made_at_once(move |send| {
            let _ = visit(&game, Show { trace: &trace, eyes, send });
        }))
    }

    fn own_replay(&self, eyes: Option<u8>) -> Option<ReelSource> {
        match self.0.options.shown.clone()? {
            Shown::Trace(trace) => self.replay(trace, eyes).ok(),
            Shown::Live(film) => Some(film.follow()),
        }
    }

    fn trace(&self, id: &str) -> Result<Vec<u8>, ApiError> {
        self.0.with(id, |entry| match &entry.running {
            Some(_) if entry.state == "running" => {
                Err(ApiError::wrong("the match is still running; its trace can be had when it is over"))
            }
            Some(running) => Ok(running.trace.bytes()),
            None => {
                let gone = |error| ApiError::missing(format!("the trace cannot be read: {error}"));
                self.0.shelf.read(entry.started, id).map_err(gone)
            }
        })
    }

    fn sit(&self, id: &str, seating: &Seating) -> Result<Booth, ApiError> {
        self.0.seated(id, seating, |running| {
            let door = running.doors.get(&seating.seat).ok_or_else(|| ApiError::missing("no such seat"))?;
            let (visitor, booth) = booth::visitor();
            door.send(visitor).map_err(|_| ApiError::wrong("the seat has been given up"))?;
            Ok(booth)
        })
    }

    fn hint(&self, id: &str, seating: &Seating) -> Result<Value, ApiError> {
        let hints = self.0.seated(id, seating, |running| Ok(running.hints.clone()))?;
        let hint = hints.ask().ok_or_else(|| ApiError::missing("there is no hint now"))?;
        Ok(json!({ "act": hint.act, "claim": hint.claim, "text": hint.text }))
    }

    fn save(&self, id: &str, seating: &Seating) -> Result<(), ApiError> {
        self.0.seated(id, seating, |running| {
            running.stop.stop();
            Ok(())
        })
    }
}

struct Known;

impl Visit for Known {
    type Out = ();
    fn visit<G: Offer>(self) {}
}

struct Show<'a> {
    trace: &'a [u8],
    eyes: Viewer,
    send: &'a mut dyn FnMut(String),
}

impl Visit for Show<'_> {
    type Out = ();
    fn visit<G: Offer>(self) {
        match meydan_record::read::<G::Action>(self.trace, &Budget::STANDARD) {
            Ok(record) => replay_reel::<G>(&record.trace, self.eyes, self.send),
            Err(error) => (self.send)(meydan_catalog::Reel::<G>::trouble(error.to_string())),
        }
    }
}

struct Create<'a> {
    arena: &'a Arc<Arena>,
    order: Order,
}

impl Visit for Create<'_> {
    type Out = Result<Created, ApiError>;

    fn visit<G: Offer>(self) -> Result<Created, ApiError> {
        let wrong = |error: &dyn std::fmt::Display| ApiError::wrong(error.to_string());
        let order = self.order;
        let seats: Vec<SeatSpec> =
            order.seats.iter().map(|text| text.parse()).collect::<Result<_, _>>().map_err(|e| wrong(&e))?;
        for seat in &seats {
            if let SeatSpec::House(name) = seat
                && !G::house_bots().contains(&name.as_str())
            {
                return Err(ApiError::wrong(format!("`{}` has no house bot `{name}`", G::NAME)));
            }
            let allowed = match seat {
                SeatSpec::House(_) | SeatSpec::Human => true,
                SeatSpec::Command(line) => self.arena.options.bots.contains(line),
                SeatSpec::Wire | SeatSpec::WireCommand(_) => false,
            };
            if !allowed {
                let text =
                    format!("`{seat}` may not sit here; start the arena with `--bot '{seat}'` to allow it");
                return Err(ApiError::forbidden(text));
            }
        }
        let map = match &order.board {
            Some(board) => Some(new_map::<G>(board, order.seed)?),
            None => order.map.clone().map(known_map::<G>).transpose()?,
        };
        let choice = Choice {
            ruleset: order.ruleset,
            map,
            seed: order.seed,
            sides: G::SIDES.contains(&seats.len()).then_some(seats.len()),
            options: BTreeMap::new(),
        };
        let prepared = Prepared::<G>::new(&choice).map_err(|e| wrong(&e))?;
        let dealt = meydan_runner::MatchOrder::of(G::NAME, &seats).deal(&prepared).map_err(|e| wrong(&e))?;
        let specs = dealt.into_iter().map(|who| seats[who].clone()).collect();
        let pace = Duration::from_millis(order.pace_ms.unwrap_or(0)).min(LONGEST_PACE);
        self.arena.begin(Start { prepared, specs, pace, before: None })
    }
}

/// A built-in map; files of the machine are nobody's business here.
fn known_map<G: Offer>(name: String) -> Result<MapChoice, ApiError> {
    match G::maps().iter().any(|map| map.name == name) {
        true => Ok(MapChoice::Named(name)),
        false => Err(ApiError::wrong(format!("`{}` has no map `{name}`", G::NAME))),
    }
}

fn new_map<G: Offer>(board: &BTreeMap<String, Value>, seed: Option<u64>) -> Result<MapChoice, ApiError> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let wrong = |error: &dyn std::fmt::Display| ApiError::wrong(error.to_string());
    let given = board.iter().map(|(name, value)| (name.clone(), text(value)));
    let knobs = Knobs::new(G::knobs(), given).map_err(|e| wrong(&e))?;
    let seed = seed.map_or_else(|| random(6).map(|hex| u64::from_str_radix(&hex, 16).unwrap_or(1)), Ok)?;
    let files = G::generate(&knobs, Chance::new(Seed(seed))).map_err(|e| wrong(&e))?;
    let bytes = files.into_iter().next().map(|file| file.bytes).unwrap_or_default();
    Ok(MapChoice::Brought(format!("random {seed}"), bytes))
}

struct TakeUp<'a> {
    arena: &'a Arc<Arena>,
    trace: Vec<u8>,
}

impl Visit for TakeUp<'_> {
    type Out = Result<Created, ApiError>;

    fn visit<G: Offer>(self) -> Result<Created, ApiError> {
        let wrong = |error: &dyn std::fmt::Display| ApiError::wrong(error.to_string());
        let record = meydan_record::read(self.trace.as_slice(), &Budget::STANDARD);
        let trace: Trace<G::Action> = record.map_err(|e| wrong(&e))?.trace;
        let mut replay = meydan_core::trace::Replay::<G>::new(&trace).map_err(|e| wrong(&e))?;
        while replay.step().map_err(|e| wrong(&e))?.is_some() {}
        let config: G::Config = serde_json::from_str(trace.header.config.get()).map_err(|e| wrong(&e))?;
        let seed = trace.header.seed;
        let game = G::new(&config, Chance::new(seed)).map_err(|e| wrong(&e))?;
        let ruleset =
            G::RULESETS.iter().find(|name| **name == trace.header.ruleset).copied().unwrap_or(G::RULESETS[0]);
        let map = trace.header.map.clone();
        let spec = |entrant: &meydan_core::trace::Entrant| match (entrant.kind, &entrant.bot) {
            (EntrantKind::House, Some(bot)) => Ok(SeatSpec::House(bot.clone())),
            (EntrantKind::Person, _) => Ok(SeatSpec::Human),
            _ => Err(ApiError::wrong(format!(
                "`{}` is not known here; only house bots and people can be taken up again",
                entrant.name
            ))),
        };
        let specs: Vec<SeatSpec> = trace.header.entrants.iter().map(spec).collect::<Result<_, _>>()?;
        let prepared = Prepared { game, config, ruleset, map, map_bytes: Vec::new(), seed };
        self.arena.begin(Start { prepared, specs, pace: Duration::ZERO, before: Some(trace) })
    }
}

/// So many random bytes as hexadecimal digits.
fn random(bytes: usize) -> Result<String, ApiError> {
    let mut buffer = vec![0u8; bytes];
    getrandom::fill(&mut buffer).map_err(|error| ApiError::busy(format!("no chance can be had: {error}")))?;
    Ok(buffer.iter().map(|byte| format!("{byte:02x}")).collect())
}
