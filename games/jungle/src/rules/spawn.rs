//! Coming to life (spec 5.3).

use super::{Play, turns};
use crate::config::Point;
use crate::event::Event;
use crate::problem::Complaint;
use crate::state::on;

impl Play<'_> {
    pub(super) fn spawn(&mut self, unit: u16, at: Point) -> Result<(), Complaint> {
        if self.state.units[usize::from(unit)].alive() {
            return Err(Complaint::AlreadySpawned);
        }
        let grid = &self.fixed.grid;
        let cell = grid.cell(at).filter(|&cell| grid.is_spawn(cell));
        let Some(mut cell) = cell else { return Err(Complaint::NotSpawn(at)) };
        let bits = &self.state.board.bits;
        if bits[usize::from(cell)] & on::UNIT != 0 {
            // Somebody is there: a free spawn tile next to it is drawn instead.
            let mut free = [0; 4];
            let mut count = 0;
            for next in grid.neighbours(cell) {
                if bits[usize::from(next)] & (on::SPAWN | on::UNIT) == on::SPAWN {
                    free[count] = next;
                    count += 1;
                }
            }
            if count == 0 {
                return Err(Complaint::SpawnTaken(at));
            }
            turns::shuffle(&mut free[..count], &mut self.state.chance);
            cell = free[0];
        }
        self.log.push(Event::Spawned { unit: unit + 1, at: grid.point(cell) });
        self.state.put(unit, cell);
        Ok(())
    }
}
