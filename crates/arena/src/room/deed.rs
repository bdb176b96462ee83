//! What people ask a room for.

use serde::{Deserialize, Serialize};

use crate::{Error, RoomCode};

/// A room to be opened. Whoever opens it comes in as its owner.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The owner's name.
    pub name: String,
    /// What is to be played.
    pub wish: RoomWish,
    /// How many seats there are: one for each side, or one for each seat of the game.
    pub seats: u8,
    /// Whether people may talk; they may if nothing is said.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub chat: bool,
}

fn yes() -> bool {
    true
}

/// What is to be played in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct RoomWish {
    /// The game.
    pub game: String,
    /// The map's name; the game's first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The ruleset; the game's first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// How long people may take.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<RoomClock>"))]
    pub clock: RoomClock,
}

/// How long people may take in a room, in seconds. Bots have the game's own clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RoomClock {
    /// For each window.
    pub turn_s: u32,
    /// Beyond that, over the whole match.
    pub bank_s: u32,
}

impl Default for RoomClock {
    fn default() -> RoomClock {
        RoomClock { turn_s: 120, bank_s: 300 }
    }
}

impl RoomWish {
    /// The wish, if it is small enough to be one. Whether there is such a game the arena knows.
    pub(crate) fn checked(&self) -> Result<RoomWish, Error> {
        let RoomClock { turn_s, bank_s } = self.clock;
        if !(5..=900).contains(&turn_s) || bank_s > 3600 {
            return Err(Error::Wrong(format!(
                "people have 5 to 900 seconds for a turn and a bank of at most 3600, not {turn_s} and {bank_s}"
            )));
        }
        let text = |what, text: &Option<String>| text.as_deref().map(|text| word(what, text)).transpose();
        Ok(RoomWish {
            game: word("a game", &self.game)?,
            map: text("a map", &self.map)?,
            ruleset: text("a ruleset", &self.ruleset)?,
            clock: self.clock,
        })
    }
}

/// The name of a thing of a game.
pub(crate) fn word(what: &str, text: &str) -> Result<String, Error> {
    const LONGEST: usize = 80;
    match text.chars().count() {
        1..=LONGEST if !text.chars().any(char::is_control) => Ok(text.to_owned()),
        _ => Err(Error::Wrong(format!("{what} has a name of 1 to {LONGEST} characters"))),
    }
}

/// Who sits on a seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum RoomSeat {
    /// Nobody.
    Free,
    /// Somebody who has come in.
    Person(u32),
    /// A house bot.
    House(String),
}

/// Somebody who wants to come in.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// What the others call them.
    pub name: String,
}

/// Somebody who has come in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Arrived {
    /// The room.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub code: RoomCode,
    /// Their number in it.
    pub id: u32,
    /// What they show from now on, also to sit on their seat in the room's matches. It is told once.
    pub key: String,
}

/// What somebody does in a room.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Sits down on a free seat.
    Sit {
        /// The seat.
        seat: u8,
    },
    /// Gets up.
    Stand,
    /// Leaves for good: one's name goes from the room and from the matches that were played in it.
    Leave,
    /// Says something.
    Say {
        /// What.
        text: String,
    },
    /// Begins a match, the first one or the next one; for who sits and the owner.
    Start,
    /// Everybody moves one seat on; for who sits and the owner.
    Swap,
    /// Takes a paused match up again; for who plays in it and the owner.
    GoOn,
    /// Ends the match: the owner any, and who plays in it one that is paused.
    EndMatch,
    /// Chooses what is played; for the owner, as everything below.
    Choose {
        /// What.
        wish: RoomWish,
        /// How many seats there are.
        seats: u8,
    },
    /// Puts a house bot on a seat, or frees it.
    Put {
        /// The seat.
        seat: u8,
        /// The bot; nobody if left out.
        #[serde(default)]
        house: Option<String>,
    },
    /// Lets people talk, or not.
    Chat {
        /// Whether they may.
        on: bool,
    },
    /// Forgets what was said.
    ClearChat,
    /// Lets new people in, or not.
    Door {
        /// Whether they may.
        open: bool,
    },
    /// Sends somebody away. A match that they play in ends, and their name goes as if they had left.
    Kick {
        /// Who.
        person: u32,
    },
}

impl Deed {
    pub(crate) fn is_owners(&self) -> bool {
        matches!(
            self,
            Deed::Choose { .. }
                | Deed::Put { .. }
                | Deed::Chat { .. }
                | Deed::ClearChat
                | Deed::Door { .. }
                | Deed::Kick { .. }
        )
    }
}
