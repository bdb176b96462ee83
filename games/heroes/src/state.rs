//! Plain data: teams, heroes, orders and casts.

use serde::Serialize;

use crate::config::MOST_ABILITIES;
use crate::geometry::{At, NOWHERE};

/// How many heroes a team has.
pub const TEAM_SIZE: usize = 4;

/// The part of the match that a window belongs to (spec 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first pick; nothing can be ordered.
    Init,
    /// One of the four picks.
    Pick,
    /// A move phase.
    Move,
    /// The action phase.
    Action,
}

/// One team.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Team {
    pub(crate) score: i64,
    pub(crate) ap: i32,
    pub(crate) used_ap: i64,
    /// In pick order; only the first [`Heroes::picked`](crate::Heroes) count.
    pub(crate) heroes: [Hero; TEAM_SIZE],
    /// Where the team's heroes stood when its *cached vision* was last refreshed (spec 10.2). The vision is what is
    /// seen from there, so the four cells say it all.
    pub(crate) eyes: [At; TEAM_SIZE],
}

/// One hero. Its id is `2 * slot + team`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Hero {
    pub(crate) class: u8,
    /// Whether it has moved or cast in this phase.
    pub(crate) acted: bool,
    /// [`NOWHERE`] while dead.
    pub(crate) cell: At,
    pub(crate) hp: i32,
    /// Turns until it stands on the map again.
    pub(crate) respawn: i32,
    /// By the class's list of abilities.
    pub(crate) cooldowns: [i32; MOST_ABILITIES],
    /// The recent path: cells, with [`SEEN`] set where the enemy saw it being entered.
    pub(crate) path: Vec<At>,
}

/// The mark on a path entry that the enemy saw (spec 17.1). Maps are small enough for the bit to be free.
pub(crate) const SEEN: At = 1 << 15;

impl Hero {
    pub(crate) fn alive(&self) -> bool {
        self.cell != NOWHERE
    }
}

impl Team {
    pub(crate) fn new(ap: i32) -> Team {
        let nobody = Hero {
            class: 0,
            acted: false,
            cell: NOWHERE,
            hp: 0,
            respawn: 0,
            cooldowns: [0; MOST_ABILITIES],
            path: Vec::new(),
        };
        Team {
            score: 0,
            ap,
            used_ap: 0,
            heroes: std::array::from_fn(|_| nobody.clone()),
            eyes: [NOWHERE; TEAM_SIZE],
        }
    }

    /// The slot of the team's hero that stands on a cell, the first in pick order.
    pub(crate) fn on(&self, at: At) -> Option<usize> {
        self.heroes.iter().position(|hero| hero.cell == at)
    }

    /// The cached vision becomes what is seen now.
    pub(crate) fn open_eyes(&mut self) {
        self.eyes = std::array::from_fn(|slot| self.heroes[slot].cell);
    }
}

/// What a team ordered in the open window, checked as far as it can be before the window closes.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Orders {
    /// The class of the last valid pick.
    pub(crate) pick: Option<u8>,
    /// Moves, or dodges in the action phase, in message order.
    pub(crate) steps: Vec<Step>,
    /// All other casts in message order.
    pub(crate) casts: Vec<CastOrder>,
}

impl Orders {
    pub(crate) fn clear(&mut self) {
        self.pick = None;
        self.steps.clear();
        self.casts.clear();
    }
}

/// A request to stand on another cell (spec 8.4).
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Step {
    pub(crate) slot: u8,
    /// The ability's place in the class's list; [`Step::WALK`] for a move.
    pub(crate) ability: u8,
    pub(crate) target: At,
    pub(crate) cost: i32,
}

impl Step {
    pub(crate) const WALK: u8 = u8::MAX;
}

/// A cast that is not a dodge.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct CastOrder {
    pub(crate) slot: u8,
    pub(crate) ability: u8,
    pub(crate) target: At,
}

/// An ability that was used, and who saw what of it (spec 10.3).
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cast {
    pub(crate) team: u8,
    pub(crate) slot: u8,
    /// The ability's place in the config.
    pub(crate) ability: u8,
    pub(crate) from: At,
    pub(crate) to: At,
    /// Ids of the heroes it affected, in scan order; the first `targets` count.
    pub(crate) ids: [u8; TEAM_SIZE],
    pub(crate) targets: u8,
    /// Bits over `ids`: what the caster's team is told, and what the enemy is told.
    pub(crate) own: u8,
    pub(crate) foe: u8,
    /// What the enemy sees of the rest.
    pub(crate) foe_caster: bool,
    pub(crate) foe_from: bool,
    pub(crate) foe_to: bool,
}

impl Cast {
    pub(crate) fn affected(&self) -> &[u8] {
        &self.ids[..usize::from(self.targets)]
    }

    /// Whether the enemy is told of it at all.
    pub(crate) fn known_to_foe(&self) -> bool {
        self.foe_from || self.foe_to || self.foe != 0
    }
}

/// The casts of the last action phase.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Casts {
    /// In order of resolution.
    pub(crate) list: Vec<Cast>,
    /// The order in which they were told: a dodge that hurts is told after its damage (spec 9.7).
    pub(crate) told: Vec<u8>,
}

impl Casts {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.told.clear();
    }
}

/// The limits of the match, which overtime moves (spec 11.3).
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Limits {
    pub(crate) max_turns: i64,
    pub(crate) max_score: i64,
    pub(crate) max_overtime: i32,
    pub(crate) remaining_overtime: i32,
    /// The team that has to catch up.
    pub(crate) trailing: u8,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// A team reached the score limit.
    ScoreLimit,
    /// All turns were played.
    TurnLimit,
    /// Overtime brought the decision.
    Overtime,
}

impl End {
    /// The reason in words.
    pub fn reason(self) -> &'static str {
        match self {
            End::ScoreLimit => "score limit",
            End::TurnLimit => "turn limit",
            End::Overtime => "overtime",
        }
    }
}
