//! What a viewer may know (spec 9). Nothing else reads the state for a bot.

use std::sync::Arc;

use meydan_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::city::bit;
use crate::config::{Half, Kind, Ruleset, Team};
use crate::event::Event;
use crate::state::{Gotham, Message, Phase, Turn};

/// All that one viewer may know; the city itself is in the config.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// Where the match stands.
    pub phase: Phase,
    /// Who has won, once it is over.
    pub winner: Option<Team>,
    /// The half-turn.
    pub turn: Turn,
    /// Whether thieves show themselves on this turn.
    pub visible_turn: bool,
    /// The viewing unit; nobody for a spectator.
    pub me: Option<UnitState>,
    /// The other units that can be seen, in the original's order.
    pub units: Vec<Sighting>,
    /// The messages of the unit's own team and half, oldest first.
    pub chat: ChatBox,
    /// Everything, for a spectator.
    pub overview: Option<Overview>,
}

/// A list of messages that views share with the match.
pub type ChatBox = Arc<Vec<Message>>;

/// A unit as its own client knows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitState {
    /// Its id.
    pub id: i32,
    /// Whose it is.
    pub team: Team,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub node: i32,
    /// Whether it has been caught.
    pub dead: bool,
    /// When it was caught; −1 while it is free.
    pub caught_at: i32,
    /// Its money.
    pub balance: f64,
    /// Whether it has joined.
    pub ready: bool,
    /// Whether it has moved in this half-turn.
    pub moved: bool,
    /// Whether it has sent a message in this half-turn.
    pub sent: bool,
}

/// Another unit as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sighting {
    /// Its id.
    pub id: i32,
    /// Whose it is.
    pub team: Team,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub node: i32,
    /// Whether it has been caught.
    pub dead: bool,
}

/// What only a spectator sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Overview {
    /// All units in seat order.
    pub units: Vec<UnitState>,
    /// The chat boxes of both teams.
    pub chats: Vec<TeamChat>,
}

/// The two chat boxes of a team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TeamChat {
    /// Whose.
    pub team: Team,
    /// What the thieves wrote.
    pub thieves: ChatBox,
    /// What the police wrote.
    pub police: ChatBox,
}

impl Gotham {
    /// The view of a seat or of a spectator.
    pub(crate) fn see(&self, who: Viewer) -> View {
        let (me, units, chat, overview) = match who {
            Viewer::Seat(seat) => {
                let seat = seat.index();
                (Some(self.unit(seat)), self.seen_by(seat), self.chat_of(seat), None)
            }
            Viewer::Spectator => {
                let all = self.city.config.order.iter().map(|&seat| self.sighting(usize::from(seat)));
                (None, all.collect(), ChatBox::default(), Some(self.overview()))
            }
        };
        View {
            phase: self.phase,
            winner: self.winner.map(|(team, _)| team),
            turn: self.turn,
            visible_turn: self.city.is_visible(self.turn.number),
            me,
            units,
            chat,
            overview,
        }
    }

    fn overview(&self) -> Overview {
        Overview {
            units: (0..self.city.units()).map(|seat| self.unit(seat)).collect(),
            chats: Team::BOTH
                .map(|team| TeamChat {
                    team,
                    thieves: self.boxes[team.index()][Half::Thieves as usize].clone(),
                    police: self.boxes[team.index()][Half::Police as usize].clone(),
                })
                .into(),
        }
    }

    pub(crate) fn unit(&self, seat: usize) -> UnitState {
        let unit = &self.city.config.units[seat];
        UnitState {
            id: unit.id,
            team: unit.team,
            kind: unit.kind,
            node: self.city.id(self.node[seat]),
            dead: self.dead & bit(seat) != 0,
            caught_at: self.caught_at[seat],
            balance: self.balance[seat],
            ready: self.ready & bit(seat) != 0,
            moved: self.moved & bit(seat) != 0,
            sent: self.sent & bit(seat) != 0,
        }
    }

    fn sighting(&self, seat: usize) -> Sighting {
        let unit = &self.city.config.units[seat];
        Sighting {
            id: unit.id,
            team: unit.team,
            kind: unit.kind,
            node: self.city.id(self.node[seat]),
            dead: self.dead & bit(seat) != 0,
        }
    }

    /// Whether the viewer may know of an event as it is (spec 9). What another unit pays and has left is its own
    /// matter, so moves and messages are told only to whoever made them.
    pub(crate) fn told(&self, who: Viewer, event: &Event) -> bool {
        let Viewer::Seat(viewer) = who else { return true };
        let viewer = viewer.index();
        let units = &self.city.config.units;
        let own = |unit: i32| units.get(viewer).is_some_and(|me| me.id == unit);
        match *event {
            Event::Phase { .. } | Event::Turn { .. } | Event::Decided { .. } => true,
            Event::Joined { unit, .. }
            | Event::Moved { unit, .. }
            | Event::Said { unit, .. }
            | Event::Paid { unit, .. } => own(unit),
            Event::Caught { unit, .. } | Event::JokerCaught { unit, .. } => {
                let seat = units.iter().position(|other| other.id == unit);
                own(unit) || seat.is_some_and(|seat| self.sees(viewer, seat))
            }
        }
    }

    /// The others a seat sees, dead ones like living ones, in the original's order.
    fn seen_by(&self, viewer: usize) -> Vec<Sighting> {
        let mut seen = Vec::with_capacity(self.city.units());
        let others = self.city.config.order.iter().map(|&other| usize::from(other));
        seen.extend(others.filter(|&other| self.sees(viewer, other)).map(|other| self.sighting(other)));
        seen
    }

    pub(crate) fn sees(&self, viewer: usize, other: usize) -> bool {
        self.sees_on(viewer, other, self.city.is_visible(self.turn.number))
    }

    /// As [`Gotham::sees`], for who asks about many units in one turn.
    pub(crate) fn sees_on(&self, viewer: usize, other: usize, visible_turn: bool) -> bool {
        match self.city.config.ruleset {
            Ruleset::Document => self.sees_by_document(viewer, other, visible_turn),
            Ruleset::OfficialPrelim => self.sees_in_prelim(viewer, other, visible_turn),
            Ruleset::Official => self.sees_in_finals(viewer, other, visible_turn),
        }
    }

    /// Spec 9.3: all on visible turns; else all police and the team's own thieves. Never oneself.
    fn sees_by_document(&self, viewer: usize, other: usize, visible_turn: bool) -> bool {
        let units = &self.city.config.units;
        viewer != other
            && (visible_turn || units[other].kind == Kind::Police || units[other].team == units[viewer].team)
    }

    /// Spec 9.1: as the document, but on visible turns the original lists the viewer too.
    fn sees_in_prelim(&self, viewer: usize, other: usize, visible_turn: bool) -> bool {
        visible_turn || self.sees_by_document(viewer, other, false)
    }

    /// Spec 9.2: by radius.
    fn sees_in_finals(&self, viewer: usize, other: usize, visible_turn: bool) -> bool {
        if viewer == other {
            return false;
        }
        let city = &*self.city;
        let (me, unit) = (&city.config.units[viewer], &city.config.units[other]);
        let (from, to) = (self.node[viewer], self.node[other]);
        let ours = me.team == unit.team;
        match (me.kind.half(), unit.kind) {
            (Half::Thieves, Kind::Thief | Kind::Joker) => ours,
            (Half::Thieves, Kind::Police) => true,
            (Half::Thieves, Kind::Batman) => city.near_batman.contains(from, to),
            (Half::Police, Kind::Police | Kind::Batman) if ours => true,
            (Half::Police, Kind::Thief) => visible_turn && city.near_thief.contains(from, to),
            // Enemy police and Batmen are seen like a Joker: an original quirk (spec 21 #8).
            (Half::Police, Kind::Police | Kind::Batman | Kind::Joker) => {
                visible_turn && city.near_joker.contains(from, to)
            }
        }
    }

    /// The messages a seat sees: those of its own team and half.
    fn chat_of(&self, seat: usize) -> ChatBox {
        let unit = &self.city.config.units[seat];
        self.boxes[unit.team.index()][unit.kind.half() as usize].clone()
    }

    /// A unit by its seat, as its own client knows it.
    pub fn unit_of(&self, seat: Seat) -> Option<UnitState> {
        (seat.index() < self.city.units()).then(|| self.unit(seat.index()))
    }
}
