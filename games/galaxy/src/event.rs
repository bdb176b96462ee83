use meydan_core::Seat;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{PlanetId, Stage};

/// What happened, for the record and the viewer.
///
/// Folding the events over the start position gives every later position, so the original's log files can be
/// written from them. The first turn has begun before the first event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A turn begins and its player receives its income.
    TurnStarted {
        /// The turn's number.
        turn: u32,
        /// Whose turn it is.
        player: Seat,
        /// What the reserve grew by.
        income: i64,
    },
    /// A troop was placed in the start phase.
    Placed {
        /// By whom.
        player: Seat,
        /// Where.
        planet: PlanetId,
    },
    /// Troops were put on a planet.
    Deployed {
        /// By whom.
        player: Seat,
        /// Where.
        planet: PlanetId,
        /// How many.
        troops: i64,
    },
    /// `official`: a refused put gave a free planet away (spec 6.2).
    Claimed {
        /// To whom.
        player: Seat,
        /// Which.
        planet: PlanetId,
    },
    /// An attack begins; its rounds and its result follow.
    Attacked {
        /// By whom.
        player: Seat,
        /// From where.
        from: PlanetId,
        /// What is attacked.
        to: PlanetId,
    },
    /// One round of dice.
    Rolled {
        /// The attacker's dice as they fell.
        attacker: Dice,
        /// The defender's.
        defender: Dice,
    },
    /// An attack is over; the numbers are those after it.
    Fought {
        /// From where.
        from: PlanetId,
        /// What was attacked.
        to: PlanetId,
        /// Whether the attacker took the planet.
        won: bool,
        /// Who owns the target now.
        owner: Seat,
        /// Troops left on the attacking planet.
        from_troops: i64,
        /// Troops on the target.
        to_troops: i64,
        /// Fort troops on the target.
        to_forts: i64,
    },
    /// `official`: a feint was won; the original stumbles over it (spec 6.4).
    Stumbled {
        /// From where.
        from: PlanetId,
        /// What was attacked.
        to: PlanetId,
    },
    /// Troops moved along own planets; the planets of their way follow.
    Moved {
        /// By whom.
        player: Seat,
        /// From where.
        from: PlanetId,
        /// To where.
        to: PlanetId,
        /// How many.
        troops: i64,
    },
    /// The next planet on the way of a transfer; the first and the last are told too.
    Passed {
        /// Which.
        planet: PlanetId,
    },
    /// A player built its fort.
    Fortified {
        /// By whom.
        player: Seat,
        /// Where.
        planet: PlanetId,
        /// How many troops were given.
        troops: i64,
        /// Fort troops on the planet now.
        forts: i64,
    },
    /// The player went on to another stage.
    StageChanged {
        /// The stage now.
        stage: Stage,
    },
    /// A turn is over.
    TurnEnded {
        /// The turn's number.
        turn: u32,
        /// Why.
        why: TurnEnd,
    },
    /// The match is over; every player's score follows.
    Ended {
        /// Why.
        why: MatchEnd,
        /// Who held enough strategic planets, if that ended it.
        winner: Option<Seat>,
    },
    /// A player's final score.
    Scored {
        /// Whose.
        player: Seat,
        /// How much.
        score: i64,
    },
}

/// Why a turn is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// The player finished it.
    Done,
    /// Time ran out.
    Timeout,
    /// The match was won in it.
    Won,
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MatchEnd {
    /// A player held enough strategic planets.
    Strategic,
    /// The last turn is over.
    Turns,
}

/// Up to three dice in the order in which they fell.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "Array<number>"))]
pub struct Dice {
    faces: [u8; 3],
    count: u8,
}

impl Dice {
    /// The dice of one side of a round.
    pub(crate) const fn new(faces: [u8; 3], count: u8) -> Dice {
        Dice { faces, count }
    }

    /// What they show.
    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.faces().fmt(f)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.faces().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<u8>::deserialize(deserializer)?;
        if list.len() > 3 {
            return Err(D::Error::custom("at most three dice are rolled"));
        }
        let mut faces = [0; 3];
        faces[..list.len()].copy_from_slice(&list);
        Ok(Dice { faces, count: list.len() as u8 })
    }
}
