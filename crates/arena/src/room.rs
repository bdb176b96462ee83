//! A room: people come in by a link, sit down, talk, and play one match after another. These are its rules, without a disk
//! and without a clock: who may do what, and what comes of it.

mod card;
mod chat;
mod code;
mod deed;
mod feed;
mod file;
mod handle;
mod score;

use std::collections::BTreeMap;

use meydan_core::trace::{Entrant, EntrantKind};
use serde::{Deserialize, Serialize};

use crate::key::Lock;
use crate::name::{alike, name};
use crate::shelf::Sheet;
use crate::{Error, Key, MatchId, MatchState, Order};

pub use card::{CurrentCard, PersonCard, RoomCard};
pub use chat::{ChatCard, ChatLine};
pub use code::RoomCode;
pub use deed::{Arrived, Deed, NewPerson, NewRoom, RoomClock, RoomSeat, RoomWish};
pub use feed::RoomFeed;
pub use score::{Played, PlayedSide, Score};

pub(crate) use chat::Chat;
pub(crate) use code::no_room;
pub(crate) use file::RoomShelf;
pub(crate) use handle::{Ask, Guest, Handle, Now};
use score::Scores;

/// What somebody is called whose name was taken away, in every language.
pub(crate) const NAMELESS: &str = "—";
/// The most people in a room. Who is away and sits nowhere makes place for whoever comes.
const MOST_PEOPLE: usize = 60;
/// The most seats.
const MOST_SEATS: u8 = 32;

/// Everything that is kept of a room. Of keys there are only locks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Room {
    format: Format,
    pub(crate) code: RoomCode,
    /// When somebody last did something here.
    pub(crate) touched: u64,
    wish: RoomWish,
    seats: Vec<RoomSeat>,
    people: Vec<Person>,
    /// The number of the next person.
    next: u32,
    /// Whether new people may come in.
    open: bool,
    pub(crate) chat: Chat,
    scores: Scores,
    pub(crate) current: Option<Current>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[default]
    #[serde(rename = "meydan-room 1")]
    First,
}

/// Somebody who has come in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) name: String,
    lock: Lock,
    pub(crate) owner: bool,
}

/// The match that is played here, or was the last one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Current {
    pub(crate) id: MatchId,
    /// Whether it is on the shelf already: it has its name here before it is begun, so that a kill in between loses nothing.
    pub(crate) begun: bool,
    pub(crate) state: MatchState,
    pub(crate) reason: Option<String>,
    /// Who of the room plays which seat.
    pub(crate) people: BTreeMap<u8, u32>,
    /// How often it was taken up again.
    pub(crate) takes: u32,
}

impl Current {
    fn is_open(&self) -> bool {
        !self.state.is_final()
    }
}

/// What is begun in a room.
pub(crate) struct Plan {
    pub(crate) order: Order,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) clock: RoomClock,
    /// The locks of the people who take part, by their names.
    pub(crate) people: BTreeMap<String, Lock>,
}

impl Room {
    /// A new room with its owner in it.
    pub(crate) fn open(new: &NewRoom, key: &Key, now: u64) -> Result<Room, Error> {
        let mut room = Room {
            format: Format::First,
            code: RoomCode::draw()?,
            touched: now,
            wish: new.wish.checked()?,
            seats: vec![RoomSeat::Free; seats(new.seats)?],
            people: Vec::new(),
            next: 0,
            open: true,
            chat: Chat::new(new.chat),
            scores: Scores::default(),
            current: None,
        };
        let (owner, _) = room.come(&new.name, key, |_| true, now)?;
        room.people.iter_mut().for_each(|person| person.owner = person.id == owner);
        Ok(room)
    }

    /// Somebody comes in; `here` tells who of the others is there. Gives who it is, and the name of whoever had to make place.
    pub(crate) fn come(
        &mut self,
        text: &str,
        key: &Key,
        here: impl Fn(u32) -> bool,
        now: u64,
    ) -> Result<(u32, Option<String>), Error> {
        let name = name("a name", text)?;
        if !self.open {
            return Err(Error::Forbidden("nobody new is let into this room now; ask its owner".to_owned()));
        }
        let same = |person: &Person| alike(&person.name, &name);
        if self.people.iter().any(same) {
            return Err(Error::Conflict(format!(
                "somebody in this room is called `{name}` already, or almost; choose another name"
            )));
        }
        let mut made_place = None;
        if self.people.len() >= MOST_PEOPLE {
            let away = |person: &Person| {
                !person.owner
                    && !here(person.id)
                    && !self.plays(person.id)
                    && self.seat_of(person.id).is_none()
            };
            let person = self.people.iter().find(|person| away(person)).cloned();
            let person = person
                .ok_or_else(|| Error::Busy(format!("the room is full: {MOST_PEOPLE} people are in it")))?;
            // Their key opens nothing any more, so they could never take their name away themselves.
            self.part_with(&person);
            made_place = Some(person.name);
        }
        let id = self.next;
        self.next += 1;
        self.people.push(Person { id, name, lock: key.lock(), owner: false });
        self.touched = now;
        Ok((id, made_place))
    }

    /// Whose key this is.
    pub(crate) fn who(&self, key: Option<&Key>) -> Option<&Person> {
        self.people.iter().find(|person| person.lock.opens_with(key))
    }

    pub(crate) fn person(&self, id: u32) -> Option<&Person> {
        self.people.iter().find(|person| person.id == id)
    }

    fn seat_of(&self, id: u32) -> Option<usize> {
        self.seats.iter().position(|seat| *seat == RoomSeat::Person(id))
    }

    /// Whether somebody plays in a match that is not over.
    pub(crate) fn plays(&self, id: u32) -> bool {
        self.current
            .as_ref()
            .is_some_and(|current| current.is_open() && current.people.values().any(|&own| own == id))
    }

    /// Does what only changes the room itself.
    pub(crate) fn act(&mut self, id: u32, deed: &Deed, now: u64) -> Result<(), Error> {
        let person = self.person(id).ok_or_else(stranger)?.clone();
        if deed.is_owners() && !person.owner {
            return Err(Error::Forbidden("only the room's owner may do that".to_owned()));
        }
        match deed {
            Deed::Sit { seat } => self.sit(id, *seat)?,
            Deed::Stand => {
                self.between_matches()?;
                self.stand(id);
            }
            Deed::Say { text } => self.chat.say(&person.name, text, now)?,
            Deed::Swap => {
                self.must_sit_or_own(&person)?;
                self.between_matches()?;
                self.seats.rotate_right(1);
            }
            Deed::Choose { wish, seats } => self.choose(wish.checked()?, *seats)?,
            Deed::Put { seat, house } => self.put(*seat, house.as_deref())?,
            Deed::Chat { on } => self.chat.on = *on,
            Deed::ClearChat => self.chat.clear(),
            Deed::Door { open } => self.open = *open,
            // Who plays in it is known when it has begun.
            Deed::Kick { .. } | Deed::Leave if self.is_beginning() => {
                return Err(Error::Conflict("the match is just beginning; try again in a moment".to_owned()));
            }
            Deed::Kick { person } => self.kick(id, *person)?,
            Deed::Leave if person.owner => {
                return Err(Error::Wrong(
                    "the owner cannot leave for good; close the room instead".to_owned(),
                ));
            }
            Deed::Leave => self.part_with(&person),
            Deed::Start | Deed::GoOn | Deed::EndMatch => {}
        }
        self.touched = now;
        Ok(())
    }

    fn sit(&mut self, id: u32, seat: u8) -> Result<(), Error> {
        self.between_matches()?;
        if *self.seat(seat)? != RoomSeat::Free {
            return Err(Error::Conflict(format!("seat {} is taken; choose another one", seat + 1)));
        }
        self.stand(id);
        *self.seat(seat)? = RoomSeat::Person(id);
        Ok(())
    }

    fn stand(&mut self, id: u32) {
        if let Some(seat) = self.seat_of(id) {
            self.seats[seat] = RoomSeat::Free;
        }
    }

    /// People stay on their seats, as far as there are any; bots of one game do not play another.
    fn choose(&mut self, wish: RoomWish, count: u8) -> Result<(), Error> {
        self.between_matches()?;
        let count = seats(count)?;
        if wish.game != self.wish.game {
            self.seats.retain(|seat| matches!(seat, RoomSeat::Person(_)));
        }
        self.seats.resize(count, RoomSeat::Free);
        self.wish = wish;
        Ok(())
    }

    fn put(&mut self, seat: u8, house: Option<&str>) -> Result<(), Error> {
        self.between_matches()?;
        let who = match house {
            Some(bot) => RoomSeat::House(deed::word("a house bot", bot)?),
            None => RoomSeat::Free,
        };
        *self.seat(seat)? = who;
        Ok(())
    }

    fn kick(&mut self, own: u32, id: u32) -> Result<(), Error> {
        if own == id {
            return Err(Error::Wrong("the owner cannot be sent away; close the room instead".to_owned()));
        }
        let none = || Error::Missing("there is nobody like that in the room".to_owned());
        let person = self.person(id).ok_or_else(none)?.clone();
        self.part_with(&person);
        Ok(())
    }

    /// Nothing in the room tells of somebody any more.
    fn part_with(&mut self, person: &Person) {
        self.stand(person.id);
        self.people.retain(|other| other.id != person.id);
        self.chat.forget(&person.name);
        self.scores.forget(&person.name);
    }

    fn seat(&mut self, seat: u8) -> Result<&mut RoomSeat, Error> {
        self.seats
            .get_mut(usize::from(seat))
            .ok_or_else(|| Error::Wrong("the room has no such seat".to_owned()))
    }

    fn must_sit_or_own(&self, person: &Person) -> Result<(), Error> {
        match person.owner || self.seat_of(person.id).is_some() {
            true => Ok(()),
            false => Err(Error::Forbidden("only who sits here and the room's owner may do that".to_owned())),
        }
    }

    fn between_matches(&self) -> Result<(), Error> {
        match self.current.as_ref().filter(|current| current.is_open()) {
            None => Ok(()),
            Some(current) if current.state == MatchState::Paused => {
                Err(Error::Conflict("a match is paused here; go on with it or end it first".to_owned()))
            }
            Some(_) => Err(Error::Conflict("a match is played here; wait until it is over".to_owned())),
        }
    }

    fn is_beginning(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.is_open() && !current.begun)
    }

    /// Whether somebody of that name is in the room.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.people.iter().any(|person| person.name == name)
    }

    /// Whether somebody may take the paused match up again, or end it.
    pub(crate) fn paused_for(&self, id: u32) -> Result<&Current, Error> {
        let person = self.person(id).ok_or_else(stranger)?;
        if !person.owner && !self.plays(id) {
            return Err(Error::Forbidden("only who plays and the room's owner may do that".to_owned()));
        }
        let paused = self.current.as_ref().filter(|current| current.state == MatchState::Paused);
        paused.ok_or_else(|| Error::Conflict("no match is paused here".to_owned()))
    }

    /// The match that somebody may end now, and what is said of it then: its owner any, and its people one that is paused.
    pub(crate) fn endable_by(&self, id: u32) -> Result<(MatchId, &'static str), Error> {
        let person = self.person(id).ok_or_else(stranger)?;
        let current = match person.owner {
            true => self.current.as_ref().filter(|current| current.is_open()),
            false => Some(self.paused_for(id)?),
        };
        let current = current.ok_or_else(|| Error::Conflict("no match is played here".to_owned()))?;
        let why =
            if person.owner { "the room's owner has ended it" } else { "one of its people has ended it" };
        Ok((current.id.clone(), why))
    }

    /// Notes that a match begins, and says what is to be played.
    pub(crate) fn begin(&mut self, by: u32, id: &MatchId, now: u64) -> Result<Plan, Error> {
        let person = self.person(by).ok_or_else(stranger)?;
        self.must_sit_or_own(person)?;
        self.between_matches()?;
        let mut people = BTreeMap::new();
        let mut entrants = Vec::new();
        for (i, seat) in self.seats.iter().enumerate() {
            let free =
                || Error::Conflict(format!("seat {} is free; somebody has to sit there, or a bot", i + 1));
            entrants.push(match seat {
                RoomSeat::Free => return Err(free()),
                RoomSeat::House(bot) => Entrant::house(bot),
                RoomSeat::Person(id) => {
                    let person = self.person(*id).ok_or_else(free)?;
                    people.insert(person.name.clone(), person.lock.clone());
                    Entrant::person(&person.name)
                }
            });
        }
        let RoomWish { game, map, ruleset, clock } = self.wish.clone();
        let order = Order { game, map, ruleset, ..Order::default() };
        self.current = Some(Current {
            id: id.clone(),
            begun: false,
            state: MatchState::Running,
            reason: None,
            people: BTreeMap::new(),
            takes: 0,
        });
        self.touched = now;
        Ok(Plan { order, entrants, clock, people })
    }

    /// Enters where the current match stands. What was entered before is not entered twice.
    pub(crate) fn settle(&mut self, sheet: &Sheet, now: u64) {
        let plays = |(seat, entrant): (usize, &Entrant)| {
            let own = self.people.iter().find(|person| person.name == entrant.name);
            own.filter(|_| entrant.kind == EntrantKind::Person).map(|person| (seat as u8, person.id))
        };
        let people = sheet.entrants.iter().enumerate().filter_map(plays).collect();
        let Some(current) = self.current(&sheet.id) else { return };
        // What has ended is not begun.
        if !current.is_open() || (current.begun && sheet.state == MatchState::Running) {
            return;
        }
        if !current.begun {
            (current.begun, current.people) = (true, people);
        }
        (current.state, current.reason) = (sheet.state, sheet.reason.clone());
        if let (MatchState::Over, Some(outcome)) = (sheet.state, &sheet.outcome) {
            // Whoever has left while it was played has taken their name along.
            let mut entrants = sheet.entrants.clone();
            for own in entrants.iter_mut().filter(|own| own.kind == EntrantKind::Person) {
                if !self.has(&own.name) {
                    own.name = NAMELESS.to_owned();
                }
            }
            self.scores.enter(&sheet.id, &sheet.game, &sheet.map, &entrants, outcome, now);
        }
    }

    /// The current match, if it is this one.
    pub(crate) fn current(&mut self, id: &MatchId) -> Option<&mut Current> {
        self.current.as_mut().filter(|current| current.id == *id)
    }
}

pub(crate) fn stranger() -> Error {
    Error::Forbidden("come into the room first".to_owned())
}

fn seats(count: u8) -> Result<usize, Error> {
    match count {
        1..=MOST_SEATS => Ok(usize::from(count)),
        _ => Err(Error::Wrong(format!("a room has 1 to {MOST_SEATS} seats, not {count}"))),
    }
}
