//! Attacks and vines (spec 5.6, 5.7).

use super::Play;
use crate::config::Point;
use crate::event::{Event, Held};
use crate::problem::Complaint;
use crate::state::{CellId, DEAD, NOBODY, NONE, on};

impl Play<'_> {
    /// Strikes down the unit on a neighbouring cell, whoever's it is. Its diamond goes to the striker.
    pub(super) fn attack(&mut self, unit: u16, at: Point) -> Result<(), Complaint> {
        let cell = self.empty_handed(unit)?;
        let Some((victim, there)) = self.unit_on(at) else { return Err(Complaint::Nobody(at)) };
        if !self.adjacent(cell, there) {
            return Err(Complaint::OutOfReach(at));
        }
        if self.fixed.grid.is_spawn(there) {
            return Err(Complaint::SafeFromAttack(at));
        }
        let state = &mut *self.state;
        state.lift(victim);
        let other = &mut state.units[usize::from(victim)];
        let diamond = std::mem::replace(&mut other.diamond, NONE);
        other.live.attacked_by = unit;
        other.live.died_at = there;
        other.place = DEAD;
        other.path.clear();
        other.summoning = false;
        other.progress = 0;
        state.teams[usize::from(other.team)].deaths += 1;
        if diamond != NONE {
            state.diamonds[usize::from(diamond)].owner = unit;
            state.units[usize::from(unit)].diamond = diamond;
        }
        state.teams[usize::from(state.units[usize::from(unit)].team)].counts.attacks += 1;
        let grid = &self.fixed.grid;
        self.log.push(Event::Killed {
            unit: unit + 1,
            from: grid.point(cell),
            victim: victim + 1,
            at: grid.point(there),
            diamond: (diamond != NONE).then_some(diamond),
        });
        Ok(())
    }

    /// Pulls the unit on a cell of the same row or column as near as it gets. A foe leaves its diamond behind.
    pub(super) fn vine(&mut self, unit: u16, at: Point) -> Result<(), Complaint> {
        let cell = self.empty_handed(unit)?;
        let grid = &self.fixed.grid;
        // The original prints the caller's own cell in every one of these errors.
        let own = || grid.point(cell);
        let Some((target, there)) = self.unit_on(at) else { return Err(Complaint::Nobody(own())) };
        if target == unit {
            return Err(Complaint::VineSelf);
        }
        if self.adjacent(cell, there) {
            return Err(Complaint::VineNeighbour);
        }
        if grid.is_spawn(there) {
            return Err(Complaint::SafeFromVine(own()));
        }
        let Some(step) = self.sight(cell, there) else { return Err(Complaint::NoSight(own())) };
        // The nearest cell that the target, as it is now, could step on.
        let mask = self.obstacles(target);
        let mut landing = cell;
        loop {
            landing = landing.wrapping_add_signed(step);
            if landing == there {
                return Err(Complaint::NoRoom(own()));
            }
            if self.state.board.bits[usize::from(landing)] & mask == 0 {
                break;
            }
        }
        self.pull(unit, target, landing);
        Ok(())
    }

    fn pull(&mut self, unit: u16, target: u16, landing: CellId) {
        let grid = &self.fixed.grid;
        let state = &mut *self.state;
        let puller = state.units[usize::from(unit)].team;
        let caller = grid.point(state.units[usize::from(unit)].place);
        let other = &mut state.units[usize::from(target)];
        let from = other.place;
        let held = (other.diamond != NONE).then(|| {
            let diamond = &state.diamonds[usize::from(other.diamond)];
            Held { diamond: other.diamond, level: diamond.level, points: diamond.points }
        });
        let lost = held.is_some() && other.team != puller;
        if lost {
            let diamond = &mut state.diamonds[usize::from(other.diamond)];
            diamond.cell = from;
            diamond.owner = NOBODY;
            state.board.bits[usize::from(from)] |= on::DIAMOND;
            other.diamond = NONE;
            other.summoning = false;
            other.progress = 0;
        }
        other.live.vined_by = unit;
        other.live.before = from;
        other.path.clear();
        state.put(target, landing);
        state.teams[usize::from(puller)].counts.vines += 1;
        self.log.push(Event::Vined {
            unit: unit + 1,
            caller,
            target: target + 1,
            from: grid.point(from),
            to: grid.point(landing),
            held,
            lost,
        });
        self.pick_up(target);
    }

    /// The first guard of both: a unit with a diamond has no hand free. Gives the unit's cell and ends its way.
    fn empty_handed(&mut self, unit: u16) -> Result<CellId, Complaint> {
        let who = &mut self.state.units[usize::from(unit)];
        if who.diamond != NONE {
            return Err(Complaint::HasDiamond);
        }
        who.path.clear();
        Ok(who.place)
    }

    fn unit_on(&self, at: Point) -> Option<(u16, CellId)> {
        let cell = self.fixed.grid.cell(at)?;
        let unit = self.state.board.unit[usize::from(cell)];
        (unit != NONE).then_some((unit, cell))
    }

    /// The step from one cell towards another on the same row or column, if neither wall nor spawn tile is on the
    /// way or at its end. Units and diamonds do not block the sight.
    fn sight(&self, from: CellId, to: CellId) -> Option<i16> {
        let grid = &self.fixed.grid;
        let (a, b) = (grid.point(from), grid.point(to));
        let stride = grid.stride as i16;
        let step = match (a.x == b.x, a.y == b.y) {
            (true, false) => stride * (b.y - a.y).signum() as i16,
            (false, true) => (b.x - a.x).signum() as i16,
            _ => return None,
        };
        let mut cell = from;
        while cell != to {
            cell = cell.wrapping_add_signed(step);
            if grid.ground[usize::from(cell)] != 0 {
                return None;
            }
        }
        Some(step)
    }
}
