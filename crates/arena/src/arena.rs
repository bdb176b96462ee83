use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use meydan_core::{Seat, SeatSet};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::disclosure::Role;
use crate::index::Index;
use crate::live::{Live, Stop};
use crate::presence::Patience;
use crate::reels::Reels;
use crate::room::RoomShelf;
use crate::rooms::Rooms;
use crate::shelf::{Sheet, Shelf, Shelfmark};
use crate::slots::Slots;
use crate::{
    Caller, Engines, Error, Film, Listing, MatchCard, MatchId, MatchList, MatchState, OpenError, PersonClock,
    RoomClock, SeatCard,
};

/// What the first window takes beyond a clock until everybody sees the board.
const SLACK: Duration = Duration::from_secs(60);

/// How an arena is opened.
#[derive(Clone)]
pub struct Options {
    /// Where matches are kept.
    pub data: PathBuf,
    /// What there may be at once, and for how long.
    pub limits: Limits,
    /// What the page opens with.
    pub shown: Option<Shown>,
}

impl Options {
    /// An arena with the usual limits.
    pub fn new(data: impl Into<PathBuf>) -> Options {
        Options { data: data.into(), limits: Limits::default(), shown: None }
    }
}

/// What there may be at once, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Matches that run at once.
    pub matches: usize,
    /// Those of one visitor.
    pub matches_each: usize,
    /// Matches that are set up at once.
    pub setups: usize,
    /// How long setting a match up may take.
    pub setup: Duration,
    /// How long a match of bots may take.
    pub bots: Duration,
    /// How long a match with people may take before it is paused.
    pub people: Duration,
    /// How long a person may take for a window.
    pub person_clock: Duration,
    /// After how long a match is paused whose people are there and silent.
    pub silent: Duration,
    /// After how long a match is paused that its people have left.
    pub away: Duration,
    /// Rooms that there are at once.
    pub rooms: usize,
    /// Those that one visitor has opened: a school comes from one address, and its pairs open rooms of their own.
    pub rooms_each: usize,
    /// Matches in rooms at once.
    pub room_matches: usize,
    /// Those that one visitor has begun.
    pub room_matches_each: usize,
    /// Those who are in rooms at once.
    pub guests: usize,
    /// Those who come from one address.
    pub guests_each: usize,
    /// After how long a room goes in which nobody is.
    pub room_idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let minutes = |n: u64| Duration::from_secs(60 * n);
        Limits {
            matches: 16,
            matches_each: 6,
            setups: 4,
            setup: minutes(1),
            bots: minutes(60),
            people: minutes(8 * 60),
            person_clock: minutes(15),
            silent: minutes(10),
            away: minutes(3),
            rooms: 400,
            rooms_each: 100,
            room_matches: 64,
            room_matches_each: 20,
            guests: 500,
            guests_each: 120,
            room_idle: minutes(3 * 24 * 60),
        }
    }
}

impl Limits {
    /// A match that all its people have left is paused before anybody's turn passes.
    pub(crate) fn clock(&self, room: Option<RoomClock>) -> PersonClock {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        let window = room.map_or(self.person_clock, |clock| seconds(clock.turn_s));
        let bank = room.map_or(Duration::ZERO, |clock| seconds(clock.bank_s));
        PersonClock { window, bank, total: self.people, away: self.away * 2 }
    }

    /// In a room whoever thinks has the time that the room gives: a pause before that would give them all of it once more.
    pub(crate) fn patience(&self, people: bool, room: Option<RoomClock>) -> Patience {
        let whole = if people { self.people } else { self.bots };
        let silent = room.map_or(self.silent, |clock| {
            let longest = Duration::from_secs(u64::from(clock.turn_s) + u64::from(clock.bank_s));
            self.silent.max(longest + SLACK)
        });
        Patience { away: self.away, silent, whole }
    }
}

/// What the page opens with instead of its home.
#[derive(Clone)]
pub enum Shown {
    /// A recorded match.
    Trace(Bytes),
    /// A match that is being played elsewhere in this process.
    Live(Film),
    /// The newest of several matches that are played one after another elsewhere in this process.
    Latest(watch::Receiver<Latest>),
}

/// The newest of several matches.
#[derive(Clone, Default)]
pub struct Latest {
    /// How many there were; 0: there is none yet.
    pub number: u32,
    /// What is seen of it.
    pub film: Option<Film>,
    /// Why what was written last is not played: what its build said.
    pub trouble: Option<String>,
}

/// What a page that shows the newest match is told whenever there is something new.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct News {
    /// How many matches there were.
    pub number: u32,
    /// Why what was written last is not played: what its build said.
    pub trouble: Option<String>,
}

/// The matches of one data folder: those that are played now and those that are kept.
pub struct Arena {
    pub(crate) engines: Arc<dyn Engines>,
    pub(crate) limits: Limits,
    pub(crate) shown: Option<Shown>,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) index: Index,
    pub(crate) slots: Slots,
    pub(crate) reels: Reels,
    pub(crate) setups: Arc<Semaphore>,
    pub(crate) rooms: Rooms,
    /// Held only to look something up.
    live: Mutex<BTreeMap<MatchId, Arc<Live>>>,
    /// Ends of matches that the disk did not take. They are true all the same, as long as this program runs.
    unwritten: Mutex<BTreeMap<MatchId, Sheet>>,
    closing: AtomicBool,
}

/// What the arena has in its hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Matches that are being played.
    pub matches: usize,
    /// Bytes of films in memory.
    pub bytes: usize,
    /// Rooms that are open.
    pub rooms: usize,
    /// Those who are in them.
    pub guests: usize,
}

impl Arena {
    /// Opens an arena over its data folder. A match that was being played when the last arena ended, however it ended,
    /// is paused.
    pub async fn open(options: Options, engines: Arc<dyn Engines>) -> Result<Arc<Arena>, OpenError> {
        let Options { data, limits, shown } = options;
        let disk = |error| OpenError::Disk { folder: data.clone(), error };
        let opening = on_disk({
            let data = data.clone();
            move || Ok((Shelf::open(&data)?, RoomShelf::open(&data)))
        });
        let (shelf, rooms) = opening.await.map_err(|error| disk(std::io::Error::other(error)))??;
        let (shelf, rooms) = (Arc::new(shelf), rooms.map_err(disk)?);
        let arena = Arena {
            reels: Reels::new(engines.clone(), shelf.folder().to_owned()),
            slots: Slots::new(limits.matches, limits.matches_each),
            setups: Arc::new(Semaphore::new(limits.setups)),
            rooms: Rooms::new(rooms, &limits),
            index: Index::default(),
            live: Mutex::default(),
            unwritten: Mutex::default(),
            closing: AtomicBool::new(false),
            engines,
            limits,
            shown,
            shelf,
        };
        arena.take_stock().await.map_err(disk)?;
        arena.find_rooms().await.map_err(disk)?;
        let arena = Arc::new(arena);
        tokio::spawn(crate::rooms::sweep(Arc::downgrade(&arena)));
        Ok(arena)
    }

    /// The games, as `meydan games --json` lists them.
    pub fn games(&self, _: &Caller) -> Value {
        self.engines.games()
    }

    /// The bots that may be seated by name.
    pub fn bots(&self, _: &Caller) -> Vec<String> {
        self.engines.bots()
    }

    /// The public half of the key that records are signed with here.
    pub fn key(&self, _: &Caller) -> Option<String> {
        self.engines.key()
    }

    /// Some of the matches, newest first.
    pub async fn list(&self, caller: &Caller, listing: &Listing) -> Result<MatchList, Error> {
        let (marks, next) = self.index.page(listing)?;
        let known = |mark: &Shelfmark| match self.live(&mark.id) {
            Some(live) => Some(live_card(caller, &live)),
            None => self.unwritten(&mark.id).map(|sheet| card(caller, &sheet)),
        };
        let known: Vec<Option<MatchCard>> = marks.iter().map(known).collect();
        let shelf = self.shelf.clone();
        let cards = on_disk({
            let caller = caller.clone();
            move || {
                // A match may be deleted while it is listed.
                let read = |mark: Shelfmark| shelf.read(&mark).ok().map(|sheet| card(&caller, &sheet));
                let cards = marks.into_iter().zip(known);
                cards.filter_map(|(mark, known)| known.or_else(|| read(mark))).collect()
            }
        });
        Ok(MatchList { matches: cards.await?, next })
    }

    /// One match.
    pub async fn find(&self, caller: &Caller, id: &MatchId) -> Result<MatchCard, Error> {
        let (mark, _) = self.index.find(id)?;
        match self.live(id) {
            Some(live) => Ok(live_card(caller, &live)),
            None => Ok(card(caller, &self.sheet(&mark).await?)),
        }
    }

    /// Ends all matches: they are paused, and everything so far is on the disk when this returns. Gives how many there
    /// were.
    pub async fn close(&self) -> usize {
        self.closing.store(true, Ordering::Release);
        let live: Vec<Arc<Live>> = self.lock().values().cloned().collect();
        self.rooms.leave_off();
        let stop = Stop::closing();
        // One that ends by itself in this moment is as good.
        join_all(live.iter().map(|live| live.stop(stop.clone()))).await;
        join_all(live.iter().map(|live| live.over())).await;
        live.len()
    }

    /// Whether it is being closed, so that nothing new begins.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }

    /// What the arena has in its hands.
    pub fn held(&self) -> Held {
        let live = self.lock();
        let bytes = live.values().map(|live| live.held()).sum::<usize>() + self.reels.held();
        Held {
            matches: self.slots.taken() + self.rooms.matches.taken(),
            bytes,
            rooms: self.rooms.slots.taken(),
            guests: self.rooms.guests.taken(),
        }
    }

    pub(crate) fn live(&self, id: &MatchId) -> Option<Arc<Live>> {
        self.lock().get(id).cloned()
    }

    pub(crate) fn all_live(&self) -> Vec<Arc<Live>> {
        self.lock().values().cloned().collect()
    }

    pub(crate) fn enter(&self, live: Arc<Live>) {
        self.lock().insert(live.sheet.id.clone(), live);
    }

    /// Takes a match out of the live ones; `false` if it is there no more, or another beginning of it is.
    pub(crate) fn leave(&self, live: &Arc<Live>) -> bool {
        let mut all = self.lock();
        let own = all.get(&live.sheet.id).is_some_and(|there| Arc::ptr_eq(there, live));
        own && all.remove(&live.sheet.id).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, Arc<Live>>> {
        self.live.lock().expect("nobody panics while holding this lock")
    }

    fn unwritten(&self, id: &MatchId) -> Option<Sheet> {
        self.unwritten.lock().expect("nobody panics while holding this lock").get(id).cloned()
    }

    /// Remembers a sheet that could not be written, or forgets it when one was.
    pub(crate) fn remember(&self, id: &MatchId, sheet: Option<Sheet>) {
        let mut unwritten = self.unwritten.lock().expect("nobody panics while holding this lock");
        match sheet {
            Some(sheet) => unwritten.insert(id.clone(), sheet),
            None => unwritten.remove(id),
        };
    }

    /// The sheet of a match that is not being played.
    pub(crate) async fn sheet(&self, mark: &Shelfmark) -> Result<Sheet, Error> {
        if let Some(sheet) = self.unwritten(&mark.id) {
            return Ok(sheet);
        }
        let (shelf, mark) = (self.shelf.clone(), mark.clone());
        let read = on_disk(move || shelf.read(&mark)).await?;
        read.map_err(|error| Error::disk("what is kept of the match cannot be read", &error))
    }

    /// A match, played or not, and who the caller is to it.
    pub(crate) async fn look(&self, caller: &Caller, id: &MatchId) -> Result<Look, Error> {
        let (mark, state) = self.index.find(id)?;
        let live = self.live(id);
        let sheet = match &live {
            Some(live) => live.sheet.clone(),
            None => self.sheet(&mark).await?,
        };
        let role = role(caller, &sheet);
        Ok(Look { mark, state, sheet, role, live })
    }
}

/// What a use case looks at.
pub(crate) struct Look {
    pub(crate) mark: Shelfmark,
    pub(crate) state: MatchState,
    pub(crate) sheet: Sheet,
    pub(crate) role: Role,
    pub(crate) live: Option<Arc<Live>>,
}

impl Look {
    pub(crate) fn must_be_owner(&self) -> Result<(), Error> {
        match self.role {
            Role::Owner => Ok(()),
            _ => Err(Error::Forbidden(
                "only whoever began the match may do that; show the owner key".to_owned(),
            )),
        }
    }

    /// A match that is being taken up again is nobody's to end before it has begun.
    pub(crate) fn must_not_be_starting(&self) -> Result<(), Error> {
        match (self.state, &self.live) {
            (MatchState::Running, None) => {
                Err(Error::Conflict("the match is just beginning; try again in a moment".to_owned()))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn running(&self) -> Result<&Arc<Live>, Error> {
        let state = self.state;
        self.live.as_ref().ok_or_else(|| Error::Conflict(format!("the match is not running, it is {state}")))
    }
}

/// Who a caller is to a match: that is decided by the key they show, which may open several seats.
pub(crate) fn role(caller: &Caller, sheet: &Sheet) -> Role {
    let key = caller.key.as_ref();
    if sheet.owner.as_ref().is_some_and(|lock| lock.opens_with(key)) {
        return Role::Owner;
    }
    let own = sheet.seats.iter().filter(|(_, lock)| lock.opens_with(key));
    let seats: SeatSet = own.map(|(seat, _)| Seat(*seat)).collect();
    if seats.is_empty() { Role::Visitor } else { Role::Seats(seats) }
}

fn live_card(caller: &Caller, live: &Live) -> MatchCard {
    MatchCard { windows: live.windows(), ..card(caller, &live.sheet) }
}

fn card(caller: &Caller, sheet: &Sheet) -> MatchCard {
    let seat = |(i, entrant): (usize, &meydan_core::trace::Entrant)| SeatCard {
        seat: i as u8,
        side: sheet.sides.get(i).copied().unwrap_or(i as u8),
        name: entrant.name.clone(),
        kind: entrant.kind,
    };
    MatchCard {
        id: sheet.id.clone(),
        game: sheet.game.clone(),
        ruleset: sheet.ruleset.clone(),
        map: sheet.map.clone(),
        seats: sheet.entrants.iter().enumerate().map(seat).collect(),
        state: sheet.state,
        reason: sheet.reason.clone(),
        outcome: sheet.outcome.clone(),
        windows: sheet.windows,
        started: sheet.started,
        open: sheet.privacy.spectator(role(caller, sheet), sheet.state).is_ok(),
    }
}

/// Does something with the disk where one may wait.
pub(crate) async fn on_disk<T: Send + 'static>(
    what: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(what).await;
    done.map_err(|error| Error::Trouble(format!("something went wrong at the disk: {error}")))
}
