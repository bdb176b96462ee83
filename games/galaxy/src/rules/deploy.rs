use crate::action::Field;
use crate::config::Ruleset;
use crate::state::FREE;
use crate::{Event, Galaxy, Phase, PlanetId, Rejection, Reply, Stage};

impl Galaxy {
    /// One troop of the start phase (spec 6.1).
    pub(crate) fn place(&mut self, planet: i64, log: &mut Vec<Event>) -> Result<(), Rejection> {
        if self.stage != Stage::Deploy {
            return Err(Rejection::AlreadyPlaced);
        }
        if self.phase != Phase::Start {
            return Err(Rejection::NotStartPhase);
        }
        if self.players[self.player.index()].reserve <= 0 {
            return Err(Rejection::NoStartTroops);
        }
        let planet = self.planet_of(planet, Field::Planet)?;
        self.unless_foreign(planet)?;

        self.put(planet, 1);
        self.stage = Stage::Placed;
        log.push(Event::Placed { player: self.player, planet });
        Ok(())
    }

    /// Troops of the reserve in the main phase (spec 6.2).
    pub(crate) fn deploy(&mut self, planet: i64, troops: i64, log: &mut Vec<Event>) -> Result<(), Rejection> {
        self.in_stage(Stage::Deploy)?;
        let planet = self.planet_of(planet, Field::Planet)?;
        if troops > self.players[self.player.index()].reserve {
            return Err(Rejection::NotEnoughReserve);
        }
        self.unless_foreign(planet)?;
        if troops <= 0 {
            // The original gives a free planet away before it looks at the number. An act that changes something
            // is not a rejection here, so it is taken and its reply says what it was.
            if self.rules().ruleset == Ruleset::Official && self.owner(planet).is_none() {
                self.claim(planet);
                self.reply = Reply::ClaimedOnly;
                log.push(Event::Claimed { player: self.player, planet });
                return Ok(());
            }
            return Err(Rejection::NoTroops);
        }

        self.put(planet, troops);
        log.push(Event::Deployed { player: self.player, planet, troops });
        Ok(())
    }

    #[inline]
    fn unless_foreign(&self, planet: PlanetId) -> Result<(), Rejection> {
        let owner = self.planets[planet.index()].owner;
        if owner != FREE && owner != self.player.0 {
            return Err(Rejection::NotYours(Field::Planet));
        }
        Ok(())
    }

    fn put(&mut self, planet: PlanetId, troops: i64) {
        if self.planets[planet.index()].owner == FREE {
            self.claim(planet);
        }
        let troops_there = &mut self.planets[planet.index()].troops;
        *troops_there = troops_there.saturating_add(troops);
        self.players[self.player.index()].reserve -= troops;
    }
}
