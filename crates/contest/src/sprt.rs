use crate::expected;

/// A sequential test between two hypotheses about a rating difference: it stops as soon as the games seen so far
/// speak clearly enough for one of them (both errors 5 %).
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    low: f64,
    high: f64,
    games: f64,
    sum: f64,
    squares: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The higher difference is the true one: the change is an improvement.
    Accepted,
    /// The lower difference is the true one.
    Rejected,
    /// Not yet clear.
    Open,
}

/// ln(0.95 / 0.05): the ratio of likelihoods that decides.
const BOUND: f64 = 2.944_438_979_166_44;

impl Sprt {
    /// Tests the difference `low` against `high`, in Elo points. `None` unless `low < high`.
    pub fn new(low: f64, high: f64) -> Option<Sprt> {
        (low < high).then_some(Sprt { low, high, games: 0.0, sum: 0.0, squares: 0.0 })
    }

    /// One more result for the player in question: its share of the points, between 0 and 1.
    pub fn add(&mut self, points: f64) {
        self.games += 1.0;
        self.sum += points;
        self.squares += points * points;
    }

    /// The logarithm of the likelihood ratio, by the normal approximation.
    pub fn ratio(&self) -> f64 {
        // One imaginary draw either way keeps the variance off zero while all games end alike.
        let games = self.games + 2.0;
        let mean = (self.sum + 1.0) / games;
        let variance = ((self.squares + 1.0) / games - mean * mean).max(1e-6);
        let (s0, s1) = (expected(self.low), expected(self.high));
        self.games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What is clear by now.
    pub fn verdict(&self) -> Verdict {
        match self.ratio() {
            ratio if ratio >= BOUND => Verdict::Accepted,
            ratio if ratio <= -BOUND => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    /// The bound that the ratio must pass, either way.
    pub fn bound(&self) -> f64 {
        BOUND
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Seed};

    use super::*;

    fn run(difference: f64, seed: u64) -> (Verdict, f64) {
        let mut test = Sprt::new(0.0, 100.0).unwrap();
        let mut chance = Chance::new(Seed(seed));
        for _ in 0..20_000 {
            test.add(if chance.unit() < expected(difference) { 1.0 } else { 0.0 });
            if test.verdict() != Verdict::Open {
                break;
            }
        }
        (test.verdict(), test.games)
    }

    #[test]
    fn errors_stay_near_what_was_promised() {
        let wrong = |difference, verdict| (0..400).filter(|&seed| run(difference, seed).0 == verdict).count();
        // 5 % of 400 is 20; the approximation may miss it a little.
        assert!(wrong(0.0, Verdict::Accepted) <= 32);
        assert!(wrong(100.0, Verdict::Rejected) <= 32);
    }

    #[test]
    fn a_clear_case_is_decided_quickly() {
        assert_eq!(run(400.0, 1).0, Verdict::Accepted);
        assert!(run(400.0, 1).1 < 60.0);
        assert_eq!(run(-300.0, 1).0, Verdict::Rejected);
    }

    #[test]
    fn bounds_must_be_in_order() {
        assert!(Sprt::new(10.0, 0.0).is_none());
    }
}
