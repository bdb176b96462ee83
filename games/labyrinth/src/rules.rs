//! The order of a round (spec, Round): every runner on the board acts, then the hunters move, then temporary
//! walls age, then the round number goes up.

use meydan_core::{Chance, Next};

use crate::action::{Action, Rejection};
use crate::board::Board;
use crate::event::Event;
use crate::state::{Ending, Standing, State};

mod boxes;
mod hunters;
mod runner;
mod walls;

impl State {
    /// The runner to act does something. [`Next::More`] if it may act again in the same turn. A refused action
    /// changes nothing.
    pub fn act(
        &mut self,
        board: &Board,
        action: Action,
        chance: &mut Chance,
        log: &mut Vec<Event>,
    ) -> Result<Next, Rejection> {
        if self.result.is_some() || self.acted {
            return Err(Rejection::NotYourTurn);
        }
        let again = match (action, self.owes_push) {
            (Action::Push { hunter, to }, true) => {
                self.push(board, hunter, to, log)?;
                false
            }
            (_, true) => return Err(Rejection::PushOwed),
            (Action::Push { .. }, false) => return Err(Rejection::NoPushOwed),
            (Action::Move(dir), false) => self.step(board, dir, chance, log)?,
            (Action::Wall(wall), false) => {
                self.put_up(board, wall, log)?;
                false
            }
            (Action::Stay, false) => {
                log.push(Event::Stayed { runner: self.turn, silent: false });
                false
            }
        };
        self.acted = !again || self.result.is_some();
        Ok(if self.acted { Next::Done } else { Next::More })
    }

    /// The turn ends. A runner that was silent stays, and a push it never named lapses. Then the next runner is
    /// to act, or the round ends.
    pub fn end_turn(&mut self, board: &Board, log: &mut Vec<Event>) {
        if self.result.is_some() {
            return;
        }
        if !self.acted {
            log.push(if self.owes_push {
                Event::PushLapsed { runner: self.turn }
            } else {
                Event::Stayed { runner: self.turn, silent: true }
            });
        }
        (self.acted, self.owes_push) = (false, false);
        if !self.pass_turn(self.turn + 1) {
            self.end_round(board, log);
        }
    }

    /// Gives the turn to the first runner on the board from `first` on; `false` if there is none.
    fn pass_turn(&mut self, first: u32) -> bool {
        let next = self.runners[first as usize..].iter().position(|r| r.status == Standing::On);
        if let Some(next) = next {
            self.turn = first + next as u32;
        }
        next.is_some()
    }

    fn end_round(&mut self, board: &Board, log: &mut Vec<Event>) {
        self.hunt(board, log);
        if self.result.is_some() {
            return;
        }
        self.age_walls(board, log);
        if board.max_rounds != 0 && self.round >= board.max_rounds {
            return self.decide(Ending::OutOfTime, log);
        }
        self.round += 1;
        log.push(Event::Round { round: self.round });
        let anybody = self.pass_turn(0);
        debug_assert!(anybody, "a game without a runner on the board is decided");
    }

    /// Victory before defeat: a third has arrived, or nobody is left (spec, End).
    fn check_end(&mut self, board: &Board, log: &mut Vec<Event>) {
        if self.arrived >= board.needed {
            self.decide(Ending::Victory, log);
        } else if self.on_board == 0 {
            self.decide(Ending::Defeat, log);
        }
    }

    pub(crate) fn decide(&mut self, result: Ending, log: &mut Vec<Event>) {
        self.result = Some(result);
        self.owes_push = false;
        log.push(Event::Ended { result });
    }

    fn arrive(&mut self, runner: u32, log: &mut Vec<Event>) {
        self.runners[runner as usize].status = Standing::Arrived;
        self.on_board -= 1;
        self.arrived += 1;
        log.push(Event::Arrived { runner });
    }

    /// Catches the runner if a hunter stands on its cell.
    fn catch(&mut self, board: &Board, runner: u32, log: &mut Vec<Event>) -> bool {
        let at = self.runners[runner as usize].at;
        let Some(hunter) = self.hunters.iter().position(|&hunter| hunter == at) else { return false };
        self.runners[runner as usize].status = Standing::Caught;
        self.on_board -= 1;
        log.push(Event::Caught { runner, hunter: hunter as u32, at: board.cell(at) });
        true
    }

    /// Catches every runner that shares a cell with a hunter.
    fn catch_all(&mut self, board: &Board, log: &mut Vec<Event>) {
        for runner in 0..self.runners.len() as u32 {
            if self.runners[runner as usize].status == Standing::On {
                self.catch(board, runner, log);
            }
        }
    }
}
