//! The use cases of rooms: open one, come in, follow it, do something in it, close it.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use meydan_core::trace::{Entrant, EntrantKind};
use serde_json::Value;
use tokio::time::sleep;

use crate::arena::on_disk;
use crate::begin::{no_slot, now};
use crate::disclosure::Role;
use crate::room::{Ask, Guest, Handle, NAMELESS, Now, Room, RoomShelf, no_room, stranger};
use crate::shelf::Sheet;
use crate::slots::{NoSlot, Slot, Slots};
use crate::{
    Arena, Arrived, Caller, Deed, Error, Key, Limits, MatchId, MatchState, NewPerson, NewRoom, RoomCard,
    RoomCode, RoomFeed, RoomWish, Visitor,
};

/// How often is looked for rooms in which nobody has been for long.
const SWEEP: Duration = Duration::from_secs(600);

/// The rooms of an arena. There are few and each is small, so all of them are in memory, and on the disk.
pub(crate) struct Rooms {
    shelf: RoomShelf,
    pub(crate) slots: Slots,
    /// Matches in rooms have places of their own: a class behind one address plays in as many rooms as it may open.
    pub(crate) matches: Slots,
    pub(crate) guests: Slots,
    /// Names are taken away one after another: two who leave at once must not bring each other's back.
    names: tokio::sync::Mutex<()>,
    /// Held only to look one up.
    all: Mutex<BTreeMap<RoomCode, Arc<Handle>>>,
}

impl Rooms {
    pub(crate) fn new(shelf: RoomShelf, limits: &Limits) -> Rooms {
        Rooms {
            shelf,
            slots: Slots::new(limits.rooms, limits.rooms_each),
            matches: Slots::new(limits.room_matches, limits.room_matches_each),
            guests: Slots::new(limits.guests, limits.guests_each),
            names: tokio::sync::Mutex::default(),
            all: Mutex::default(),
        }
    }

    fn find(&self, code: &RoomCode) -> Result<Arc<Handle>, Error> {
        self.lock().get(code).cloned().ok_or_else(|| no_room(code.as_str()))
    }

    /// Everybody who follows a room is let go, because the arena is closed.
    pub(crate) fn leave_off(&self) {
        self.lock().values().for_each(|handle| handle.leave_off());
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<RoomCode, Arc<Handle>>> {
        self.all.lock().expect("nobody panics while holding this lock")
    }
}

impl Arena {
    /// Whether there is such a game, with such rules and such a map.
    fn known(&self, wish: &RoomWish) -> Result<(), Error> {
        let games = self.engines.games();
        let games = games.as_array().map_or(&[][..], Vec::as_slice);
        let name = |card: &Value| card.get("name").unwrap_or(card).as_str().unwrap_or_default().to_owned();
        let game = &wish.game;
        let Some(card) = games.iter().find(|card| name(card) == *game) else {
            let list = games.iter().map(name).collect::<Vec<_>>().join(", ");
            return Err(Error::Wrong(format!("there is no game `{game}`; the games are {list}")));
        };
        let has = |key: &str| -> Vec<&str> {
            card.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let (rulesets, maps) = (has("rulesets"), has("maps"));
        match (&wish.ruleset, &wish.map) {
            (Some(ruleset), _) if !rulesets.is_empty() && !rulesets.contains(&ruleset.as_str()) => Err(
                Error::Wrong(format!("{game} has no ruleset `{ruleset}`; there are {}", rulesets.join(", "))),
            ),
            (_, Some(map)) if !maps.is_empty() && !maps.contains(&map.as_str()) => {
                Err(Error::Wrong(format!("{game} has no map `{map}`; there are {}", maps.join(", "))))
            }
            _ => Ok(()),
        }
    }

    /// Opens a room. Whoever does is in it, and its owner.
    pub async fn open_room(&self, caller: &Caller, new: NewRoom) -> Result<Arrived, Error> {
        if self.is_closing() {
            return Err(Error::Busy("the arena is being closed".to_owned()));
        }
        self.known(&new.wish)?;
        let slot = self.rooms.slots.take(caller.visitor).map_err(|no| {
            Error::Busy(match no {
                NoSlot::Own(most) => format!("you have {most} rooms open; close one first"),
                NoSlot::All(most) => format!("{most} rooms are open; wait until one is closed"),
            })
        })?;
        let key = Key::draw()?;
        let room = Room::open(&new, &key, now())?;
        let (code, id) = (room.code.clone(), room.who(Some(&key)).map_or(0, |owner| owner.id));
        self.rooms.shelf.write(Arc::new(room.clone())).await?;
        self.rooms.lock().insert(code.clone(), Handle::new(room, slot));
        tracing::info!("a room is open");
        Ok(Arrived { code, id, key: key.reveal().to_owned() })
    }

    /// Somebody comes into a room.
    pub async fn come_in(&self, caller: &Caller, code: &RoomCode, new: NewPerson) -> Result<Arrived, Error> {
        let handle = self.rooms.find(code)?;
        let key = Key::draw()?;
        let come = |room: &mut Room, at: &Now| {
            let come = room.come(&new.name, &key, |id| at.is_here(id), now())?;
            // Only who would be let in uses up something: a class comes from one address.
            handle.ration(Ask::Come(caller.visitor))?;
            Ok(come)
        };
        let (id, made_place) = handle.change(&self.rooms.shelf, come).await?;
        if let Some(name) = made_place
            && let Err(error) = self.take_names(code, |own| own == name).await
        {
            tracing::error!(%code, %error, "a name cannot be taken out of a room's matches");
        }
        Ok(Arrived { code: code.clone(), id, key: key.reveal().to_owned() })
    }

    /// A room as it is now.
    pub fn room(&self, caller: &Caller, code: &RoomCode) -> Result<RoomCard, Error> {
        let handle = self.rooms.find(code)?;
        let who = handle.room().who(caller.key.as_ref()).map(|person| person.id);
        Ok(handle.card(who))
    }

    /// A room as it goes on. Whoever follows it is there; when all who play its paused match are, it is taken up again.
    pub fn follow_room(self: &Arc<Self>, caller: &Caller, code: &RoomCode) -> Result<RoomFeed, Error> {
        let handle = self.rooms.find(code)?;
        let slot = self.rooms.guests.take(caller.visitor);
        let slot = slot.map_err(|_| Error::Busy("too many are in rooms now; try again later".to_owned()))?;
        let who = handle.room().who(caller.key.as_ref()).map(|person| person.id);
        let feed = RoomFeed::new(Guest::new(handle.clone(), who, slot));
        let now = handle.now();
        let paused = now.room.current.as_ref().filter(|current| current.state == MatchState::Paused);
        let all_here = paused.is_some_and(|paused| paused.people.values().all(|id| now.is_here(*id)));
        if who.is_some() && all_here {
            let (arena, caller, handle) = (self.clone(), caller.clone(), handle.clone());
            tokio::spawn(async move {
                // If it cannot be, its people see that it is paused, and can ask for it themselves.
                if let Err(error) = arena.take_up(&caller, &handle).await {
                    tracing::info!(code = %handle.room().code, %error, "a room's match is not taken up");
                }
            });
        }
        Ok(feed)
    }

    /// Does something in a room, for one of its people.
    pub async fn act_in_room(
        self: &Arc<Self>,
        caller: &Caller,
        code: &RoomCode,
        deed: Deed,
    ) -> Result<RoomCard, Error> {
        let handle = self.rooms.find(code)?;
        let who = handle.room().who(caller.key.as_ref()).ok_or_else(stranger)?.id;
        handle.ration(if matches!(deed, Deed::Say { .. }) { Ask::Say(who) } else { Ask::Do(who) })?;
        if let Deed::Choose { wish, .. } = &deed {
            self.known(wish)?;
        }
        match deed {
            Deed::Start => self.begin_in_room(caller, &handle, who).await?,
            Deed::GoOn => {
                handle.room().paused_for(who)?;
                self.take_up(caller, &handle).await?;
            }
            Deed::EndMatch => {
                let (id, why) = handle.room().endable_by(who)?;
                self.end_in_room(&id, why).await?;
            }
            Deed::Kick { .. } | Deed::Leave => {
                let person = if let Deed::Kick { person } = deed { person } else { who };
                let (playing, name) = {
                    let room = handle.room();
                    (room.plays(person), room.person(person).map(|person| person.name.clone()))
                };
                handle.change(&self.rooms.shelf, |room, _| room.act(who, &deed, now())).await?;
                if playing && let Some(current) = &handle.room().current {
                    match self.end_in_room(&current.id, "somebody who played it has left its room").await {
                        // It is ending by itself, and then the name is taken out of it.
                        Ok(()) | Err(Error::Conflict(_)) => {}
                        Err(error) => return Err(error),
                    }
                }
                self.take_names(code, |own| Some(own) == name.as_deref()).await?;
            }
            deed => handle.change(&self.rooms.shelf, |room, _| room.act(who, &deed, now())).await?,
        }
        Ok(handle.card(Some(who)))
    }

    /// Closes a room for its owner: the match that is played in it ends, everybody is let go, and nothing of the room is kept.
    pub async fn close_room(&self, caller: &Caller, code: &RoomCode) -> Result<(), Error> {
        let handle = self.rooms.find(code)?;
        let room = handle.room();
        if !room.who(caller.key.as_ref()).is_some_and(|person| person.owner) {
            return Err(Error::Forbidden("only the room's owner may do that".to_owned()));
        }
        if let Some(current) = room.current.as_ref().filter(|current| !current.state.is_final()) {
            self.end_in_room(&current.id, "its room was closed").await?;
        }
        self.forget_room(code, &handle).await
    }

    async fn forget_room(&self, code: &RoomCode, handle: &Handle) -> Result<(), Error> {
        self.take_names(code, |_| true).await?;
        handle.close(&self.rooms.shelf).await?;
        self.rooms.lock().remove(code);
        tracing::info!(%code, "a room is closed");
        Ok(())
    }

    /// Closes the rooms in which nobody is and nobody has done anything for long. Gives how many there were.
    pub async fn sweep_rooms(&self) -> usize {
        let since = now().saturating_sub(self.limits.room_idle.as_millis() as u64);
        let idle = |handle: &Handle| {
            let now = handle.now();
            let playing =
                now.room.current.as_ref().is_some_and(|current| current.state == MatchState::Running);
            now.is_empty() && !playing && now.room.touched < since
        };
        let rooms: Vec<(RoomCode, Arc<Handle>)> =
            self.rooms.lock().iter().map(|(code, handle)| (code.clone(), handle.clone())).collect();
        let mut swept = 0;
        for (code, handle) in rooms.iter().filter(|(_, handle)| idle(handle)) {
            match self.forget_room(code, handle).await {
                Ok(()) => swept += 1,
                Err(error) => tracing::warn!(%code, %error, "a room cannot be closed"),
            }
        }
        swept
    }

    /// A place for a match in a room.
    fn room_slot(&self, caller: &Caller) -> Result<Slot, Error> {
        self.must_be_open()?;
        self.rooms.matches.take(caller.visitor).map_err(no_slot)
    }

    async fn begin_in_room(
        self: &Arc<Self>,
        caller: &Caller,
        handle: &Handle,
        who: u32,
    ) -> Result<(), Error> {
        let slot = self.room_slot(caller)?;
        let id = MatchId::draw()?;
        let shelf = &self.rooms.shelf;
        let begin = |room: &mut Room, _: &_| {
            let before = room.current.clone();
            Ok((room.begin(who, &id, now())?, before))
        };
        let (plan, before) = handle.change(shelf, begin).await?;
        match self.create_in_room(&id, &handle.room().code, plan, slot).await {
            Ok(sheet) => {
                handle.settle(shelf, &sheet, now()).await;
                Ok(())
            }
            Err(error) => {
                // The room is as it was.
                let restore = |room: &mut Room, _: &_| {
                    if room.current(&id).is_some() {
                        room.current = before;
                    }
                    Ok(())
                };
                handle.change(shelf, restore).await?;
                Err(error)
            }
        }
    }

    /// Takes the paused match of a room up again.
    async fn take_up(self: &Arc<Self>, caller: &Caller, handle: &Handle) -> Result<(), Error> {
        let paused = || Error::Conflict("no match is paused here".to_owned());
        let id = handle.room().current.as_ref().ok_or_else(paused)?.id.clone();
        let look = self.look(caller, &id).await?;
        let slot = self.room_slot(caller)?;
        // From here on nobody else can take it up.
        self.index.turn(&look.mark, MatchState::Running)?;
        let shelf = &self.rooms.shelf;
        let turn = |room: &mut Room, state: MatchState| {
            let current = room.current(&id).ok_or_else(paused)?;
            let resumed = state == MatchState::Running;
            (current.state, current.takes) = (state, current.takes + u32::from(resumed));
            if resumed {
                current.reason = None;
            }
            Ok(())
        };
        let taken = async {
            handle.change(shelf, |room, _| turn(room, MatchState::Running)).await?;
            let entrants = look.sheet.entrants.clone();
            // As somebody to whom it does not belong: the locks of its seats stay as they are.
            self.go_on(caller, look.sheet.clone(), Role::Visitor, entrants, slot).await
        };
        match taken.await {
            Ok(_) => Ok(()),
            Err(error) => {
                // It is where it was. Nobody can have moved it meanwhile.
                let _ = self.index.turn(&look.mark, MatchState::Paused);
                handle.change(shelf, |room, _| turn(room, MatchState::Paused)).await?;
                Err(error)
            }
        }
    }

    /// Takes names of people out of the matches that were played in a room. The matches stay.
    async fn take_names(&self, code: &RoomCode, whose: impl Fn(&str) -> bool) -> Result<(), Error> {
        let _turn = self.rooms.names.lock().await;
        for mark in self.index.of_room(code) {
            let mut sheet = self.sheet(&mark).await?;
            let own = |entrant: &&mut Entrant| entrant.kind == EntrantKind::Person && whose(&entrant.name);
            let taken =
                sheet.entrants.iter_mut().filter(own).map(|entrant| entrant.name = NAMELESS.to_owned());
            if taken.count() == 0 || self.live(&mark.id).is_some() {
                continue;
            }
            let record = self.shelf.record(&mark, sheet.attempt);
            let renamed = self.engines.rename(record, sheet.entrants.clone()).await;
            self.index.insert(&sheet);
            self.remember(&mark.id, None);
            self.reels.forget(&mark.id);
            let shelf = self.shelf.clone();
            let written = on_disk(move || match renamed {
                Ok(record) => shelf.rename(&sheet, &record),
                // A record that cannot be read cannot lose a name, so it goes.
                Err(error) => {
                    tracing::warn!(id = %sheet.id, %error, "a match whose names are taken away is deleted");
                    shelf.remove(&sheet.mark(), sheet.attempt)
                }
            });
            written.await?.map_err(|error| Error::disk("a name cannot be taken away", &error))?;
        }
        Ok(())
    }

    async fn end_in_room(&self, id: &MatchId, why: &str) -> Result<(), Error> {
        let beginning = |_| Error::Conflict("the match is just beginning; try again in a moment".to_owned());
        let look = self.look(&Caller::host(), id).await.map_err(beginning)?;
        match self.end_for_good(look, why).await {
            // It has ended by itself in this moment, which is as good.
            Err(Error::Conflict(_)) if self.index.find(id).is_ok_and(|(_, state)| state.is_final()) => Ok(()),
            ended => ended,
        }
    }

    /// A match has come to where it stands on the shelf; its room, if it has one, is told.
    pub(crate) async fn settle_room(&self, sheet: &Sheet) {
        let Some(handle) = sheet.room.as_ref().and_then(|code| self.rooms.find(code).ok()) else { return };
        match self.sheet(&sheet.mark()).await {
            Ok(sheet) => {
                handle.settle(&self.rooms.shelf, &sheet, now()).await;
                self.take_names_of_those_who_left(&handle, &sheet).await;
            }
            Err(error) => tracing::warn!(id = %sheet.id, %error, "a room does not know how its match ended"),
        }
    }

    /// Somebody may have left in the moment in which their match ended.
    async fn take_names_of_those_who_left(&self, handle: &Handle, sheet: &Sheet) {
        let room = handle.room();
        let has_left = |entrant: &Entrant| {
            entrant.kind == EntrantKind::Person && entrant.name != NAMELESS && !room.has(&entrant.name)
        };
        if sheet.state.is_final()
            && sheet.entrants.iter().any(has_left)
            && let Err(error) = self.take_names(&room.code, |own| own != NAMELESS && !room.has(own)).await
        {
            tracing::error!(id = %sheet.id, %error, "a name cannot be taken out of a match");
        }
    }

    /// Enters the rooms that lie on the disk, with how their matches stand now.
    pub(crate) async fn find_rooms(&self) -> io::Result<()> {
        let shelf = self.rooms.shelf.clone();
        for mut room in on_disk(move || shelf.inventory()).await.map_err(io::Error::other)?? {
            if let Some(current) = &room.current {
                let known = self.index.find(&current.id).ok();
                let sheet = match known {
                    Some((mark, _)) => self.sheet(&mark).await.ok(),
                    None => None,
                };
                match sheet {
                    Some(sheet) => room.settle(&sheet, now()),
                    // It was killed before its match began, or somebody has taken the match away.
                    None => room.current = None,
                }
            }
            // What was there before is not counted to whoever opened it, and not refused either.
            let Ok(slot) = self.rooms.slots.take(Visitor::Host) else {
                tracing::warn!(code = %room.code, "there are too many rooms; one is passed over");
                continue;
            };
            let code = room.code.clone();
            let handle = Handle::new(room, slot);
            self.rooms.lock().insert(code.clone(), handle.clone());
            // A kill may have come between somebody's leaving and their name's.
            let room = handle.room();
            if let Err(error) = self.take_names(&code, |own| own != NAMELESS && !room.has(own)).await {
                tracing::error!(%code, %error, "a name cannot be taken out of a room's matches");
            }
        }
        Ok(())
    }
}

/// Closes forgotten rooms as long as there is an arena.
pub(crate) async fn sweep(arena: Weak<Arena>) {
    loop {
        sleep(SWEEP).await;
        let Some(arena) = arena.upgrade() else { return };
        arena.sweep_rooms().await;
    }
}
