use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::{Roster, Seat, Side};

/// How a match ended: one line per seat, best first, and the reason in a word or two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// Why it ended, in the game's own words: `victory`, `turn limit`, `strategic`.
    pub reason: String,
    /// One entry per seat in seat order.
    pub standings: Vec<Standing>,
}

/// Where one seat ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// 1 is best. Equal results share a rank and the next rank is skipped: 1, 1, 3.
    pub rank: u32,
    /// The score as the game counts it.
    pub score: i64,
}

impl Outcome {
    /// Ranks the sides of a roster. `order` compares two sides, `Less` being the better; equal sides share a rank.
    /// Ranks count sides, not seats, and every seat has the rank and the score of its side.
    pub fn rank_sides(
        roster: &Roster,
        reason: impl Into<String>,
        score: impl Fn(Side) -> i64,
        order: impl Fn(Side, Side) -> Ordering,
    ) -> Outcome {
        let rank =
            |side: Side| 1 + roster.sides().filter(|&other| order(other, side) == Ordering::Less).count();
        let standings = roster
            .seats()
            .map(|seat| {
                let side = roster.side(seat);
                Standing { seat, side, rank: rank(side) as u32, score: score(side) }
            })
            .collect();
        Outcome { reason: reason.into(), standings }
    }

    /// The standing of one seat.
    pub fn of(&self, seat: Seat) -> Option<&Standing> {
        self.standings.iter().find(|standing| standing.seat == seat)
    }

    /// The sides in first place; more than one in a draw.
    pub fn winners(&self) -> Vec<Side> {
        let mut sides: Vec<Side> = self.standings.iter().filter(|s| s.rank == 1).map(|s| s.side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sides_share_a_rank_and_the_next_is_skipped() {
        let roster = Roster::one_seat_per_side(["a", "b", "c"]);
        let scores = [5i64, 9, 9];
        let outcome = Outcome::rank_sides(
            &roster,
            "turn limit",
            |side| scores[side.index()],
            |a, b| scores[b.index()].cmp(&scores[a.index()]),
        );
        let ranks: Vec<u32> = outcome.standings.iter().map(|s| s.rank).collect();
        assert_eq!(ranks, [3, 1, 1]);
        assert_eq!(outcome.winners(), [Side(1), Side(2)]);
    }
}
