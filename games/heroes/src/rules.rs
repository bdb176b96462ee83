//! The order of things inside a phase (spec 5).

mod cast;
mod displace;
mod fall;
mod order;
mod pick;

use crate::event::Event;
use crate::game::Heroes;
use crate::geometry::NOWHERE;
use crate::state::{Orders, Phase, SEEN, TEAM_SIZE};

pub use order::MOST_ORDERS;

impl Heroes {
    /// The window closes: what was ordered happens, and the next phase opens.
    pub(crate) fn resolve(&mut self, log: &mut Vec<Event>) {
        let mut orders = std::mem::take(&mut self.orders);
        match self.phase {
            Phase::Init => self.phase = Phase::Pick,
            Phase::Pick => self.pick_step(&orders, log),
            Phase::Move => self.move_step(&orders, log),
            Phase::Action => self.action_step(&orders, log),
        }
        orders.iter_mut().for_each(Orders::clear);
        self.orders = orders;
        self.window += 1;
    }

    /// One move phase (spec 8.5).
    fn move_step(&mut self, orders: &[Orders; 2], log: &mut Vec<Event>) {
        if !self.arena.document {
            // Under `official` path and cast lists last one phase only.
            for hero in self.teams.iter_mut().flat_map(|team| &mut team.heroes) {
                hero.path.clear();
                if hero.alive() {
                    hero.path.push(hero.cell);
                }
            }
            self.casts.clear();
        }
        let mut why = [[None; TEAM_SIZE]; 2];
        self.displace([&orders[0].steps, &orders[1].steps], &mut why, log);
        if self.teams.iter().any(|team| team.heroes.iter().any(|hero| hero.acted)) {
            self.open_all_eyes();
            if self.arena.document {
                self.judge_steps();
            }
        }
        self.tell_idlers(&why, log);
        self.forget_acts();
        self.move_phase = (self.move_phase + 1) % self.arena.constants.move_phases as u32;
        if self.move_phase == 0 {
            self.phase = Phase::Action;
        }
    }

    /// The action phase and the end of the turn.
    fn action_step(&mut self, orders: &[Orders; 2], log: &mut Vec<Event>) {
        self.casts.clear();
        self.cast_all(orders, log);
        self.forget_acts();
        self.bury_and_respawn(log);
        let holding = self.score_objective();
        let unused_ap = self.end_turn();
        if self.arena.document {
            self.open_all_eyes();
            self.start_paths();
        }
        self.turn += 1;
        self.phase = Phase::Move;
        let scores = [self.teams[0].score, self.teams[1].score];
        log.push(Event::Turn { turn: self.turn, scores, holding, unused_ap });
        self.judge_end(log);
    }

    /// Cooldowns run down, action points are counted and filled up (spec 5, step 6). Gives what was left of them.
    fn end_turn(&mut self) -> [i32; 2] {
        let max_ap = self.arena.constants.max_ap;
        let mut unused = [0; 2];
        for (team, unused) in self.teams.iter_mut().zip(&mut unused) {
            for cooldown in team.heroes.iter_mut().flat_map(|hero| &mut hero.cooldowns) {
                *cooldown = (*cooldown - 1).max(0);
            }
            *unused = team.ap;
            team.used_ap += i64::from(max_ap) - i64::from(team.ap);
            team.ap = max_ap;
        }
        unused
    }

    /// Both teams' cached visions become what they see now.
    pub(crate) fn open_all_eyes(&mut self) {
        self.teams.iter_mut().for_each(|team| team.open_eyes());
    }

    /// A turn starts: every path is the cell the hero stands on (`document`, spec 17.1).
    pub(crate) fn start_paths(&mut self) {
        for team in 0..2 {
            for slot in 0..TEAM_SIZE {
                let cell = self.teams[team].heroes[slot].cell;
                let seen = self.noticed(1 - team, cell);
                let path = &mut self.teams[team].heroes[slot].path;
                path.clear();
                if cell != NOWHERE {
                    path.push(if seen { cell | SEEN } else { cell });
                }
            }
        }
    }

    /// Marks the steps of this phase that the enemy saw, with the vision after all of them (`document`).
    fn judge_steps(&mut self) {
        for team in 0..2 {
            for slot in 0..TEAM_SIZE {
                let hero = &self.teams[team].heroes[slot];
                let seen = hero.acted && self.noticed(1 - team, hero.cell);
                if let (true, Some(last)) = (seen, self.teams[team].heroes[slot].path.last_mut()) {
                    *last |= SEEN;
                }
            }
        }
    }

    fn forget_acts(&mut self) {
        for hero in self.teams.iter_mut().flat_map(|team| &mut team.heroes) {
            hero.acted = false;
        }
    }
}
