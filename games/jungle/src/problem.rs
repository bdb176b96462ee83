use std::fmt;

use serde::{Serialize, Serializer};

use crate::action::Verb;
use crate::config::{Config, Point};

/// Something a team did wrong, as it will read it in its errors. Kept as data and spelt out only when somebody
/// looks, because most matches produce thousands that nobody reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No command came in time.
    Timeout {
        /// In which tick.
        tick: u32,
    },
    /// The team has no such unit.
    NoSuchUnit(u16),
    /// What the unit was told cannot be read, or lacks its target.
    Invalid(u16),
    /// The unit had an order before this one.
    SecondOrder {
        /// Which unit.
        unit: u16,
        /// Where it stands now, if anywhere.
        at: Option<Point>,
    },
    /// A unit cannot do what it was told.
    Unit {
        /// Which unit.
        unit: u16,
        /// Where it stands, if anywhere.
        at: Option<Point>,
        /// Why it cannot.
        why: Complaint,
    },
}

/// Why a unit cannot do what it was told. The texts are the original's, quirks included: bots read them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Complaint {
    /// It is not on the map.
    Dead,
    /// On a spawn tile only `MOVE` and `NONE` are possible.
    OnSpawn(Verb),
    /// While summoning only `SUMMON` and `NONE` are possible.
    Summoning(Verb),
    /// The cell cannot be stepped on.
    NotWalkable(Point),
    /// No way leads there.
    NoPath(Point),
    /// It is alive already.
    AlreadySpawned,
    /// The cell is not a spawn tile.
    NotSpawn(Point),
    /// The spawn tile and those next to it are taken.
    SpawnTaken(Point),
    /// It carries nothing.
    NoDiamond,
    /// The diamond (by number) can rise no further.
    HighestLevel(u16),
    /// The cell is not next to the unit.
    NotAdjacent(Point),
    /// A diamond can lie on floor only.
    NotFloor(Point),
    /// The unit there carries one already.
    HandsFull(Point),
    /// Its own hands are full.
    HasDiamond,
    /// Nobody stands there. A vine quotes its caller's own cell.
    Nobody(Point),
    /// The unit there is too far away to strike.
    OutOfReach(Point),
    /// A unit on a spawn tile cannot be harmed.
    SafeFromAttack(Point),
    /// One cannot pull oneself.
    VineSelf,
    /// A neighbour cannot be pulled nearer.
    VineNeighbour,
    /// A unit on a spawn tile cannot be pulled.
    SafeFromVine(Point),
    /// Something stands between, or the two are not on one line.
    NoSight(Point),
    /// There is no cell to land on.
    NoRoom(Point),
}

impl Problem {
    /// The text that the team reads.
    pub fn text(&self, config: &Config) -> String {
        match self {
            Problem::Timeout { tick } => {
                let limit = config.time_limit_ms;
                format!("No command was received in time on tick {tick}. Timeout value : {limit}")
            }
            Problem::NoSuchUnit(unit) => format!("[object Object] Unit {unit} doesn't exists!"),
            Problem::Invalid(unit) => {
                format!("[object Object] Invalid action or target was sent for unit {unit}")
            }
            Problem::SecondOrder { unit, at } => {
                format!("[object Object] Unit {} already received a command!", UnitText(*unit, *at))
            }
            Problem::Unit { unit, at, why } => {
                let mut text = format!("{} ", UnitText(*unit, *at));
                why.spell(config, &mut text).expect("a string takes every text");
                text
            }
        }
    }
}

impl Serialize for Problem {
    /// The numbers are part of every recorded hash. 1 and 2 stood for mistakes in the original's messages, which only
    /// its protocol knows today.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = "Problem";
        match self {
            Problem::Timeout { tick } => serializer.serialize_newtype_variant(name, 0, "Timeout", tick),
            Problem::NoSuchUnit(unit) => serializer.serialize_newtype_variant(name, 3, "NoSuchUnit", unit),
            Problem::Invalid(unit) => serializer.serialize_newtype_variant(name, 6, "Invalid", unit),
            Problem::SecondOrder { unit, at } => {
                serializer.serialize_newtype_variant(name, 4, "SecondOrder", &(unit, at))
            }
            Problem::Unit { unit, at, why } => {
                serializer.serialize_newtype_variant(name, 5, "Unit", &(unit, at, why))
            }
        }
    }
}

impl Complaint {
    fn spell(&self, config: &Config, f: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Complaint::Dead => write!(f, "Unit is dead!"),
            Complaint::OnSpawn(verb) => {
                let verb = verb.name();
                write!(f, "Invalid action, you cannot execute action '{verb}' on a spawn point")
            }
            Complaint::Summoning(verb) => {
                let verb = verb.name();
                write!(f, "Invalid action, you cannot execute action '{verb}' while summoning!")
            }
            Complaint::NotWalkable(to) => write!(f, "Target destination is not walkable: {}", Cell(*to)),
            Complaint::NoPath(to) => write!(f, "No path to {}", Cell(*to)),
            Complaint::AlreadySpawned => write!(f, "Unit has already spawned"),
            Complaint::NotSpawn(at) => write!(f, "Target is not a spawn point: {}", Cell(*at)),
            Complaint::SpawnTaken(at) => write!(
                f,
                "A unit is already on that location: {}. No alternative spawn is available either!",
                Cell(*at)
            ),
            Complaint::NoDiamond => write!(f, "Unit does not have diamond!"),
            // The original forgets the closing quote.
            Complaint::HighestLevel(diamond) => write!(
                f,
                "Diamond with id '{} is already at the maximum summon level!",
                config.diamond_ids[usize::from(*diamond)]
            ),
            Complaint::NotAdjacent(to) => write!(f, "Target is not adjacent : {}", Cell(*to)),
            Complaint::NotFloor(to) => write!(f, "Can only drop on empty tile : {}", Cell(*to)),
            Complaint::HandsFull(to) => {
                write!(f, "Cannot drop a diamond on a user that has a diamond : {}", Cell(*to))
            }
            Complaint::HasDiamond => write!(f, "Unit has a diamond and cannot do this action!"),
            Complaint::Nobody(at) => write!(f, "There is no unit on position : {}", Cell(*at)),
            Complaint::OutOfReach(at) => write!(f, "Enemy is not reachable for an attack : {}", Cell(*at)),
            Complaint::SafeFromAttack(at) => {
                write!(f, "Target is on a spawn point, impossible to kill : {}", Cell(*at))
            }
            Complaint::VineSelf => write!(f, "Cannot vine a unit on your position"),
            Complaint::VineNeighbour => write!(f, "Cannot vine on an adjacent position"),
            Complaint::SafeFromVine(at) => {
                write!(f, "Target is on a spawn point, impossible to vine : {}", Cell(*at))
            }
            Complaint::NoSight(at) => {
                write!(f, "Target is not in your line of sight, impossible to vine : {}", Cell(*at))
            }
            Complaint::NoRoom(at) => {
                write!(f, "Could not find any suitable vine location, impossible to vine: {}", Cell(*at))
            }
        }
    }
}

/// A cell as errors print it.
struct Cell(Point);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[x: {}, y: {}]", self.0.x, self.0.y)
    }
}

/// A unit as errors print it, two closing parentheses included.
struct UnitText(u16, Option<Point>);

impl fmt::Display for UnitText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(Point { x, y }) => write!(f, "(id: {}|position: {{\"x\":{x},\"y\":{y}}}))", self.0),
            None => write!(f, "(id: {}|position: notSpawned))", self.0),
        }
    }
}
