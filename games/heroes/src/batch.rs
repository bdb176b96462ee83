//! Heroes for batches of matches: planes, values, a head for the pick and one for each hero. `docs/python.md` has the tables.

use meydan_core::{Batch, Chance, Frame, Game, Layout, Next, Seat, Unfit};

use crate::action::Action;
use crate::cells::{Cell, Direction};
use crate::config::{AbilityKind, Config, MOST_ABILITIES};
use crate::event::Event;
use crate::game::Heroes;
use crate::geometry::{At, NOWHERE};
use crate::state::{Hero, Phase, TEAM_SIZE};

const PLANES: [&str; 9] =
    ["inside", "wall", "objective", "own home", "foe home", "seen now", "own hero", "foe hero", "own path"];
const SEEN: usize = 5;
const OWN: usize = 6;
const FOE: usize = 7;
const PATH: usize = 8;

const VALUES: [&str; 11] = [
    "turn / 100",
    "phase init",
    "phase pick",
    "phase move",
    "phase action",
    "move phase / phases",
    "my score / 100",
    "foe's score / 100",
    "action points / most",
    "in overtime",
    "heroes picked / 4",
];
/// Of each hero, before its class and its abilities.
const OF_HERO: [&str; 8] = [
    "picked",
    "on the map",
    "cell known",
    "row / rows",
    "column / columns",
    "health / most",
    "turns to respawn / 10",
    "in the objective zone",
];

/// The choices of a hero: nothing, four steps, and each ability at each aim.
const STEP: usize = 1;
const CAST: usize = 5;
/// Aims: the four foes, the four of the own team, and as far as it reaches in the four ways.
const AIMS: usize = 12;

/// What is worked out once for a map in a frame.
#[derive(Debug)]
pub struct Sheet {
    cells: usize,
    cols: usize,
    rows: usize,
    classes: usize,
    abilities: usize,
    /// The planes that never change, from both teams' sides.
    planes: [Vec<u8>; 2],
}

impl Sheet {
    fn spot(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.cols + usize::from(cell.column)
    }

    fn of_hero(&self) -> usize {
        OF_HERO.len() + self.classes + self.abilities
    }

    fn choices(&self) -> usize {
        CAST + self.abilities * AIMS
    }
}

impl Batch for Heroes {
    type Sheet = Sheet;

    fn frame(config: &Config) -> Frame {
        let geometry = config.geometry();
        let abilities = config.heroes.iter().map(|class| class.abilities.len()).max().unwrap_or(0);
        Frame::new([
            ("rows", geometry.rows().into()),
            ("cols", geometry.columns().into()),
            ("classes", config.heroes.len()),
            ("abilities", abilities),
        ])
    }

    fn layout(frame: &Frame) -> Layout {
        let (classes, abilities) = (frame.of("classes"), frame.of("abilities"));
        let mut values: Vec<String> = VALUES.map(str::to_owned).into();
        for whose in ["own", "foe"] {
            for hero in 0..TEAM_SIZE {
                let name = |what: String| format!("{whose} hero {hero}: {what}");
                values.extend(OF_HERO.map(|what| name(what.to_owned())));
                values.extend((0..classes).map(|class| name(format!("class {class}"))));
                values.extend((0..abilities).map(|slot| name(format!("ability {slot} in / 10 turns"))));
            }
        }
        let mut heads = vec![("pick".to_owned(), 1 + classes)];
        let choices = CAST + abilities * AIMS;
        heads.extend((0..TEAM_SIZE).map(|hero| (format!("hero {hero}"), choices)));
        Layout {
            planes: PLANES.map(str::to_owned).into(),
            rows: frame.of("rows"),
            cols: frame.of("cols"),
            values,
            heads,
        }
    }

    fn sheet(&self, frame: &Frame) -> Sheet {
        let (rows, cols) = (frame.of("rows"), frame.of("cols"));
        let cells = rows * cols;
        let geometry = &self.arena.geometry;
        let all = usize::from(geometry.rows()) * usize::from(geometry.columns());
        let planes = [0, 1].map(|team: usize| {
            let mut planes = vec![0; PLANES.len() * cells];
            for at in 0..all {
                let cell = geometry.place(at as At);
                let spot = usize::from(cell.row) * cols + usize::from(cell.column);
                let arena = &self.arena;
                let bits = [
                    true,
                    geometry.is_wall_at(at as At),
                    arena.objective.has(at),
                    arena.respawn[team].has(at),
                    arena.respawn[1 - team].has(at),
                ];
                for (plane, bit) in bits.into_iter().enumerate() {
                    planes[plane * cells + spot] = bit.into();
                }
            }
            planes
        });
        Sheet { cells, cols, rows, classes: frame.of("classes"), abilities: frame.of("abilities"), planes }
    }

    fn copy(&mut self, from: &Self) {
        self.chance.clone_from(&from.chance);
        (self.window, self.phase, self.turn) = (from.window, from.phase, from.turn);
        (self.move_phase, self.limits, self.end) = (from.move_phase, from.limits, from.end);
        for (to, from) in self.teams.iter_mut().zip(&from.teams) {
            (to.score, to.ap, to.used_ap, to.eyes) = (from.score, from.ap, from.used_ap, from.eyes);
            for (to, from) in to.heroes.iter_mut().zip(&from.heroes) {
                let Hero { class, acted, cell, hp, respawn, cooldowns, .. } = *from;
                let mut path = std::mem::take(&mut to.path);
                path.clone_from(&from.path);
                // The start, a step in each move phase, a dodge: it need not grow later.
                path.reserve(self.arena.constants.move_phases.clamp(0, 64) as usize + 2);
                *to = Hero { class, acted, cell, hp, respawn, cooldowns, path };
            }
        }
        for (to, from) in self.orders.iter_mut().zip(&from.orders) {
            to.pick = from.pick;
            to.steps.clone_from(&from.steps);
            to.casts.clone_from(&from.casts);
            to.steps.reserve(TEAM_SIZE);
            to.casts.reserve(TEAM_SIZE * MOST_ABILITIES);
        }
        self.casts.list.clone_from(&from.casts.list);
        self.casts.told.clone_from(&from.casts.told);
        self.casts.list.reserve(2 * TEAM_SIZE);
        self.casts.told.reserve(2 * TEAM_SIZE);
    }

    fn reseed(&mut self, chance: Chance) {
        self.chance = chance;
    }

    fn observe(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], values: &mut [f32]) {
        let team = seat.index().min(1);
        let geometry = &self.arena.geometry;
        planes.copy_from_slice(&sheet.planes[team]);
        self.observe_sight(sheet, team, &mut planes[SEEN * sheet.cells..][..sheet.cells]);
        let flag = |yes: bool| f32::from(u8::from(yes));
        let phase = |phase: Phase| flag(self.phase == phase);
        let constants = &self.arena.constants;
        values.fill(0.0);
        let (general, mut rest) = values.split_at_mut(VALUES.len());
        general.copy_from_slice(&[
            self.turn as f32 / 100.0,
            phase(Phase::Init),
            phase(Phase::Pick),
            phase(Phase::Move),
            phase(Phase::Action),
            if self.phase == Phase::Move {
                self.move_phase as f32 / constants.move_phases as f32
            } else {
                0.0
            },
            self.teams[team].score as f32 / 100.0,
            self.teams[1 - team].score as f32 / 100.0,
            self.teams[team].ap as f32 / constants.max_ap.max(1) as f32,
            flag(self.limits.remaining_overtime >= 0),
            self.picked() as f32 / TEAM_SIZE as f32,
        ]);
        for side in [team, 1 - team] {
            let own = side == team;
            for slot in 0..TEAM_SIZE {
                let out;
                (out, rest) = rest.split_at_mut(sheet.of_hero());
                if slot >= self.picked() {
                    continue;
                }
                let hero = &self.teams[side].heroes[slot];
                let known = if own { hero.alive() } else { self.noticed(team, hero.cell) };
                let class = self.arena.class(hero.class);
                out[0] = 1.0;
                out[1] = flag(hero.alive());
                if known {
                    let cell = geometry.place(hero.cell);
                    let spot = sheet.spot(cell);
                    planes[if own { OWN } else { FOE } * sheet.cells + spot] = slot as u8 + 1;
                    out[2] = 1.0;
                    out[3] = f32::from(cell.row) / sheet.rows as f32;
                    out[4] = f32::from(cell.column) / sheet.cols as f32;
                    out[7] = flag(self.arena.objective.has(usize::from(hero.cell)));
                }
                // The health of a foe is known under `official` only, and while it is seen.
                if own || (known && !self.arena.document) {
                    out[5] = hero.hp as f32 / class.max_hp.max(1) as f32;
                }
                out[6] = hero.respawn as f32 / 10.0;
                out[OF_HERO.len() + usize::from(hero.class)] = 1.0;
                if own {
                    let cooldowns = &mut out[OF_HERO.len() + sheet.classes..];
                    for (out, &left) in cooldowns.iter_mut().zip(&hero.cooldowns[..class.abilities().len()]) {
                        *out = left as f32 / 10.0;
                    }
                    if hero.alive() {
                        for &at in &hero.path {
                            let cell = geometry.place(at & !crate::state::SEEN);
                            planes[PATH * sheet.cells + sheet.spot(cell)] = 1;
                        }
                    }
                }
            }
        }
    }

    fn mask(&self, sheet: &Sheet, seat: Seat, mask: &mut [u8]) {
        mask.fill(0);
        let team = seat.index().min(1);
        let (picks, heroes) = mask.split_at_mut(1 + sheet.classes);
        picks[0] = 1;
        heroes.chunks_exact_mut(sheet.choices()).for_each(|hero| hero[0] = 1);
        match self.phase {
            Phase::Init => {}
            Phase::Pick => picks[1..=self.arena.classes.len()].fill(1),
            Phase::Move => {
                for (mask, hero) in heroes.chunks_exact_mut(sheet.choices()).zip(&self.teams[team].heroes) {
                    let pays = self.arena.class(hero.class).move_cost <= self.teams[team].ap;
                    for (way, direction) in Direction::ALL.into_iter().enumerate() {
                        let open =
                            hero.alive() && self.arena.geometry.step_at(hero.cell, direction).is_some();
                        mask[STEP + way] = u8::from(open && pays);
                    }
                }
            }
            Phase::Action => {
                // Whom one may aim at is the same for every ability; the four ways are always open.
                let mut aims = [1; AIMS];
                for (aim, allowed) in aims.iter_mut().enumerate().take(2 * TEAM_SIZE) {
                    *allowed = u8::from(self.target(team, aim).is_some());
                }
                for (slot, mask) in heroes.chunks_exact_mut(sheet.choices()).enumerate() {
                    self.mask_casts(team, slot, &aims, &mut mask[CAST..]);
                }
            }
        }
    }

    // All orders of a phase at once; then the team passes.
    fn choose(
        &mut self,
        sheet: &Sheet,
        seat: Seat,
        choice: &[i32],
        log: &mut Vec<Event>,
    ) -> Result<Next, Unfit> {
        let mut fits = seat.index() < self.teams.len();
        for (head, &number) in choice.iter().enumerate().filter(|(_, number)| **number != 0) {
            let action = self.meant(sheet, seat.index().min(1), head, number);
            fits &= action.is_some_and(|action| self.act(seat, action, log).is_ok());
        }
        self.act(seat, Action::Pass, log).map_err(|_| Unfit)?;
        if fits { Ok(Next::Done) } else { Err(Unfit) }
    }

    fn gain(&self, seat: Seat) -> f32 {
        let team = seat.index().min(1);
        (self.teams[team].score - self.teams[1 - team].score) as f32 / 50.0
    }

    fn results(&self, out: &mut [f32]) -> bool {
        if self.end.is_some() {
            let first = match self.order_of(0, 1) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -1.0,
            };
            out.copy_from_slice(&[first, -first]);
        }
        self.end.is_some()
    }
}

impl Heroes {
    /// Writes what the heroes of a team see together, a byte for each cell.
    fn observe_sight(&self, sheet: &Sheet, team: usize, out: &mut [u8]) {
        let geometry = &self.arena.geometry;
        let mut sights: [&[u64]; TEAM_SIZE] = [&[]; TEAM_SIZE];
        for (sight, hero) in sights.iter_mut().zip(&self.teams[team].heroes) {
            if hero.alive() {
                *sight = geometry.sight(hero.cell);
            }
        }
        let words = sights.iter().map(|sight| sight.len()).max().unwrap_or(0);
        let word = |i: usize| sights.iter().filter_map(|sight| sight.get(i)).fold(0, |all, word| all | word);
        if sheet.cols == usize::from(geometry.columns()) {
            // The rows of the map lie one after the other, as its words do.
            for (i, out) in out.chunks_mut(64).enumerate().take(words) {
                let word = word(i).to_le_bytes();
                for (out, bits) in out.chunks_mut(8).zip(word) {
                    out.copy_from_slice(&spread(bits)[..out.len()]);
                }
            }
            return;
        }
        for i in 0..words {
            let mut rest = word(i);
            while rest != 0 {
                let at = (i * 64) as u32 + rest.trailing_zeros();
                rest &= rest - 1;
                out[sheet.spot(geometry.place(at as At))] = 1;
            }
        }
    }

    fn mask_casts(&self, team: usize, slot: usize, aims: &[u8; AIMS], mask: &mut [u8]) {
        let hero = &self.teams[team].heroes[slot];
        if !hero.alive() {
            return;
        }
        let count = self.arena.class(hero.class).abilities().len();
        for (ability, mask) in mask.chunks_exact_mut(AIMS).enumerate().take(count) {
            let kind = self.arena.ability(hero.class, ability as u8);
            // Whether a dodge can be paid is judged only when the window closes.
            let pays = kind.kind == AbilityKind::Dodge || kind.cost <= self.teams[team].ap;
            if pays && hero.cooldowns[ability] == 0 {
                mask.copy_from_slice(aims);
            }
        }
    }

    /// The cell of the hero that one of the first aims stands for; `None` where there is nobody, as far as the team can tell.
    fn target(&self, team: usize, aim: usize) -> Option<At> {
        let foe = aim < TEAM_SIZE;
        let side = if foe { 1 - team } else { team };
        let target = &self.teams[side].heroes[aim % TEAM_SIZE];
        (target.alive() && (!foe || self.noticed(team, target.cell))).then_some(target.cell)
    }

    /// The cell that an aim stands for; `None` where there is nobody to aim at, as far as the team can tell.
    fn aimed(&self, team: usize, slot: usize, ability: usize, aim: usize) -> Option<Cell> {
        let geometry = &self.arena.geometry;
        let hero = &self.teams[team].heroes[slot];
        if aim < 2 * TEAM_SIZE {
            return self.target(team, aim).map(|at| geometry.place(at));
        }
        if hero.cell == NOWHERE || ability >= self.arena.class(hero.class).abilities().len() {
            return None;
        }
        let range = self.arena.ability(hero.class, ability as u8).range.clamp(0, i32::from(u8::MAX));
        let Cell { row, column } = geometry.place(hero.cell);
        let (row, column) = (i32::from(row), i32::from(column));
        let (row, column) = match Direction::ALL[aim - 2 * TEAM_SIZE] {
            Direction::Up => (row - range, column),
            Direction::Down => (row + range, column),
            Direction::Left => (row, column - range),
            Direction::Right => (row, column + range),
        };
        let last = (i32::from(geometry.rows()) - 1, i32::from(geometry.columns()) - 1);
        Some(Cell { row: row.clamp(0, last.0) as u8, column: column.clamp(0, last.1) as u8 })
    }

    /// The order that a number of a head stands for.
    fn meant(&self, sheet: &Sheet, team: usize, head: usize, number: i32) -> Option<Action> {
        let number = usize::try_from(number).ok()?;
        let Some(slot) = head.checked_sub(1) else {
            let class = self.arena.classes.get(number.checked_sub(1)?)?;
            return (self.phase == Phase::Pick).then_some(Action::Pick { class: class.name });
        };
        let id = (2 * slot + team) as u8;
        match self.phase {
            Phase::Init | Phase::Pick => None,
            Phase::Move => {
                let direction = *Direction::ALL.get(number.checked_sub(STEP)?)?;
                Some(Action::Move { hero: id, direction })
            }
            Phase::Action => {
                let cast = number.checked_sub(CAST)?;
                let (ability, aim) = (cast / AIMS, cast % AIMS);
                let class = self.arena.class(self.teams[team].heroes.get(slot)?.class);
                let place = *class
                    .abilities()
                    .get(ability)
                    .filter(|_| ability < sheet.abilities.min(MOST_ABILITIES))?;
                let Cell { row, column } = self.aimed(team, slot, ability, aim)?;
                let ability = self.arena.abilities[usize::from(place)].name;
                Some(Action::Cast { hero: id, ability, row: row.into(), column: column.into() })
            }
        }
    }
}

/// Eight bits as eight bytes, the lowest first.
fn spread(bits: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Each byte keeps a bit of its own; adding 127 carries whatever it is to the top.
    let own = (u64::from(bits) * ONES) & 0x8040_2010_0804_0201;
    ((own + 0x7f * ONES) >> 7 & ONES).to_le_bytes()
}
