//! Taking, holding, raising and dropping diamonds (spec 3.2, 4.1, 5.4, 5.5).

use super::Play;
use crate::config::Point;
use crate::event::Event;
use crate::problem::Complaint;
use crate::state::{NOBODY, NONE, on};

/// The level of a diamond on the ground that was dropped, or never touched.
const LOWEST_LEVEL: u8 = 1;
/// The level beyond which a diamond does not rise.
pub(crate) const HIGHEST_LEVEL: u8 = 5;

impl Play<'_> {
    /// A unit with empty hands takes the diamond on its cell that holds the most points, of equal ones the first.
    pub(super) fn pick_up(&mut self, unit: u16) {
        let state = &mut *self.state;
        let who = &mut state.units[usize::from(unit)];
        let cell = who.place;
        if who.diamond != NONE || state.board.bits[usize::from(cell)] & on::DIAMOND == 0 {
            return;
        }
        let here = |i: &usize| !state.diamonds[*i].carried() && state.diamonds[*i].cell == cell;
        let mut best = None;
        let mut count = 0;
        for i in (0..state.diamonds.len()).filter(here) {
            count += 1;
            if best.is_none_or(|best: usize| state.diamonds[i].points > state.diamonds[best].points) {
                best = Some(i);
            }
        }
        let best = best.expect("the cell is marked as having a diamond");
        if count == 1 {
            state.board.bits[usize::from(cell)] &= !on::DIAMOND;
        }
        state.diamonds[best].owner = unit;
        who.diamond = best as u16;
        let at = self.fixed.grid.point(cell);
        self.log.push(Event::Took { unit: unit + 1, diamond: best as u16, at });
    }

    /// Starts a summon, or affirms one that runs.
    pub(super) fn summon(&mut self, unit: u16) -> Result<(), Complaint> {
        let who = &mut self.state.units[usize::from(unit)];
        if who.diamond == NONE {
            return Err(Complaint::NoDiamond);
        }
        who.path.clear();
        let diamond = &self.state.diamonds[usize::from(who.diamond)];
        if diamond.level == HIGHEST_LEVEL {
            return Err(Complaint::HighestLevel(who.diamond));
        }
        if !who.summoning {
            self.state.teams[usize::from(who.team)].counts.summons += 1;
            let (level, points) = (diamond.level, diamond.points);
            self.log.push(Event::SummonStarted { unit: unit + 1, diamond: who.diamond, level, points });
        }
        who.summoning = true;
        who.live.summoned = true;
        Ok(())
    }

    /// After a team's command its summons go on by one turn; a diamond of level L rises after L + 1.
    pub(super) fn advance_summons(&mut self, team: usize) {
        let per_team = self.fixed.config.units_per_team;
        for index in team * per_team..(team + 1) * per_team {
            let who = &mut self.state.units[index];
            if !who.summoning {
                continue;
            }
            who.live.summoned = true;
            who.progress += 1;
            let diamond = &mut self.state.diamonds[usize::from(who.diamond)];
            if who.progress > diamond.level {
                diamond.level = (diamond.level + 1).min(HIGHEST_LEVEL);
                who.progress = 0;
                who.summoning = false;
                let (unit, level) = (index as u16 + 1, diamond.level);
                self.log.push(Event::SummonDone { unit, diamond: who.diamond, level });
            }
        }
    }

    /// Puts the diamond on a cell for points, or hands it to the unit there for none.
    pub(super) fn drop_diamond(&mut self, unit: u16, to: Point) -> Result<(), Complaint> {
        let index = usize::from(unit);
        let grid = &self.fixed.grid;
        let (from, carried) = (self.state.units[index].place, self.state.units[index].diamond);
        if carried == NONE {
            return Err(Complaint::NoDiamond);
        }
        self.state.units[index].path.clear();
        if to.distance(grid.point(from)) != 1 {
            return Err(Complaint::NotAdjacent(to));
        }
        let Some(cell) = grid.cell(to).filter(|&cell| grid.ground[usize::from(cell)] == 0) else {
            return Err(Complaint::NotFloor(to));
        };
        let diamond = &mut self.state.diamonds[usize::from(carried)];
        let receiver = self.state.board.unit[usize::from(cell)];
        if receiver != NONE {
            let other = &mut self.state.units[usize::from(receiver)];
            if other.diamond != NONE {
                return Err(Complaint::HandsFull(to));
            }
            other.diamond = carried;
            diamond.owner = receiver;
            self.log.push(Event::Gave { unit: unit + 1, receiver: receiver + 1, diamond: carried, at: to });
        } else {
            let team = &mut self.state.teams[usize::from(self.state.units[index].team)];
            team.score += u64::from(diamond.points);
            team.counts.drops += 1;
            let (points, level) = (diamond.points, diamond.level);
            self.log.push(Event::Dropped { unit: unit + 1, diamond: carried, at: to, points, level });
            diamond.cell = cell;
            diamond.owner = NOBODY;
            diamond.level = LOWEST_LEVEL;
            diamond.points = 0;
            self.state.board.bits[usize::from(cell)] |= on::DIAMOND;
        }
        self.state.units[index].diamond = NONE;
        Ok(())
    }

    /// At the end of a tick every carried diamond earns its level.
    pub(super) fn earn(&mut self) {
        for diamond in self.state.diamonds.iter_mut().filter(|diamond| diamond.carried()) {
            diamond.points += u32::from(diamond.level);
        }
    }
}
