//! The pick steps and the spawn (spec 7, 11.5).

use crate::event::Event;
use crate::game::Heroes;
use crate::geometry::At;
use crate::state::{Orders, Phase, TEAM_SIZE};

impl Heroes {
    pub(crate) fn pick_step(&mut self, orders: &[Orders; 2], log: &mut Vec<Event>) {
        let slot = self.turn as usize;
        let classes = self.arena.classes.len() as u32;
        for (team, orders) in orders.iter().enumerate() {
            let drawn = orders.pick.is_none();
            let class = orders.pick.unwrap_or_else(|| self.chance.below(classes) as u8);
            let kind = self.arena.class(class);
            let hero = &mut self.teams[team].heroes[slot];
            (hero.class, hero.hp) = (class, kind.max_hp);
            log.push(Event::Picked { hero: (2 * slot + team) as u8, class: kind.name, drawn });
        }
        self.turn += 1;
        if self.picked() == TEAM_SIZE {
            self.spawn_everybody(log);
            self.phase = Phase::Move;
        }
    }

    fn spawn_everybody(&mut self, log: &mut Vec<Event>) {
        for team in 0..2 {
            for slot in 0..TEAM_SIZE {
                self.spawn(team, slot, log);
            }
        }
        self.open_all_eyes();
        if self.arena.document {
            self.start_paths();
        }
    }

    /// A hero appears on a random cell of its zone where no own hero stands.
    pub(crate) fn spawn(&mut self, team: usize, slot: usize, log: &mut Vec<Event>) {
        let cell = self.draw_cell(team);
        self.teams[team].heroes[slot].cell = cell;
        log.push(Event::Spawned { hero: (2 * slot + team) as u8, cell: self.arena.geometry.place(cell) });
    }

    fn draw_cell(&mut self, team: usize) -> At {
        let cells = &self.arena.spawns[team];
        loop {
            // A zone has at least four cells and three other heroes, so one is always free.
            let cell = cells[self.chance.below(cells.len() as u32) as usize];
            if self.teams[team].on(cell).is_none() {
                return cell;
            }
        }
    }
}
