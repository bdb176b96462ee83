use crate::action::Field;
use crate::config::Ruleset;
use crate::{Event, Galaxy, Rejection, Stage};

impl Galaxy {
    /// The one fort of a match (spec 6.6).
    pub(crate) fn fort(&mut self, planet: i64, troops: i64, log: &mut Vec<Event>) -> Result<(), Rejection> {
        self.in_stage(Stage::Fort)?;
        let planet = self.planet_of(planet, Field::Planet)?;
        self.own(planet, Field::Planet)?;
        if troops >= self.planets[planet.index()].troops {
            return Err(Rejection::TooFewToFort);
        }
        if self.players[self.player.index()].fort_used {
            return Err(Rejection::FortUsed);
        }
        // The original takes zero and negative numbers: troops grow and fort troops sink below zero.
        if troops <= 0 && self.rules().ruleset == Ruleset::Document {
            return Err(Rejection::NoTroops);
        }

        self.players[self.player.index()].fort_used = true;
        let coefficient = i64::from(self.rules().fort_coef);
        let there = &mut self.planets[planet.index()];
        there.troops = there.troops.saturating_sub(troops);
        there.forts = there.forts.saturating_add(troops.saturating_mul(coefficient));
        log.push(Event::Fortified { player: self.player, planet, troops, forts: there.forts });
        Ok(())
    }
}
