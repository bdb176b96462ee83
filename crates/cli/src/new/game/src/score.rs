use meydan_core::{Outcome, Roster, Seat, Side};

/// How a match ends: a point for the winner, and ranks by points.
pub(crate) fn outcome(winner: Seat, roster: &Roster) -> Outcome {
    let score = |side: Side| i64::from(side == roster.side(winner));
    Outcome::rank_sides(roster, "last stone", score, |a, b| score(b).cmp(&score(a)))
}
