/// What can be expected of battles fought to the end, computed exactly for armies up to [`Odds::MOST`].
pub(super) struct Odds {
    win: Vec<f64>,
    left: Vec<f64>,
    /// The price of so many defenders, up to [`Odds::MOST`].
    prices: Vec<f64>,
}

/// The chances of one round for so many dice: the defender loses `i` of the compared places.
fn round(attacker: usize, defender: usize) -> [f64; 3] {
    let outcomes = |dice: usize| {
        (0..6usize.pow(dice as u32)).map(move |mut rest| {
            let mut faces: Vec<usize> = (0..dice)
                .map(|_| {
                    let face = rest % 6;
                    rest /= 6;
                    face
                })
                .collect();
            faces.sort_unstable_by(|a, b| b.cmp(a));
            faces
        })
    };
    let (mut counts, mut all) = ([0.0; 3], 0.0);
    for high in outcomes(attacker) {
        for low in outcomes(defender) {
            counts[high.iter().zip(&low).filter(|(a, d)| a > d).count()] += 1.0;
            all += 1.0;
        }
    }
    counts.map(|count| count / all)
}

impl Odds {
    const MOST: usize = 80;

    pub(super) fn new() -> Odds {
        const SIDE: usize = Odds::MOST + 1;
        let rounds: Vec<[f64; 3]> = (0..6).map(|i| round(i / 2 + 1, i % 2 + 1)).collect();
        let mut odds = Odds { win: vec![0.0; SIDE * SIDE], left: vec![0.0; SIDE * SIDE], prices: Vec::new() };
        for a in 0..SIDE {
            odds.win[a * SIDE] = 1.0;
            odds.left[a * SIDE] = a as f64;
            for d in 1..SIDE {
                if a < 2 {
                    continue;
                }
                let (dice, against) = ((a - 1).min(3), d.min(2));
                let places = dice.min(against);
                let chances = rounds[(dice - 1) * 2 + against - 1];
                for (wins, chance) in chances.into_iter().enumerate().take(places + 1) {
                    let after = (a - (places - wins)) * SIDE + d - wins;
                    odds.win[a * SIDE + d] += chance * odds.win[after];
                    odds.left[a * SIDE + d] += chance * odds.left[after];
                }
            }
        }
        odds.prices = (0..SIDE as i64).map(|defenders| odds.worked_out(defenders)).collect();
        odds
    }

    /// The chance that so many attackers, one of whom must stay behind, kill all defenders, and how many are left on
    /// average if they do. Larger armies are measured by smaller ones of the same proportion.
    pub(super) fn battle(&self, attackers: f64, defenders: i64) -> (f64, f64) {
        if defenders <= 0 {
            return (1.0, attackers);
        }
        if attackers < 2.0 {
            return (0.0, 0.0);
        }
        let scale = (attackers.max(defenders as f64) / Odds::MOST as f64).max(1.0);
        let defenders = ((defenders as f64 / scale).round() as usize).max(1);
        let attackers = attackers / scale;
        // Expected armies are not whole numbers: read between the two next ones.
        let (low, part) = (attackers.floor() as usize, attackers.fract());
        let at = |table: &[f64], a: usize| table[a.min(Odds::MOST) * (Odds::MOST + 1) + defenders];
        let between = |table: &[f64]| at(table, low) * (1.0 - part) + at(table, low + 1) * part;
        let win = between(&self.win);
        if win <= 0.0 { (0.0, 0.0) } else { (win, between(&self.left) / win * scale) }
    }

    /// What it costs on average to kill so many defenders with attackers in plenty.
    pub(super) fn price(&self, defenders: i64) -> f64 {
        let known = self.prices.get(defenders.max(0) as usize);
        known.copied().unwrap_or_else(|| self.worked_out(defenders))
    }

    fn worked_out(&self, defenders: i64) -> f64 {
        if defenders <= 0 {
            return 0.0;
        }
        let (win, left) = self.battle((3 * defenders + 10) as f64, defenders);
        if win <= 0.0 { f64::INFINITY } else { (3 * defenders + 10) as f64 - left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_are_those_of_the_known_tables() {
        let odds = Odds::new();
        // One die against one: 15 of 36. Three against two: 1.0792 dead defenders a round.
        assert!((odds.battle(2.0, 1).0 - 15.0 / 36.0).abs() < 1e-12);
        let [_, one, two] = round(3, 2);
        assert!((one + 2.0 * two - 8391.0 / 7776.0).abs() < 1e-12, "{}", one + 2.0 * two);
        // Eleven attackers (ten that fight) against ten is a slightly bad bargain for nobody.
        let (win, left) = odds.battle(11.0, 10);
        assert!((0.4..0.65).contains(&win) && left > 1.0, "{win} {left}");
        assert_eq!(odds.battle(1.0, 1).0, 0.0);
        assert_eq!(odds.battle(5.0, 0), (1.0, 5.0));
        assert!(odds.battle(1000.0, 500).0 > 0.99);
        assert!((odds.price(1) - 0.516).abs() < 0.01);
    }
}
