//! How a match ended.

use std::cmp::Ordering;

use meydan_core::{Outcome, Side};

use crate::config::Team;
use crate::state::{Cause, Gotham};

impl Gotham {
    /// The outcome of a finished match. A side's score is the number of enemy thieves it has caught.
    pub(crate) fn outcome(&self, winner: Team, cause: Cause) -> Outcome {
        let reason = match cause {
            Cause::Joker => "joker caught",
            Cause::AllCaught => "all thieves caught",
            Cause::MoreCaptures => "more captures",
            Cause::EarlierCaptures => "earlier captures",
            Cause::Coin => "coin",
        };
        let winner = Side(winner as u8);
        let captures = |side: Side| {
            let prey = self.city.team[1 - side.index()] & self.city.thieves;
            i64::from((prey & self.dead).count_ones())
        };
        Outcome::rank_sides(&self.city.roster, reason, captures, |a, b| match (a == winner, b == winner) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => Ordering::Equal,
        })
    }
}

/// A score in words.
pub fn score_words(score: i64) -> String {
    match score {
        1 => "1 thief caught".to_owned(),
        _ => format!("{score} thieves caught"),
    }
}

/// Why a match ended, in words.
pub fn reason_words(reason: &str) -> &str {
    match reason {
        "joker caught" => "the Joker was caught",
        "all thieves caught" => "all thieves were caught",
        "more captures" => "more thieves were caught",
        "earlier captures" => "as many thieves were caught, the winner's earlier",
        "coin" => "all was equal, and a coin decided",
        other => other,
    }
}
