use crate::action::Field;
use crate::rows;
use crate::state::Search;
use crate::{Event, Galaxy, Map, PlanetId, Rejection, Stage};

impl Galaxy {
    /// The one transfer of a turn (spec 6.5).
    #[inline(never)]
    pub(crate) fn transfer(
        &mut self,
        from: i64,
        to: i64,
        troops: i64,
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
        if self.planets[from.index()].troops <= troops {
            return Err(Rejection::TooFewToMove);
        }
        let own = self.holdings.bits(self.player.index());
        if !self.search.find(self.config.map(), from, to, own) {
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
        log.extend(self.search.way.iter().map(|&planet| Event::Passed { planet }));
        Ok(())
    }
}

impl Search {
    /// Looks for a way over own planets by depth-first search in the order of the neighbour lists and leaves it in
    /// `way`. The order matters: the way is written to the original's log, and it is not the shortest one.
    fn find(&mut self, map: &Map, from: PlanetId, to: PlanetId, own: &[u64]) -> bool {
        self.open.clear();
        self.open.extend_from_slice(own);
        rows::remove(&mut self.open, from);
        self.way.clear();
        // As long as a way can be, so that it grows once.
        self.way.reserve(map.len());
        self.way.push(from);
        while let Some(&planet) = self.way.last() {
            if planet == to {
                return true;
            }
            // Where nothing is left the bits say so at once; the list is gone through only where there is something.
            if rows::disjoint(map.near(planet), &self.open) {
                self.way.pop();
            } else if let Some(&near) =
                map.neighbours(planet).iter().find(|&&near| rows::has(&self.open, near))
            {
                rows::remove(&mut self.open, near);
                self.way.push(near);
            }
        }
        false
    }
}
