//! Simultaneous displacement: moves and dodges (spec 8.4).

use crate::action::Refusal;
use crate::event::Event;
use crate::few::Few;
use crate::game::Heroes;
use crate::geometry::{At, Geometry};
use crate::state::{Cast, Step, TEAM_SIZE, Team};

/// Why each hero's last order failed, by team and slot.
pub(crate) type Why = [[Option<Refusal>; TEAM_SIZE]; 2];

impl Heroes {
    /// Chains for team 0, then for team 1, then what is left for team 0, then for team 1. Teams never block each
    /// other.
    pub(crate) fn displace(&mut self, steps: [&[Step]; 2], why: &mut Why, log: &mut Vec<Event>) {
        for (team, steps) in steps.into_iter().enumerate() {
            if !steps.is_empty() {
                let accepted = Chain::search(&self.arena.geometry, &self.teams[team], steps);
                for step in accepted.into_iter().flatten() {
                    self.execute(team, step, log);
                }
            }
        }
        for (team, steps) in steps.into_iter().enumerate() {
            for &step in steps {
                self.leftover(team, step, &mut why[team], log);
            }
        }
    }

    /// A request that no chain took may still succeed now, also the second one of a hero.
    fn leftover(
        &mut self,
        team: usize,
        step: Step,
        why: &mut [Option<Refusal>; TEAM_SIZE],
        log: &mut Vec<Event>,
    ) {
        let own = &self.teams[team];
        let slot = usize::from(step.slot);
        if own.heroes[slot].acted {
            return;
        }
        if step.cost > own.ap {
            why[slot] = Some(Refusal::Poor);
        } else if self.arena.geometry.is_wall_at(step.target) {
            why[slot] = Some(Refusal::Wall);
        } else if own.on(step.target).is_some() {
            why[slot] = Some(Refusal::Blocked);
        } else {
            self.execute(team, step, log);
        }
    }

    fn execute(&mut self, team: usize, step: Step, log: &mut Vec<Event>) {
        let slot = usize::from(step.slot);
        let id = 2 * step.slot + team as u8;
        let hero = &self.teams[team].heroes[slot];
        let from = hero.cell;
        let places = [from, step.target].map(|at| self.arena.geometry.place(at));
        let dodge = (step.ability != Step::WALK).then(|| {
            let class = self.arena.class(hero.class);
            class.abilities()[usize::from(step.ability)]
        });
        match dodge {
            None => log.push(Event::Moved { hero: id, from: places[0], to: places[1] }),
            Some(ability) => {
                let kind = &self.arena.abilities[usize::from(ability)];
                log.push(Event::Cast {
                    hero: id,
                    ability: kind.name,
                    from: places[0],
                    to: places[1],
                    affected: Few::new(),
                });
                let lobbing = kind.lobbing;
                let cast = Cast::new(team, step.slot, ability, from, step.target);
                self.casts.list.push(cast);
                if lobbing {
                    self.tell(self.casts.list.len() - 1);
                }
            }
        }
        let cooldown = dodge.map(|ability| self.arena.abilities[usize::from(ability)].cooldown);
        let own = &mut self.teams[team];
        own.ap -= step.cost;
        let hero = &mut own.heroes[slot];
        hero.cell = step.target;
        hero.path.push(step.target);
        hero.acted = true;
        if let Some(cooldown) = cooldown {
            hero.cooldowns[usize::from(step.ability)] = cooldown;
            // Casts are told with the vision of their moment. Nothing reads it between two moves of one phase.
            self.open_all_eyes();
        }
    }

    /// Heroes that were ordered to act and did not, with the reason.
    pub(crate) fn tell_idlers(&self, why: &Why, log: &mut Vec<Event>) {
        for (team, why) in why.iter().enumerate() {
            for (slot, why) in why.iter().enumerate() {
                if let (Some(why), false) = (*why, self.teams[team].heroes[slot].acted) {
                    log.push(Event::Stayed { hero: (2 * slot + team) as u8, why });
                }
            }
        }
    }
}

/// The chain search of one team: who may step if everybody steps at once.
struct Chain<'a> {
    geometry: &'a Geometry,
    /// The first request of each hero that has not acted.
    first: [Option<Step>; TEAM_SIZE],
    start: [At; TEAM_SIZE],
    here: [At; TEAM_SIZE],
    accepted: [u8; TEAM_SIZE],
    count: usize,
}

impl<'a> Chain<'a> {
    /// The accepted requests in the order of acceptance.
    fn search(geometry: &'a Geometry, team: &Team, steps: &[Step]) -> [Option<Step>; TEAM_SIZE] {
        let start: [At; TEAM_SIZE] = std::array::from_fn(|slot| team.heroes[slot].cell);
        let mut chain = Chain {
            geometry,
            first: [None; TEAM_SIZE],
            start,
            here: start,
            accepted: [0; TEAM_SIZE],
            count: 0,
        };
        let (mut order, mut requests) = ([0; TEAM_SIZE], 0);
        for step in steps {
            let slot = usize::from(step.slot);
            if !team.heroes[slot].acted && chain.first[slot].is_none() {
                chain.first[slot] = Some(*step);
                order[requests] = step.slot;
                requests += 1;
                if requests == TEAM_SIZE {
                    break;
                }
            }
        }
        let mut ap = team.ap;
        for &slot in &order[..requests] {
            if chain.accepted[..chain.count].contains(&slot) {
                continue;
            }
            let before = chain.count;
            if chain.place(usize::from(slot), ap) {
                for &slot in &chain.accepted[before..chain.count] {
                    ap -= chain.first[usize::from(slot)].map_or(0, |step| step.cost);
                }
            }
        }
        std::array::from_fn(|i| {
            chain.accepted[..chain.count].get(i).and_then(|&slot| chain.first[usize::from(slot)])
        })
    }

    /// Tries to put a hero on its target; whoever stands there must be able to leave. The end of a chain is accepted
    /// first.
    fn place(&mut self, slot: usize, ap: i32) -> bool {
        let Some(step) = self.first[slot] else { return false };
        if step.cost > ap || self.geometry.is_wall_at(step.target) {
            return false;
        }
        if let Some(other) = self.here.iter().position(|&at| at == step.target) {
            let Some(next) = self.first[other] else { return false };
            if self.here[other] == next.target {
                return false;
            }
            self.here[slot] = step.target;
            if !self.place(other, ap - step.cost) {
                self.here[slot] = self.start[slot];
                return false;
            }
        }
        self.here[slot] = step.target;
        self.accepted[self.count] = slot as u8;
        self.count += 1;
        true
    }
}
