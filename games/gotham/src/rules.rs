//! The order in which things happen.
//!
//! ```text
//! document          close(0): begin, catch(0), judge, round 1
//!                   close of a half: marks, catch, (thief half: pay), judge, next half
//! official-prelim   close(0): begin; close(n): turn n+1, catch, pay, judge
//! official          close(0): begin; close(1): turn 2; close(n): marks, catch, pay, judge, turn n+1
//! ```

mod act;
mod capture;
mod check;
mod income;
mod judge;

pub use check::foresee;

use crate::city::Seats;
use crate::config::{Half, Ruleset};
use crate::event::Event;
use crate::state::{Gotham, Phase, Turn};

/// Every seat.
const EVERYBODY: Seats = Seats::MAX;

/// Whether the turn limit counts in a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Reached,
    NotYet,
}

impl Gotham {
    /// Closes the open window and opens the next one, or ends the match.
    pub(crate) fn end_window(&mut self, log: &mut Vec<Event>) {
        if self.phase == Phase::Finished {
            return;
        }
        let first = self.window == 0;
        self.window += 1;
        if first {
            self.begin(log);
        }
        match self.city.config.ruleset {
            Ruleset::Document => self.end_half(first, log),
            // Half-turn 1 was announced before anybody joined.
            Ruleset::OfficialPrelim | Ruleset::Official if first => {}
            Ruleset::OfficialPrelim => self.end_half_turn_in_prelim(log),
            Ruleset::Official => self.end_half_turn_in_finals(log),
        }
        self.acting = match self.phase {
            Phase::Finished => 0,
            Phase::Pending | Phase::Ongoing => {
                self.city.half[self.turn.half as usize] & self.ready & !self.dead & !(self.moved & self.sent)
            }
        };
    }

    /// Joining is over. It happens when all have joined, or when the readiness clock has run out.
    #[doc(hidden)]
    pub fn begin(&mut self, log: &mut Vec<Event>) {
        if self.phase == Phase::Pending {
            self.enter(Phase::Ongoing, log);
        }
    }

    /// Spec 7.3.
    fn end_half(&mut self, placement: bool, log: &mut Vec<Event>) {
        let Turn { number, half } = self.turn;
        if !placement {
            self.mark_all();
        }
        let (time, next) = match half {
            _ if placement => (0, Turn { number: 1, half: Half::Police }),
            Half::Police => (2 * number, Turn { number, half: Half::Thieves }),
            Half::Thieves => (2 * number + 1, Turn { number: number.saturating_add(1), half: Half::Police }),
        };
        self.catch(time, log);
        let round_over = half == Half::Thieves && !placement;
        if round_over {
            self.pay(log);
        }
        let last = round_over && number >= self.city.config.max_turns;
        self.judge(if last { Limit::Reached } else { Limit::NotYet }, log);
        if self.phase != Phase::Finished {
            self.open(next, log);
        }
    }

    /// Spec 7.2: the turn changes first, so captures carry the number of the following half-turn.
    fn end_half_turn_in_prelim(&mut self, log: &mut Vec<Event>) {
        self.open(self.following(), log);
        self.catch(self.turn.number, log);
        self.pay(log);
        self.judge(self.limit(), log);
    }

    /// Spec 7.1: nothing is looked at after half-turn 1.
    fn end_half_turn_in_finals(&mut self, log: &mut Vec<Event>) {
        if self.turn.number > 1 {
            self.mark_all();
            self.catch(self.turn.number, log);
            self.pay(log);
            self.judge(self.limit(), log);
        }
        if self.phase != Phase::Finished {
            self.open(self.following(), log);
        }
    }

    fn following(&self) -> Turn {
        Turn { number: self.turn.number.saturating_add(1), half: self.turn.half.other() }
    }

    fn limit(&self) -> Limit {
        if self.turn.number >= self.city.config.max_turns { Limit::Reached } else { Limit::NotYet }
    }

    fn open(&mut self, turn: Turn, log: &mut Vec<Event>) {
        self.turn = turn;
        let visible = self.city.is_visible(turn.number);
        log.push(Event::Turn { number: turn.number, half: turn.half, visible });
        self.moved = 0;
        self.sent = 0;
    }

    /// Whatever comes now comes too late.
    fn mark_all(&mut self) {
        let all = EVERYBODY >> (Seats::BITS as usize - self.city.units());
        self.moved = all;
        self.sent = all;
    }

    fn enter(&mut self, phase: Phase, log: &mut Vec<Event>) {
        log.push(Event::Phase { from: self.phase, to: phase });
        self.phase = phase;
    }
}
