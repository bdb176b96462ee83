//! What a room tells those who are in it.

use serde::Serialize;

use super::handle::Now;
use super::{ChatCard, Played, Room, RoomSeat, RoomWish, Score};
use crate::{MatchId, MatchState, RoomCode};

/// A room as somebody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RoomCard {
    /// Its name.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub code: RoomCode,
    /// Who you are in it; nobody who has not come in.
    pub you: Option<u32>,
    /// What is played.
    pub wish: RoomWish,
    /// Who sits where.
    pub seats: Vec<RoomSeat>,
    /// Who has come in.
    pub people: Vec<PersonCard>,
    /// How many are there and sit nowhere.
    pub watching: u32,
    /// Whether new people may come in.
    pub open: bool,
    /// What is said, for who has come in.
    pub chat: ChatCard,
    /// Who has won how often, the best first.
    pub scores: Vec<Score>,
    /// What was played, the latest first.
    pub played: Vec<Played>,
    /// The match that is played here, or was the last one.
    pub current: Option<CurrentCard>,
}

/// Somebody in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PersonCard {
    /// Their number.
    pub id: u32,
    /// What they are called.
    pub name: String,
    /// Whether the room is theirs.
    pub owner: bool,
    /// Whether they are there now.
    pub here: bool,
}

/// The match of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CurrentCard {
    /// Its name.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: MatchId,
    /// Whether it is set up; before that there is nothing to see.
    pub begun: bool,
    /// Where it stands.
    pub state: MatchState,
    /// Why it is paused, void or cancelled.
    pub reason: Option<String>,
    /// Which seats people of the room play: the seat and the person.
    pub people: Vec<(u8, u32)>,
    /// How often it was taken up again.
    pub takes: u32,
}

impl RoomCard {
    /// For one of its people or a visitor, who has heard the chat up to `since`.
    pub(crate) fn of(now: &Now, who: Option<u32>, since: u32) -> RoomCard {
        let room: &Room = &now.room;
        let you = who.filter(|id| room.person(*id).is_some());
        let mut chat = room.chat.card(since);
        if you.is_none() {
            chat.said.clear();
        }
        let person = |person: &super::Person| PersonCard {
            id: person.id,
            name: person.name.clone(),
            owner: person.owner,
            here: now.is_here(person.id),
        };
        let current = room.current.as_ref().map(|current| CurrentCard {
            id: current.id.clone(),
            begun: current.begun,
            state: current.state,
            reason: current.reason.clone(),
            people: current.people.iter().map(|(&seat, &person)| (seat, person)).collect(),
            takes: current.takes,
        });
        RoomCard {
            code: room.code.clone(),
            you,
            wish: room.wish.clone(),
            seats: room.seats.clone(),
            people: room.people.iter().map(person).collect(),
            watching: now.watching(),
            open: room.open,
            chat,
            scores: room.scores.players(),
            played: room.scores.matches(),
            current,
        }
    }
}
