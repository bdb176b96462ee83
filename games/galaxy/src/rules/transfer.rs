use super::number_of;
use crate::action::Field;
use crate::state::Search;
use crate::{Event, Galaxy, Given, Map, PlanetId, Rejection, Stage};

impl Galaxy {
    /// The one transfer of a turn (spec 6.5).
    #[inline(never)]
    pub(crate) fn transfer(
        &mut self,
        from: Given<i64>,
        to: Given<i64>,
        troops: Given<i64>,
        log: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        // The original looks at this before phase and stage.
        if self.moved {
            return Err(Rejection::AlreadyMoved);
        }
        self.in_stage(Stage::Move)?;
        let from = self.planet_of(from, Field::From)?;
        self.own(from, Field::From)?;
        let to = self.planet_of(to, Field::To)?;
        self.own(to, Field::To)?;
        let troops = number_of(troops, Field::Troops)?;
        if self.planets[from.index()].troops <= troops {
            return Err(Rejection::TooFewToMove);
        }
        let (planets, player) = (&self.planets, self.player.0);
        if !self.search.find(self.config.map(), from, to, |planet| planets[planet.index()].owner == player) {
            return Err(Rejection::NoPath);
        }
        if troops <= 0 {
            return Err(Rejection::NoTroops);
        }
        if from == to {
            return Err(Rejection::SamePlanet);
        }

        self.planets[from.index()].troops -= troops;
        let there = &mut self.planets[to.index()].troops;
        *there = there.saturating_add(troops);
        self.moved = true;
        log.push(Event::Moved { player: self.player, from, to, troops });
        log.extend(self.search.way.iter().map(|&(planet, _)| Event::Passed { planet }));
        Ok(())
    }
}

impl Search {
    /// Looks for a way by depth-first search in the order of the neighbour lists and leaves it in `way`. The order
    /// matters: the way is written to the original's log, and it is not the shortest one.
    fn find(&mut self, map: &Map, from: PlanetId, to: PlanetId, open: impl Fn(PlanetId) -> bool) -> bool {
        if self.round == u32::MAX || self.marks.len() != map.len() {
            self.marks.clear();
            self.marks.resize(map.len(), 0);
            self.round = 0;
        }
        self.round += 1;
        self.way.clear();
        self.way.push((from, 0));
        self.marks[from.index()] = self.round;
        while let Some(&mut (planet, ref mut next)) = self.way.last_mut() {
            if planet == to {
                return true;
            }
            let rest = &map.neighbours(planet)[*next as usize..];
            match rest.iter().position(|&near| self.marks[near.index()] != self.round && open(near)) {
                Some(skipped) => {
                    *next += skipped as u32 + 1;
                    let near = rest[skipped];
                    self.marks[near.index()] = self.round;
                    self.way.push((near, 0));
                }
                None => {
                    self.way.pop();
                }
            }
        }
        false
    }
}
