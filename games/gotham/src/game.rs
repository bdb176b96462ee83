//! `gotham` as a [`Game`].

use std::sync::Arc;

use meydan_core::{Chance, Explore, Game, Mode, Next, Roster, Seat, SeatSet, Status, Viewer, Window};

use crate::action::{Action, Rejection};
use crate::city::{City, bit};
use crate::config::{Config, ConfigError, Half, Ruleset};
use crate::event::Event;
use crate::state::{Gotham, Phase, Turn};
use crate::view::View;

/// The clock of the window in which units join.
pub const READY: &str = "ready";
/// The clock of a half-turn.
pub const HALF_TURN: &str = "half_turn";

impl Game for Gotham {
    const NAME: &'static str = "gotham";
    const RULES: u32 = 1;

    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Rejection = Rejection;
    type ConfigError = ConfigError;

    fn new(config: &Config, chance: Chance) -> Result<Gotham, ConfigError> {
        let city = Arc::new(City::new(config)?);
        let units = city.units();
        let node = |id| city.node(id).expect("a checked config puts units on nodes");
        Ok(Gotham {
            phase: Phase::Pending,
            winner: None,
            turn: Turn { number: i32::from(config.ruleset != Ruleset::Document), half: Half::Thieves },
            window: 0,
            acting: city.half[0] | city.half[1],
            node: config.units.iter().map(|unit| node(unit.node)).collect(),
            balance: config.units.iter().map(|unit| unit.balance).collect(),
            caught_at: vec![-1; units],
            ready: 0,
            dead: 0,
            moved: 0,
            sent: 0,
            boxes: Default::default(),
            said: 0,
            chance,
            city,
        })
    }

    fn roster(&self) -> &Roster {
        &self.city.roster
    }

    fn status(&self) -> Status {
        if let (Phase::Finished, Some((winner, cause))) = (self.phase, self.winner) {
            return Status::Over(self.outcome(winner, cause));
        }
        let mut seats = SeatSet::EMPTY;
        let mut rest = self.acting;
        while rest != 0 {
            seats.insert(Seat(rest.trailing_zeros() as u8));
            rest &= rest - 1;
        }
        let clock = if self.window == 0 { READY } else { HALF_TURN };
        Status::Waiting(Window { number: self.window, seats, mode: Mode::Live, clock })
    }

    fn act(&mut self, seat: Seat, action: Action, log: &mut Vec<Event>) -> Result<Next, Rejection> {
        self.perform(seat.index(), action, log)
    }

    fn close(&mut self, log: &mut Vec<Event>) {
        self.end_window(log);
    }

    fn view(&self, who: Viewer) -> View {
        self.see(who)
    }

    fn tells(&self, who: Viewer, event: &Event) -> bool {
        self.told(who, event)
    }
}

impl Explore for Gotham {
    fn candidates(&self, seat: Seat, chance: &mut Chance, out: &mut Vec<Action>) {
        let seat = seat.index();
        if seat >= self.city.units() || self.acting & bit(seat) == 0 {
            return;
        }
        if self.phase == Phase::Pending {
            if self.ready & bit(seat) == 0 {
                out.push(Action::Ready { node: self.city.id(chance.below(self.city.nodes() as u32) as u16) });
            }
            return;
        }
        let half = self.city.config.units[seat].kind.half();
        if self.turn.number == 0 || half != self.turn.half || self.ready & bit(seat) == 0 {
            return;
        }
        if self.moved & bit(seat) == 0 {
            out.push(Action::Move { to: self.city.id(self.node[seat]) });
            let edges = self.city.edges(self.node[seat]);
            out.extend(edges.iter().map(|edge| Action::Move { to: self.city.id(edge.to) }));
        }
        if self.sent & bit(seat) == 0 {
            let text = (0..chance.below(6)).map(|_| if chance.below(2) == 1 { '1' } else { '0' }).collect();
            out.push(Action::Say { text });
        }
    }
}
