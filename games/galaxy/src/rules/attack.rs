use meydan_core::{Chance, Seat};

use super::dice;
use crate::action::Field;
use crate::config::Ruleset;
use crate::state::Planet;
use crate::{Event, Galaxy, PlanetId, Rejection, Reply, Stage};

/// After so many rounds a battle is broken off as if the ratio had stopped it.
///
/// No match of the contest comes near it: all troops that can ever be placed are a few thousand. Only negative
/// forts of `official` make armies without bound, and the original would then roll dice past every time limit.
const LONGEST_BATTLE: u32 = 100_000;

/// An attack that passed all checks.
struct Assault {
    from: PlanetId,
    to: PlanetId,
    ratio: f64,
    /// Which part of the winners moves in; `None` is a feint.
    share: Option<f64>,
}

impl Galaxy {
    /// An attack with dice (spec 6.4); without a share it is a feint.
    #[inline(never)]
    pub(crate) fn attack(
        &mut self,
        from: i64,
        to: i64,
        ratio: f64,
        share: Option<f64>,
        log: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        let order = self.check_attack(from, to, ratio, share)?;
        log.push(Event::Attacked { player: self.player, from: order.from, to: order.to });
        let target = self.planets[order.to.index()];
        let attackers = self.planets[order.from.index()].troops;
        let defenders = target.troops.saturating_add(target.forts);
        let strict = self.rules().ruleset == Ruleset::Official;
        let (attackers, defenders) = battle(&mut self.chance, attackers, defenders, order.ratio, strict, log);

        let won = defenders <= 0;
        let (from_troops, to_troops, to_forts) = if won {
            let Some(share) = order.share else {
                // The original fails while it computes the troops to move; the dice are rolled, nothing else happened.
                self.reply = Reply::Stumbled;
                log.push(Event::Stumbled { from: order.from, to: order.to });
                return Ok(());
            };
            self.take(order.to);
            // The product is a 64-bit float as in the original; at least one troop moves and at least one stays.
            let moving = ((attackers as f64 * share) as i64).max(1).min(attackers - 1);
            (attackers - moving, moving, 0)
        } else {
            let (troops, forts) = left(target, defenders);
            (attackers, troops, forts)
        };
        self.reply = if won { Reply::Won } else { Reply::NotWon };
        self.planets[order.from.index()].troops = from_troops;
        let target = &mut self.planets[order.to.index()];
        (target.troops, target.forts) = (to_troops, to_forts);
        let owner = Seat(target.owner);
        let Assault { from, to, .. } = order;
        log.push(Event::Fought { from, to, won, owner, from_troops, to_troops, to_forts });
        Ok(())
    }

    #[inline]
    fn check_attack(&self, from: i64, to: i64, ratio: f64, share: Option<f64>) -> Result<Assault, Rejection> {
        self.in_stage(Stage::Attack)?;
        let from = self.planet_of(from, Field::From)?;
        self.own(from, Field::From)?;
        let to = self.planet_of(to, Field::To)?;
        match self.owner(to) {
            None => return Err(Rejection::FreePlanet(Field::To)),
            Some(owner) if owner == self.player => return Err(Rejection::OwnTarget),
            Some(_) => {}
        }
        match share {
            Some(share) if share > 0.0 && share < 1.0 => {}
            Some(_) => return Err(Rejection::ShareOutOfRange),
            None if self.rules().ruleset == Ruleset::Document => return Err(Rejection::NoFeint),
            None => {}
        }
        if self.planets[from.index()].troops < 2 {
            return Err(Rejection::TooFewToAttack);
        }
        if !(0.0..=f64::MAX).contains(&ratio) {
            return Err(Rejection::RatioOutOfRange);
        }
        if !self.config.map().adjacent(from, to) {
            return Err(Rejection::NotAdjacent);
        }
        Ok(Assault { from, to, ratio, share })
    }

    /// The planet changes hands; the first win of a turn brings troops.
    fn take(&mut self, planet: PlanetId) {
        self.claim(planet);
        if !self.bonus {
            self.bonus = true;
            let bonus = i64::from(self.rules().number_of_troops_after_successful_attack);
            let reserve = &mut self.players[self.player.index()].reserve;
            *reserve = reserve.saturating_add(bonus);
        }
    }
}

/// The troops and the fort troops of a planet that held out with so many defenders; fort troops died first.
fn left(before: Planet, defenders: i64) -> (i64, i64) {
    if before.forts <= 0 {
        (defenders, before.forts)
    } else {
        (defenders.min(before.troops), (defenders - before.troops).max(0))
    }
}

/// Rounds of dice until one side is exhausted or the attackers are too few for the ratio. Gives what is left.
#[inline]
fn battle(
    chance: &mut Chance,
    mut attackers: i64,
    mut defenders: i64,
    ratio: f64,
    strict: bool,
    log: &mut Vec<Event>,
) -> (i64, i64) {
    let mut rounds = 0;
    while attackers > 1 && defenders > 0 && rounds < LONGEST_BATTLE {
        if !goes_on(attackers as f64, defenders as f64, ratio, strict) {
            break;
        }
        rounds += 1;
        let (attacker, defender) =
            dice::round(chance, (attackers - 1).min(3) as usize, defenders.min(2) as usize);
        // A tie costs the attacker. The second place counts only if both sides rolled two dice.
        let second = attackers > 2 && defenders > 1;
        let wins =
            i64::from(attacker.best > defender.best) + i64::from(second && attacker.second > defender.second);
        attackers -= 1 + i64::from(second) - wins;
        defenders -= wins;
        log.push(Event::Rolled { attacker: attacker.dice, defender: defender.dice });
    }
    (attackers, defenders)
}

/// Whether there are enough attackers for each defender. The quotient decides, because the product may round past it:
/// 7 against 25 is at least 0.28 times as many (spec 6.4). Far from the bound both say the same, and the product is
/// quicker.
#[inline]
fn goes_on(attackers: f64, defenders: f64, ratio: f64, strict: bool) -> bool {
    let wanted = ratio * defenders;
    if (attackers - wanted).abs() > 1e-9 * attackers {
        return attackers > wanted;
    }
    let odds = attackers / defenders;
    if strict { odds > ratio } else { odds >= ratio }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_never_decides_otherwise_than_the_quotient() {
        let written = |hundredths: i32| f64::from(hundredths) / 100.0;
        let odd = [f64::MAX, f64::MIN_POSITIVE, 5e-324, 1.0 / 3.0];
        for ratio in (0..=400).map(written).chain(odd) {
            for (attackers, defenders) in
                (2..=60).flat_map(|a| (1..=60).map(move |d| (f64::from(a), f64::from(d))))
            {
                let odds = attackers / defenders;
                assert_eq!(goes_on(attackers, defenders, ratio, true), odds > ratio, "{odds} > {ratio}");
                assert_eq!(goes_on(attackers, defenders, ratio, false), odds >= ratio, "{odds} >= {ratio}");
            }
        }
        // The quotient itself, and its neighbours among the floats.
        let odds = 7.0 / 25.0;
        for ratio in [f64::next_down(odds), odds, f64::next_up(odds)] {
            assert_eq!(goes_on(7.0, 25.0, ratio, true), odds > ratio);
            assert_eq!(goes_on(7.0, 25.0, ratio, false), odds >= ratio);
        }
    }
}
