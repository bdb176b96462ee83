use meydan_core::Chance;

use crate::action::{Action, Rejection};
use crate::board::Board;
use crate::event::Event;
use crate::geometry::{Cell, Dir};
use crate::state::State;

impl State {
    /// The runner to act steps; `true` if it may act again. After the step, in this order: the core, a hunter, a
    /// box (spec, A runner's action).
    pub(super) fn step(
        &mut self,
        board: &Board,
        dir: Dir,
        chance: &mut Chance,
        log: &mut Vec<Event>,
    ) -> Result<bool, Rejection> {
        let runner = self.turn;
        let from = self.runners[runner as usize].at;
        if !self.is_open(from, dir) {
            let cell = board.cell(from).step(dir);
            return Err(match board.find(cell) {
                None => Rejection::OutOfBoard,
                Some(_) if board.open[usize::from(from)] & dir.bit() == 0 => Rejection::FixedWall,
                Some(_) => Rejection::TemporaryWall,
            });
        }
        let to = board.beside(from, dir);
        self.runners[runner as usize].at = to;
        log.push(Event::Moved { runner, from: board.cell(from), to: board.cell(to) });
        if to == board.core {
            self.arrive(runner, log);
            self.check_end(board, log);
            Ok(false)
        } else if self.catch(board, runner, log) {
            self.check_end(board, log);
            Ok(false)
        } else if self.has_box(to) {
            Ok(self.open_box(board, to, chance, log))
        } else {
            Ok(false)
        }
    }

    /// The runner to act names the push it owes.
    pub(super) fn push(
        &mut self,
        board: &Board,
        hunter: u32,
        to: Cell,
        log: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        let from = *self.hunters.get(hunter as usize).ok_or(Rejection::IllegalPush)?;
        let to = board.find(to).ok_or(Rejection::IllegalPush)?;
        let reached = Dir::ALL.iter().any(|&dir| self.is_open(from, dir) && board.beside(from, dir) == to);
        if !reached {
            return Err(Rejection::IllegalPush);
        }
        self.hunters[hunter as usize] = to;
        self.owes_push = false;
        log.push(Event::Pushed { runner: self.turn, hunter, from: board.cell(from), to: board.cell(to) });
        self.catch_all(board, log);
        self.check_end(board, log);
        Ok(())
    }

    /// Everything the runner to act may do now, in a fixed order.
    pub fn legal(&self, board: &Board, out: &mut Vec<Action>) {
        if self.to_act().is_none() {
            return;
        }
        if self.owes_push {
            for (hunter, &from) in self.hunters.iter().enumerate() {
                for dir in Dir::ALL.into_iter().filter(|&dir| self.is_open(from, dir)) {
                    let to = board.cell(board.beside(from, dir));
                    out.push(Action::Push { hunter: hunter as u32, to });
                }
            }
            return;
        }
        let runner = self.runners[self.turn as usize];
        out.extend(Dir::ALL.into_iter().filter(|&dir| self.is_open(runner.at, dir)).map(Action::Move));
        out.push(Action::Stay);
        if runner.budget > 0 {
            let free = board.slots().filter(|&slot| self.may_stand(board, slot).is_ok());
            out.extend(free.map(|slot| Action::Wall(board.wall(slot))));
        }
    }
}
