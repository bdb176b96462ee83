//! The action phase: fortify, heal, dodge, hurt (spec 9), and what is told of it (spec 10.3).

use super::displace::Why;
use crate::action::Refusal;
use crate::arena::acts_on_own;
use crate::config::AbilityKind;
use crate::event::{Affected, Event};
use crate::few::Few;
use crate::game::Heroes;
use crate::geometry::At;
use crate::state::{Cast, CastOrder, Orders, TEAM_SIZE};

/// Which heroes of each team are fortified, as bits by slot.
type Fortified = [u8; 2];

impl Heroes {
    pub(crate) fn cast_all(&mut self, orders: &[Orders; 2], log: &mut Vec<Event>) {
        let mut fortified = [0; 2];
        let mut why = [[None; TEAM_SIZE]; 2];
        self.cast_stage(AbilityKind::Fortify, orders, &mut fortified, &mut why, log);
        self.cast_stage(AbilityKind::Defensive, orders, &mut fortified, &mut why, log);
        self.displace([&orders[0].steps, &orders[1].steps], &mut why, log);
        self.slash_all(fortified, log);
        self.cast_stage(AbilityKind::Offensive, orders, &mut fortified, &mut why, log);
        self.tell_idlers(&why, log);
    }

    fn cast_stage(
        &mut self,
        kind: AbilityKind,
        orders: &[Orders; 2],
        fortified: &mut Fortified,
        why: &mut Why,
        log: &mut Vec<Event>,
    ) {
        for (team, orders) in orders.iter().enumerate() {
            for &order in &orders.casts {
                let slot = usize::from(order.slot);
                let class = self.teams[team].heroes[slot].class;
                if self.arena.ability(class, order.ability).kind == kind {
                    why[team][slot] = self.cast(team, order, fortified, log).err();
                }
            }
        }
    }

    /// Resolves one cast that is not a dodge (spec 9 a–e).
    fn cast(
        &mut self,
        team: usize,
        order: CastOrder,
        fortified: &mut Fortified,
        log: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let arena = std::sync::Arc::clone(&self.arena);
        let slot = usize::from(order.slot);
        let caster = &self.teams[team].heroes[slot];
        let place = arena.class(caster.class).abilities()[usize::from(order.ability)];
        let ability = &arena.abilities[usize::from(place)];
        let (from, acted) = (caster.cell, caster.acted);
        if acted || caster.cooldowns[usize::from(order.ability)] != 0 {
            return Ok(()); // It did something else; nobody has to be told why this was not done.
        }
        if ability.cost > self.teams[team].ap {
            return Err(Refusal::Poor);
        }
        if !caster.alive() {
            return Err(Refusal::Killed);
        }
        let side = if acts_on_own(ability.kind) { team } else { 1 - team };
        let to = arena.geometry.impact_at(ability.range, ability.lobbing, from, order.target, |at| {
            self.teams[side].on(at).is_some()
        });
        let mut cast = Cast::new(team, order.slot, place, from, to);
        let mut affected = Few::new();
        let caster_home = arena.at_home(team, from);
        for target in self.within(side, to, ability.area).into_iter().flatten() {
            let hero = &mut self.teams[side].heroes[usize::from(target)];
            match ability.kind {
                AbilityKind::Fortify => fortified[side] |= 1 << target,
                AbilityKind::Defensive => {
                    let room = i64::from(arena.class(hero.class).max_hp) - i64::from(hero.hp);
                    hero.hp = saturate(i64::from(hero.hp) + room.min(ability.power.into()));
                }
                AbilityKind::Offensive | AbilityKind::Dodge => {
                    let safe =
                        caster_home || arena.at_home(side, hero.cell) || fortified[side] >> target & 1 == 1;
                    if safe {
                        continue;
                    }
                    hero.hp = hero.hp.saturating_sub(ability.power);
                }
            }
            cast.hit(2 * target + side as u8);
            affected.push(Affected { hero: 2 * target + side as u8, hp: hero.hp });
        }
        let own = &mut self.teams[team];
        own.ap -= ability.cost;
        let caster = &mut own.heroes[slot];
        caster.acted = true;
        caster.cooldowns[usize::from(order.ability)] = ability.cooldown;
        let place = |at| arena.geometry.place(at);
        log.push(Event::Cast {
            hero: 2 * order.slot + team as u8,
            ability: ability.name,
            from: place(from),
            to: place(to),
            affected,
        });
        self.casts.list.push(cast);
        self.tell(self.casts.list.len() - 1);
        Ok(())
    }

    /// The living heroes of a team within `area` of a cell, in scan order: row by row (spec 8.3).
    fn within(&self, team: usize, centre: At, area: i32) -> [Option<u8>; TEAM_SIZE] {
        let mut found: [(At, u8); TEAM_SIZE] = [(At::MAX, 0); TEAM_SIZE];
        let mut count = 0;
        for (slot, hero) in self.teams[team].heroes.iter().enumerate() {
            if hero.alive() && self.arena.geometry.distance_at(centre, hero.cell) <= area {
                found[count] = (hero.cell, slot as u8);
                count += 1;
            }
        }
        // No two heroes of a team share a cell, so the order is total.
        found[..count].sort_unstable();
        std::array::from_fn(|i| (i < count).then_some(found[i].1))
    }

    /// Dodges that do not fly hurt every enemy on their way (spec 9.7, an extension of the original's server).
    fn slash_all(&mut self, fortified: Fortified, log: &mut Vec<Event>) {
        let slashes = |cast: &Cast, arena: &crate::arena::Arena| {
            let ability = &arena.abilities[usize::from(cast.ability)];
            ability.kind == AbilityKind::Dodge && !ability.lobbing
        };
        if !self.casts.list.iter().any(|cast| slashes(cast, &self.arena)) {
            return;
        }
        let arena = std::sync::Arc::clone(&self.arena);
        let mut immune = fortified;
        for cast in &self.casts.list {
            if arena.abilities[usize::from(cast.ability)].kind == AbilityKind::Dodge {
                immune[usize::from(cast.team)] |= 1 << cast.slot;
            }
        }
        for team in 0..2u8 {
            for index in 0..self.casts.list.len() {
                let cast = self.casts.list[index];
                if cast.team == team && slashes(&cast, &arena) {
                    self.slash(index, immune, log);
                    self.tell(index);
                }
            }
        }
    }

    fn slash(&mut self, index: usize, immune: Fortified, log: &mut Vec<Event>) {
        let arena = std::sync::Arc::clone(&self.arena);
        let cast = self.casts.list[index];
        let ability = &arena.abilities[usize::from(cast.ability)];
        let foe = 1 - usize::from(cast.team);
        let mut affected = Few::new();
        let mut killed: Few<(u8, At), TEAM_SIZE> = Few::new();
        for at in arena.geometry.walk(cast.from, cast.to, true) {
            let Some(slot) = self.teams[foe].on(at) else { continue };
            if immune[foe] >> slot & 1 == 1 || arena.at_home(foe, at) {
                continue;
            }
            let id = (2 * slot + foe) as u8;
            let hero = &mut self.teams[foe].heroes[slot];
            hero.hp = hero.hp.saturating_sub(ability.power);
            self.casts.list[index].hit(id);
            affected.push(Affected { hero: id, hp: hero.hp });
            if hero.hp <= 0 {
                self.fall(foe, slot, 1);
                killed.push((id, at));
                if arena.document {
                    self.open_all_eyes();
                }
            }
        }
        if !affected.is_empty() {
            let hero = 2 * cast.slot + cast.team;
            log.push(Event::Slashed { hero, ability: ability.name, affected });
            log.extend(killed.iter().map(|&(hero, at)| Event::Died { hero, cell: arena.geometry.place(at) }));
        }
    }

    /// Records what either team is told of a cast, with the visions of this moment.
    pub(crate) fn tell(&mut self, index: usize) {
        let mut cast = self.casts.list[index];
        let (team, foe) = (usize::from(cast.team), 1 - usize::from(cast.team));
        let ids = cast.ids;
        for (i, &id) in ids.iter().enumerate().take(usize::from(cast.targets)) {
            let cell = self.teams[usize::from(id % 2)].heroes[usize::from(id / 2)].cell;
            let own = u8::from(self.noticed(team, cell)) << i;
            cast.own |= own;
            // The original filters the enemy's copy with the caster's vision too (spec 10.3).
            cast.foe |= if self.arena.document { u8::from(self.noticed(foe, cell)) << i } else { own };
        }
        let caster = self.teams[team].heroes[usize::from(cast.slot)].cell;
        cast.foe_caster = self.noticed(foe, caster);
        cast.foe_from = self.noticed(foe, cast.from);
        cast.foe_to = self.noticed(foe, cast.to);
        self.casts.list[index] = cast;
        self.casts.told.push(index as u8);
    }
}

impl Cast {
    pub(crate) fn new(team: usize, slot: u8, ability: u8, from: At, to: At) -> Cast {
        Cast {
            team: team as u8,
            slot,
            ability,
            from,
            to,
            ids: [0; TEAM_SIZE],
            targets: 0,
            own: 0,
            foe: 0,
            foe_caster: false,
            foe_from: false,
            foe_to: false,
        }
    }

    fn hit(&mut self, id: u8) {
        self.ids[usize::from(self.targets)] = id;
        self.targets += 1;
    }
}

fn saturate(hp: i64) -> i32 {
    hp.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
