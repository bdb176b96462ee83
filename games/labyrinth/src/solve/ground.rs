//! What follows from a moment of a single runner's game: its steps, the walls worth trying, the hunters' answer.

use super::chase::{Chase, Hunted, NONE, Walls};
use crate::board::Board;
use crate::geometry::Dir;
use crate::state::{BOX, State};

/// How a moment's inherited walls count: those that stood before the search began fade within two rounds.
const AGES: usize = 3;

/// What the search knows of the board and of the walls that stood when it began.
pub(super) struct Ground<'a> {
    chase: Chase<'a>,
    /// The open sides now, in the next round, and from then on; cells with boxes have [`BOX`].
    open: [Vec<u8>; AGES],
    /// The inherited walls that stand now, in the next round, and later (none).
    inherited: [Vec<u32>; AGES],
    /// The age a search starts with: the last one when nothing was inherited.
    first_age: usize,
}

/// A moment at which the runner is to act.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) runner: u16,
    /// The wall put up a round ago, or [`NONE`].
    pub(super) wall: u32,
    pub(super) age: usize,
    pub(super) budget: u16,
    pub(super) hunters: Vec<u16>,
}

/// How many states of a budget a moment costs: each hunter answers, and brings walls that have to be answered by all.
pub(super) fn weight(state: &State) -> u64 {
    let hunters = state.hunters.len() as u64;
    (hunters * hunters / 32).max(1)
}

impl<'a> Ground<'a> {
    pub(super) fn new(board: &'a Board, state: &State) -> Ground<'a> {
        let mut ground = Ground {
            chase: Chase { board },
            open: std::array::from_fn(|_| board.open.clone()),
            inherited: std::array::from_fn(|age| {
                state.walls.iter().filter(|w| usize::from(w.life) > age).map(|w| w.slot).collect()
            }),
            first_age: 0,
        };
        // With nothing inherited all ages are alike; the last stands for them.
        ground.first_age = if ground.inherited[0].is_empty() { AGES - 1 } else { 0 };
        for age in 0..AGES {
            for &slot in &ground.inherited[age] {
                let (at, dir) = board.across(slot);
                ground.open[age][usize::from(at)] &= !dir.bit();
                ground.open[age][usize::from(board.beside(at, dir))] &= !dir.back().bit();
            }
            for &at in &state.boxes {
                ground.open[age][usize::from(at)] |= BOX;
            }
        }
        ground
    }

    pub(super) fn start(&self, state: &State) -> Moment {
        let runner = state.runners[state.turn as usize];
        let mut hunters = state.hunters.clone();
        settle(&mut hunters);
        Moment { runner: runner.at, wall: NONE, age: self.first_age, budget: runner.budget, hunters }
    }

    pub(super) fn board(&self) -> &'a Board {
        self.chase.board
    }

    fn older(age: usize) -> usize {
        (age + 1).min(AGES - 1)
    }

    fn walls(&self, moment: &Moment, new: u32) -> Walls<'_> {
        Walls { open: &self.open[moment.age], more: [moment.wall, new] }
    }

    /// Where the runner may go from here without touching a box, a hunter or a wall.
    pub(super) fn steps(&self, moment: &Moment) -> impl Iterator<Item = (Dir, u16)> {
        let walls = self.walls(moment, NONE);
        Dir::ALL.into_iter().filter_map(move |dir| {
            walls.crossed(self.board(), moment.runner, dir)?;
            let to = self.board().beside(moment.runner, dir);
            let shut = self.open[0][usize::from(to)] & BOX != 0 || moment.hunters.contains(&to);
            (!shut || to == self.board().core).then_some((dir, to))
        })
    }

    /// The hunters' answer to the runner standing at `runner` with `new` just put up; `false` if it is caught.
    pub(super) fn answer(&self, moment: &Moment, runner: u16, new: u32, next: &mut Moment) -> bool {
        let walls = self.walls(moment, new);
        next.hunters.clear();
        for &hunter in &moment.hunters {
            match self.chase.hunt(walls, hunter, runner, |_| {}) {
                Hunted::Caught => return false,
                Hunted::At(at) => next.hunters.push(at),
            }
        }
        settle(&mut next.hunters);
        next.runner = runner;
        next.wall = new;
        next.age = Self::older(moment.age);
        next.budget = moment.budget - u16::from(new != NONE);
        true
    }

    /// The walls worth trying now (see the head of `exact.rs`, 1).
    pub(super) fn useful_walls(&self, moment: &Moment, out: &mut Vec<u32>) {
        out.clear();
        if moment.budget == 0 {
            return;
        }
        let mut add = |slot: u32| {
            if !out.contains(&slot) {
                out.push(slot);
            }
        };
        let now = self.walls(moment, NONE);
        let mut caught = false;
        for &hunter in &moment.hunters {
            caught |= self.chase.hunt(now, hunter, moment.runner, &mut add) == Hunted::Caught;
        }
        if !caught {
            let later = Walls { open: &self.open[Self::older(moment.age)], more: [NONE; 2] };
            for &hunter in &moment.hunters {
                let Hunted::At(hunter) = self.chase.hunt(now, hunter, moment.runner, |_| {}) else {
                    continue;
                };
                self.later_slots(later, hunter, moment, &mut add);
            }
        }
        let standing = &self.inherited[moment.age];
        let board = self.board();
        out.retain(|&slot| {
            let (at, dir) = board.across(slot);
            let free = now.crossed(board, at, dir).is_some();
            free && !self.cuts(slot, moment.wall, standing)
        });
    }

    /// The slots at which a wall put up now could stop this hunter a round later.
    fn later_slots(&self, walls: Walls<'_>, hunter: u16, moment: &Moment, add: &mut impl FnMut(u32)) {
        let (board, runner) = (self.board(), moment.runner);
        for dir in Dir::ALL {
            if walls.crossed(board, runner, dir).is_some() {
                let prey = board.beside(runner, dir);
                if prey != board.core && prey != hunter {
                    self.chase.hunt(walls, hunter, prey, &mut *add);
                }
            }
        }
        if moment.budget < 2 {
            self.chase.hunt(walls, hunter, runner, &mut *add);
            return;
        }
        let mut second = [Some(hunter), None, None];
        for (place, dir) in self.chase.ways(hunter, runner).into_iter().enumerate() {
            let Some(dir) = dir else { continue };
            if let Some(slot) = walls.crossed(board, hunter, dir) {
                add(slot);
                second[place + 1] = Some(board.beside(hunter, dir));
            }
        }
        for from in second.into_iter().flatten() {
            for dir in self.chase.ways(from, runner).into_iter().flatten() {
                if let Some(slot) = walls.crossed(board, from, dir) {
                    add(slot);
                }
            }
        }
    }

    fn cuts(&self, slot: u32, wall: u32, inherited: &[u32]) -> bool {
        let knots = &self.board().knots;
        if inherited.is_empty() {
            // One other wall at most: the new one closes a ring with it if both join the same two knots.
            let (a, b) = knots.joins(slot);
            return a == b
                || (wall != NONE
                    && matches!(knots.joins(wall), (c, d) if (c, d) == (a, b) || (d, c) == (a, b)));
        }
        let last = (wall != NONE).then_some(wall);
        knots.would_cut(slot, inherited.iter().copied().chain(last))
    }
}

/// Sorts the hunters, each cell once, and fills up with the last so that the length stays.
pub(super) fn settle(hunters: &mut Vec<u16>) {
    let count = hunters.len();
    if count > 1 {
        hunters.sort_unstable();
        hunters.dedup();
        let last = hunters[hunters.len() - 1];
        hunters.resize(count, last);
    }
}

/// The words of a key before the hunters: runner, wall (two), age.
pub(super) const HEAD: usize = 3;

impl Moment {
    /// The moment as a key, budget left out.
    pub(super) fn write_key(&self, key: &mut Vec<u16>) {
        key.clear();
        // A slot needs 17 bits: its cell, and how it lies beside the age.
        let (cell, lie) =
            if self.wall == NONE { (u16::MAX, 0) } else { ((self.wall / 2) as u16, (self.wall % 2) as u16) };
        key.extend([self.runner, cell, lie | (self.age as u16) << 1]);
        key.extend_from_slice(&self.hunters);
    }

    pub(super) fn read_key(&mut self, key: &[u16]) {
        self.runner = key[0];
        self.wall = if key[1] == u16::MAX { NONE } else { u32::from(key[1]) * 2 + u32::from(key[2] & 1) };
        self.age = usize::from(key[2] >> 1);
        self.hunters.clear();
        self.hunters.extend_from_slice(&key[HEAD..]);
    }

    pub(super) fn width(&self) -> usize {
        HEAD + self.hunters.len()
    }
}

/// How many rounds are left, this one included.
pub(super) fn rounds_left(board: &Board, state: &State) -> u32 {
    match board.max_rounds {
        0 => u32::MAX,
        last => last.saturating_add(1).saturating_sub(state.round),
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Seed};

    use super::*;
    use crate::action::Action;
    use crate::generate::{Recipe, generate};

    fn after(board: &Board, state: &State, action: Action) -> State {
        let (mut next, mut log) = (state.clone(), Vec::new());
        next.act(board, action, &mut Chance::scripted([]), &mut log).unwrap();
        next.end_turn(board, &mut log);
        next
    }

    /// Whether a hunter walks differently, or ends the game differently.
    fn differ(a: &State, b: &State) -> bool {
        a.hunters != b.hunters || a.result != b.result
    }

    /// Every wall that makes a difference to a hunter in its two phases, whatever the runner does in between, by trying.
    fn walls_that_matter(board: &Board, state: &State) -> Vec<u32> {
        let free = board.slots().filter(|&slot| state.may_stand(board, slot).is_ok());
        let without = after(board, state, Action::Stay);
        free.filter(|&slot| {
            let with = after(board, state, Action::Wall(board.wall(slot)));
            let mut actions = Vec::new();
            with.legal(board, &mut actions);
            differ(&with, &without)
                || actions.into_iter().any(|action| {
                    // What is legal with the wall is legal without it.
                    differ(&after(board, &with, action), &after(board, &without, action))
                })
        })
        .collect()
    }

    #[test]
    fn no_wall_that_makes_a_difference_is_left_out() {
        let (mut matter, mut tried) = (0, 0);
        for seed in 0..300 {
            let mut chance = Chance::new(Seed(seed));
            let (rows, cols) = (3 + chance.below(3), 3 + chance.below(4));
            let walls = chance.below((rows - 1) * (cols - 1));
            let recipe = Recipe { walls, hunters: 1 + chance.below(2), ..Recipe::new(rows, cols) };
            let Ok(config) = generate(&recipe, &mut chance) else { continue };
            let board = Board::new(&config).unwrap();
            let mut state = State::new(&board, &config);
            // Half of the time a wall stands already.
            if chance.below(2) == 0 {
                let mut actions = Vec::new();
                state.legal(&board, &mut actions);
                state = after(&board, &state, actions[actions.len() - 1]);
                if state.result.is_some() {
                    continue;
                }
            }
            state.runners[0].budget = 1 + chance.below(3) as u16;
            let ground = Ground::new(&board, &state);
            let mut useful = Vec::new();
            ground.useful_walls(&ground.start(&state), &mut useful);
            for slot in walls_that_matter(&board, &state) {
                assert!(useful.contains(&slot), "board {seed}: {:?} is left out", board.wall(slot));
                matter += 1;
            }
            tried += useful.len();
        }
        assert!(matter > 500 && tried < 4 * matter, "{matter} matter of {tried} tried");
    }
}
