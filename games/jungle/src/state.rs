use meydan_core::{Chance, Roster};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Order};
use crate::config::{Config, Point, Tile};
use crate::problem::Problem;

/// A cell's number on the grid, which has a border of walls all around so that every cell has four neighbours.
pub(crate) type CellId = u16;

/// In a place: never on the map so far.
pub(crate) const NEVER: CellId = u16::MAX;
/// In a place: was on the map and died.
pub(crate) const DEAD: CellId = u16::MAX - 1;
/// In a unit or diamond number: none.
pub(crate) const NONE: u16 = u16::MAX;
/// In a diamond's owner: nobody, but somebody had it once.
pub(crate) const NOBODY: u16 = u16::MAX - 1;

/// What is on a cell, as bits.
pub(crate) mod on {
    /// A wall, or the border.
    pub(crate) const WALL: u8 = 1;
    /// A spawn tile.
    pub(crate) const SPAWN: u8 = 2;
    /// A unit.
    pub(crate) const UNIT: u8 = 4;
    /// At least one diamond that nobody carries.
    pub(crate) const DIAMOND: u8 = 8;
}

/// What never changes in a match.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) config: Config,
    pub(crate) roster: Roster,
    pub(crate) grid: Grid,
    /// Where the spawn tiles are.
    pub(crate) spawns: Vec<Point>,
}

/// The ground with its border.
#[derive(Debug)]
pub(crate) struct Grid {
    width: i32,
    height: i32,
    pub(crate) stride: u16,
    pub(crate) ground: Vec<u8>,
}

impl Grid {
    pub(crate) fn new(config: &Config) -> Grid {
        let map = &config.map;
        let stride = map.width() + 2;
        let mut ground = vec![on::WALL; stride * (map.height() + 2)];
        for at in map.points() {
            let bits = match map.tile(at) {
                Some(Tile::Spawn) => on::SPAWN,
                Some(tile) if !tile.is_wall() => 0,
                _ => on::WALL,
            };
            ground[(at.y as usize + 1) * stride + at.x as usize + 1] = bits;
        }
        Grid { width: map.width() as i32, height: map.height() as i32, stride: stride as u16, ground }
    }

    /// The cell of a point; `None` off the map.
    pub(crate) fn cell(&self, at: Point) -> Option<CellId> {
        let inside = (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y);
        inside.then(|| ((at.y + 1) * i32::from(self.stride) + at.x + 1) as CellId)
    }

    pub(crate) fn point(&self, cell: CellId) -> Point {
        Point { x: i32::from(cell % self.stride) - 1, y: i32::from(cell / self.stride) - 1 }
    }

    /// The point of a place, if it is a cell.
    pub(crate) fn place(&self, place: CellId) -> Option<Point> {
        (place < DEAD).then(|| self.point(place))
    }

    /// The four neighbours in the original's order: up, down, left, right (spec 6).
    pub(crate) fn neighbours(&self, cell: CellId) -> [CellId; 4] {
        [cell - self.stride, cell + self.stride, cell - 1, cell + 1]
    }

    pub(crate) fn is_spawn(&self, cell: CellId) -> bool {
        self.ground[usize::from(cell)] & on::SPAWN != 0
    }
}

/// Who and what is on which cell: an index that can be rebuilt from units and diamonds.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// The bits of [`on`] for every cell.
    pub(crate) bits: Vec<u8>,
    /// The index of the unit on every cell, or [`NONE`].
    pub(crate) unit: Vec<u16>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Unit {
    /// Its cell, or [`NEVER`] or [`DEAD`].
    pub(crate) place: CellId,
    /// The diamond it carries, or [`NONE`].
    pub(crate) diamond: u16,
    pub(crate) team: u8,
    pub(crate) summoning: bool,
    /// For how many turns it has been summoning.
    pub(crate) progress: u8,
    /// The cells it still wants to walk, the next one last.
    pub(crate) path: Vec<CellId>,
    /// What happened to it in the running tick.
    pub(crate) live: Live,
    /// What happened to it in the tick before, as this tick's views show it.
    pub(crate) shown: Live,
}

impl Unit {
    pub(crate) fn alive(&self) -> bool {
        self.place < DEAD
    }
}

/// What happened to a unit in one tick (the original's `lastState`).
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Live {
    /// Its place when the tick began, or the cell it was pulled from.
    pub(crate) before: CellId,
    /// The cell it died on, or [`NEVER`].
    pub(crate) died_at: CellId,
    /// The index of the unit that pulled it, or [`NONE`].
    pub(crate) vined_by: u16,
    /// The index of the unit that killed it, or [`NONE`].
    pub(crate) attacked_by: u16,
    /// Whether it started or went on with a summon.
    pub(crate) summoned: bool,
}

impl Live {
    pub(crate) fn at(place: CellId) -> Live {
        Live { before: place, died_at: NEVER, vined_by: NONE, attacked_by: NONE, summoned: false }
    }
}

/// A diamond.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Diamond {
    /// The cell it lies on; while it is carried, the carrier's cell counts instead.
    pub(crate) cell: CellId,
    /// The index of the unit that carries it, [`NOBODY`], or [`NEVER`] before the first pick-up.
    pub(crate) owner: u16,
    pub(crate) level: u8,
    pub(crate) points: u32,
}

impl Diamond {
    pub(crate) fn carried(&self) -> bool {
        self.owner < NOBODY
    }
}

/// A team.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Team {
    pub(crate) score: u64,
    pub(crate) deaths: u32,
    pub(crate) left: bool,
    pub(crate) counts: Counts,
    pub(crate) problems: Vec<Problem>,
    /// The command kept for the end of the window.
    pub(crate) command: Option<Action>,
    /// The memory of the last command, for the next one.
    #[serde(skip)]
    pub(crate) spare: Vec<Order>,
}

/// How often a team has done what counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counts {
    /// Summons started.
    pub summons: u32,
    /// Units struck down.
    pub attacks: u32,
    /// Diamonds dropped for points.
    pub drops: u32,
    /// Units pulled.
    pub vines: u32,
}

/// Measured response times of a team. They decide the very last tie and are not part of the state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    /// Of the window that is open.
    pub(crate) now: Option<u64>,
    pub(crate) sum: u64,
    pub(crate) count: u32,
}

/// All that changes in a match and counts.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct State {
    /// Rebuilt from units and diamonds, so no part of the hash.
    #[serde(skip)]
    pub(crate) board: Board,
    pub(crate) tick: u32,
    pub(crate) over: bool,
    pub(crate) chance: Chance,
    pub(crate) teams: Vec<Team>,
    pub(crate) units: Vec<Unit>,
    pub(crate) diamonds: Vec<Diamond>,
}

impl State {
    /// The start of a match: nobody on the map, every diamond where the map has it.
    pub(crate) fn new(config: &Config, grid: &Grid, chance: Chance) -> State {
        let mut bits = grid.ground.clone();
        let diamonds: Vec<Diamond> = config
            .map
            .diamonds()
            .map(|at| {
                let cell = grid.cell(at).expect("a diamond lies on the map");
                bits[usize::from(cell)] |= on::DIAMOND;
                Diamond { cell, owner: NEVER, level: 1, points: 0 }
            })
            .collect();
        let unit = |team: usize| Unit {
            place: NEVER,
            diamond: NONE,
            team: team as u8,
            summoning: false,
            progress: 0,
            path: Vec::new(),
            live: Live::at(NEVER),
            shown: Live::at(NEVER),
        };
        let team = Team {
            score: 0,
            deaths: 0,
            left: false,
            counts: Counts::default(),
            problems: Vec::new(),
            command: None,
            spare: Vec::new(),
        };
        State {
            board: Board { unit: vec![NONE; bits.len()], bits },
            tick: 0,
            over: false,
            chance,
            teams: vec![team; config.teams.len()],
            units: (0..config.units()).map(|i| unit(i / config.units_per_team)).collect(),
            diamonds,
        }
    }

    /// Becomes equal to another state of a match with the same config, in the memory that is there.
    pub(crate) fn copy_from(&mut self, from: &State) {
        self.board.bits.clone_from(&from.board.bits);
        self.board.unit.clone_from(&from.board.unit);
        (self.tick, self.over) = (from.tick, from.over);
        self.chance.clone_from(&from.chance);
        for (to, from) in self.teams.iter_mut().zip(&from.teams) {
            (to.score, to.deaths, to.left, to.counts) = (from.score, from.deaths, from.left, from.counts);
            to.problems.clone_from(&from.problems);
            to.command.clone_from(&from.command);
        }
        for (to, from) in self.units.iter_mut().zip(&from.units) {
            let Unit { place, diamond, team, summoning, progress, live, shown, .. } = *from;
            let mut path = std::mem::take(&mut to.path);
            path.clone_from(&from.path);
            *to = Unit { place, diamond, team, summoning, progress, path, live, shown };
        }
        self.diamonds.clone_from(&from.diamonds);
    }

    /// The cell a diamond is on now: its carrier's while it is carried (spec 3).
    pub(crate) fn diamond_cell(&self, diamond: &Diamond) -> CellId {
        if diamond.carried() { self.units[usize::from(diamond.owner)].place } else { diamond.cell }
    }

    /// Puts a living unit on a cell or moves it there.
    pub(crate) fn put(&mut self, unit: u16, cell: CellId) {
        self.lift(unit);
        self.units[usize::from(unit)].place = cell;
        self.board.bits[usize::from(cell)] |= on::UNIT;
        self.board.unit[usize::from(cell)] = unit;
    }

    /// Takes a unit off its cell, if it is on one. Its place is not changed.
    pub(crate) fn lift(&mut self, unit: u16) {
        let place = self.units[usize::from(unit)].place;
        if place < DEAD {
            self.board.bits[usize::from(place)] &= !on::UNIT;
            self.board.unit[usize::from(place)] = NONE;
        }
    }
}
