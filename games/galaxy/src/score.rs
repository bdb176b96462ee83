use meydan_core::{Outcome, SeatSet, Side};

use crate::state::FREE;
use crate::{Galaxy, MatchEnd};

/// Room for everybody's score, so that a match ends without an allocation.
pub(crate) type Room = [i64; SeatSet::CAPACITY];
pub(crate) const ROOM: Room = [0; SeatSet::CAPACITY];

impl Galaxy {
    /// Every player's score without the prize for an early win (spec 9). Fort troops and reserves do not count.
    pub fn base_scores(&self) -> Vec<i64> {
        let mut scores = vec![0; self.players.len()];
        self.add_base(&mut scores);
        scores
    }

    fn add_base(&self, scores: &mut [i64]) {
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
    }

    /// The final scores: who won by strategic planets receives the sum of all scores besides its own (spec 9).
    pub(crate) fn final_scores<'a>(&self, room: &'a mut Room) -> &'a [i64] {
        let scores = &mut room[..self.players.len()];
        scores.fill(0);
        self.add_base(scores);
        if let Some(winner) = self.winner {
            let sum = scores.iter().fold(0i64, |sum, &score| sum.saturating_add(score));
            let won = &mut scores[winner.index()];
            *won = won.saturating_add(sum);
        }
        scores
    }

    /// How a match that ended for a reason ended: by score, equal scores share a place.
    pub(crate) fn outcome(&self, why: MatchEnd) -> Outcome {
        let mut room = ROOM;
        let scores = self.final_scores(&mut room);
        let reason = match why {
            MatchEnd::Strategic => "strategic",
            MatchEnd::Turns => "turns",
        };
        let score = |side: Side| scores[side.index()];
        Outcome::rank_sides(self.config.roster(), reason, score, |a, b| score(b).cmp(&score(a)))
    }
}

/// A score in words.
pub fn score_words(score: i64) -> String {
    format!("{score} point{}", if score == 1 { "" } else { "s" })
}

/// Why a match ended, in words.
pub fn reason_words(reason: &str) -> &str {
    match reason {
        "strategic" => "victory by strategic planets",
        "turns" => "the last turn is over",
        other => other,
    }
}
