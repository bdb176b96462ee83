//! Jungle for batches of matches: planes, values, one head of choices per unit. `docs/python.md` has the tables.

use std::sync::Arc;

use meydan_core::{Batch, Chance, Frame, Game, Layout, Next, Seat, Seed, Unfit, result_of_rank};

use crate::action::{Action, Deed, Order};
use crate::config::{Config, ConfigError, MOST_TEAMS, Point};
use crate::event::Event;
use crate::game::Jungle;
use crate::rules::diamonds::HIGHEST_LEVEL;
use crate::state::{CellId, DEAD, NEVER, NOBODY, NONE, Unit, on};
use crate::view::View;

const PLANES: [&str; 11] = [
    "inside",
    "wall",
    "spawn",
    "diamond on the ground",
    "level of the diamond",
    "points of the diamond",
    "foe",
    "foe with a diamond",
    "own unit",
    "own unit with a diamond",
    "summoning",
];
const GROUND: usize = 3;
const LEVEL: usize = 4;
const POINTS: usize = 5;
const FOE: usize = 6;
const OWN: usize = 8;
const SUMMONING: usize = 10;

/// Values before the units', of each unit, of each diamond.
const GENERAL: [&str; 6] = [
    "ticks played / all",
    "ticks left / 10, at most 1",
    "my score / 100",
    "best other score / 100",
    "my place in this tick / teams",
    "my place in the next tick / teams",
];
const OF_UNIT: [&str; 8] = [
    "alive",
    "column / columns",
    "row / rows",
    "on a spawn tile",
    "has a diamond",
    "its level / 5",
    "its points / 50",
    "summoning",
];
const OF_DIAMOND: [&str; 7] =
    ["exists", "column / columns", "row / rows", "on the ground", "mine", "level / 5", "points / 50"];

/// The choices of a unit: nothing, four steps, summon, four drops, four attacks, four vines, a step towards each diamond,
/// each spawn tile.
const STEP: usize = 1;
const SUMMON: usize = 5;
const DROP: usize = 6;
const ATTACK: usize = 10;
const VINE: usize = 14;
const SEEK: usize = 18;

/// What is worked out once for a map in a frame.
#[derive(Debug)]
pub struct Sheet {
    cells: usize,
    diamonds: usize,
    units: usize,
    teams: usize,
    choices: usize,
    /// The planes that never change.
    planes: Vec<u8>,
    /// The place in the frame of each cell of the grid.
    spots: Vec<u16>,
    spawns: Vec<CellId>,
    /// One over the columns and the rows of the frame.
    scale: (f32, f32),
}

impl Sheet {
    /// How many numbers a unit's head has.
    pub(crate) fn choices(&self) -> usize {
        self.choices
    }

    pub(crate) fn mask_bytes(&self) -> usize {
        self.units * self.choices
    }
}

impl Batch for Jungle {
    type Sheet = Sheet;

    fn frame(config: &Config) -> Frame {
        Frame::new([
            ("rows", config.map.height()),
            ("cols", config.map.width()),
            ("teams", config.teams.len()),
            ("units", config.units_per_team),
            ("diamonds", config.diamond_ids.len()),
            ("spawns", config.map.spawns().count()),
        ])
    }

    fn layout(frame: &Frame) -> Layout {
        let (teams, units, diamonds) = (frame.of("teams"), frame.of("units"), frame.of("diamonds"));
        let mut values: Vec<String> = GENERAL.map(str::to_owned).into();
        for team in 0..teams {
            for unit in 0..units {
                let whose = if team == 0 { "own".to_owned() } else { format!("foe {team}") };
                values.extend(OF_UNIT.map(|what| format!("{whose} unit {unit}: {what}")));
            }
        }
        for diamond in 0..diamonds {
            values.extend(OF_DIAMOND.map(|what| format!("diamond {diamond}: {what}")));
        }
        let choices = SEEK + diamonds + frame.of("spawns");
        Layout {
            planes: PLANES.map(str::to_owned).into(),
            rows: frame.of("rows"),
            cols: frame.of("cols"),
            values,
            heads: (0..units).map(|unit| (format!("unit {unit}"), choices)).collect(),
        }
    }

    fn sheet(&self, frame: &Frame) -> Sheet {
        let grid = &self.fixed.grid;
        let (rows, cols) = (frame.of("rows"), frame.of("cols"));
        let cells = rows * cols;
        let mut planes = vec![0; PLANES.len() * cells];
        let mut spots = vec![0; grid.ground.len()];
        for at in self.fixed.config.map.points() {
            let cell = usize::from(grid.cell(at).expect("a point of the map is on the grid"));
            let spot = at.y as usize * cols + at.x as usize;
            spots[cell] = spot as u16;
            planes[spot] = 1;
            planes[cells + spot] = u8::from(grid.ground[cell] & on::WALL != 0);
            planes[2 * cells + spot] = u8::from(grid.ground[cell] & on::SPAWN != 0);
        }
        let spawns = self.fixed.spawns.iter().filter_map(|&at| grid.cell(at)).collect();
        Sheet {
            cells,
            diamonds: frame.of("diamonds"),
            units: frame.of("units"),
            teams: frame.of("teams"),
            choices: SEEK + frame.of("diamonds") + frame.of("spawns"),
            planes,
            spots,
            spawns,
            scale: (1.0 / cols as f32, 1.0 / rows as f32),
        }
    }

    fn copy(&mut self, from: &Self) {
        self.copy_from(from);
    }

    fn reseed(&mut self, chance: Chance) {
        self.redraw(chance);
    }

    fn observe(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], values: &mut [f32]) {
        planes.copy_from_slice(&sheet.planes);
        values.fill(0.0);
        let (general, rest) = values.split_at_mut(GENERAL.len());
        self.observe_general(seat, general);
        let (units, diamonds) = rest.split_at_mut(sheet.teams * sheet.units * OF_UNIT.len());
        self.observe_units(sheet, seat, planes, units);
        self.observe_diamonds(sheet, seat, planes, diamonds);
    }

    fn mask(&self, sheet: &Sheet, seat: Seat, mask: &mut [u8]) {
        mask.fill(0);
        let per_team = self.fixed.config.units_per_team;
        let mut reach = Reach::new(self.fixed.grid.stride, &self.state.board.bits);
        for (i, mask) in mask.chunks_exact_mut(sheet.choices).enumerate() {
            mask[0] = 1;
            if i < per_team {
                self.mask_unit(sheet, seat.index() * per_team + i, &mut reach, mask);
            }
        }
    }

    fn choose(
        &mut self,
        sheet: &Sheet,
        seat: Seat,
        choice: &[i32],
        log: &mut Vec<Event>,
    ) -> Result<Next, Unfit> {
        let per_team = self.fixed.config.units_per_team;
        let team = self.state.teams.get_mut(seat.index()).ok_or(Unfit)?;
        let mut orders = std::mem::take(&mut team.spare);
        orders.clear();
        for (i, &number) in choice.iter().enumerate().take(per_team) {
            let index = seat.index() * per_team + i;
            if let Some(deed) = self.meant(sheet, index, number) {
                orders.push(Order { unit: index as u16 + 1, deed });
            }
        }
        self.act(seat, Action { orders }, log).map_err(|_| Unfit)
    }

    // Points and half of what is in hand, compared with the best of the others.
    fn gain(&self, seat: Seat) -> f32 {
        let worth =
            |team: usize| self.state.teams[team].score as f32 + 0.5 * self.pending(Seat(team as u8)) as f32;
        let others = (0..self.state.teams.len()).filter(|&team| team != seat.index());
        let best = others.map(worth).fold(0.0, f32::max);
        (worth(seat.index()) - best) / 50.0
    }

    fn results(&self, out: &mut [f32]) -> bool {
        if self.state.over {
            let mut places = [0; MOST_TEAMS];
            let (order, _) = self.order_teams(&mut places);
            for (place, &team) in order.iter().enumerate() {
                out[team] = result_of_rank(place + 1, order.len());
            }
        }
        self.state.over
    }
}

impl Jungle {
    /// A match that looks like this, for a player that has only views: it observes and chooses as the match itself does.
    pub fn imagined(config: &Config, view: &View) -> Result<Jungle, ConfigError> {
        let mut game = Jungle::new(config, Chance::new(Seed(0)))?;
        let fixed = Arc::clone(&game.fixed);
        let cell = |at: Option<Point>| at.and_then(|at| fixed.grid.cell(at));
        for (ahead, order) in view.orders.iter().enumerate() {
            game.set_order(view.tick + ahead as u32, order);
        }
        let state = &mut game.state;
        (state.tick, state.over) = (view.tick, view.tick >= config.ticks);
        state.board.bits.copy_from_slice(&fixed.grid.ground);
        state.board.unit.fill(NONE);
        for (team, seen) in state.teams.iter_mut().zip(&view.teams) {
            (team.score, team.deaths, team.left, team.counts) =
                (seen.score, seen.deaths, seen.left, seen.counts);
        }
        let seen = view.teams.iter().flat_map(|team| &team.units);
        for (i, seen) in seen.enumerate().take(state.units.len()) {
            if let Some(cell) = cell(seen.position) {
                state.put(i as u16, cell);
            } else if seen.placed {
                state.units[i].place = DEAD;
            }
            let unit = &mut state.units[i];
            unit.diamond = seen.diamond.unwrap_or(NONE);
            unit.summoning = seen.summoning;
            unit.path = seen.path.iter().rev().filter_map(|&at| cell(Some(at))).collect();
        }
        for (diamond, seen) in state.diamonds.iter_mut().zip(&view.diamonds) {
            (diamond.level, diamond.points) = (seen.level, seen.points);
            diamond.cell = cell(Some(seen.position)).unwrap_or(diamond.cell);
            diamond.owner = match seen.owner {
                Some(unit) => unit.wrapping_sub(1),
                None if seen.touched => NOBODY,
                None => NEVER,
            };
            if seen.owner.is_none() {
                state.board.bits[usize::from(diamond.cell)] |= on::DIAMOND;
            }
        }
        Ok(game)
    }

    /// The same match, where units have been summoning for so many turns: what a view does not show and a player who
    /// watches can count. The numbers are by unit, over all teams.
    pub fn having_summoned(mut self, turns: &[u8]) -> Jungle {
        for (unit, &turns) in self.state.units.iter_mut().zip(turns) {
            unit.progress = if unit.summoning { turns } else { 0 };
        }
        self
    }

    /// The command that a choice stands for.
    pub fn chosen(&self, sheet: &Sheet, seat: Seat, choice: &[i32]) -> Action {
        let units = self.fixed.config.units_of(seat.index());
        let deeds = units.zip(choice).filter_map(|(unit, &number)| {
            let deed = self.meant(sheet, usize::from(unit) - 1, number)?;
            Some(Order { unit, deed })
        });
        Action { orders: deeds.collect() }
    }

    fn observe_general(&self, seat: Seat, out: &mut [f32]) {
        let state = &self.state;
        let ticks = self.fixed.config.ticks;
        let scores = state.teams.iter().enumerate();
        let others = scores.filter(|(i, _)| *i != seat.index()).map(|(_, team)| team.score).max();
        // After the last tick nobody plays any more.
        let place = |tick: u32| match tick < ticks && !state.over {
            true => self.order(tick).iter().position(|&team| team == seat.0).unwrap_or(0) as f32,
            false => 0.0,
        };
        let teams = state.teams.len() as f32;
        out.copy_from_slice(&[
            state.tick as f32 / ticks as f32,
            (ticks.saturating_sub(state.tick) as f32 / 10.0).min(1.0),
            state.teams[seat.index()].score as f32 / 100.0,
            others.unwrap_or(0) as f32 / 100.0,
            place(state.tick) / teams,
            place(state.tick + 1) / teams,
        ]);
    }

    fn observe_units(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], out: &mut [f32]) {
        let state = &self.state;
        let (teams, per_team) = (state.teams.len(), self.fixed.config.units_per_team);
        for (i, unit) in state.units.iter().enumerate() {
            if !unit.alive() {
                continue;
            }
            // Teams count from the seat's own on.
            let team = (usize::from(unit.team) + teams - seat.index()) % teams;
            let own = team == 0;
            let spot = usize::from(sheet.spots[usize::from(unit.place)]);
            let has = unit.diamond != NONE;
            let (plane, number) = if own { (OWN, i % per_team + 1) } else { (FOE, team) };
            planes[plane * sheet.cells + spot] = number as u8;
            planes[(plane + 1) * sheet.cells + spot] = u8::from(has);
            planes[SUMMONING * sheet.cells + spot] = u8::from(unit.summoning);
            let at = self.fixed.grid.point(unit.place);
            let (level, points) = match state.diamonds.get(usize::from(unit.diamond)) {
                Some(diamond) => (f32::from(diamond.level), diamond.points as f32),
                None => (0.0, 0.0),
            };
            let first = (team * sheet.units + i % per_team) * OF_UNIT.len();
            out[first..first + OF_UNIT.len()].copy_from_slice(&[
                1.0,
                at.x as f32 * sheet.scale.0,
                at.y as f32 * sheet.scale.1,
                flag(self.fixed.grid.is_spawn(unit.place)),
                flag(has),
                level / 5.0,
                points / 50.0,
                flag(unit.summoning),
            ]);
        }
    }

    fn observe_diamonds(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], out: &mut [f32]) {
        let state = &self.state;
        for (diamond, out) in state.diamonds.iter().zip(out.chunks_exact_mut(OF_DIAMOND.len())) {
            let cell = state.diamond_cell(diamond);
            let spot = usize::from(sheet.spots[usize::from(cell)]);
            let free = !diamond.carried();
            planes[GROUND * sheet.cells + spot] |= u8::from(free);
            let best = &mut planes[LEVEL * sheet.cells + spot];
            *best = (*best).max(diamond.level);
            let best = &mut planes[POINTS * sheet.cells + spot];
            *best = (*best).max(diamond.points.min(255) as u8);
            let mine = !free && state.units[usize::from(diamond.owner)].team == seat.0;
            let at = self.fixed.grid.point(cell);
            out.copy_from_slice(&[
                1.0,
                at.x as f32 * sheet.scale.0,
                at.y as f32 * sheet.scale.1,
                flag(free),
                flag(mine),
                f32::from(diamond.level) / 5.0,
                diamond.points as f32 / 50.0,
            ]);
        }
    }

    /// What a unit may be told as the tick begins: whatever would not be answered by an error if its team played first
    /// and the unit alone.
    fn mask_unit(&self, sheet: &Sheet, index: usize, reach: &mut Reach<'_>, mask: &mut [u8]) {
        let (grid, bits) = (&self.fixed.grid, &self.state.board.bits);
        let unit = &self.state.units[index];
        let is = |cell: CellId, all: u8, wanted: u8| u8::from(bits[usize::from(cell)] & all == wanted);
        if !unit.alive() {
            let tiles = mask[SEEK + sheet.diamonds..].iter_mut().zip(&sheet.spawns);
            for (allowed, &tile) in tiles {
                let beside = grid.neighbours(tile).map(|next| is(next, on::SPAWN | on::UNIT, on::SPAWN));
                *allowed = is(tile, on::UNIT, 0) | beside.iter().fold(0, |any, free| any | free);
            }
            return;
        }
        let has = unit.diamond != NONE;
        if unit.summoning {
            mask[SUMMON] = u8::from(self.state.diamonds[usize::from(unit.diamond)].level < HIGHEST_LEVEL);
            return;
        }
        let obstacles = self.obstacles_of(unit);
        let around = grid.neighbours(unit.place);
        for (way, &cell) in around.iter().enumerate() {
            mask[STEP + way] = is(cell, obstacles, 0);
        }
        self.mask_seek(sheet, unit, obstacles, reach, mask);
        if grid.is_spawn(unit.place) {
            return;
        }
        for (way, &cell) in around.iter().enumerate() {
            let there = self.state.board.unit[usize::from(cell)];
            let floor = grid.ground[usize::from(cell)] == 0;
            let full = there != NONE && self.state.units[usize::from(there)].diamond != NONE;
            mask[DROP + way] = u8::from(has && floor && !full);
            mask[ATTACK + way] = u8::from(!has && there != NONE && !grid.is_spawn(cell));
            mask[VINE + way] = u8::from(!has && self.pulled(unit.place, way).is_some_and(|(_, room)| room));
        }
        if has {
            mask[SUMMON] = u8::from(self.state.diamonds[usize::from(unit.diamond)].level < HIGHEST_LEVEL);
        }
    }

    /// The bits that keep a unit from stepping on a cell.
    fn obstacles_of(&self, unit: &Unit) -> u8 {
        let spawn = if self.fixed.grid.is_spawn(unit.place) { 0 } else { on::SPAWN };
        let diamond = if unit.diamond == NONE { 0 } else { on::DIAMOND };
        on::WALL | on::UNIT | spawn | diamond
    }

    fn mask_seek(&self, sheet: &Sheet, unit: &Unit, obstacles: u8, reach: &mut Reach<'_>, mask: &mut [u8]) {
        let (state, grid) = (&self.state, &self.fixed.grid);
        let bits = &state.board.bits;
        let open = |cell: CellId| bits[usize::from(cell)] & obstacles == 0;
        let mut far = false;
        for (allowed, diamond) in mask[SEEK..SEEK + sheet.diamonds].iter_mut().zip(&state.diamonds) {
            let cell = state.diamond_cell(diamond);
            // A way that was found before is followed as long as its next cell is open.
            let known = unit.path.first() == Some(&cell) && unit.path.last().is_some_and(|&next| open(next));
            let near = grid.neighbours(unit.place).contains(&cell) || known;
            *allowed = u8::from(cell == unit.place || open(cell));
            far |= *allowed == 1 && cell != unit.place && !near;
        }
        if !far {
            return;
        }
        let flood = reach.of(obstacles, unit.place);
        for (allowed, diamond) in mask[SEEK..SEEK + sheet.diamonds].iter_mut().zip(&state.diamonds) {
            let cell = state.diamond_cell(diamond);
            let known = unit.path.first() == Some(&cell) && unit.path.last().is_some_and(|&next| open(next));
            *allowed &= u8::from(cell == unit.place || known || flood.has(cell));
        }
    }

    /// The nearest unit on a way that is not right beside a cell and can be seen from there, and whether it has room to land.
    fn pulled(&self, from: CellId, way: usize) -> Option<(CellId, bool)> {
        let (grid, board) = (&self.fixed.grid, &self.state.board);
        let step = |cell: CellId| grid.neighbours(cell)[way];
        let mut cell = step(from);
        let mut between = 0u8;
        // Bits that every cell between has; a cell without some bit is where a target without that obstacle can land.
        let mut spots = [false; 2];
        while grid.ground[usize::from(cell)] == 0 {
            let unit = board.unit[usize::from(cell)];
            if unit != NONE && between > 0 {
                let carries = self.state.units[usize::from(unit)].diamond != NONE;
                return Some((cell, spots[usize::from(carries)]));
            }
            let bits = board.bits[usize::from(cell)];
            spots[0] |= bits & on::UNIT == 0;
            spots[1] |= bits & (on::UNIT | on::DIAMOND) == 0;
            between = 1;
            cell = step(cell);
        }
        None
    }

    /// The deed that a number stands for; `None` for no order at all. A number that stands for nothing becomes a deed that
    /// the rules answer with an error, as they would a bot's.
    pub(crate) fn meant(&self, sheet: &Sheet, index: usize, number: i32) -> Option<Deed> {
        let grid = &self.fixed.grid;
        let unit = &self.state.units[index];
        let nowhere = Point { x: -1, y: -1 };
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if !unit.alive() {
            let tile = number.checked_sub(SEEK + sheet.diamonds).and_then(|tile| sheet.spawns.get(tile));
            return match tile {
                Some(&tile) => Some(Deed::Spawn(grid.point(tile))),
                None => (number != 0).then_some(Deed::Spawn(nowhere)),
            };
        }
        let beside = |way: usize| grid.point(grid.neighbours(unit.place)[way]);
        Some(match number {
            0 => Deed::None,
            STEP..SUMMON => Deed::Move(beside(number - STEP)),
            SUMMON => Deed::Summon,
            DROP..ATTACK => Deed::Drop(beside(number - DROP)),
            ATTACK..VINE => Deed::Attack(beside(number - ATTACK)),
            VINE..SEEK => {
                let target = self.pulled(unit.place, number - VINE);
                Deed::Vine(target.map_or(nowhere, |(cell, _)| grid.point(cell)))
            }
            _ => match self.state.diamonds.get(number - SEEK).filter(|_| number < SEEK + sheet.diamonds) {
                Some(diamond) => Deed::Move(grid.point(self.state.diamond_cell(diamond))),
                None => Deed::Spawn(nowhere),
            },
        })
    }
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

/// The most rows of a grid, its border included.
const TALLEST: usize = 130;

/// Cells as bits, a row of the grid in each word.
type Rows = [u64; TALLEST];

/// Where units get to. Whoever is kept off by the same things walks over the same free cells, and these fall into few parts that
/// hang together, so each part is flooded once and not for every unit. Rows that are too long for a word are looked at one cell
/// after the other.
struct Reach<'a> {
    stride: u16,
    bits: &'a [u8],
    /// The free cells for each kind of obstacles, and their parts as far as they are known.
    kinds: [Option<Kind>; 4],
}

struct Kind {
    obstacles: u8,
    free: Rows,
    parts: [Option<Rows>; 3],
}

/// The cells that can be reached from one.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack for one search, and a box would allocate"
)]
enum Flood {
    Rows(u16, Rows),
    Cells(Vec<bool>),
}

impl<'a> Reach<'a> {
    fn new(stride: u16, bits: &'a [u8]) -> Reach<'a> {
        Reach { stride, bits, kinds: [const { None }; 4] }
    }

    fn of(&mut self, obstacles: u8, start: CellId) -> Flood {
        let (stride, bits) = (self.stride, self.bits);
        if stride > 64 {
            return Flood::Cells(flood_cells(stride, bits, obstacles, start));
        }
        let rows = bits.len() / usize::from(stride);
        let known = self.kinds.iter().position(|kind| kind.as_ref().is_none_or(|k| k.obstacles == obstacles));
        let kind = &mut self.kinds[known.expect("a spawn tile and a diamond make four kinds of obstacles")];
        let kind = kind.get_or_insert_with(|| {
            let mut free = [0; TALLEST];
            for (row, bits) in free.iter_mut().zip(bits.chunks_exact(usize::from(stride))) {
                *row = bits.iter().rev().fold(0, |row, bits| row << 1 | u64::from(bits & obstacles == 0));
            }
            Kind { obstacles, free, parts: [const { None }; 3] }
        });
        // A unit is in its own way; from its cell it gets to the parts beside it.
        let mut reached = [0; TALLEST];
        set(&mut reached, stride, start);
        for next in [start - stride, start + stride, start - 1, start + 1] {
            if has(&kind.free, stride, next) && !has(&reached, stride, next) {
                let known = kind.parts.iter().flatten().find(|part| has(part, stride, next));
                let part = known.copied().unwrap_or_else(|| {
                    let part = flood(&kind.free, rows, stride, next);
                    if let Some(room) = kind.parts.iter_mut().find(|room| room.is_none()) {
                        *room = Some(part);
                    }
                    part
                });
                reached[..rows].iter_mut().zip(&part).for_each(|(all, more)| *all |= more);
            }
        }
        Flood::Rows(stride, reached)
    }
}

impl Flood {
    fn has(&self, cell: CellId) -> bool {
        match self {
            Flood::Rows(stride, reached) => has(reached, *stride, cell),
            Flood::Cells(reached) => reached[usize::from(cell)],
        }
    }
}

fn has(rows: &Rows, stride: u16, cell: CellId) -> bool {
    rows[usize::from(cell / stride)] >> (cell % stride) & 1 == 1
}

fn set(rows: &mut Rows, stride: u16, cell: CellId) {
    rows[usize::from(cell / stride)] |= 1 << (cell % stride);
}

/// The part of the free cells that a free cell belongs to.
fn flood(free: &Rows, rows: usize, stride: u16, start: CellId) -> Rows {
    let mut reached = [0; TALLEST];
    let first = usize::from(start / stride);
    reached[first] = fill(free[first], 1 << (start % stride));
    let mut grown = true;
    while grown {
        grown = false;
        // The border has no open cell, so every row has one above and one below.
        for row in (1..rows - 1).chain((1..rows - 1).rev()) {
            let seeds = (reached[row] | reached[row - 1] | reached[row + 1]) & free[row];
            if seeds != reached[row] {
                reached[row] = fill(free[row], seeds);
                grown = true;
            }
        }
    }
    reached
}

/// Everything in a row that the seeds reach over free cells: a carry runs through each stretch of ones.
fn fill(free: u64, seeds: u64) -> u64 {
    let up = |free: u64, seeds: u64| free & (free ^ free.wrapping_add(seeds)) | seeds;
    up(free, seeds) | up(free.reverse_bits(), seeds.reverse_bits()).reverse_bits()
}

fn flood_cells(stride: u16, bits: &[u8], obstacles: u8, start: CellId) -> Vec<bool> {
    let mut reached = vec![false; bits.len()];
    let mut todo = vec![start];
    reached[usize::from(start)] = true;
    while let Some(cell) = todo.pop() {
        for next in [cell - stride, cell + stride, cell - 1, cell + 1] {
            if bits[usize::from(next)] & obstacles == 0 && !reached[usize::from(next)] {
                reached[usize::from(next)] = true;
                todo.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use meydan_core::Seed;

    use super::*;

    #[test]
    fn rows_of_bits_are_flooded_like_single_cells() {
        let mut chance = Chance::new(Seed(3));
        for _ in 0..300 {
            let (stride, rows) = (3 + chance.below(60) as usize, 3 + chance.below(20) as usize);
            let walls = chance.below(6);
            let mut bits = vec![1u8; stride * rows];
            for row in 1..rows - 1 {
                for col in 1..stride - 1 {
                    bits[row * stride + col] = u8::from(chance.below(10) < walls);
                }
            }
            // Several units one after the other: what was found for one serves the next.
            let mut reach = Reach::new(stride as u16, &bits);
            for _ in 0..5 {
                let (row, col) = (1 + chance.below(rows as u32 - 2), 1 + chance.below(stride as u32 - 2));
                let start = (row * stride as u32 + col) as CellId;
                let flood = reach.of(1, start);
                let plain = flood_cells(stride as u16, &bits, 1, start);
                for (cell, &reached) in plain.iter().enumerate() {
                    assert_eq!(flood.has(cell as CellId), reached, "{stride} x {rows}, {start} to {cell}");
                }
            }
        }
    }
}
