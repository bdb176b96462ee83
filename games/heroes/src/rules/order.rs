//! Which orders are taken (spec 6). What is refused here could have no effect when the window closes.

use meydan_core::Next;

use crate::action::{Action, Rejection};
use crate::cells::Direction;
use crate::config::AbilityKind;
use crate::game::Heroes;
use crate::name::Name;
use crate::state::{CastOrder, Phase, Step};

/// How many moves, or dodges, of one team are kept in one window. Every one of them may matter: a step that an own
/// hero blocks can succeed when it is asked for again after that hero has left.
pub const MOST_ORDERS: usize = 1 << 16;

impl Heroes {
    pub(crate) fn order(&mut self, team: usize, action: Action) -> Result<Next, Rejection> {
        match action {
            Action::Pass => return Ok(Next::Done),
            Action::Pick { class } => self.order_pick(team, class)?,
            Action::Move { hero, direction } => self.order_move(team, hero, direction)?,
            Action::Cast { hero, ability, row, column } => {
                self.order_cast(team, hero, ability, row, column)?;
            }
        }
        Ok(Next::More)
    }

    fn order_pick(&mut self, team: usize, class: Name) -> Result<(), Rejection> {
        self.only_in(Phase::Pick)?;
        let found = self.arena.classes.iter().position(|known| known.name == class);
        let place = found.ok_or(Rejection::UnknownClass { class })?;
        self.orders[team].pick = Some(place as u8);
        Ok(())
    }

    fn order_move(&mut self, team: usize, hero: u8, direction: Direction) -> Result<(), Rejection> {
        if self.voids_picks() {
            self.own_slot(team, hero)?;
            self.orders[team].pick = None;
            return Ok(());
        }
        self.only_in(Phase::Move)?;
        let slot = self.own_slot(team, hero)?;
        let own = &self.teams[team];
        let mover = &own.heroes[slot];
        if !mover.alive() {
            return Err(Rejection::Dead { hero, respawn: mover.respawn });
        }
        let target = self.arena.geometry.step_at(mover.cell, direction).ok_or(Rejection::NoWay { hero })?;
        let cost = self.arena.class(mover.class).move_cost;
        if cost > own.ap {
            return Err(Rejection::Poor { cost, left: own.ap });
        }
        self.keep(team, Step { slot: slot as u8, ability: Step::WALK, target, cost })
    }

    fn order_cast(
        &mut self,
        team: usize,
        hero: u8,
        name: Name,
        row: i32,
        column: i32,
    ) -> Result<(), Rejection> {
        if !self.voids_picks() {
            self.only_in(Phase::Action)?;
        }
        let slot = self.own_slot(team, hero)?;
        let caster = &self.teams[team].heroes[slot];
        let place = self.arena.ability_slot(caster.class, name);
        let place = place.ok_or(Rejection::NoAbility { hero, ability: name })?;
        let left = caster.cooldowns[usize::from(place)];
        if left != 0 {
            return Err(Rejection::Cooldown { hero, ability: name, left });
        }
        let geometry = &self.arena.geometry;
        let target = geometry.cell(row, column).ok_or(Rejection::OffMap { row, column })?;
        let target = geometry.at(target);
        let ability = self.arena.ability(caster.class, place);
        if self.voids_picks() && ability.kind != AbilityKind::Dodge {
            self.orders[team].pick = None;
            return Ok(());
        }
        if !caster.alive() {
            return Err(Rejection::Dead { hero, respawn: caster.respawn });
        }
        if ability.kind == AbilityKind::Dodge {
            // Whether a dodge can be paid is judged later only: an unpaid one still is the hero's first request.
            let target = geometry.dodge_end_at(ability.range, ability.lobbing, caster.cell, target);
            return self.keep(team, Step { slot: slot as u8, ability: place, target, cost: ability.cost });
        }
        if ability.cost > self.teams[team].ap {
            return Err(Rejection::Poor { cost: ability.cost, left: self.teams[team].ap });
        }
        // If the first order for an ability fails, it does so for want of points or life, and so would the second.
        let casts = &mut self.orders[team].casts;
        if casts.iter().any(|cast| (cast.slot, cast.ability) == (slot as u8, place)) {
            return Err(Rejection::Repeated { hero, ability: name });
        }
        casts.push(CastOrder { slot: slot as u8, ability: place, target });
        Ok(())
    }

    /// Under `official` a move or cast accepted in a pick step takes back the pick before it (spec 7).
    fn voids_picks(&self) -> bool {
        self.phase == Phase::Pick && !self.arena.document
    }

    fn only_in(&self, phase: Phase) -> Result<(), Rejection> {
        if self.phase == phase { Ok(()) } else { Err(Rejection::Phase { phase: self.phase }) }
    }

    fn own_slot(&self, team: usize, hero: u8) -> Result<usize, Rejection> {
        let slot = usize::from(hero / 2);
        let own = usize::from(hero % 2) == team && slot < self.picked();
        own.then_some(slot).ok_or(Rejection::NotYours { hero })
    }

    fn keep(&mut self, team: usize, step: Step) -> Result<(), Rejection> {
        let steps = &mut self.orders[team].steps;
        if steps.len() >= MOST_ORDERS {
            return Err(Rejection::TooMany(MOST_ORDERS));
        }
        steps.push(step);
        Ok(())
    }
}
