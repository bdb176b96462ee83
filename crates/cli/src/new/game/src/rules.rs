//! The order of a turn: the player to move takes stones; when the window closes, the match is won or the turn passes.

use meydan_core::Seat;

use crate::action::Rejection;
use crate::config::Config;
use crate::event::Event;
use crate::state::State;

impl State {
    /// A player takes stones. A refused act changes nothing.
    pub(crate) fn take(
        &mut self,
        config: &Config,
        seat: Seat,
        stones: u32,
        log: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.to_move() != Some(seat) {
            return Err(Rejection::NotYourTurn);
        }
        let most = self.most(config);
        if !(1..=most).contains(&stones) {
            return Err(Rejection::Stones { asked: stones, most });
        }
        self.heap -= stones;
        self.taken = true;
        log.push(Event::Took { seat, stones, silent: false });
        Ok(())
    }

    /// The turn ends. For a player who was silent one stone is taken.
    pub(crate) fn end_turn(&mut self, log: &mut Vec<Event>) {
        if let Some(seat) = self.to_move() {
            self.heap -= 1;
            log.push(Event::Took { seat, stones: 1, silent: true });
        }
        self.taken = false;
        if self.heap == 0 {
            self.winner = Some(self.turn);
            log.push(Event::Won { seat: self.turn });
        } else {
            self.turn = Seat(1 - self.turn.0);
        }
    }

    /// The player who is to take stones; nobody between the act and the close of the window, and after the end.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        (self.winner.is_none() && !self.taken).then_some(self.turn)
    }

    /// How many stones may be taken now.
    pub(crate) fn most(&self, config: &Config) -> u32 {
        config.most.min(self.heap)
    }
}
