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
