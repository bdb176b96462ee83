//! Deaths, respawns and the objective zone (spec 9.6, 11.1).

use crate::event::Event;
use crate::game::Heroes;
use crate::geometry::NOWHERE;
use crate::state::TEAM_SIZE;

impl Heroes {
    /// Buries whoever has no health left and brings back whoever has waited long enough, team 0's heroes first.
    pub(crate) fn bury_and_respawn(&mut self, log: &mut Vec<Event>) {
        for team in 0..2 {
            for slot in 0..TEAM_SIZE {
                let hero = &mut self.teams[team].heroes[slot];
                if hero.hp > 0 {
                    continue;
                }
                hero.hp = 0;
                if hero.alive() {
                    let cell = self.arena.geometry.place(hero.cell);
                    self.fall(team, slot, 0);
                    log.push(Event::Died { hero: (2 * slot + team) as u8, cell });
                }
                let hero = &mut self.teams[team].heroes[slot];
                hero.respawn -= 1;
                if hero.respawn <= 0 {
                    hero.respawn = 0;
                    hero.hp = self.arena.class(hero.class).max_hp;
                    self.spawn(team, slot, log);
                }
            }
        }
    }

    /// A hero leaves the map and the enemy gets the points. `extra` turns are added to the time it stays away.
    pub(crate) fn fall(&mut self, team: usize, slot: usize, extra: i32) {
        let hero = &mut self.teams[team].heroes[slot];
        hero.hp = 0;
        hero.cell = NOWHERE;
        hero.respawn = self.arena.class(hero.class).respawn_time.saturating_add(extra);
        self.teams[1 - team].score += i64::from(self.arena.constants.kill_score);
    }

    /// Points for every own hero in the objective zone. Gives how many there were.
    pub(crate) fn score_objective(&mut self) -> [u8; 2] {
        let mut holding = [0; 2];
        for (team, holding) in self.teams.iter_mut().zip(&mut holding) {
            let inside = |at: u16| self.arena.objective.has(usize::from(at));
            *holding = team.heroes.iter().filter(|hero| hero.alive() && inside(hero.cell)).count() as u8;
            team.score += i64::from(*holding) * i64::from(self.arena.constants.objective_score);
        }
        holding
    }
}
