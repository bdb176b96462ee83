use meydan_core::Chance;

use crate::board::Board;
use crate::event::{Event, Prize};
use crate::geometry::Dir;
use crate::state::{BOX, Standing, State};

/// How many walls the second prize adds.
const MORE_WALLS: u16 = 2;

impl State {
    /// The runner to act has walked onto a box; `true` if it may act again.
    pub(super) fn open_box(
        &mut self,
        board: &Board,
        at: u16,
        chance: &mut Chance,
        log: &mut Vec<Event>,
    ) -> bool {
        self.boxes.retain(|&other| other != at);
        self.open[usize::from(at)] &= !BOX;
        let prize = Prize::ALL[chance.below(Prize::ALL.len() as u32) as usize];
        log.push(Event::Box { runner: self.turn, at: board.cell(at), prize });
        match prize {
            Prize::ExtraTurn => true,
            Prize::Walls => {
                let budget = &mut self.runners[self.turn as usize].budget;
                *budget = budget.saturating_add(MORE_WALLS);
                false
            }
            Prize::Earthquake => {
                self.shake(board, chance, log);
                false
            }
            // With no hunter there is nothing to push (the rules are silent: the prize lapses).
            Prize::Push if self.hunters.is_empty() => {
                log.push(Event::PushLapsed { runner: self.turn });
                false
            }
            Prize::Push => {
                self.owes_push = true;
                true
            }
        }
    }

    /// Everybody on the board moves to a random open neighbour, all at once. The draws come runners first, each
    /// kind in index order. Then runners on the core arrive, then runners beside a hunter are caught.
    fn shake(&mut self, board: &Board, chance: &mut Chance, log: &mut Vec<Event>) {
        for runner in 0..self.runners.len() {
            if self.runners[runner].status == Standing::On {
                let from = self.runners[runner].at;
                let to = self.any_neighbour(board, from, chance);
                self.runners[runner].at = to;
                let (runner, from, to) = (runner as u32, board.cell(from), board.cell(to));
                log.push(Event::RunnerShaken { runner, from, to });
            }
        }
        for hunter in 0..self.hunters.len() {
            let from = self.hunters[hunter];
            let to = self.any_neighbour(board, from, chance);
            self.hunters[hunter] = to;
            let (hunter, from, to) = (hunter as u32, board.cell(from), board.cell(to));
            log.push(Event::HunterShaken { hunter, from, to });
        }
        for runner in 0..self.runners.len() as u32 {
            let it = self.runners[runner as usize];
            if it.status == Standing::On && it.at == board.core {
                self.arrive(runner, log);
            }
        }
        self.catch_all(board, log);
        self.check_end(board, log);
    }

    fn any_neighbour(&self, board: &Board, at: u16, chance: &mut Chance) -> u16 {
        let sides = self.open[usize::from(at)] & !BOX;
        // Every cell has an open side, because all cells are connected and there are at least four.
        let nth = chance.below(sides.count_ones()) as usize;
        let mut open = Dir::ALL.into_iter().filter(|dir| sides & dir.bit() != 0);
        board.beside(at, open.nth(nth).expect("the draw is below the number of open sides"))
    }
}
