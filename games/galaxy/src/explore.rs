use meydan_core::{Chance, Explore, Seat};

use crate::config::Ruleset;
use crate::{Action, Galaxy, Phase, PlanetId, Stage};

impl Explore for Galaxy {
    /// A few random acts that fit the stage, now and then an odd one, and `next`.
    fn candidates(&self, seat: Seat, chance: &mut Chance, out: &mut Vec<Action>) {
        let own = self.planets_of(seat);
        let strong = |chance: &mut Chance| {
            chance
                .pick(own)
                .map(|&planet| (planet, self.troops(planet).min(1000)))
                .filter(|&(_, troops)| troops > 1)
        };
        match (self.phase, self.stage) {
            (Phase::Start, Stage::Deploy) => {
                // Nearly always a troop is placed before the turn is finished.
                for planets in [own, self.free_planets(), self.free_planets()] {
                    out.extend(chance.pick(planets).map(|&planet| Action::place(planet)));
                }
            }
            (Phase::Start, _) | (Phase::Main, Stage::Finished | Stage::Placed) => {}
            (Phase::Main, Stage::Deploy) => {
                let reserve = self.reserve(seat).clamp(0, 1000) as u32;
                for planets in [own, self.free_planets()] {
                    if reserve > 0
                        && let Some(&planet) = chance.pick(planets)
                    {
                        out.push(Action::deploy(planet, i64::from(1 + chance.below(reserve))));
                    }
                }
            }
            (Phase::Main, Stage::Attack) => {
                for _ in 0..3 {
                    if let Some((from, _)) = strong(chance)
                        && let Some(&to) = chance.pick(self.config.map().neighbours(from))
                        && self.owner(to).is_some_and(|owner| owner != seat)
                    {
                        let ratio = f64::from(chance.below(5)) / 2.0;
                        out.push(Action::attack(from, to, ratio, 0.1 + 0.8 * chance.unit()));
                    }
                }
            }
            (Phase::Main, Stage::Move) => {
                if let Some((from, troops)) = strong(chance)
                    && let Some(&to) = chance.pick(own)
                {
                    out.push(Action::transfer(from, to, i64::from(1 + chance.below(troops as u32 - 1))));
                }
            }
            (Phase::Main, Stage::Fort) => {
                if let Some((planet, troops)) = strong(chance) {
                    out.push(Action::fort(planet, i64::from(1 + chance.below(troops as u32 - 1))));
                }
            }
        }
        if chance.below(32) == 0 {
            let planet = PlanetId(chance.below(self.planets.len() as u32) as u16);
            out.push(self.odd(planet, chance));
        }
        out.push(Action::Next);
    }
}

impl Galaxy {
    /// An act that a careless or a hostile player might send. The arms that `official` takes are among them.
    fn odd(&self, planet: PlanetId, chance: &mut Chance) -> Action {
        let near = self.config.map().neighbours(planet).first().copied().unwrap_or(planet);
        let tame = self.rules().ruleset == Ruleset::Document;
        match chance.below(8) {
            0 => Action::deploy(planet, 0),
            1 => Action::deploy(-1, 1),
            2 => Action::fort(planet, if tame { i64::MIN } else { -3 }),
            3 => Action::feint(planet, near, 0.0),
            4 => Action::attack(planet, near, f64::MAX, 0.5),
            5 => Action::transfer(planet, planet, 1),
            6 => Action::place(-1),
            _ => Action::transfer(planet, -1, i64::MAX),
        }
    }
}
