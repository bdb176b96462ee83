//! The frames of the original server, key by key in its order.

use std::collections::BTreeMap;

use meydan_jungle::Point;
use serde::{Serialize, Serializer};

/// What a bot gets once per tick, and the only frame it ever gets.
#[derive(Clone, Debug, Serialize)]
pub struct Tick<'a> {
    /// Always `TICK`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The tick to be answered.
    pub tick: u32,
    /// How many ticks there are.
    #[serde(rename = "totalTick")]
    pub total_tick: u32,
    /// The map.
    pub map: TickMap<'a>,
    /// Constants.
    #[serde(rename = "gameConfig")]
    pub game_config: GameConfig,
    /// Who plays when, for this tick and the next four.
    #[serde(rename = "teamPlayOrderings")]
    pub team_play_orderings: Orderings<'a>,
    /// The receiver.
    #[serde(rename = "teamId")]
    pub team_id: &'a str,
    /// The teams.
    pub teams: Vec<Team<'a>>,
}

/// The map as bots see it.
#[derive(Clone, Debug, Serialize)]
pub struct TickMap<'a> {
    /// `tiles[x][y]`.
    pub tiles: &'a [Vec<&'static str>],
    /// The diamonds.
    pub diamonds: Vec<Diamond<'a>>,
}

/// The playing orders by tick.
#[derive(Clone, Debug)]
pub struct Orderings<'a>(pub BTreeMap<u32, Vec<&'a str>>);

impl Serialize for Orderings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(tick, teams)| (tick.to_string(), teams)))
    }
}

/// The constants that every frame repeats.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameConfig {
    /// Ticks in which nothing scores.
    pub warm_up_period: u32,
    /// What a level earns in a tick.
    pub points_per_diamond: u32,
    /// The highest level.
    pub maximum_diamond_summon_level: u32,
    /// The lowest level.
    pub initial_diamond_summon_level: u32,
    /// How many units fit on a tile.
    pub maximum_unit_per_position: u32,
}

impl GameConfig {
    /// The values of the contest.
    pub const CONTEST: GameConfig = GameConfig {
        warm_up_period: 0,
        points_per_diamond: 1,
        maximum_diamond_summon_level: 5,
        initial_diamond_summon_level: 1,
        maximum_unit_per_position: 1,
    };
}

/// A diamond.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diamond<'a> {
    /// Its id.
    pub id: &'a str,
    /// Where it is.
    pub position: Point,
    /// Its level.
    pub summon_level: u8,
    /// The points it holds.
    pub points: u32,
    /// Who carries it: absent before the first pick-up, null on the ground after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_id: Option<Option<String>>,
}

/// A team as bots see it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Team<'a> {
    /// Whether it has left.
    pub is_dead: bool,
    /// Its name.
    pub name: &'a str,
    /// Its points.
    pub score: u64,
    /// Its units.
    pub units: Vec<Unit<'a>>,
    /// Its id.
    pub id: &'a str,
    /// What was wrong with its commands; empty for other teams than the receiver.
    pub errors: Vec<String>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unit<'a> {
    /// Its id.
    pub id: String,
    /// Its team's id.
    pub team_id: &'a str,
    /// Where it is: absent before its first spawn, null after a death.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Option<Point>>,
    /// The cells it wants to walk.
    pub path: &'a [Point],
    /// Whether it carries a diamond.
    pub has_diamond: bool,
    /// Whether it is alive.
    pub has_spawned: bool,
    /// Whether it is summoning.
    pub is_summoning: bool,
    /// What happened to it.
    pub last_state: LastState,
    /// The diamond it carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diamond_id: Option<&'a str>,
}

/// What happened to a unit.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LastState {
    /// Where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_before: Option<Option<Point>>,
    /// Where it died.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_before_dying: Option<Point>,
    /// Who pulled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was_vined_by: Option<String>,
    /// Who killed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was_attacked_by: Option<String>,
    /// Whether it summoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_summoned: Option<bool>,
}

/// The frame a viewer is greeted with.
pub const VIEWER_GREETING: &str = r#"{"type":"message","message":"Succesfully registered as viewer!"}"#;

/// A frame for viewers.
#[derive(Clone, Debug, Serialize)]
pub struct ViewerFrame<'a> {
    /// Always `tick`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The state.
    pub tick: &'a ViewerTick<'a>,
}

/// The state as viewers and the replay file have it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ViewerTick<'a> {
    /// The teams.
    pub teams: Vec<ViewerTeam<'a>>,
    /// The running tick.
    pub tick: u32,
    /// How many ticks there are.
    pub total_tick: u32,
    /// The map.
    pub map: ViewerMap<'a>,
    /// Constants.
    pub game_config: GameConfig,
    /// The team that has just played; absent at the end of a tick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playing_team_id: Option<&'a str>,
}

/// The map as viewers see it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ViewerMap<'a> {
    /// `viewerTiles[x][y]`.
    pub viewer_tiles: &'a [Vec<u8>],
    /// The diamonds.
    pub diamonds: Vec<Diamond<'a>>,
}

/// A team as viewers see it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ViewerTeam<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whether it has left.
    pub is_dead: bool,
    /// Its name.
    pub name: &'a str,
    /// Its points.
    pub score: u64,
    /// What was wrong with its commands.
    pub errors: Vec<String>,
    /// Its units.
    pub units: Vec<Unit<'a>>,
    /// What it did in this tick.
    pub events: Vec<TeamEvent<'a>>,
    /// What it did so far.
    pub stats: Stats,
}

/// How often a team has done what counts.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Summons started.
    pub summon_count: u32,
    /// Units killed.
    pub attack_count: u32,
    /// Diamonds dropped for points.
    pub drop_count: u32,
    /// Units pulled.
    pub vine_count: u32,
}

/// What a team did in a tick.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TeamEvent<'a> {
    /// `SUMMON`, `DROP`, `ATTACK`, `VINE`, `COMMAND_TIMEOUT` or `DISCONNECT`.
    pub action: &'static str,
    /// Which unit did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_id: Option<String>,
    /// More about it.
    #[serde(flatten)]
    pub detail: Option<Detail<'a>>,
}

/// More about an event, under the key that its kind has.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Detail<'a> {
    /// A summon was started.
    #[serde(rename_all = "camelCase")]
    SummonEvent {
        /// The diamond's level before.
        diamond_current_summon_level: u8,
        /// Its points.
        diamond_points: u32,
    },
    /// A diamond was dropped for points.
    #[serde(rename_all = "camelCase")]
    DropEvent {
        /// Which diamond.
        diamond_id: &'a str,
        /// Where.
        drop_position: Point,
        /// For how much.
        points_scored: u32,
        /// Its level before.
        diamond_summon_level: u8,
    },
    /// A unit was killed.
    #[serde(rename_all = "camelCase")]
    AttackEvent {
        /// Who died.
        target_unit_id: String,
    },
    /// A unit was pulled.
    #[serde(rename_all = "camelCase")]
    VineEvent {
        /// Who was pulled.
        vine_unit_id: String,
        /// The level of the diamond it carried.
        diamond_summon_level: Option<u8>,
        /// The points of that diamond.
        diamond_points: Option<u32>,
    },
}

/// One line of the result list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameResult {
    /// The place, from 1.
    pub rank: u32,
    /// The team's name.
    pub team_name: String,
    /// Its points.
    pub score: i64,
}
