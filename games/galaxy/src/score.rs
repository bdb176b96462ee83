use meydan_core::{Outcome, Side};

use crate::state::FREE;
use crate::{Galaxy, MatchEnd};

impl Galaxy {
    /// Every player's score without the prize for an early win (spec 9). Fort troops and reserves do not count.
    pub fn base_scores(&self) -> Vec<i64> {
        let mut scores = vec![0i64; self.players.len()];
        for (planet, score) in self.planets.iter().zip(self.config.map().planets()) {
            if planet.owner == FREE {
                continue;
            }
            let strategic = match self.config.map().score(score) {
                0 => 0,
                score => 3000 / i64::from(score),
            };
            let sum = &mut scores[usize::from(planet.owner)];
            *sum = sum.saturating_add(1000 + strategic).saturating_add(planet.troops);
        }
        scores
    }

    /// The final scores: who won by strategic planets receives the sum of all scores besides its own (spec 9).
    pub(crate) fn final_scores(&self) -> Vec<i64> {
        let mut scores = self.base_scores();
        if let Some(winner) = self.winner {
            let sum = scores.iter().fold(0i64, |sum, &score| sum.saturating_add(score));
            let won = &mut scores[winner.index()];
            *won = won.saturating_add(sum);
        }
        scores
    }

    /// How a match that ended for a reason ended: by score, equal scores share a place.
    pub(crate) fn outcome(&self, why: MatchEnd) -> Outcome {
        let scores = self.final_scores();
        let reason = match why {
            MatchEnd::Strategic => "strategic",
            MatchEnd::Turns => "turns",
        };
        let score = |side: Side| scores[side.index()];
        Outcome::rank_sides(self.config.roster(), reason, score, |a, b| score(b).cmp(&score(a)))
    }
}
