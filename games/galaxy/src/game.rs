use meydan_core::{Chance, Game, Mode, Next, Roster, Seat, SeatSet, Status, Viewer, Window};

use crate::{Action, Config, ConfigError, Event, Galaxy, Phase, Rejection, Reply, Stage, View, rules};

impl Game for Galaxy {
    const NAME: &'static str = "galaxy";
    const RULES: u32 = 1;

    type Config = Config;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Rejection = Rejection;
    type ConfigError = ConfigError;

    fn new(config: &Config, chance: Chance) -> Result<Self, ConfigError> {
        Ok(rules::start(config, chance))
    }

    fn roster(&self) -> &Roster {
        self.config.roster()
    }

    fn status(&self) -> Status {
        match self.end {
            Some(why) => Status::Over(self.outcome(why)),
            None => Status::Waiting(Window {
                number: self.turn - 1,
                seats: if self.open { SeatSet::one(self.player) } else { SeatSet::EMPTY },
                mode: Mode::Live,
                clock: match self.phase {
                    Phase::Start => "init",
                    Phase::Main => "turn",
                },
            }),
        }
    }

    // Inlined, so that who acts with a known kind of act pays for no choice among the kinds.
    #[inline(always)]
    fn act(&mut self, seat: Seat, action: Action, log: &mut Vec<Event>) -> Result<Next, Rejection> {
        // A match that is won is over for everybody, though its window has still to be closed (spec 8).
        if seat != self.player || self.winner.is_some() || self.end.is_some() {
            return Err(Rejection::NotYourTurn);
        }
        let before = std::mem::replace(&mut self.reply, Reply::Plain);
        let done = match action {
            Action::Place { planet } => self.place(planet, log),
            Action::Deploy { planet, troops } => self.deploy(planet, troops, log),
            Action::Attack { from, to, ratio, share } => self.attack(from, to, ratio, Some(share), log),
            Action::Feint { from, to, ratio } => self.attack(from, to, ratio, None, log),
            Action::Move { from, to, troops } => self.transfer(from, to, troops, log),
            Action::Fort { planet, troops } => self.fort(planet, troops, log),
            Action::Next => self.next_stage(log),
        };
        if let Err(rejection) = done {
            self.reply = before;
            return Err(rejection);
        }
        Ok(if self.stage == Stage::Finished || self.winner.is_some() { Next::Done } else { Next::More })
    }

    fn close(&mut self, log: &mut Vec<Event>) {
        if self.end.is_none() {
            self.end_turn(log);
        }
    }

    fn view(&self, who: Viewer) -> View {
        self.view_for(who)
    }

    // The board is open, and what is not on it follows from what happened on it.
    fn tells(&self, _: Viewer, _: &Event) -> bool {
        true
    }
}
