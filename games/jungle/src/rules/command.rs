//! One team's command: which orders are let through (spec 5), and in what sequence.

use super::Play;
use crate::action::{Deed, Order, Verb};
use crate::config::Ruleset;
use crate::problem::{Complaint, Problem};
use crate::state::NONE;

impl Play<'_> {
    /// Carries out a team's command. The first thing wrong with an order is added to the team's errors, and the
    /// next order's turn comes.
    pub(super) fn command(&mut self, team: usize, orders: &[Order]) {
        self.state.teams[team].problems.clear();
        // The units that have used up their order, by place in the team.
        let mut used = 0u64;
        for &order in orders {
            if let Err(problem) = self.order(team, order, &mut used) {
                self.state.teams[team].problems.push(problem);
            }
        }
    }

    fn order(&mut self, team: usize, order: Order, used: &mut u64) -> Result<(), Problem> {
        let per_team = self.fixed.config.units_per_team;
        let verb = match order.deed {
            Deed::None => Verb::None,
            Deed::Move(_) => Verb::Move,
            Deed::Spawn(_) => Verb::Spawn,
            Deed::Summon => Verb::Summon,
            Deed::Drop(_) => Verb::Drop,
            Deed::Attack(_) => Verb::Attack,
            Deed::Vine(_) => Verb::Vine,
            // What is said comes before for whom it is said (spec 5, checks 1 to 6).
            Deed::Invalid => return Err(Problem::Invalid(order.unit)),
        };
        // Foreign units and numbers that do not exist are the same to a team.
        let index = usize::from(order.unit).wrapping_sub(1);
        let member = index.wrapping_sub(team * per_team);
        if member >= per_team {
            return Err(Problem::NoSuchUnit(order.unit));
        }
        let unit = index as u16;
        self.may(unit, verb).map_err(|why| self.problem(unit, why))?;
        if *used >> member & 1 == 1 {
            let at = self.fixed.grid.place(self.state.units[index].place);
            return Err(Problem::SecondOrder { unit: order.unit, at });
        }
        // From here on the order counts, even if it fails.
        *used |= 1 << member;
        match order.deed {
            Deed::None => {
                self.pick_up(unit);
                self.state.units[index].path.clear();
                Ok(())
            }
            Deed::Move(to) => self.walk(unit, to),
            Deed::Spawn(at) => self.spawn(unit, at),
            Deed::Summon => self.summon(unit),
            Deed::Drop(to) => self.drop_diamond(unit, to),
            Deed::Attack(at) => self.attack(unit, at),
            Deed::Vine(at) => self.vine(unit, at),
            Deed::Invalid => unreachable!("it was refused above"),
        }
        .map_err(|why| self.problem(unit, why))
    }

    /// The checks that come before the order counts.
    fn may(&self, unit: u16, verb: Verb) -> Result<(), Complaint> {
        let who = &self.state.units[usize::from(unit)];
        if !who.alive() {
            // Spec 14, row 1: the only rule in which the two rulesets differ.
            let fresh = self.fixed.config.ruleset == Ruleset::Document && who.live.attacked_by != NONE;
            return if verb == Verb::Spawn && !fresh { Ok(()) } else { Err(Complaint::Dead) };
        }
        if self.fixed.grid.is_spawn(who.place) && !matches!(verb, Verb::None | Verb::Move) {
            return Err(Complaint::OnSpawn(verb));
        }
        if who.summoning && !matches!(verb, Verb::Summon | Verb::None) {
            return Err(Complaint::Summoning(verb));
        }
        Ok(())
    }

    fn problem(&self, unit: u16, why: Complaint) -> Problem {
        let at = self.fixed.grid.place(self.state.units[usize::from(unit)].place);
        Problem::Unit { unit: unit + 1, at, why }
    }
}
