//! A short way to set up a match and play it by hand.

use meydan_core::{Chance, Game, Outcome, Seat, Status, Viewer};
use meydan_heroes::{
    Action, Config, Direction, Event, HeroView, Heroes, Name, Phase, Rejection, Ruleset, View, draw,
};

pub(crate) use meydan_heroes::Direction::{Down, Left, Right, Up};
pub(crate) use meydan_heroes::Ruleset::{Document, Official};

/// Six cells to move about in on the way from zone to zone; far corners hold the other heroes.
pub(crate) const OPEN: &[&str] = &[
    "1.......2", //
    "1.......2",
    "1.......2",
    "1.......2",
    ".........",
];

pub(crate) struct Match {
    pub(crate) game: Heroes,
    pub(crate) log: Vec<Event>,
}

/// Four heroes of one class.
pub(crate) fn all(class: &'static str) -> [&'static str; 4] {
    [class; 4]
}

pub(crate) fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

pub(crate) fn pick(class: &str) -> Action {
    Action::Pick { class: name(class) }
}

pub(crate) fn cast(hero: u8, ability: &str, (row, column): (i32, i32)) -> Action {
    Action::Cast { hero, ability: name(ability), row, column }
}

impl Match {
    /// The drawn board with the document's constants; the heroes stand on the cells of their zones, row by row in
    /// pick order.
    pub(crate) fn new(rows: &[&str], ruleset: Ruleset, team0: [&str; 4], team1: [&str; 4]) -> Match {
        Match::on(&draw(rows, ruleset).unwrap(), team0, team1)
    }

    pub(crate) fn on(config: &Config, team0: [&str; 4], team1: [&str; 4]) -> Match {
        let mut game = Heroes::new(config, Chance::scripted([])).unwrap();
        let mut log = Vec::new();
        game.close(&mut log);
        for (first, second) in team0.into_iter().zip(team1) {
            game.act(Seat(0), pick(first), &mut log).unwrap();
            game.act(Seat(1), pick(second), &mut log).unwrap();
            if game.view(Viewer::Spectator).turn == 3 {
                game.chance_mut().feed([0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 2.0, 3.0]);
            }
            game.close(&mut log);
        }
        log.clear();
        Match { game, log }
    }

    /// A hero gets an order from its own team.
    pub(crate) fn order(&mut self, hero: u8, action: Action) -> Result<(), Rejection> {
        self.game.act(Seat(hero % 2), action, &mut self.log).map(drop)
    }

    /// Closes the window and gives what happened in it.
    pub(crate) fn close(&mut self) -> Vec<Event> {
        self.game.close(&mut self.log);
        std::mem::take(&mut self.log)
    }

    /// A move phase with these steps; a test may give orders that are refused.
    pub(crate) fn step(&mut self, steps: &[(u8, Direction)]) -> Vec<Event> {
        assert_eq!(self.view().phase, Phase::Move, "steps belong to a move phase");
        for &(hero, direction) in steps {
            let _ = self.order(hero, Action::Move { hero, direction });
        }
        self.close()
    }

    /// Several move phases in a row.
    pub(crate) fn steps(&mut self, phases: &[&[(u8, Direction)]]) -> &mut Match {
        phases.iter().for_each(|steps| drop(self.step(steps)));
        self
    }

    /// Lets time pass up to the action phase.
    pub(crate) fn reach_action(&mut self) -> &mut Match {
        while self.view().phase != Phase::Action {
            self.close();
        }
        self
    }

    /// Plays the action phase with these casts and gives what happened.
    pub(crate) fn cast(&mut self, casts: &[Action]) -> Vec<Event> {
        self.reach_action();
        for &order in casts {
            let Action::Cast { hero, .. } = order else { panic!("{order:?} is not a cast") };
            let _ = self.order(hero, order);
        }
        self.close()
    }

    /// Lets a whole turn pass.
    pub(crate) fn idle_turn(&mut self) -> Vec<Event> {
        self.cast(&[])
    }

    pub(crate) fn draws(&mut self, draws: &[u32]) -> &mut Match {
        self.game.chance_mut().feed(draws.iter().map(|&draw| draw.into()));
        self
    }

    pub(crate) fn view(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    pub(crate) fn seen_by(&self, team: u8) -> View {
        self.game.view(Viewer::Seat(Seat(team)))
    }

    pub(crate) fn hero(&self, id: u8) -> HeroView {
        hero(&self.view(), id)
    }

    pub(crate) fn hp(&self, id: u8) -> i32 {
        self.hero(id).hp.unwrap()
    }

    /// Where a hero stands; `None` while dead.
    pub(crate) fn at(&self, id: u8) -> Option<(u8, u8)> {
        self.hero(id).cell.map(|cell| (cell.row, cell.column))
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.game.status() {
            Status::Over(outcome) => Some(outcome),
            Status::Waiting(_) => None,
        }
    }
}

pub(crate) fn hero(view: &View, id: u8) -> HeroView {
    view.heroes[usize::from(id % 2)][usize::from(id / 2)].clone()
}
