//! A room in memory: how it stands, who is there, and the one queue in which it is changed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::{Mutex as Queue, watch};
use tokio::time::Instant;

use super::{Room, RoomShelf, no_room};
use crate::shelf::Sheet;
use crate::slots::Slot;
use crate::{Error, RoomCard, Visitor};

pub(crate) struct Handle {
    /// Changes wait here for each other and for the disk. Whoever only looks does not.
    queue: Queue<()>,
    now: watch::Sender<Now>,
    rations: Mutex<BTreeMap<Ask, Ration>>,
    /// Its place among the rooms.
    _slot: Slot,
}

/// How a room stands.
#[derive(Clone)]
pub(crate) struct Now {
    pub(crate) room: Arc<Room>,
    /// How often each of its people is there.
    here: BTreeMap<u32, u32>,
    /// Visitors who have not come in and look at it.
    nameless: u32,
    /// Whether nothing more will be heard of it.
    pub(crate) over: bool,
}

impl Now {
    pub(crate) fn is_here(&self, id: u32) -> bool {
        self.here.contains_key(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty() && self.nameless == 0
    }

    /// How many are there and sit nowhere.
    pub(crate) fn watching(&self) -> u32 {
        let up = self.here.keys().filter(|id| self.room.seat_of(**id).is_none());
        self.nameless + up.count() as u32
    }
}

/// What is rationed, for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ask {
    /// Somebody comes in from there: who knocks too often keeps nobody else out.
    Come(Visitor),
    /// One of its people says something.
    Say(u32),
    /// One of its people does something else.
    Do(u32),
}

impl Ask {
    /// How many at once, and how many a second from then on.
    fn rate(self) -> (f64, f64) {
        match self {
            Ask::Come(_) => (60.0, 1.0),
            Ask::Say(_) => (5.0, 0.5),
            Ask::Do(_) => (20.0, 2.0),
        }
    }
}

struct Ration {
    left: f64,
    at: Instant,
}

impl Handle {
    pub(crate) fn new(room: Room, slot: Slot) -> Arc<Handle> {
        let now = Now { room: Arc::new(room), here: BTreeMap::new(), nameless: 0, over: false };
        let now = watch::Sender::new(now);
        Arc::new(Handle { queue: Queue::default(), now, rations: Mutex::default(), _slot: slot })
    }

    pub(crate) fn now(&self) -> Now {
        self.now.borrow().clone()
    }

    pub(crate) fn room(&self) -> Arc<Room> {
        self.now.borrow().room.clone()
    }

    pub(crate) fn card(&self, who: Option<u32>) -> RoomCard {
        RoomCard::of(&self.now.borrow(), who, 0)
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<Now> {
        let mut now = self.now.subscribe();
        now.mark_unchanged();
        now
    }

    /// Changes the room. The change is on the disk when this returns, or it has not happened.
    pub(crate) async fn change<T>(
        &self,
        shelf: &RoomShelf,
        change: impl FnOnce(&mut Room, &Now) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let _turn = self.queue.lock().await;
        let now = self.now();
        if now.over {
            return Err(no_room(now.room.code.as_str()));
        }
        let mut room = Room::clone(&now.room);
        let done = change(&mut room, &now)?;
        let room = Arc::new(room);
        shelf.write(room.clone()).await?;
        self.now.send_modify(|now| now.room = room);
        Ok(done)
    }

    /// Enters where the room's match stands. It is true whether the disk takes it or not: the sheet of the match says it, too.
    pub(crate) async fn settle(&self, shelf: &RoomShelf, sheet: &Sheet, at: u64) {
        let _turn = self.queue.lock().await;
        let now = self.now();
        if now.over {
            return;
        }
        let mut room = Room::clone(&now.room);
        room.settle(sheet, at);
        let room = Arc::new(room);
        if let Err(error) = shelf.write(room.clone()).await {
            tracing::warn!(code = %room.code, %error, "a room cannot be written");
        }
        self.now.send_modify(|now| now.room = room);
    }

    /// Nothing more is heard of the room, and it is not kept.
    pub(crate) async fn close(&self, shelf: &RoomShelf) -> Result<(), Error> {
        let _turn = self.queue.lock().await;
        shelf.remove(&self.room().code).await?;
        self.leave_off();
        Ok(())
    }

    /// Nothing more is heard of the room as long as this program runs.
    pub(crate) fn leave_off(&self) {
        self.now.send_modify(|now| now.over = true);
    }

    /// Whether somebody may ask for this now. What they may ask for comes back with time.
    pub(crate) fn ration(&self, ask: Ask) -> Result<(), Error> {
        let (most, rate) = ask.rate();
        let mut rations = self.rations.lock().expect("nobody panics while holding this lock");
        let at = Instant::now();
        // Who has a whole ration again is as one who never asked.
        rations.retain(|ask, ration| {
            let (most, rate) = ask.rate();
            ration.left + rate * at.duration_since(ration.at).as_secs_f64() < most
        });
        let ration = rations.entry(ask).or_insert(Ration { left: most, at });
        ration.left = (ration.left + rate * at.duration_since(ration.at).as_secs_f64()).min(most);
        ration.at = at;
        if ration.left < 1.0 {
            return Err(Error::Busy("that is too much at once; try again in a few seconds".to_owned()));
        }
        ration.left -= 1.0;
        Ok(())
    }
}

/// Somebody who is there until this is dropped.
pub(crate) struct Guest {
    pub(crate) handle: Arc<Handle>,
    pub(crate) who: Option<u32>,
    _slot: Slot,
}

impl Guest {
    pub(crate) fn new(handle: Arc<Handle>, who: Option<u32>, slot: Slot) -> Guest {
        handle.now.send_modify(|now| match who {
            Some(id) => *now.here.entry(id).or_insert(0) += 1,
            None => now.nameless += 1,
        });
        Guest { handle, who, _slot: slot }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.handle.now.send_modify(|now| match self.who {
            None => now.nameless -= 1,
            Some(id) => match now.here.get_mut(&id) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(now.here.remove(&id)),
            },
        });
    }
}
