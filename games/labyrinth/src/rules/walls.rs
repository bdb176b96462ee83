use crate::action::Rejection;
use crate::board::Board;
use crate::event::Event;
use crate::geometry::Wall;
use crate::state::{LIFE, State, Temporary};

impl State {
    /// The runner to act puts up a temporary wall.
    pub(super) fn put_up(
        &mut self,
        board: &Board,
        wall: Wall,
        log: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        // The order in which reasons are looked at is the order of the table (spec, A runner's action).
        if self.runners[self.turn as usize].budget == 0 {
            return Err(Rejection::NoWallsLeft);
        }
        let slot = board.slot(wall).ok_or(Rejection::NotBetween)?;
        self.may_stand(board, slot)?;
        self.runners[self.turn as usize].budget -= 1;
        self.walls_used += 1;
        let place = self.walls.partition_point(|other| other.slot < slot);
        self.walls.insert(place, Temporary { slot, life: LIFE });
        self.set_open(board, slot, false);
        log.push(Event::WallUp { runner: self.turn, wall });
        Ok(())
    }

    /// Whether a wall may be put up at a slot: nothing stands there, and all cells stay connected.
    pub fn may_stand(&self, board: &Board, slot: u32) -> Result<(), Rejection> {
        let (at, dir) = board.across(slot);
        if !self.is_open(at, dir) {
            return Err(Rejection::WallStands);
        }
        if board.knots.would_cut(slot, self.walls.iter().map(|wall| wall.slot)) {
            return Err(Rejection::WouldCut);
        }
        Ok(())
    }

    /// The end of a round: every temporary wall has one round less to live, and at zero it is gone.
    pub(super) fn age_walls(&mut self, board: &Board, log: &mut Vec<Event>) {
        for i in 0..self.walls.len() {
            self.walls[i].life -= 1;
            if self.walls[i].life == 0 {
                let slot = self.walls[i].slot;
                self.set_open(board, slot, true);
                log.push(Event::WallDown { wall: board.wall(slot) });
            }
        }
        self.walls.retain(|wall| wall.life > 0);
    }
}
