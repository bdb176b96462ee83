//! What is played: mostly sensible, now and then something that is not allowed.

use meydan_labyrinth::{Action, Board, Dir, Lie, Rejection, Standing, State, Wall, route};

use super::{Table, Way};

impl Table<'_> {
    /// What to do; nothing more where a script ends.
    pub(super) fn choose(&mut self, board: &Board, state: &State) -> Option<Action> {
        match &self.way {
            Way::Script(script) => script.acts.get(self.played.acts.len()).copied(),
            Way::Style(style) => Some(self.pick(board, state, *style)),
        }
    }

    /// What to try: now and then something that is not allowed.
    fn pick(&mut self, board: &Board, state: &State, style: u32) -> Action {
        // Whether walls were given is seen when they are used up.
        let style = if self.gifted.contains(&state.turn) { 3 } else { style };
        let runner = state.runners[state.turn as usize];
        if state.owes_push {
            return self.some_push(board, state);
        }
        let shut: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| !state.is_open(runner.at, dir)).collect();
        if self.chance.below(4) == 0
            && let Some(&dir) = self.chance.pick(&shut)
        {
            return Action::Move(dir);
        }
        if style == 3 && self.chance.below(5) != 0 {
            // As many walls as there are, and one more; far from everybody there is always a place.
            let free: Vec<u32> = board.slots().filter(|&slot| state.may_stand(board, slot).is_ok()).collect();
            if let Some(&slot) = self.chance.pick(&free) {
                return Action::Wall(board.wall(slot));
            }
        }
        let often = if style == 2 { 2 } else { 4 };
        if self.terms.phase >= 4 && self.chance.below(often) == 0 {
            return Action::Wall(self.some_wall(board, state));
        }
        let open: Vec<Dir> = Dir::ALL.into_iter().filter(|&dir| state.is_open(runner.at, dir)).collect();
        // The nearest box, where boxes are looked for; who puts up walls wants more of them.
        let nearest =
            state.boxes.iter().copied().min_by_key(|&at| board.cell(at).distance(board.cell(runner.at)));
        let goal = nearest.filter(|_| style == 1 || style == 3).unwrap_or(board.core);
        let way = route(board, state, runner.at, goal, |_| false).and_then(|way| way.first().copied());
        match (style, self.chance.below(3)) {
            (0 | 1 | 3, 0 | 1) => way.map_or(Action::Stay, Action::Move),
            (2, 0 | 1) => Action::Stay,
            _ => self.chance.pick(&open).map_or(Action::Stay, |&dir| Action::Move(dir)),
        }
    }

    /// A push: of any hunter, onto a runner where that can be, and now and then one that is not allowed.
    fn some_push(&mut self, board: &Board, state: &State) -> Action {
        let mut pushes = Vec::new();
        state.legal(board, &mut pushes);
        let hunter = self.chance.below(state.hunters.len().max(1) as u32);
        let at = state.hunters[hunter as usize];
        match self.chance.below(6) {
            // Nowhere: a hunter must be put on another cell.
            0 => return Action::Push { hunter, to: board.cell(at) },
            // Through a wall, or out of the board where there is none.
            1 | 2 => {
                let mut shut: Vec<Dir> =
                    Dir::ALL.into_iter().filter(|&dir| !state.is_open(at, dir)).collect();
                let walled = |dir: &Dir| board.find(board.cell(at).step(*dir)).is_some();
                if shut.iter().any(walled) {
                    shut.retain(walled);
                }
                if let Some(&dir) = self.chance.pick(&shut) {
                    return Action::Push { hunter, to: board.cell(at).step(dir) };
                }
            }
            // Two cells far, or across a corner.
            3 => {
                let (dir, turn) = (self.chance.below(4) as usize, self.chance.below(2) as usize);
                let to = board.cell(at).step(Dir::ALL[dir]).step(Dir::ALL[(dir + 2 * turn) % 4]);
                if board.find(to).is_some() {
                    return Action::Push { hunter, to };
                }
            }
            _ => {}
        }
        let lands = |push: &&Action| match **push {
            Action::Push { to, .. } => {
                state.runners.iter().any(|r| r.status == Standing::On && board.cell(r.at) == to)
            }
            _ => false,
        };
        let hits: Vec<Action> = pushes.iter().filter(lands).copied().collect();
        let last = state.hunters.len() as u32 - 1;
        let later = |push: &&Action| matches!(**push, Action::Push { hunter, .. } if hunter == last);
        let later: Vec<Action> = pushes.iter().filter(later).copied().collect();
        let from =
            [&hits, &later, &pushes].into_iter().find(|list| !list.is_empty() && self.chance.below(3) != 0);
        self.chance.pick(from.unwrap_or(&pushes)).copied().unwrap_or(Action::Stay)
    }

    /// A place for a wall: near the runner, so that it blocks somebody; sometimes one that is not allowed.
    fn some_wall(&mut self, board: &Board, state: &State) -> Wall {
        let at = board.cell(state.runners[state.turn as usize].at);
        let dir = if self.chance.below(2) == 0 { Lie::Horizontal } else { Lie::Vertical };
        match self.chance.below(6) {
            // On the border or outside.
            0 => match self.chance.below(4) {
                0 => Wall { row: i32::from(board.rows) - 1, col: at.col, dir: Lie::Horizontal },
                1 => Wall { row: at.row, col: i32::from(board.cols) - 1, dir: Lie::Vertical },
                2 => Wall { row: -1, col: at.col, dir },
                _ => Wall { row: at.row, col: -1, dir },
            },
            // On a wall that stands.
            1 if !state.walls.is_empty() => board.wall(state.walls[0].slot),
            2 => {
                let solid: Vec<u32> = board
                    .slots()
                    .filter(|&slot| {
                        let (at, dir) = board.across(slot);
                        board.open[usize::from(at)] & dir.bit() == 0
                    })
                    .collect();
                self.chance
                    .pick(&solid)
                    .map_or(Wall { row: at.row, col: at.col, dir }, |&slot| board.wall(slot))
            }
            // One that would cut the board.
            3 => {
                let cuts: Vec<u32> = board
                    .slots()
                    .filter(|&slot| state.may_stand(board, slot) == Err(Rejection::WouldCut))
                    .collect();
                self.chance
                    .pick(&cuts)
                    .map_or(Wall { row: at.row, col: at.col, dir }, |&slot| board.wall(slot))
            }
            _ => Wall { row: at.row, col: at.col, dir },
        }
    }
}

pub(super) fn lands_on_box(board: &Board, state: &State, action: Action) -> bool {
    let Action::Move(dir) = action else { return false };
    let at = state.runners[state.turn as usize].at;
    if state.owes_push || !state.is_open(at, dir) {
        return false;
    }
    let to = board.beside(at, dir);
    to != board.core && !state.hunters.contains(&to) && state.has_box(to)
}

/// A command as the program reads it.
pub(super) fn words(action: Action) -> String {
    match action {
        Action::Move(dir) => dir.name().to_owned(),
        Action::Stay => "stay".to_owned(),
        Action::Wall(wall) => format!("wall {} {} {}", wall.row, wall.col, wall.dir.letter()),
        Action::Push { hunter, to } => format!("push {hunter} {} {}", to.row, to.col),
    }
}
