use std::sync::Arc;

use meydan_core::{Chance, Explore, Game, Mode, Next, Roster, Seat, SeatSet, Status, Viewer, Window};
use serde::Serialize;

use crate::action::{Action, Rejection};
use crate::config::{Config, ConfigError};
use crate::event::Event;
use crate::score;
use crate::setup::CLOCK;
use crate::state::State;
use crate::view::View;

/// A match.
#[derive(Clone, Debug, Serialize)]
pub struct __Name__ {
    #[serde(skip)]
    config: Config,
    #[serde(skip)]
    roster: Arc<Roster>,
    window: u32,
    state: State,
}

impl Game for __Name__ {
    const NAME: &'static str = "__name__";
    // The rules are being written. Make it 1 once a match that was recorded must replay for ever.
    const RULES: u32 = 0;

    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Rejection = Rejection;
    type ConfigError = ConfigError;

    // A game with dice keeps the chance it is given beside its state; this one has none.
    fn new(config: &Config, _chance: Chance) -> Result<Self, ConfigError> {
        config.check()?;
        let roster = Arc::new(Roster::one_seat_per_side(["first player", "second player"]));
        Ok(Self { config: *config, roster, window: 0, state: State::new(config) })
    }

    fn roster(&self) -> &Roster {
        &self.roster
    }

    fn status(&self) -> Status {
        if let Some(winner) = self.state.winner {
            return Status::Over(score::outcome(winner, &self.roster));
        }
        let seats = SeatSet::one(self.state.turn);
        Status::Waiting(Window { number: self.window, seats, mode: Mode::Live, clock: CLOCK })
    }

    fn act(&mut self, seat: Seat, action: Action, log: &mut Vec<Event>) -> Result<Next, Rejection> {
        match action {
            Action::Take(stones) => self.state.take(&self.config, seat, stones, log)?,
        }
        Ok(Next::Done)
    }

    fn close(&mut self, log: &mut Vec<Event>) {
        if self.state.winner.is_none() {
            self.state.end_turn(log);
            self.window += 1;
        }
    }

    fn view(&self, who: Viewer) -> View {
        self.state.view(&self.config, who)
    }

    // Nothing is hidden, so everybody may know of every event.
    fn tells(&self, _: Viewer, _: &Event) -> bool {
        true
    }
}

impl Explore for __Name__ {
    fn candidates(&self, _seat: Seat, _chance: &mut Chance, out: &mut Vec<Action>) {
        out.extend((1..=self.state.most(&self.config)).map(Action::Take));
    }
}
