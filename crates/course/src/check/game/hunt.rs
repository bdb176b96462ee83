//! Which rule explains where the hunters are.

use meydan_labyrinth::{Board, Cell, Dir, Standing, State, Temporary};

use super::Table;
use crate::check::shown::Shown;
use crate::check::{Findings, Id};

/// Mistakes that are often made, and the rule that each breaks.
const MISTAKES: [(Id, Variant); 11] = [
    (Id::HunterSteps, Variant { steps: 1, ..Variant::RULES }),
    (Id::HunterSteps, Variant { steps: 0, ..Variant::RULES }),
    (Id::HunterSteps, Variant { steps: 3, ..Variant::RULES }),
    (Id::HunterNearest, Variant { ties: Ties::Last, ..Variant::RULES }),
    (Id::LightLife, Variant { light: Light::Aged, ..Variant::RULES }),
    (Id::HunterAcross, Variant { across: false, ..Variant::RULES }),
    (Id::HunterAcross, Variant { second: false, ..Variant::RULES }),
    (Id::Caught, Variant { catches: false, ..Variant::RULES }),
    (Id::HunterWalls, Variant { walls: false, ..Variant::RULES }),
    (Id::HunterWalls, Variant { light: Light::None, ..Variant::RULES }),
    (Id::HunterNearest, Variant { ties: Ties::First, ..Variant::RULES }),
];

/// How many rounds each mistake would explain, of all that were seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch([u32; MISTAKES.len()]);

impl Findings {
    /// Looks at the hunters at the end of a round, be they right or wrong.
    pub(super) fn watch(&mut self, board: &Board, acted: &State, shown: &Shown) {
        for (count, (_, variant)) in self.watch.0.iter_mut().zip(&MISTAKES) {
            *count += u32::from(variant.hunt(board, acted) == shown.hunters);
        }
    }
}

impl Table<'_> {
    /// Which rule explains where the hunters are: of the mistakes that lead there, the one that explains most of all rounds.
    pub(super) fn hunted(&self, board: &Board, acted: &State, shown: &Shown) -> Id {
        let later = [Id::HunterNearest, Id::LightLife, Id::Caught];
        let known = |id: Id| !later.contains(&id) || self.terms.phase >= 4;
        let counts = self.findings.watch.0;
        let explained: Vec<(Id, u32)> = MISTAKES
            .into_iter()
            .zip(counts)
            .filter(|((id, variant), _)| known(*id) && variant.hunt(board, acted) == shown.hunters)
            .map(|((id, _), count)| (id, count))
            .collect();
        // One mistake may look like another now and then: what was found before explains it best.
        let blamed = explained.iter().find(|(id, _)| self.findings.is_wrong(*id));
        // Of several that explain as much the first is meant.
        let most = explained.iter().rev().max_by_key(|(_, count)| *count);
        blamed.or(most).map_or(Id::HunterSteps, |(id, _)| *id)
    }
}

/// How hunters move if one rule is changed.
#[derive(Clone, Copy)]
struct Variant {
    steps: u32,
    across: bool,
    /// Whether the other way is tried where the first is shut.
    second: bool,
    walls: bool,
    light: Light,
    ties: Ties,
    /// Whether runners are caught after every step, and not only after the last.
    catches: bool,
}

/// Which temporary walls stop a hunter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Light {
    All,
    /// Those that last into the next round: they were aged too early.
    Aged,
    None,
}

/// Which runner is hunted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    /// The nearest, and of those the first.
    Nearest,
    /// The nearest, and of those the last.
    Last,
    /// The first, near or not.
    First,
}

impl Variant {
    const RULES: Variant = Variant {
        steps: 2,
        across: true,
        second: true,
        walls: true,
        light: Light::All,
        ties: Ties::Nearest,
        catches: true,
    };

    fn hunt(self, board: &Board, state: &State) -> Vec<(i32, i32)> {
        let mut hunters: Vec<Cell> = state.hunters.iter().map(|&at| board.cell(at)).collect();
        let on = state.runners.iter().filter(|r| r.status == Standing::On);
        let prey: Vec<Cell> = on.map(|r| board.cell(r.at)).collect();
        let mut left = prey.clone();
        for _ in 0..self.steps {
            for hunter in &mut hunters {
                let target = match self.ties {
                    Ties::Nearest => left.iter().min_by_key(|prey| prey.distance(*hunter)),
                    Ties::Last => left.iter().rev().min_by_key(|prey| prey.distance(*hunter)),
                    Ties::First => left.first(),
                };
                let Some(target) = target else { break };
                let row = (target.row != hunter.row).then_some(if target.row < hunter.row {
                    Dir::Up
                } else {
                    Dir::Down
                });
                let col = (target.col != hunter.col).then_some(if target.col < hunter.col {
                    Dir::Left
                } else {
                    Dir::Right
                });
                let ways = if self.across { [col, row] } else { [row, col] };
                let at = board.index(*hunter);
                let open = |dir: &Dir| {
                    !self.walls
                        || match self.light {
                            Light::All => state.is_open(at, *dir),
                            Light::None => board.open[usize::from(at)] & dir.bit() != 0,
                            Light::Aged => {
                                let slot = board.slot_beside(at, *dir);
                                let stands = |wall: &Temporary| wall.slot == slot && wall.life > 1;
                                board.open[usize::from(at)] & dir.bit() != 0
                                    && !state.walls.iter().any(stands)
                            }
                        }
                };
                let tried = if self.second { 2 } else { 1 };
                if let Some(dir) = ways.into_iter().flatten().take(tried).find(open) {
                    *hunter = hunter.step(dir);
                }
            }
            if self.catches {
                left.retain(|prey| !hunters.contains(prey));
            }
        }
        hunters.iter().map(|cell| (cell.row, cell.col)).collect()
    }
}
