//! A printed board against the engine's.

use meydan_labyrinth::{Action, Board, Cell, Prize, RunnerView, Standing, State};

use super::{Broken, Table};
use crate::check::Id;
use crate::check::shown::{Shown, wall};
use crate::check::words::Phrase;

impl Table<'_> {
    /// The board after a turn, against the engine's.
    pub(super) fn compare(
        &mut self,
        board: &Board,
        before: &State,
        acted: &State,
        state: &State,
        shown: &Shown,
        (action, prize): (Action, Option<Prize>),
    ) -> Result<(), Broken> {
        let found = differences(board, state, shown);
        let view = state.view(board);
        let runners: Vec<_> = view.runners.iter().map(place).collect();
        let hunters = view.hunters.iter().map(|h| (h.row, h.col)).collect();
        let gone = |(wanted, shown): (&(i32, i32), &(i32, i32))| *wanted == (-1, -1) && shown != wanted;
        let leftover = runners.iter().zip(&shown.runners).any(gone);
        let expected = Phrase::Pieces { runners, hunters, leftover: false };
        let said =
            Phrase::Pieces { runners: shown.runners.clone(), hunters: shown.hunters.clone(), leftover };
        let round_ended = state.round != acted.round || (state.result.is_some() && acted.result.is_none());
        let who = before.turn as usize;
        let runner = acted.runners[who];
        let Cell { row, col } = board.cell(runner.at);
        let now = shown.runners.get(who).copied().unwrap_or((-1, -1));
        // Where somebody stands who is still there is its own doing; whether it is there is the hunters'.
        if runner.status == Standing::On && now != (-1, -1) && now != (row, col) {
            return self.broken(Id::Step, expected, said);
        }
        let caught = |state: &State| state.runners.iter().filter(|r| r.status == Standing::Caught).count();
        let hit = matches!(action, Action::Push { .. }) && caught(acted) > caught(before);
        if hit && (found.hunters || found.runners) {
            return self.broken(Id::Push, expected, said);
        }
        if round_ended {
            self.findings.watch(board, acted, shown);
        }
        if found.hunters {
            let id = match action {
                Action::Push { .. } if !round_ended => Id::Push,
                _ if !round_ended && prize == Some(Prize::ExtraTurn) => Id::BoxTurn,
                _ if !round_ended && prize == Some(Prize::Earthquake) => Id::Quake,
                // Hunters that move before everybody has acted move too early.
                _ if !round_ended && self.terms.phase >= 4 => Id::Order,
                _ => self.hunted(board, acted, shown),
            };
            return self.broken(id, expected, said);
        }
        if found.runners {
            let id = match (action, prize) {
                (_, Some(Prize::Earthquake)) if !round_ended => Id::Quake,
                (Action::Push { .. }, _) if !round_ended => Id::Push,
                _ if self.terms.phase >= 4 => Id::Caught,
                _ => Id::Defeat,
            };
            return self.broken(id, expected, said);
        }
        if found.walls {
            return self.broken(Id::Walls, Phrase::WallsStay, Phrase::WallsChanged);
        }
        // When the game is over, nobody minds how long a wall would have stood.
        if found.light && state.result.is_none() {
            let wanted: Vec<_> =
                state.view(board).walls.iter().map(|w| (w.row, w.col, w.dir.letter(), w.life)).collect();
            let places = |walls: &[(i32, i32, char, u8)]| {
                let mut places: Vec<_> = walls.iter().map(|&(row, col, lie, _)| (row, col, lie)).collect();
                places.sort_unstable();
                places
            };
            // A wall that has just been put up and is not there at all, or one that is there for another time.
            let new = matches!(action, Action::Wall(_)) && places(&shown.light).len() < wanted.len();
            let id = if new && !round_ended { Id::Light } else { Id::LightLife };
            return self.broken(id, Phrase::Lights(wanted), Phrase::Lights(shown.light.clone()));
        }
        if found.boxes {
            let left: Vec<_> = state.view(board).boxes.iter().map(|cell| (cell.row, cell.col)).collect();
            return self.broken(Id::BoxOpens, Phrase::Boxes(left), Phrase::Boxes(shown.boxes.clone()));
        }
        self.kept(before, acted, state, action, round_ended);
        Ok(())
    }

    fn kept(&mut self, before: &State, acted: &State, state: &State, action: Action, round_ended: bool) {
        match action {
            Action::Move(_) | Action::Stay => self.findings.right(Id::Step),
            Action::Wall(_) => self.findings.right(Id::Light),
            Action::Push { .. } => self.findings.right(Id::Push),
        }
        if round_ended {
            for id in [Id::HunterSteps, Id::HunterAcross, Id::HunterWalls] {
                self.findings.right(id);
            }
            if self.terms.phase >= 4 && before.on_board() > 1 {
                self.findings.right(Id::HunterNearest);
            }
            if !acted.walls.is_empty() {
                self.findings.right(Id::LightLife);
            }
        }
        let caught = |state: &State| state.runners.iter().filter(|r| r.status == Standing::Caught).count();
        if self.terms.phase >= 4 && caught(state) > caught(before) {
            self.findings.right(Id::Caught);
        }
    }
}

/// In what a printed board differs from ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Differences {
    pub(super) runners: bool,
    pub(super) hunters: bool,
    pub(super) walls: bool,
    pub(super) light: bool,
    pub(super) boxes: bool,
}

/// Where a runner is printed.
fn place(runner: &RunnerView) -> (i32, i32) {
    if runner.status == Standing::On { (runner.at.row, runner.at.col) } else { (-1, -1) }
}

pub(super) fn differences(board: &Board, state: &State, shown: &Shown) -> Differences {
    let view = state.view(board);
    let runners: Vec<_> = view.runners.iter().map(place).collect();
    let hunters: Vec<_> = view.hunters.iter().map(|h| (h.row, h.col)).collect();
    let mut light: Vec<_> = view.walls.iter().map(|w| (w.row, w.col, w.dir.letter(), w.life)).collect();
    let mut shown_light = shown.light.clone();
    light.sort_unstable();
    shown_light.sort_unstable();
    let mut boxes: Vec<_> = view.boxes.iter().map(|b| (b.row, b.col)).collect();
    let mut shown_boxes = shown.boxes.clone();
    boxes.sort_unstable();
    shown_boxes.sort_unstable();
    let solid = |&(row, col, lie): &(i32, i32, char)| {
        board.slot(wall(row, col, lie)).is_some_and(|slot| {
            let (at, dir) = board.across(slot);
            board.open[usize::from(at)] & dir.bit() == 0
        })
    };
    Differences {
        runners: runners != shown.runners,
        hunters: hunters != shown.hunters,
        walls: !shown.walls.iter().all(solid),
        light: light != shown_light,
        boxes: boxes != shown_boxes,
    }
}
