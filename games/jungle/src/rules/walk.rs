//! Moving (spec 3.1, 5.2).

use super::Play;
use crate::config::Point;
use crate::event::Event;
use crate::problem::Complaint;
use crate::state::{CellId, NONE, on};

impl Play<'_> {
    /// The bits of a cell that keep a unit from stepping on it. A unit's own cell has a unit on it: itself.
    pub(super) fn obstacles(&self, unit: u16) -> u8 {
        let who = &self.state.units[usize::from(unit)];
        let mut mask = on::WALL | on::UNIT;
        if !self.fixed.grid.is_spawn(who.place) {
            mask |= on::SPAWN;
        }
        if who.diamond != NONE {
            // A diamond that is carried lies under its carrier, where nobody can step anyway.
            mask |= on::DIAMOND;
        }
        mask
    }

    pub(super) fn walk(&mut self, unit: u16, to: Point) -> Result<(), Complaint> {
        let index = usize::from(unit);
        let grid = &self.fixed.grid;
        let from = self.state.units[index].place;
        let target = grid.cell(to);
        let was_pulled = self.state.units[index].live.vined_by != NONE;
        if was_pulled || target == Some(from) {
            self.state.units[index].path.clear();
            self.pick_up(unit);
            return Ok(());
        }
        let mask = self.obstacles(unit);
        let bits = &self.state.board.bits;
        let Some(target) = target.filter(|&cell| bits[usize::from(cell)] & mask == 0) else {
            self.state.units[index].path.clear();
            return Err(Complaint::NotWalkable(to));
        };
        if self.adjacent(from, target) {
            self.state.units[index].path.clear();
            self.step(unit, target);
            return Ok(());
        }
        // A way that was found earlier is kept as long as its next cell is open (spec 5.2, step 5).
        let path = &mut self.state.units[index].path;
        if path.first() == Some(&target)
            && let Some(&next) = path.last()
            && bits[usize::from(next)] & mask == 0
        {
            path.pop();
            self.step(unit, next);
            return Ok(());
        }
        self.search.route(grid, bits, mask, from, target, path);
        match path.pop() {
            Some(next) => {
                self.step(unit, next);
                Ok(())
            }
            None => Err(Complaint::NoPath(to)),
        }
    }

    fn step(&mut self, unit: u16, to: CellId) {
        let grid = &self.fixed.grid;
        let from = self.state.units[usize::from(unit)].place;
        self.log.push(Event::Moved { unit: unit + 1, from: grid.point(from), to: grid.point(to) });
        self.state.put(unit, to);
        self.pick_up(unit);
    }
}
