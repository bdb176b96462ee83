//! A turn from its first stage to its end. Each act's checks stand in the order of the specification, because the
//! first that fails decides the answer.

mod attack;
mod deploy;
mod dice;
mod fort;
mod transfer;
mod turn;

pub(crate) use turn::start;

use crate::action::Field;
use crate::{Galaxy, Phase, PlanetId, Rejection, Stage};

impl Galaxy {
    /// The check of a field that names a planet (spec 6).
    #[inline]
    fn planet_of(&self, id: i64, field: Field) -> Result<PlanetId, Rejection> {
        if id < 0 || id >= self.planets.len() as i64 {
            return Err(Rejection::NoSuchPlanet(field));
        }
        Ok(PlanetId(id as u16))
    }

    /// The checks of phase and stage that most acts begin with.
    #[inline]
    fn in_stage(&self, wanted: Stage) -> Result<(), Rejection> {
        if self.phase != Phase::Main {
            return Err(Rejection::NotMainPhase);
        }
        if self.stage != wanted {
            return Err(Rejection::WrongStage { wanted });
        }
        Ok(())
    }

    /// The checks of a planet that must be the player's own.
    #[inline]
    fn own(&self, planet: PlanetId, field: Field) -> Result<(), Rejection> {
        match self.owner(planet) {
            None => Err(Rejection::FreePlanet(field)),
            Some(owner) if owner != self.player => Err(Rejection::NotYours(field)),
            Some(_) => Ok(()),
        }
    }
}
