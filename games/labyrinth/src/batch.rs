//! Labyrinth for batches of matches: planes, values, one head of choices. `docs/python.md` has the tables.

use meydan_core::{Batch, Chance, Frame, Game, Layout, Next, Seat, Seed, Unfit};
use thiserror::Error;

use crate::action::Action;
use crate::config::{Config, ConfigError};
use crate::event::Event;
use crate::game::Labyrinth;
use crate::geometry::Dir;
use crate::state::{Ending, Standing, State};
use crate::view::{Misfit, View};

/// The planes in their order.
const PLANES: [&str; 14] = [
    "inside",
    "core",
    "steps to core",
    "open up",
    "open down",
    "open left",
    "open right",
    "box",
    "hunter",
    "me",
    "own runner",
    "other runner",
    "wall under",
    "wall right",
];
const INSIDE: usize = 0;
const CORE: usize = 1;
const STEPS: usize = 2;
const OPEN: usize = 3;
const BOXES: usize = 7;
const HUNTER: usize = 8;
const ME: usize = 9;
const OWN: usize = 10;
const OTHER: usize = 11;
const WALL: usize = 12;

const VALUES: [&str; 8] = [
    "rounds played / all",
    "my walls / 10",
    "a push is owed",
    "it is my turn",
    "arrived / needed",
    "on the board / all",
    "my row / rows",
    "my column / columns",
];

/// Choices: four steps, stay, a wall at every slot of the frame, a push for every hunter and way.
const STAY: usize = 4;
const WALLS: usize = 5;

/// What is worked out once for a board in a frame.
#[derive(Debug)]
pub struct Sheet {
    rows: usize,
    cols: usize,
    /// The planes that never change.
    planes: Vec<u8>,
    /// The place in the frame of each cell.
    spots: Vec<u16>,
    /// What may be chosen where every wall may be put up that the fixed ones allow.
    walls: Vec<u8>,
    slots: Vec<Slot>,
    /// Where the slots at each knot begin in `joined`; one more than there are knots.
    joints: Vec<u32>,
    joined: Vec<Joined>,
    runners: f32,
}

/// A place where a wall could stand as far as the fixed walls are concerned.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Its number on the board, and as a choice.
    number: u32,
    choice: u32,
    /// The knots it would join.
    ends: (u32, u32),
}

/// A slot as one of its ends has it.
#[derive(Clone, Copy, Debug)]
struct Joined {
    choice: u32,
    /// The knot at its other end.
    other: u32,
}

impl Sheet {
    fn spot(&self, at: u16) -> usize {
        usize::from(self.spots[usize::from(at)])
    }

    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// The slots at a knot.
    fn joined(&self, knot: u32) -> &[Joined] {
        let knot = knot as usize;
        &self.joined[self.joints[knot] as usize..self.joints[knot + 1] as usize]
    }
}

impl Labyrinth {
    /// The runner a seat looks from: the one to act, or its first on the board, or its first.
    fn viewpoint(&self, seat: Seat) -> usize {
        let state = self.state();
        let own = |runner: usize| self.seat_of(runner as u32) == seat;
        let turn = state.turn as usize;
        if own(turn) && state.to_act().is_some() {
            return turn;
        }
        let all = 0..state.runners.len();
        let on = all.clone().find(|&r| own(r) && state.runners[r].status == Standing::On);
        on.or_else(|| all.clone().find(|&r| own(r))).unwrap_or(0)
    }
}

impl Batch for Labyrinth {
    type Sheet = Sheet;

    fn frame(config: &Config) -> Frame {
        Frame::new([
            ("rows", config.rows as usize),
            ("cols", config.cols as usize),
            ("hunters", config.hunters.len()),
        ])
    }

    fn layout(frame: &Frame) -> Layout {
        let (rows, cols) = (frame.of("rows"), frame.of("cols"));
        let choices = WALLS + 2 * rows * cols + 4 * frame.of("hunters");
        Layout {
            planes: PLANES.map(str::to_owned).into(),
            rows,
            cols,
            values: VALUES.map(str::to_owned).into(),
            heads: vec![("act".to_owned(), choices)],
        }
    }

    fn sheet(&self, frame: &Frame) -> Sheet {
        let board = self.board();
        let (rows, cols) = (frame.of("rows"), frame.of("cols"));
        let cells = rows * cols;
        let mut planes = vec![0; PLANES.len() * cells];
        let mut spots = Vec::with_capacity(board.cells());
        for at in 0..board.cells() as u16 {
            let (row, col) = board.place(at);
            let spot = usize::from(row) * cols + usize::from(col);
            spots.push(spot as u16);
            planes[INSIDE * cells + spot] = 1;
            planes[STEPS * cells + spot] = board.to_core[usize::from(at)].min(255) as u8;
            for way in 0..4 {
                planes[(OPEN + way) * cells + spot] = board.open[usize::from(at)] >> way & 1;
            }
        }
        planes[CORE * cells + usize::from(spots[usize::from(board.core)])] = 1;
        let mut slots = Vec::new();
        for slot in board.slots() {
            let (at, dir) = board.across(slot);
            let ends = board.knots.joins(slot);
            if board.open[usize::from(at)] & dir.bit() != 0 && ends.0 != ends.1 {
                let spot = u32::from(spots[usize::from(at)]);
                let choice = WALLS as u32 + 2 * spot + slot % 2;
                slots.push(Slot { number: slot, choice, ends });
            }
        }
        let mut walls = vec![0; Labyrinth::layout(frame).mask_bytes()];
        slots.iter().for_each(|slot| walls[slot.choice as usize] = 1);
        let (joints, joined) = joints(&slots);
        let runners = self.state().runners.len() as f32;
        Sheet { rows, cols, planes, spots, walls, slots, joints, joined, runners }
    }

    fn copy(&mut self, from: &Self) {
        self.copy_from(from);
    }

    fn reseed(&mut self, chance: Chance) {
        *self.chance_mut() = chance;
    }

    fn observe(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], values: &mut [f32]) {
        let (board, state) = (self.board(), self.state());
        let cells = sheet.cells();
        planes.copy_from_slice(&sheet.planes);
        for &at in &state.boxes {
            planes[BOXES * cells + sheet.spot(at)] = 1;
        }
        for &at in &state.hunters {
            let spot = &mut planes[HUNTER * cells + sheet.spot(at)];
            *spot = spot.saturating_add(1);
        }
        let me = self.viewpoint(seat);
        for (i, runner) in state.runners.iter().enumerate() {
            if runner.status == Standing::On {
                let plane = match i {
                    _ if i == me => ME,
                    _ if self.seat_of(i as u32) == seat => OWN,
                    _ => OTHER,
                };
                let spot = &mut planes[plane * cells + sheet.spot(runner.at)];
                *spot = spot.saturating_add(1);
            }
        }
        for wall in &state.walls {
            let (at, dir) = board.across(wall.slot);
            let (spot, beside) = (sheet.spot(at), sheet.spot(board.beside(at, dir)));
            planes[(WALL + usize::from(dir == Dir::Right)) * cells + spot] = wall.life;
            planes[(OPEN + dir as usize) * cells + spot] = 0;
            planes[(OPEN + dir.back() as usize) * cells + beside] = 0;
        }
        let runner = state.runners[me];
        let (row, col) = board.place(runner.at);
        let rounds = if board.max_rounds == 0 { 1000 } else { board.max_rounds };
        let mine = state.to_act().is_some_and(|turn| turn as usize == me);
        values.copy_from_slice(&[
            state.round as f32 / rounds as f32,
            f32::from(runner.budget) / 10.0,
            f32::from(u8::from(state.owes_push)),
            f32::from(u8::from(mine)),
            state.arrived() as f32 / board.needed as f32,
            state.on_board() as f32 / sheet.runners,
            f32::from(row) / sheet.rows as f32,
            f32::from(col) / sheet.cols as f32,
        ]);
    }

    fn mask(&self, sheet: &Sheet, seat: Seat, mask: &mut [u8]) {
        let state = self.state();
        let turn = state.to_act().filter(|&turn| self.seat_of(turn) == seat);
        let runner = turn.map(|turn| state.runners[turn as usize]);
        match runner {
            Some(runner) if !state.owes_push && runner.budget > 0 => mask_walls(self, sheet, mask),
            _ => mask.fill(0),
        }
        let Some(runner) = runner else { return };
        if state.owes_push {
            let pushes = &mut mask[WALLS + 2 * sheet.cells()..];
            for (push, &at) in pushes.chunks_exact_mut(4).zip(&state.hunters) {
                let sides = state.open[usize::from(at)];
                (0..4).for_each(|dir| push[dir] = sides >> dir & 1);
            }
            return;
        }
        let sides = state.open[usize::from(runner.at)];
        (0..4).for_each(|dir| mask[dir] = sides >> dir & 1);
        mask[STAY] = 1;
    }

    fn choose(
        &mut self,
        sheet: &Sheet,
        seat: Seat,
        choice: &[i32],
        log: &mut Vec<Event>,
    ) -> Result<Next, Unfit> {
        let number = usize::try_from(choice[0]).map_err(|_| Unfit)?;
        let action = self.meant(sheet, number).ok_or(Unfit)?;
        self.act(seat, action, log).map_err(|_| Unfit)
    }

    // Steps that the nearest runners still have to the core, as far as they are needed: victory is 0.
    fn gain(&self, seat: Seat) -> f32 {
        let (board, state) = (self.board(), self.state());
        let longest = f32::from(board.rows + board.cols);
        let own = state.runners.iter().enumerate().filter(|(i, _)| self.seat_of(*i as u32) == seat);
        let steps = own.map(|(_, runner)| match runner.status {
            Standing::Arrived => 0.0,
            Standing::On => f32::from(board.to_core[usize::from(runner.at)]) / longest,
            Standing::Caught => 2.0,
        });
        -steps.sum::<f32>()
    }

    // The runners win or lose together.
    fn results(&self, out: &mut [f32]) -> bool {
        let Some(ending) = self.ending() else { return false };
        out.fill(match ending {
            Ending::Victory => 1.0,
            Ending::OutOfTime => 0.0,
            Ending::Defeat => -1.0,
        });
        true
    }
}

impl Labyrinth {
    /// A match that looks like this, for a player that has only views: it observes and chooses as the match itself does.
    pub fn imagined(config: &Config, view: &View) -> Result<Labyrinth, ImagineError> {
        let mut game = Labyrinth::new(config, Chance::new(Seed(0)))?;
        let state = State::from_view(game.board(), view)?;
        game.state_mut().clone_from(&state);
        Ok(game)
    }

    /// The act that a choice stands for.
    pub fn chosen(&self, sheet: &Sheet, choice: &[i32]) -> Option<Action> {
        self.meant(sheet, usize::try_from(*choice.first()?).ok()?)
    }

    fn meant(&self, sheet: &Sheet, number: usize) -> Option<Action> {
        let (board, state) = (self.board(), self.state());
        if number < WALLS {
            return Some(Dir::ALL.get(number).map_or(Action::Stay, |&dir| Action::Move(dir)));
        }
        let wall = number - WALLS;
        let cell = |spot: usize| {
            let (row, col) = (spot / sheet.cols, spot % sheet.cols);
            let inside = row < usize::from(board.rows) && col < usize::from(board.cols);
            inside.then(|| row as u32 * u32::from(board.cols) + col as u32)
        };
        if wall < 2 * sheet.cells() {
            return cell(wall / 2).map(|at| Action::Wall(board.wall(2 * at + (wall % 2) as u32)));
        }
        let push = wall - 2 * sheet.cells();
        let from = *state.hunters.get(push / 4)?;
        let to = board.cell(from).step(Dir::ALL[push % 4]);
        Some(Action::Push { hunter: (push / 4) as u32, to })
    }
}

/// The slots at each knot, knot after knot, and where those of each begin.
fn joints(slots: &[Slot]) -> (Vec<u32>, Vec<Joined>) {
    let ends = slots.iter().flat_map(|slot| {
        let (a, b) = slot.ends;
        [(a, Joined { choice: slot.choice, other: b }), (b, Joined { choice: slot.choice, other: a })]
    });
    let mut ends: Vec<(u32, Joined)> = ends.collect();
    ends.sort_by_key(|(knot, _)| *knot);
    let knots = ends.last().map_or(0, |(knot, _)| knot + 1);
    let joints = (0..=knots).map(|knot| ends.partition_point(|(at, _)| *at < knot) as u32).collect();
    (joints, ends.into_iter().map(|(_, joined)| joined).collect())
}

/// So many temporary walls are few.
const FEW_WALLS: usize = 8;
/// On boards with more knots than this places are asked about one by one.
const MOST_KNOTS: usize = 1024;

/// Marks every place where a wall may stand: between two cells, open, and no ring with what stands. Temporary walls take
/// away from what the fixed ones allow: their own places, and those that would join two knots they have tied already.
fn mask_walls(game: &Labyrinth, sheet: &Sheet, mask: &mut [u8]) {
    mask.copy_from_slice(&sheet.walls);
    let (board, state) = (game.board(), game.state());
    for wall in &state.walls {
        let (at, dir) = board.across(wall.slot);
        mask[WALLS + 2 * sheet.spot(at) + usize::from(dir == Dir::Right)] = 0;
    }
    if state.walls.len() <= FEW_WALLS {
        mask_few(game, sheet, mask);
    } else if board.cells() <= MOST_KNOTS && state.walls.len() <= usize::from(u8::MAX) {
        mask_many(game, sheet, mask);
    } else {
        for slot in &sheet.slots {
            mask[slot.choice as usize] = u8::from(state.may_stand(board, slot.number).is_ok());
        }
    }
}

/// Takes away rings where few walls stand: only the places at the knots they tie are looked at.
fn mask_few(game: &Labyrinth, sheet: &Sheet, mask: &mut [u8]) {
    // The knots that walls tie, and the group of each.
    let mut tied = [(0u32, 0u8); 2 * FEW_WALLS];
    let mut count = 0;
    for (group, wall) in game.state().walls.iter().enumerate() {
        let group = group as u8;
        let (a, b) = game.board().knots.joins(wall.slot);
        for knot in [a, b] {
            match tied[..count].iter().find(|(known, _)| *known == knot).map(|(_, group)| *group) {
                Some(old) => {
                    tied[..count].iter_mut().filter(|(_, g)| *g == old).for_each(|(_, g)| *g = group);
                }
                None => {
                    tied[count] = (knot, group);
                    count += 1;
                }
            }
        }
    }
    let tied = &tied[..count];
    let size = |knot: u32| sheet.joined(knot).len();
    for (i, &(knot, group)) in tied.iter().enumerate() {
        let others = || tied.iter().enumerate().filter(move |(j, (_, g))| *j != i && *g == group);
        // A place is found from either of its ends, so the knot with the most can be passed over: the border has many.
        if others().all(|(j, &(other, _))| (size(other), j) < (size(knot), i)) {
            continue;
        }
        for joined in sheet.joined(knot) {
            if others().any(|(_, &(other, _))| other == joined.other) {
                mask[joined.choice as usize] = 0;
            }
        }
    }
}

/// Takes away rings where many walls stand: every place is looked at once.
fn mask_many(game: &Labyrinth, sheet: &Sheet, mask: &mut [u8]) {
    // Groups are counted from 1; what is in no group is tied to nothing.
    let mut groups = [0u8; MOST_KNOTS];
    let mut count = 0;
    for wall in &game.state().walls {
        let (a, b) = game.board().knots.joins(wall.slot);
        let (a, b) = (a as usize, b as usize);
        match (groups[a], groups[b]) {
            (0, 0) => {
                count += 1;
                (groups[a], groups[b]) = (count, count);
            }
            (0, group) => groups[a] = group,
            (group, 0) => groups[b] = group,
            (one, other) => groups.iter_mut().filter(|group| **group == other).for_each(|group| *group = one),
        }
    }
    for slot in &sheet.slots {
        let group = groups[slot.ends.0 as usize];
        if group != 0 && group == groups[slot.ends.1 as usize] {
            mask[slot.choice as usize] = 0;
        }
    }
}

/// Why no match can be imagined from a view.
#[derive(Debug, Error)]
pub enum ImagineError {
    /// The config is refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The view is of another board.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Recipe, generate};
    use crate::state::Temporary;

    #[test]
    fn few_and_many_walls_are_masked_as_the_rules_judge_each_place() {
        let mut chance = Chance::new(Seed(11));
        for walls in 0..200 {
            let recipe = Recipe { walls: chance.below(20), ..Recipe::new(5 + chance.below(3), 6) };
            let config = generate(&recipe, &mut chance).unwrap();
            let mut game = Labyrinth::new(&config, Chance::new(Seed(0))).unwrap();
            let board = game.board().clone();
            let state = game.state_mut();
            for _ in 0..4 * (walls % (FEW_WALLS + 1)) {
                let slots: Vec<u32> = board.slots().collect();
                let slot = *chance.pick(&slots).unwrap();
                if state.walls.len() < FEW_WALLS && state.may_stand(&board, slot).is_ok() {
                    let place = state.walls.partition_point(|other| other.slot < slot);
                    state.walls.insert(place, Temporary { slot, life: 2 });
                    state.set_open(&board, slot, false);
                }
            }
            let sheet = game.sheet(&Labyrinth::frame(&config));
            let mut wanted = vec![0; sheet.walls.len()];
            for slot in &sheet.slots {
                wanted[slot.choice as usize] = u8::from(game.state().may_stand(&board, slot.number).is_ok());
            }
            let mut found = vec![7; sheet.walls.len()];
            mask_walls(&game, &sheet, &mut found);
            assert_eq!(found, wanted, "few: {:?}", game.state().walls);
            // Many walls begin with the same: the fixed walls' mask without the places that are taken.
            let mut many = sheet.walls.clone();
            for wall in &game.state().walls {
                let place = sheet.slots.iter().find(|slot| slot.number == wall.slot).unwrap();
                many[place.choice as usize] = 0;
            }
            mask_many(&game, &sheet, &mut many);
            assert_eq!(many, wanted, "many: {:?}", game.state().walls);
        }
    }
}
