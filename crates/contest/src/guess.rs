use crate::fit::Likelihood;
use crate::graph::Graph;
use crate::network::Network;
use crate::record::{Cell, Record};

/// Strengths for the members of an island of several tiers.
///
/// Within a tier they are the best ones. Between tiers the best distance is infinite, so the tiers are put where their
/// one-sided results are as likely as not: a certain part of a draw is imagined in every pair of players of different
/// tiers that has met. Intervals do without it, and all hold this guess.
pub(crate) fn guess(
    record: &Record,
    members: &[usize],
    graph: &Graph,
    tiers: &[Option<Network>],
) -> Vec<f64> {
    let island = record.among(members);
    let tier = |number: usize| graph.tier[members[number]];
    let inner =
        |number: usize| tiers[tier(number)].as_ref().map_or(0.0, |tier| tier.strength(members[number]));
    let mut here: Vec<usize> = (0..members.len()).map(tier).collect();
    here.sort_unstable();
    here.dedup();
    let place = |number: usize| here.binary_search(&tier(number)).expect("this is where the members are");

    // The tiers meet as if they were players, with the difference of two members' strengths as a lead.
    let crosses = |cell: &Cell| tier(cell.a) != tier(cell.b);
    let between = |cell: &Cell| Cell {
        a: place(cell.a),
        b: place(cell.b),
        lead: inner(cell.a) - inner(cell.b),
        ..*cell
    };
    let cells: Vec<Cell> = island.cells.iter().filter(|cell| crosses(cell)).map(between).collect();
    let goal = std::f64::consts::LN_2 * island.games_per_board(crosses);
    let mut draws = 1.0 / cells.len() as f64;
    let mut tries = 0;
    let offsets = loop {
        let with_draws: Vec<Cell> = cells.iter().map(|cell| cell.with_draws(draws)).collect();
        let strengths = Likelihood { players: here.len(), cells: &with_draws }
            .climb(vec![0.0; here.len()], None)
            .strengths;
        let surprise = -Likelihood { players: here.len(), cells: &cells }.value(&strengths);
        tries += 1;
        if (surprise / goal - 1.0).abs() < NEAR || tries == TRIES {
            break strengths;
        }
        // The surprise is almost in proportion to the draws.
        draws *= goal / surprise;
    };
    (0..members.len()).map(|number| offsets[place(number)] + inner(number)).collect()
}

/// It is a guess; there is no point in a better one.
const NEAR: f64 = 0.01;
/// Five are usual.
const TRIES: u32 = 30;
