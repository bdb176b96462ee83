//! Glickman's Glicko-2 ("Example of the Glicko-2 system", 2013), a rating period for each round of matches. A table of more is a
//! game with each of the others.

use std::f64::consts::PI;

use meydan_contest::Meeting;

use super::Rival;

#[derive(Clone, Copy)]
struct Player {
    mean: f64,
    deviation: f64,
    volatility: f64,
}

pub(crate) struct Glicko(Vec<Player>);

/// How fast volatility may change; Glickman suggests 0.3 to 1.2.
const TAU: f64 = 0.5;
/// Rating points in a unit of the internal scale.
const SCALE: f64 = 173.7178;

impl Glicko {
    pub(crate) fn new(bots: usize) -> Glicko {
        Glicko(vec![Player { mean: 0.0, deviation: 350.0 / SCALE, volatility: 0.06 }; bots])
    }
}

fn g(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt()
}

impl Player {
    /// Steps 3 to 8 for the opponents of a period, with the points taken from each.
    fn after(&self, games: &[(Player, f64)]) -> Player {
        if games.is_empty() {
            let deviation = self.deviation.hypot(self.volatility);
            return Player { deviation, ..*self };
        }
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, points) in games {
            let g = g(other.deviation);
            let expected = 1.0 / (1.0 + (-g * (self.mean - other.mean)).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (points - expected);
        }
        let v = 1.0 / information;
        let volatility = self.volatility_after(v, v * surprise);
        let wide = self.deviation.hypot(volatility);
        let deviation = 1.0 / (1.0 / (wide * wide) + information).sqrt();
        Player { mean: self.mean + deviation * deviation * surprise, deviation, volatility }
    }

    /// Step 5, by the Illinois algorithm.
    fn volatility_after(&self, v: f64, delta: f64) -> f64 {
        let a = (self.volatility * self.volatility).ln();
        let square = self.deviation * self.deviation;
        let f = |x: f64| {
            let e = x.exp();
            e * (delta * delta - square - v - e) / (2.0 * (square + v + e).powi(2)) - (x - a) / (TAU * TAU)
        };
        let mut low = a;
        let mut high = if delta * delta > square + v {
            (delta * delta - square - v).ln()
        } else {
            let mut k = 1.0;
            while f(a - k * TAU) < 0.0 {
                k += 1.0;
            }
            a - k * TAU
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        while (high - low).abs() > 1e-6 {
            let next = low + (low - high) * at_low / (at_high - at_low);
            let at_next = f(next);
            if at_next * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (next, at_next);
        }
        (low / 2.0).exp()
    }
}

impl Rival for Glicko {
    fn name(&self) -> &'static str {
        "Glicko-2"
    }

    fn round(&mut self, meetings: &[Meeting]) {
        let mut games = vec![Vec::new(); self.0.len()];
        for duel in meetings.iter().flat_map(Meeting::duels) {
            games[duel.a].push((self.0[duel.b], duel.points));
            games[duel.b].push((self.0[duel.a], 1.0 - duel.points));
        }
        self.0 = self.0.iter().zip(&games).map(|(player, games)| player.after(games)).collect();
    }

    fn ratings(&self) -> Vec<f64> {
        self.0.iter().map(|player| player.mean).collect()
    }
}

#[cfg(test)]
#[allow(dead_code, unused_imports, reason = "the bench has no harness that would call it")]
mod tests {
    use super::*;

    #[test]
    fn glickmans_own_example_comes_out() {
        let player = |rating: f64, deviation: f64| Player {
            mean: (rating - 1500.0) / SCALE,
            deviation: deviation / SCALE,
            volatility: 0.06,
        };
        let games = [(player(1400.0, 30.0), 1.0), (player(1550.0, 100.0), 0.0), (player(1700.0, 300.0), 0.0)];
        let after = player(1500.0, 200.0).after(&games);
        assert!((after.mean * SCALE + 1500.0 - 1464.06).abs() < 0.01);
        assert!((after.deviation * SCALE - 151.52).abs() < 0.01);
        assert!((after.volatility - 0.05999).abs() < 1e-5);
    }
}
