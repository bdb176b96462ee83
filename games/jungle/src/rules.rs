//! The order of things inside a tick (spec 4). The mechanics are in the modules below.

mod command;
pub(crate) mod diamonds;
pub(crate) mod path;
mod spawn;
mod strike;
pub(crate) mod turns;
mod walk;

use meydan_core::Seat;

use crate::action::Action;
use crate::event::Event;
use crate::problem::Problem;
use crate::state::{CellId, Fixed, Live, State};
use path::Search;

/// The moments of a tick at which the original shows its state to viewers and to its recorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A team's command was carried out.
    Played(Seat),
    /// A team's turn was skipped because no command came in time.
    TimedOut(Seat),
    /// All teams have played; the carried diamonds have not earned yet.
    Ended,
    /// The carried diamonds have earned.
    Earned,
}

/// A tick being played: the state with everything the rules need beside it.
pub(crate) struct Play<'a> {
    pub(crate) fixed: &'a Fixed,
    /// The teams in playing order.
    pub(crate) order: &'a [u8],
    pub(crate) state: &'a mut State,
    pub(crate) search: &'a mut Search,
    pub(crate) log: &'a mut Vec<Event>,
}

impl Play<'_> {
    /// Plays the running tick and opens the next one. `watch` sees the state at every [`Moment`].
    pub(crate) fn tick(&mut self, mut watch: impl FnMut(Moment, &State, &[Event])) {
        let first = self.log.len();
        let mut show = |moment, play: &Play<'_>| watch(moment, play.state, &play.log[first..]);
        for &team in self.order {
            let seat = Seat(team);
            let team = usize::from(team);
            // A command that came before its team left is carried out all the same (spec 4, step 5).
            if let Some(Action { mut orders }) = self.state.teams[team].command.take() {
                self.log.push(Event::Turn { team: seat.0 });
                self.command(team, &orders);
                orders.clear();
                self.state.teams[team].spare = orders;
                self.advance_summons(team);
                show(Moment::Played(seat), self);
            } else if !self.state.teams[team].left {
                let tick = self.state.tick;
                self.state.teams[team].problems.push(Problem::Timeout { tick });
                self.log.push(Event::TimedOut { team: seat.0 });
                show(Moment::TimedOut(seat), self);
            }
        }
        show(Moment::Ended, self);
        self.earn();
        show(Moment::Earned, self);
        self.open_next();
    }

    /// Goes on to the next tick, or ends the match after the last one or when nobody is left.
    fn open_next(&mut self) {
        let state = &mut *self.state;
        state.tick += 1;
        state.over = state.tick >= self.fixed.config.ticks || state.teams.iter().all(|team| team.left);
        if !state.over {
            for unit in &mut state.units {
                unit.shown = unit.live;
                unit.live = Live::at(unit.place);
            }
        }
    }

    /// Whether two cells share an edge.
    fn adjacent(&self, a: CellId, b: CellId) -> bool {
        self.fixed.grid.neighbours(a).contains(&b)
    }
}
