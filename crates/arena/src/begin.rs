//! How matches begin: from an order, from a paused match, from a record.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use futures_util::FutureExt;
use meydan_core::trace::{Entrant, EntrantKind};
use serde_json::Value;
use tokio::time::timeout;

use crate::actor::Conclusion;
use crate::arena::on_disk;
use crate::disclosure::Role;
use crate::engines::{Begun, Job, SetupPlace};
use crate::film::LONGEST_DELAY;
use crate::live::{Live, Stop};
use crate::order::entrant;
use crate::presence::in_words;
use crate::room::Plan;
use crate::shelf::{Sheet, Shelfmark};
use crate::slots::{NoSlot, Slot};
use crate::{
    Arena, Branch, Caller, Created, Disclosure, Error, HumanSeat, Key, MatchId, MatchState, Order, Privacy,
    Resume, RoomCode, Visitor,
};

/// The longest pause between windows.
const LONGEST_PACE: Duration = Duration::from_secs(5);

/// How long one may wait for a place to set a match up.
const SETUP_QUEUE: Duration = Duration::from_secs(10);

impl Arena {
    /// Begins a match.
    pub async fn create(self: &Arc<Self>, caller: &Caller, order: Order) -> Result<Created, Error> {
        let bots = self.engines.bots();
        let entrants = order.seats.iter().map(|seat| entrant(seat, &bots)).collect::<Result<Vec<_>, _>>()?;
        if let Some(Disclosure::Delayed(windows)) = order.disclosure
            && windows > LONGEST_DELAY
        {
            return Err(Error::Wrong(format!(
                "a delay of {windows} windows is too long; at most {LONGEST_DELAY} fit"
            )));
        }
        let slot = self.slot(caller).await?;
        let mark = Shelfmark { started: now(), id: MatchId::draw()? };
        let (asked, pace_ms) = (order.disclosure, order.pace_ms.unwrap_or(0));
        let job = self.job(&mark, 0, order, entrants);
        self.enter_new(mark, job, asked, pace_ms, slot).await
    }

    /// Plays on from a window of a match that is over, as a match of its own.
    pub async fn branch(self: &Arc<Self>, caller: &Caller, branch: Branch) -> Result<Created, Error> {
        let bots = self.engines.bots();
        let entrants = branch.seats.iter().map(|seat| entrant(seat, &bots)).collect::<Result<Vec<_>, _>>()?;
        let look = self.look(caller, &branch.from).await?;
        look.sheet.privacy.record(look.role, look.state)?;
        if look.state == MatchState::Paused {
            return Err(Error::Conflict(
                "the match is not over; take it up again instead of playing on from within it".to_owned(),
            ));
        }
        if branch.windows > look.sheet.windows {
            let (asked, played) = (branch.windows, look.sheet.windows);
            return Err(Error::Wrong(format!("the match has {played} windows; {asked} cannot stay")));
        }
        let slot = self.slot(caller).await?;
        let mark = Shelfmark { started: now(), id: MatchId::draw()? };
        let order = Order { game: look.sheet.game.clone(), ..Order::default() };
        let mut job = self.job(&mark, 0, order, entrants);
        job.before = Some(self.shelf.record(&look.mark, look.sheet.attempt));
        job.windows = Some(branch.windows);
        self.enter_new(mark, job, None, 0, slot).await
    }

    /// What a match would look like before its first window.
    pub async fn preview(&self, _: &Caller, order: Order) -> Result<Value, Error> {
        let place = self.setup_place().await?;
        let looking = AssertUnwindSafe(async { self.engines.preview(order, place).await }).catch_unwind();
        match timeout(self.limits.setup, looking).await {
            Ok(Ok(seen)) => seen,
            Ok(Err(_)) => {
                tracing::error!("setting a match up to look at it panicked");
                Err(Error::Trouble("the match could not be set up: the engine stumbled over it".to_owned()))
            }
            Err(_) => Err(self.too_long()),
        }
    }

    /// Begins a match that was not there before.
    async fn enter_new(
        self: &Arc<Self>,
        mark: Shelfmark,
        job: Job,
        asked: Option<Disclosure>,
        pace_ms: u64,
        slot: Slot,
    ) -> Result<Created, Error> {
        let owner = Key::draw()?;
        let begun = self.start(job).await?;
        let sheet = Sheet::begun(&mark, &begun.facts, asked, pace_ms);
        self.play(sheet, begun, slot, &owner).await
    }

    /// Begins a match of a room. It belongs to the room alone: nobody has its owner key, and its people sit down with the
    /// keys that they have for the room.
    pub(crate) async fn create_in_room(
        self: &Arc<Self>,
        id: &MatchId,
        code: &RoomCode,
        plan: Plan,
        slot: Slot,
    ) -> Result<Sheet, Error> {
        let mark = Shelfmark { started: now(), id: id.clone() };
        let mut job = self.job(&mark, 0, plan.order, plan.entrants);
        job.clock = self.limits.clock(Some(plan.clock));
        let begun = self.start(job).await?;
        let entrants = &begun.facts.entrants;
        let lock = |seat: u8| plan.people.get(&entrants.get(usize::from(seat))?.name).cloned();
        let sheet = Sheet {
            owner: Some(Key::draw()?.lock()),
            seats: begun.doors.keys().filter_map(|&seat| Some((seat, lock(seat)?))).collect(),
            room: Some(code.clone()),
            clock: Some(plan.clock),
            ..Sheet::begun(&mark, &begun.facts, None, 0)
        };
        self.run(sheet.clone(), begun, slot).await?;
        Ok(sheet)
    }

    /// Takes a paused match up again, under its own name.
    pub async fn resume(self: &Arc<Self>, caller: &Caller, resume: Resume) -> Result<Created, Error> {
        let look = self.look(caller, &resume.resume).await?;
        if look.state != MatchState::Paused {
            let state = look.state;
            return Err(Error::Conflict(format!(
                "only a paused match can be taken up again; this one is {state}"
            )));
        }
        let people = look.sheet.entrants.iter().any(|entrant| entrant.kind == EntrantKind::Person);
        if look.sheet.owner.is_some() && (people || resume.seats.is_some()) {
            look.must_be_owner()?;
        }
        let entrants = self.seated_again(&look.sheet, resume.seats)?;
        let slot = self.slot(caller).await?;
        // From here on nobody else can take it up.
        self.index.turn(&look.mark, MatchState::Running)?;
        let resumed = self.go_on(caller, look.sheet, look.role, entrants, slot).await;
        if resumed.is_err() {
            // It is where it was. Nobody can have moved it meanwhile.
            let _ = self.index.turn(&look.mark, MatchState::Paused);
        }
        resumed
    }

    /// Puts a record that whoever started this program brought along on the shelf.
    pub async fn adopt(&self, _: &Caller, record: Bytes) -> Result<MatchId, Error> {
        let mark = Shelfmark { started: now(), id: MatchId::draw()? };
        let (shelf, own) = (self.shelf.clone(), mark.clone());
        let written = on_disk(move || shelf.write_record(&own, &record)).await?;
        written.map_err(|error| Error::disk("the record cannot be kept", &error))?;
        match self.bare(mark.clone()).await {
            Ok(sheet) => {
                self.index.insert(&sheet);
                Ok(sheet.id)
            }
            Err(error) => {
                let shelf = self.shelf.clone();
                let _ = on_disk(move || shelf.remove(&mark, 0)).await;
                Err(error)
            }
        }
    }

    pub(crate) async fn go_on(
        self: &Arc<Self>,
        caller: &Caller,
        sheet: Sheet,
        role: Role,
        entrants: Vec<Entrant>,
        slot: Slot,
    ) -> Result<Created, Error> {
        let (mark, attempt) = (sheet.mark(), sheet.attempt + 1);
        let order = Order { game: sheet.game.clone(), pace_ms: Some(sheet.pace_ms), ..Order::default() };
        let mut job = self.job(&mark, attempt, order, entrants);
        job.before = Some(self.shelf.record(&mark, sheet.attempt));
        job.clock = self.limits.clock(sheet.clock);
        let begun = self.start(job).await?;
        self.reels.forget(&mark.id);
        let facts = &begun.facts;
        let stricter = Privacy::new(Some(sheet.privacy.view), &facts.entrants, facts.secrets);
        let sheet = Sheet {
            state: MatchState::Running,
            reason: None,
            entrants: facts.entrants.clone(),
            privacy: stricter,
            attempt,
            ..sheet
        };
        // Others may sit there now.
        self.index.insert(&sheet);
        match (role, &sheet.owner) {
            // The owner's key gives the same keys of seats as before, so that links still lead there.
            (Role::Owner, Some(_)) => {
                let owner = caller.key.clone().unwrap_or(Key::draw()?);
                self.play(sheet, begun, slot, &owner).await
            }
            (_, None) => self.play(sheet, begun, slot, &Key::draw()?).await,
            // Somebody else may let bots play on; it stays its owner's.
            (_, Some(_)) => {
                let id = sheet.id.clone();
                self.run(sheet, begun, slot).await?;
                Ok(Created { id, owner: None, humans: Vec::new() })
            }
        }
    }

    /// Who sits where when a match is taken up again. Nothing that is read can start a program: house bots and people
    /// are known by name, everybody else is named by whoever takes the match up.
    fn seated_again(&self, sheet: &Sheet, seats: Option<Vec<String>>) -> Result<Vec<Entrant>, Error> {
        if let Some(seats) = seats {
            let bots = self.engines.bots();
            return seats.iter().map(|seat| entrant(seat, &bots)).collect();
        }
        for (seat, entrant) in sheet.entrants.iter().enumerate() {
            if !matches!(entrant.kind, EntrantKind::House | EntrantKind::Person) {
                return Err(Error::Unseated(format!(
                    "on seat {seat} sat the bot `{}`, which cannot be had from a record; say in `seats` who sits there now",
                    entrant.name
                )));
            }
        }
        Ok(sheet.entrants.clone())
    }

    fn job(&self, mark: &Shelfmark, attempt: u32, order: Order, entrants: Vec<Entrant>) -> Job {
        let pace = Duration::from_millis(order.pace_ms.unwrap_or(0)).min(LONGEST_PACE);
        Job {
            id: mark.id.clone(),
            order,
            entrants,
            before: None,
            windows: None,
            record: self.shelf.record(mark, attempt),
            films: self.shelf.folder().to_owned(),
            clock: self.limits.clock(None),
            pace,
        }
    }

    /// A place to set a match up. One that takes too long keeps its place until it is done.
    async fn setup_place(&self) -> Result<SetupPlace, Error> {
        let busy = || Error::Busy("too many matches are being set up; try again in a moment".to_owned());
        let place = timeout(SETUP_QUEUE, self.setups.clone().acquire_owned()).await;
        place.map_err(|_| busy())?.map(SetupPlace).map_err(|_| busy())
    }

    /// Lets the engines begin; whatever happens there is not the arena's end.
    async fn start(&self, job: Job) -> Result<Begun, Error> {
        let id = job.id.clone();
        let place = self.setup_place().await?;
        let starting = AssertUnwindSafe(async { self.engines.begin(job, place).await }).catch_unwind();
        match timeout(self.limits.setup, starting).await {
            Ok(Ok(begun)) => begun,
            Ok(Err(_)) => {
                tracing::error!(%id, "setting a match up panicked");
                Err(Error::Trouble("the match could not be set up: the engine stumbled over it".to_owned()))
            }
            Err(_) => Err(self.too_long()),
        }
    }

    fn too_long(&self) -> Error {
        Error::Late(format!(
            "setting the match up took longer than {}; ask for something smaller",
            in_words(self.limits.setup)
        ))
    }

    /// Makes the keys and plays the match.
    async fn play(
        self: &Arc<Self>,
        sheet: Sheet,
        begun: Begun,
        slot: Slot,
        owner: &Key,
    ) -> Result<Created, Error> {
        let seats = begun.doors.keys().map(|&seat| (seat, owner.for_seat(&sheet.id, seat)));
        let keys: Vec<(u8, Key)> = seats.collect();
        let sheet = Sheet {
            owner: Some(owner.lock()),
            seats: keys.iter().map(|(seat, key)| (*seat, key.lock())).collect(),
            ..sheet
        };
        let id = sheet.id.clone();
        self.run(sheet, begun, slot).await?;
        let human = |(seat, key): (u8, Key)| HumanSeat { seat, key: key.reveal().to_owned() };
        Ok(Created {
            id,
            owner: Some(owner.reveal().to_owned()),
            humans: keys.into_iter().map(human).collect(),
        })
    }

    /// Writes the match down and looks after it from now on.
    async fn run(self: &Arc<Self>, sheet: Sheet, begun: Begun, slot: Slot) -> Result<(), Error> {
        let (shelf, own) = (self.shelf.clone(), sheet.clone());
        if let Err(error) = on_disk(move || shelf.write(&own)).await? {
            begun.stop.send_replace(true);
            return Err(Error::disk("the match cannot be written down, so it was not begun", &error));
        }
        self.remember(&sheet.id, None);
        let people = !begun.doors.is_empty();
        tracing::info!(id = %sheet.id, game = %sheet.game, people, attempt = sheet.attempt, "a match has begun");
        let (live, actor) =
            Live::channel(sheet.clone(), begun, slot, self.limits.patience(people, sheet.clock));
        let live = Arc::new(live);
        self.index.insert(&sheet);
        self.enter(live.clone());
        let entered = Entered { arena: self.clone(), live: live.clone() };
        tokio::spawn(async move {
            let Entered { arena, live } = &entered;
            actor.run(|conclusion| arena.shelve(live, conclusion)).await;
            arena.settle_room(&live.sheet).await;
        });
        if self.is_closing() {
            // It began while everything else ended.
            let _ = live.stop(Stop::closing()).await;
        }
        Ok(())
    }

    /// Puts a match that has ended on the shelf.
    async fn shelve(&self, live: &Arc<Live>, conclusion: Conclusion) -> Result<(), Error> {
        let Conclusion { state, reason, outcome, windows, kept } = conclusion;
        let sheet = Sheet { state, reason, outcome, windows, ..live.sheet.clone() };
        // The engine has let go of its cameras; if it has not, there is no whole film to keep.
        let _ = timeout(Duration::from_secs(5), live.film.finished()).await;
        let (shelf, film, mark) = (self.shelf.clone(), live.film.clone(), sheet.mark());
        let own = sheet.clone();
        let written = on_disk(move || {
            // Without its reel it is shown by playing the record again.
            if own.state == MatchState::Over
                && film.is_whole()
                && let Err(error) = shelf.write_reel(&own.mark(), &film)
            {
                tracing::warn!(id = %own.id, %error, "the reel of a match cannot be kept");
            }
            shelf.write(&own)?;
            if kept {
                shelf.drop_earlier(&own.mark(), own.attempt);
            }
            std::io::Result::Ok(())
        })
        .await;
        tracing::info!(id = %mark.id, %state, windows, reason = sheet.reason.as_deref(), "a match has ended");
        let written = written.and_then(|written| {
            written.map_err(|error| Error::disk("the end of the match cannot be written down", &error))
        });
        self.remember(&mark.id, written.is_err().then_some(sheet));
        self.reels.forget(&mark.id);
        // The state is legal: only a running match is shelved.
        let _ = self.index.turn(&mark, state);
        self.leave(live);
        written.inspect_err(|error| tracing::error!(id = %mark.id, %error, "a match has lost its end"))
    }

    /// A place for one more match. Whoever has as many as one may have gives up the one they have left the longest ago.
    pub(crate) async fn slot(&self, caller: &Caller) -> Result<Slot, Error> {
        self.must_be_open()?;
        let visitor = caller.visitor;
        let first = self.slots.take(visitor);
        if let Err(NoSlot::Own(_)) = first
            && let Some(left) = self.left_longest(visitor)
        {
            let reason = "its person began another match; it can be taken up again";
            let stop = Stop { state: MatchState::Paused, reason: Some(reason.to_owned()) };
            // If it cannot be stopped there is still no place, which is said below.
            let _ = left.stop(stop).await;
        } else if let Ok(slot) = first {
            return Ok(slot);
        }
        self.slots.take(visitor).map_err(no_slot)
    }

    /// Nothing begins any more while the arena is being closed.
    pub(crate) fn must_be_open(&self) -> Result<(), Error> {
        match self.is_closing() {
            true => Err(Error::Busy("the arena is being closed".to_owned())),
            false => Ok(()),
        }
    }

    fn left_longest(&self, visitor: Visitor) -> Option<Arc<Live>> {
        let own = self.all_live().into_iter().filter(|live| live.visitor == visitor);
        let left = own.filter_map(|live| live.abandoned_since().map(|since| (since, live)));
        left.min_by_key(|(since, _)| *since).map(|(_, live)| live)
    }
}

/// A match among the live ones. Whatever ends its actor, it does not stay there.
struct Entered {
    arena: Arc<Arena>,
    live: Arc<Live>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        if self.arena.leave(&self.live) {
            tracing::error!(id = %self.live.sheet.id, "a match was not put on the shelf");
            let _ = self.arena.index.turn(&self.live.sheet.mark(), MatchState::Void);
        }
    }
}

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Why no match can begin.
pub(crate) fn no_slot(no: NoSlot) -> Error {
    Error::Busy(match no {
        NoSlot::Own(most) => {
            format!("you have {most} matches running; wait until one is over, or cancel one")
        }
        NoSlot::All(most) => format!("{most} matches are running; wait until one is over"),
    })
}
