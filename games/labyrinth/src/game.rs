use std::sync::Arc;

use meydan_core::{Chance, Explore, Game, Mode, Next, Roster, Seat, SeatSet, Side, Status, Viewer, Window};
use serde::Serialize;

use crate::action::{Action, Rejection};
use crate::board::Board;
use crate::config::{Config, ConfigError};
use crate::event::Event;
use crate::score;
use crate::setup::CLOCK;
use crate::state::{Ending, State};
use crate::view::View;

/// A match of labyrinth.
#[derive(Clone, Debug, Serialize)]
pub struct Labyrinth {
    #[serde(skip)]
    board: Arc<Board>,
    #[serde(skip)]
    roster: Arc<Roster>,
    window: u32,
    over: bool,
    gone: SeatSet,
    state: State,
    chance: Chance,
}

impl Labyrinth {
    /// What never changes.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What changes.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The source of chance, for a replay that feeds recorded draws to it.
    #[doc(hidden)]
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// How the match ended, once it is over.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.state.result.filter(|_| self.over)
    }

    /// Becomes equal to another match on the same board, in the memory that is there.
    pub(crate) fn copy_from(&mut self, from: &Labyrinth) {
        (self.window, self.over, self.gone) = (from.window, from.over, from.gone);
        self.state.copy_from(&from.state);
        self.chance.clone_from(&from.chance);
    }

    /// The seat that leads a runner.
    pub fn seat_of(&self, runner: u32) -> Seat {
        Seat((runner as usize % self.roster.len()) as u8)
    }
}

impl Game for Labyrinth {
    const NAME: &'static str = "labyrinth";
    const RULES: u32 = 1;

    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Rejection = Rejection;
    type ConfigError = ConfigError;

    fn new(config: &Config, chance: Chance) -> Result<Self, ConfigError> {
        let board = Arc::new(Board::new(config)?);
        let seats = config.seats as usize;
        let label = |seat: usize| {
            let mut runners: Vec<String> =
                (seat..config.runners.len()).step_by(seats).map(|runner| runner.to_string()).collect();
            if runners.len() > 4 {
                runners.truncate(3);
                runners.push("…".into());
            }
            format!("{} {}", if runners.len() == 1 { "runner" } else { "runners" }, runners.join(", "))
        };
        let roster = Roster::new((0..seats).map(|seat| (Side(seat as u8), label(seat))));
        let state = State::new(&board, config);
        let (window, over, gone) = (0, false, SeatSet::EMPTY);
        Ok(Labyrinth { board, roster: Arc::new(roster), window, over, gone, state, chance })
    }

    fn roster(&self) -> &Roster {
        &self.roster
    }

    fn status(&self) -> Status {
        match self.state.result {
            Some(ending) if self.over => Status::Over(score::outcome(&self.state, ending, &self.roster)),
            _ => {
                let seat = self.seat_of(self.state.turn);
                let seats = if self.gone.contains(seat) { SeatSet::EMPTY } else { SeatSet::one(seat) };
                Status::Waiting(Window { number: self.window, seats, mode: Mode::Live, clock: CLOCK })
            }
        }
    }

    fn act(&mut self, seat: Seat, action: Action, log: &mut Vec<Event>) -> Result<Next, Rejection> {
        if seat != self.seat_of(self.state.turn) || self.gone.contains(seat) {
            return Err(Rejection::NotYourTurn);
        }
        self.state.act(&self.board, action, &mut self.chance, log)
    }

    fn close(&mut self, log: &mut Vec<Event>) {
        if self.over {
            return;
        }
        self.state.end_turn(&self.board, log);
        // A game without a round limit must still end when nobody is left to play it.
        let deserted = self.board.max_rounds == 0 && self.gone.len() == self.roster.len();
        if deserted && self.state.result.is_none() {
            self.state.decide(Ending::OutOfTime, log);
        }
        self.over = self.state.result.is_some();
        self.window += 1;
    }

    fn withdraw(&mut self, seat: Seat, _log: &mut Vec<Event>) {
        self.gone.insert(seat);
    }

    fn view(&self, _who: Viewer) -> View {
        self.state.view(&self.board)
    }

    // Nothing in labyrinth is hidden.
    fn tells(&self, _: Viewer, _: &Event) -> bool {
        true
    }
}

impl Explore for Labyrinth {
    fn candidates(&self, _seat: Seat, chance: &mut Chance, out: &mut Vec<Action>) {
        if self.state.owes_push || self.board.cells() <= 64 {
            return self.state.legal(&self.board, out);
        }
        // On a large board the walls would drown the moves, and listing them all costs more than the rest.
        let runner = self.state.runners[self.state.turn as usize];
        let ways = crate::geometry::Dir::ALL.into_iter().filter(|&dir| self.state.is_open(runner.at, dir));
        out.extend(ways.map(Action::Move));
        out.push(Action::Stay);
        if runner.budget > 0 {
            let slot = chance.below(self.board.cells() as u32 * 2);
            out.push(Action::Wall(self.board.wall(slot)));
        }
    }
}
