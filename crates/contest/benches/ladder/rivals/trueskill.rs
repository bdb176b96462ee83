//! Herbrich, Minka and Graepel's TrueSkill ("TrueSkill: a Bayesian skill rating system", 2006) with its usual constants. A table of
//! more is one chain of differences between neighbours in the ranking, passed up and down until it is settled.

use meydan_contest::Meeting;

use super::Rival;

const MEAN: f64 = 25.0;
const DEVIATION: f64 = 25.0 / 3.0;
const BETA: f64 = 25.0 / 6.0;
const TAU: f64 = 25.0 / 300.0;
/// A draw in ten: the 55 % point of the normal distribution, by √2 β.
const MARGIN: f64 = 0.125_661_346_855_074 * std::f64::consts::SQRT_2 * BETA;

/// A normal distribution by precision, and mean times precision.
#[derive(Clone, Copy, Default)]
struct Normal {
    precision: f64,
    pull: f64,
}

impl Normal {
    fn new(mean: f64, variance: f64) -> Normal {
        Normal { precision: 1.0 / variance, pull: mean / variance }
    }
    fn mean(self) -> f64 {
        self.pull / self.precision
    }
    fn variance(self) -> f64 {
        1.0 / self.precision
    }
    fn times(self, other: Normal) -> Normal {
        Normal { precision: self.precision + other.precision, pull: self.pull + other.pull }
    }
    fn over(self, other: Normal) -> Normal {
        Normal { precision: self.precision - other.precision, pull: self.pull - other.pull }
    }
    /// The sum of two independent values; nothing is known of it if nothing is known of one.
    fn plus(self, mean: f64, variance: f64) -> Normal {
        if self.precision <= 1e-12 {
            return Normal::default();
        }
        Normal::new(self.mean() + mean, self.variance() + variance)
    }
    fn minus(self) -> Normal {
        Normal { pull: -self.pull, ..self }
    }
}

pub(crate) struct TrueSkill(Vec<(f64, f64)>);

impl TrueSkill {
    pub(crate) fn new(bots: usize) -> TrueSkill {
        TrueSkill(vec![(MEAN, DEVIATION * DEVIATION); bots])
    }

    fn table(&mut self, meeting: &Meeting) {
        let mut sides = meeting.sides.clone();
        sides.sort_by_key(|side| side.1);
        let skills: Vec<Normal> =
            sides.iter().map(|side| Normal::new(self.0[side.0].0, self.0[side.0].1 + TAU * TAU)).collect();
        let shown: Vec<Normal> = skills.iter().map(|skill| skill.plus(0.0, BETA * BETA)).collect();
        // What each performance hears from the difference to the one ahead, and to the one behind.
        let mut ahead = vec![Normal::default(); sides.len()];
        let mut behind = vec![Normal::default(); sides.len()];
        for _ in 0..if sides.len() == 2 { 1 } else { 20 } {
            let mut settled = true;
            let down = 0..sides.len() - 1;
            for upper in down.clone().chain(down.rev()) {
                let lower = upper + 1;
                let (a, b) = (shown[upper].times(ahead[upper]), shown[lower].times(behind[lower]));
                let gap = Normal::new(a.mean() - b.mean(), a.variance() + b.variance());
                let told = cut(gap, sides[upper].1 == sides[lower].1).over(gap);
                let (up, low) =
                    (told.plus(b.mean(), b.variance()), told.minus().plus(a.mean(), a.variance()));
                settled &= (up.pull - behind[upper].pull).abs() < 1e-6;
                (behind[upper], ahead[lower]) = (up, low);
            }
            if settled {
                break;
            }
        }
        for (place, side) in sides.iter().enumerate() {
            let heard = ahead[place].times(behind[place]).plus(0.0, BETA * BETA);
            let skill = skills[place].times(heard);
            self.0[side.0] = (skill.mean(), skill.variance());
        }
    }
}

/// The difference after it is known to be above the margin, or within it; a normal distribution with the same moments.
fn cut(gap: Normal, drawn: bool) -> Normal {
    let scale = gap.variance().sqrt();
    let (t, e) = (gap.mean() / scale, MARGIN / scale);
    let (v, w) = if drawn {
        let mass = (below(e - t) - below(-e - t)).max(1e-12);
        let v = (density(-e - t) - density(e - t)) / mass;
        (v, v * v + ((e - t) * density(e - t) + (e + t) * density(e + t)) / mass)
    } else {
        let mass = below(t - e);
        let v = if mass > 1e-9 { density(t - e) / mass } else { e - t };
        (v, v * (v + t - e))
    };
    Normal::new(gap.mean() + scale * v, gap.variance() * (1.0 - w).max(1e-6))
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()
}

/// The normal distribution, to seven digits (Chebyshev fit of the error function, as in Numerical Recipes).
fn below(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.26551223,
        1.00002368,
        0.37409196,
        0.09678418,
        -0.18628806,
        0.27886807,
        -1.13520398,
        1.48851587,
        -0.82215223,
        0.17087277,
    ];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + z / 2.0);
    let series = FIT.iter().rev().fold(0.0, |sum, part| sum * t + part);
    let tail = t * (-z * z + series).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

impl Rival for TrueSkill {
    fn name(&self) -> &'static str {
        "TrueSkill"
    }

    fn round(&mut self, meetings: &[Meeting]) {
        meetings.iter().for_each(|meeting| self.table(meeting));
    }

    fn ratings(&self) -> Vec<f64> {
        self.0.iter().map(|skill| skill.0).collect()
    }
}

#[cfg(test)]
#[allow(dead_code, unused_imports, reason = "the bench has no harness that would call it")]
mod tests {
    use super::*;

    fn after(sides: &[(usize, u32)]) -> Vec<(f64, f64)> {
        let mut skill = TrueSkill::new(sides.len());
        skill.round(&[Meeting::new(sides.iter().copied())]);
        skill.0.iter().map(|&(mean, variance)| (mean, variance.sqrt())).collect()
    }

    #[test]
    fn the_known_values_come_out() {
        // As the public implementations print them for two and for four new players.
        let near = |got: (f64, f64), mean: f64, deviation: f64| {
            assert!((got.0 - mean).abs() < 2e-3 && (got.1 - deviation).abs() < 2e-3, "{got:?}");
        };
        let two = after(&[(0, 1), (1, 2)]);
        near(two[0], 29.396, 7.171);
        near(two[1], 20.604, 7.171);
        let drawn = after(&[(0, 1), (1, 1)]);
        near(drawn[0], 25.0, 6.458);
        let four = after(&[(0, 1), (1, 2), (2, 3), (3, 4)]);
        near(four[0], 33.207, 6.348);
        near(four[1], 27.401, 5.787);
        near(four[2], 22.599, 5.787);
        near(four[3], 16.793, 6.348);
    }
}
