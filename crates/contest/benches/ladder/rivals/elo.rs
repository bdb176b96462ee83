//! Elo's rating with the factors of the chess federation (FIDE Handbook B.02, 8.3.3): 40 for the first 30 games, then 20.
//! A table of more is a game with each of the others, and they share the factor.

use meydan_contest::{Meeting, expected};

use super::Rival;

pub(crate) struct Elo {
    ratings: Vec<f64>,
    games: Vec<u32>,
}

impl Elo {
    pub(crate) fn new(bots: usize) -> Elo {
        Elo { ratings: vec![1500.0; bots], games: vec![0; bots] }
    }
}

impl Rival for Elo {
    fn name(&self) -> &'static str {
        "Elo"
    }

    fn round(&mut self, meetings: &[Meeting]) {
        for meeting in meetings {
            let others = (meeting.sides.len() - 1) as f64;
            let mut change = vec![0.0; meeting.sides.len()];
            let side = |player| meeting.sides.iter().position(|side| side.0 == player).unwrap_or(0);
            for duel in meeting.duels() {
                let error = duel.points - expected(self.ratings[duel.a] - self.ratings[duel.b]);
                change[side(duel.a)] += error / others;
                change[side(duel.b)] -= error / others;
            }
            for (&(player, _), change) in meeting.sides.iter().zip(change) {
                self.ratings[player] += change * if self.games[player] < 30 { 40.0 } else { 20.0 };
                self.games[player] += 1;
            }
        }
    }

    fn ratings(&self) -> Vec<f64> {
        self.ratings.clone()
    }
}
