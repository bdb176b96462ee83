use meydan_core::Viewer;
use serde::{Deserialize, Serialize};

use crate::config::Point;
use crate::game::Jungle;
use crate::state::{Counts, DEAD, NEVER, NOBODY, NONE, Unit};

/// What a seat or a spectator sees. There is no fog: only the errors of the other teams are hidden from a seat.
/// What never changes (map, names, ids) is in the config.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// The tick that is being played, from 0. After the end: how many were played.
    pub tick: u32,
    /// The playing order of this tick and the next four, as team numbers.
    pub orders: Vec<Vec<u8>>,
    /// The teams in registration order.
    pub teams: Vec<TeamView>,
    /// The diamonds in map order.
    pub diamonds: Vec<DiamondView>,
}

/// A team as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TeamView {
    /// The points it has.
    pub score: u64,
    /// How many of its units have died.
    pub deaths: u32,
    /// Whether it has left for good.
    pub left: bool,
    /// What was wrong with its last commands; empty for the other teams.
    pub errors: Vec<String>,
    /// How often it has done what counts.
    pub counts: Counts,
    /// Its units.
    pub units: Vec<UnitView>,
}

/// A unit as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitView {
    /// Its number, from 1 over all teams.
    pub unit: u16,
    /// Its cell, if it is alive.
    pub position: Option<Point>,
    /// Whether it has ever been on the map.
    pub placed: bool,
    /// The cells it still wants to walk, without its own, the target last.
    pub path: Vec<Point>,
    /// The number of the diamond it carries.
    pub diamond: Option<u16>,
    /// Whether it is summoning and cannot do anything else.
    pub summoning: bool,
    /// The cell it died on in the last tick.
    pub died_at: Option<Point>,
    /// Who killed it in the last tick.
    pub attacked_by: Option<u16>,
    /// Who pulled it in the last tick.
    pub vined_by: Option<u16>,
}

/// A diamond as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DiamondView {
    /// The cell it is on, also while it is carried.
    pub position: Point,
    /// Its level: what it earns in a tick while it is carried.
    pub level: u8,
    /// The points it would pay if it were dropped now.
    pub points: u32,
    /// The unit that carries it.
    pub owner: Option<u16>,
    /// Whether it has ever been carried.
    pub touched: bool,
}

/// A place as the original tells it: absent, null or a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Never on the map so far.
    Never,
    /// Was on the map and died.
    Dead,
    /// On a cell.
    At(Point),
}

/// What has happened to a unit so far in the running tick, or in the whole last tick after the end of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveView {
    /// Where it was when the tick began, or the cell it was pulled from.
    pub before: Place,
    /// The cell it died on.
    pub died_at: Option<Point>,
    /// Who killed it.
    pub attacked_by: Option<u16>,
    /// Who pulled it.
    pub vined_by: Option<u16>,
    /// Whether it started or went on with a summon.
    pub summoned: bool,
}

/// For how many ticks ahead, this one included, the playing order is known.
const HORIZON: u32 = 5;

impl Jungle {
    pub(crate) fn see(&self, who: Viewer) -> View {
        let (fixed, state) = (&*self.fixed, &self.state);
        let config = &fixed.config;
        let last = if state.over { state.tick } else { config.ticks.min(state.tick + HORIZON) };
        let teams = state.teams.iter().zip(state.units.chunks(config.units_per_team)).enumerate();
        View {
            tick: state.tick,
            orders: (state.tick..last).map(|tick| self.order(tick).to_vec()).collect(),
            teams: teams
                .map(|(i, (team, units))| TeamView {
                    score: team.score,
                    deaths: team.deaths,
                    left: team.left,
                    errors: match who {
                        Viewer::Seat(seat) if seat.index() != i => Vec::new(),
                        _ => team.problems.iter().map(|problem| problem.text(config)).collect(),
                    },
                    counts: team.counts,
                    units: units
                        .iter()
                        .enumerate()
                        .map(|(j, unit)| self.see_unit((i * config.units_per_team + j) as u16, unit))
                        .collect(),
                })
                .collect(),
            diamonds: state
                .diamonds
                .iter()
                .map(|diamond| DiamondView {
                    position: fixed.grid.point(state.diamond_cell(diamond)),
                    level: diamond.level,
                    points: diamond.points,
                    owner: (diamond.owner < NOBODY).then(|| diamond.owner + 1),
                    touched: diamond.owner != NEVER,
                })
                .collect(),
        }
    }

    fn see_unit(&self, index: u16, unit: &Unit) -> UnitView {
        let grid = &self.fixed.grid;
        let last = if self.state.over { &unit.live } else { &unit.shown };
        UnitView {
            unit: index + 1,
            position: grid.place(unit.place),
            placed: unit.place != NEVER,
            path: unit.path.iter().rev().map(|&cell| grid.point(cell)).collect(),
            diamond: (unit.diamond != NONE).then_some(unit.diamond),
            summoning: unit.summoning,
            died_at: grid.place(last.died_at),
            attacked_by: (last.attacked_by != NONE).then(|| last.attacked_by + 1),
            vined_by: (last.vined_by != NONE).then(|| last.vined_by + 1),
        }
    }

    /// What has happened to a unit in the running tick, for recorders in the original's format. Units count from 1.
    pub fn live(&self, unit: u16) -> Option<LiveView> {
        let grid = &self.fixed.grid;
        let live = self.state.units.get(usize::from(unit).checked_sub(1)?)?.live;
        Some(LiveView {
            before: match live.before {
                NEVER => Place::Never,
                DEAD => Place::Dead,
                cell => Place::At(grid.point(cell)),
            },
            died_at: grid.place(live.died_at),
            attacked_by: (live.attacked_by != NONE).then(|| live.attacked_by + 1),
            vined_by: (live.vined_by != NONE).then(|| live.vined_by + 1),
            summoned: live.summoned,
        })
    }
}
