use crate::curve::share;
use crate::{ELO, Estimate, Meeting};

/// What is believed of a player's strength: a normal distribution, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl Default for Belief {
    /// What is believed of somebody new.
    fn default() -> Belief {
        Belief { mean: 0.0, deviation: 350.0 }
    }
}

impl Belief {
    /// The share of points that a player can expect against another, its own doubt and the other's included. Doubt draws
    /// it towards one half.
    pub fn expects(&self, other: &Belief) -> f64 {
        share((self.mean - other.mean) / self.scale(other))
    }

    /// What a match of the two is expected to tell, in nats: the gain of information (Lindley 1956) of a logistic
    /// observation on a normal belief. It is large if they are near each other and little is known of them (the
    /// criterion of Glickman and Jensen 2005 for paired comparisons).
    pub fn informs(&self, other: &Belief) -> f64 {
        let doubt = (self.deviation * self.deviation + other.deviation * other.deviation) / (ELO * ELO);
        let expected = self.expects(other);
        0.5 * (expected * (1.0 - expected) * doubt).ln_1p()
    }

    /// The width of the curve: that of Elo's, and the doubt of both.
    fn scale(&self, other: &Belief) -> f64 {
        (ELO * ELO + self.deviation * self.deviation + other.deviation * other.deviation).sqrt()
    }
}

impl From<Estimate> for Belief {
    /// A rating with its interval, from a standing for instance. An open interval is as wide as that of somebody new.
    fn from(estimate: Estimate) -> Belief {
        let new = Belief::default().deviation;
        let deviation = estimate.margin().map_or(new, |margin| (margin / 1.959_964).min(new));
        Belief { mean: estimate.value, deviation }
    }
}

/// An estimate of everybody's strength that takes one result after the other: Weng and Lin's approximation for the
/// Bradley-Terry model with full pairs ("A Bayesian approximation method for online ranking", Journal of Machine Learning
/// Research 12, 2011, algorithm 1). The order of the results matters to it, so it serves for choosing opponents alone;
/// the standing is [`Standing`](crate::Standing).
///
/// Two things are not as in the article. The duels of a table of `n` count 3 / (n + 1) each, as they do in the standing. And
/// the variance shrinks by what a result tells (their factor γ is 1), because strengths do not change here while a version
/// of a bot is in play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Online {
    beliefs: Vec<Belief>,
}

/// Nobody is known better than this. Otherwise a new version of a bot would be believed to be the old one for ever.
const LEAST: f64 = 25.0;

impl Online {
    /// Nothing is known of anybody.
    pub fn new() -> Online {
        Online::default()
    }

    /// What is believed of a player.
    pub fn belief(&self, player: usize) -> Belief {
        self.beliefs.get(player).copied().unwrap_or_default()
    }

    /// Sets what is believed of a player: from the standing, or because a new version has come in.
    pub fn believe(&mut self, player: usize, belief: Belief) {
        if self.beliefs.len() <= player {
            self.beliefs.resize(player + 1, Belief::default());
        }
        self.beliefs[player] = belief;
    }

    /// Takes in a result.
    pub fn add(&mut self, meeting: &Meeting) {
        let weight = 3.0 / (meeting.sides.len() as f64 + 1.0);
        let before: Vec<Belief> = meeting.sides.iter().map(|&(player, _)| self.belief(player)).collect();
        for (side, &(player, rank)) in meeting.sides.iter().enumerate() {
            let own = before[side];
            let variance = own.deviation * own.deviation;
            let (mut shift, mut shrink) = (0.0, 0.0);
            for (other, &(opponent, theirs)) in meeting.sides.iter().enumerate() {
                if opponent == player {
                    continue;
                }
                let points = match rank.cmp(&theirs) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                let (expected, scale) = (own.expects(&before[other]), own.scale(&before[other]));
                shift += weight * variance / scale * (points - expected);
                shrink += weight * variance / (scale * scale) * expected * (1.0 - expected);
            }
            let deviation = (variance * (1.0 - shrink).max(1e-4)).sqrt().max(LEAST.min(own.deviation));
            self.believe(player, Belief { mean: own.mean + shift, deviation });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_win_moves_both_apart_and_narrows_both() {
        let mut online = Online::new();
        online.add(&Meeting::won(1, 0));
        let [loser, winner] = [0, 1].map(|player| online.belief(player));
        assert_eq!(winner.mean, -loser.mean);
        assert!(winner.mean > 50.0 && winner.deviation < 350.0 && winner.deviation == loser.deviation);
        // By the article: σ² / c (1 - p), where c² = σ² + σ² + the square of the curve's width.
        let scale = (2.0 * 350.0f64.powi(2) + ELO * ELO).sqrt();
        assert!((winner.mean - 350.0f64.powi(2) / scale / 2.0).abs() < 1e-9);
        assert_eq!(online.belief(7), Belief::default());
    }

    #[test]
    fn near_and_unknown_opponents_tell_most() {
        let belief = |mean, deviation| Belief { mean, deviation };
        let own = belief(0.0, 100.0);
        assert!(own.informs(&belief(0.0, 100.0)) > own.informs(&belief(300.0, 100.0)));
        assert!(own.informs(&belief(0.0, 200.0)) > own.informs(&belief(0.0, 50.0)));
        let estimate = Estimate { value: 40.0, low: 40.0 - 1.959_964, high: 40.0 + 1.959_964 };
        assert!((Belief::from(estimate).deviation - 1.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn many_results_lead_to_the_truth(gap in -300.0..300.0f64, seats in 2usize..=4) {
            // Ranks come up as often as the odds promise, spread evenly (a low-discrepancy sequence instead of chance).
            let mut online = Online::new();
            for n in 0..600u32 {
                let roll = (f64::from(n) * 0.618_033_988_749_895).fract();
                let first = roll < crate::expected(gap);
                let others = (1..seats).map(|player| (player, 2));
                online.add(&Meeting::new([(0, if first { 1 } else { 3 })].into_iter().chain(others)));
            }
            let lead = online.belief(0).mean - online.belief(1).mean;
            prop_assert!((lead - gap).abs() < 60.0, "{} for {}", lead, gap);
        }

        #[test]
        fn the_order_of_sides_does_not_matter(ranks in prop::collection::vec(0u32..4, 4)) {
            let sides: Vec<(usize, u32)> = ranks.into_iter().enumerate().collect();
            let (mut one, mut two) = (Online::new(), Online::new());
            one.add(&Meeting::new(sides.clone()));
            two.add(&Meeting::new(sides.into_iter().rev()));
            for player in 0..4 {
                prop_assert!((one.belief(player).mean - two.belief(player).mean).abs() < 1e-9);
                prop_assert!((one.belief(player).deviation - two.belief(player).deviation).abs() < 1e-9);
            }
        }
    }
}
