use std::sync::Arc;

use meydan_core::{Chance, Game, Mode, Next, Roster, Seat, SeatSet, Status, Viewer, Window};
use serde::Serialize;

use crate::action::{Action, Rejection};
use crate::arena::Arena;
use crate::config::{Config, ConfigError};
use crate::event::Event;
use crate::state::{Casts, End, Limits, Orders, Phase, TEAM_SIZE, Team};
use crate::view::View;

/// A match of `heroes`.
#[derive(Clone, Debug, Serialize)]
pub struct Heroes {
    #[serde(skip)]
    pub(crate) arena: Arc<Arena>,
    pub(crate) chance: Chance,
    pub(crate) window: u32,
    pub(crate) phase: Phase,
    /// The turn counter: 0 to 3 in the picks, the first turn is 4.
    pub(crate) turn: u32,
    /// Which move phase comes next; 0 in the action phase.
    pub(crate) move_phase: u32,
    pub(crate) limits: Limits,
    pub(crate) teams: [Team; 2],
    pub(crate) orders: [Orders; 2],
    pub(crate) casts: Casts,
    pub(crate) end: Option<End>,
}

impl Heroes {
    /// How many heroes each team has by now.
    pub(crate) fn picked(&self) -> usize {
        (self.turn as usize).min(TEAM_SIZE)
    }

    /// Whether the heroes are on the map.
    pub(crate) fn spawned(&self) -> bool {
        matches!(self.phase, Phase::Move | Phase::Action)
    }

    /// The source of chance, for replays of recorded draws.
    #[doc(hidden)]
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// The limits that overtime moves: turn counter, score, for tests against recorded games.
    #[doc(hidden)]
    pub fn limits(&self) -> (i64, i64) {
        (self.limits.max_turns, self.limits.max_score)
    }
}

impl Game for Heroes {
    const NAME: &'static str = "heroes";
    const RULES: u32 = 1;

    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Rejection = Rejection;
    type ConfigError = ConfigError;

    fn new(config: &Config, chance: Chance) -> Result<Heroes, ConfigError> {
        let arena = Arc::new(Arena::new(config)?);
        let constants = &arena.constants;
        Ok(Heroes {
            limits: Limits {
                max_turns: constants.max_turns.into(),
                max_score: constants.max_score.into(),
                // The document has no overtime; the wire still wants the numbers (spec 17.1).
                max_overtime: if arena.document { 1 } else { constants.overtime },
                remaining_overtime: -1,
                trailing: 0,
            },
            teams: [Team::new(constants.max_ap), Team::new(constants.max_ap)],
            arena,
            chance,
            window: 0,
            phase: Phase::Init,
            turn: 0,
            move_phase: 0,
            orders: Default::default(),
            casts: Casts::default(),
            end: None,
        })
    }

    fn roster(&self) -> &Roster {
        &self.arena.roster
    }

    fn status(&self) -> Status {
        if let Some(end) = self.end {
            return Status::Over(self.outcome(end));
        }
        Status::Waiting(Window {
            number: self.window,
            seats: SeatSet::first(2),
            mode: Mode::Sealed,
            clock: match self.phase {
                Phase::Init => "init",
                Phase::Pick => "pick",
                Phase::Move if self.move_phase == 0 => "first_move",
                Phase::Move => "move",
                Phase::Action => "action",
            },
        })
    }

    fn act(&mut self, seat: Seat, action: Action, _log: &mut Vec<Event>) -> Result<Next, Rejection> {
        if self.end.is_some() || seat.index() >= self.teams.len() {
            return Err(Rejection::NotWaiting);
        }
        self.order(seat.index(), action)
    }

    fn close(&mut self, log: &mut Vec<Event>) {
        if self.end.is_none() {
            self.resolve(log);
        }
    }

    fn view(&self, who: Viewer) -> View {
        self.make_view(who)
    }

    fn tells(&self, who: Viewer, event: &Event) -> bool {
        self.told(who, event)
    }
}
