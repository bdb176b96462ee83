//! The standing of a ladder of thousands.

mod climb;
mod doubt;
mod ledger;
mod sparse;

use doubt::Doubt;
use ledger::Ledger;
use sparse::Sparse;

use crate::{ELO, Estimate, Meeting};

/// The standing of a ladder: everybody's rating with its interval, from all meetings at once.
///
/// It is a function of the table of matches alone. The order of its rows does not matter, nor does that of the sides of a
/// match; the same table gives the same standing bit for bit, on any machine. So anybody can compute it anew.
///
/// # The method
///
/// * As in [`Ratings`](crate::Ratings), a player's expected share of the point is the logistic curve of the difference of two
///   strengths (Bradley and Terry 1952), a draw is half a point, and a table of more is one duel for each pair. Each duel
///   of a table of `n` counts 3 / (n + 1), because the duels of a table hang together: then tables of different
///   sizes are worth what they tell.
/// * Before a match is played, every strength is normally distributed around 0 with a deviation of 350 rating points, as in
///   Glickman's systems. This is weak and fades as matches come in. Everybody can be compared with everybody: newcomers, those
///   who have lost everything, and fields that have never met. And who was lucky twice is not thought the best.
/// * The strengths are the likeliest after all of this. Newton's method finds them, each step by conjugate gradients on
///   a sparse matrix.
/// * A rating is the strength in Elo points, 0 being the average of all players that have played. Ratings are rounded to a
///   millionth of a point; whoever is equal then shares a rank.
/// * An interval is the normal one (95 %) by the inverse of the information matrix, after the duels have been divided by
///   their dispersion. Beyond 400 players the inverse is not computed whole: widths are then off by a few per cent.
#[derive(Debug)]
pub struct Standing {
    ratings: Vec<f64>,
    deviations: Vec<f64>,
    matches: Vec<u32>,
    doubt: Doubt,
    /// With the dispersion in it.
    information: Sparse,
    dispersion: f64,
}

/// One line of a standing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The player.
    pub player: usize,
    /// Its rank among those listed, 1 the best. Who has the same rating has the same rank.
    pub rank: usize,
    /// Its rating in Elo points.
    pub rating: f64,
    /// The lower end of the rating's 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The matches it has played.
    pub matches: u32,
    /// The best rank that it may have: only so many, less one, are clearly ahead of it.
    pub best: usize,
    /// The worst rank that it may have: everybody farther down is clearly behind it.
    pub worst: usize,
}

/// The normal distribution's 97.5 % point.
const NORMAL: f64 = 1.959_963_984_540_054;

impl Standing {
    /// The standing after these meetings of players `0..players`.
    ///
    /// # Panics
    /// If a meeting names a player that is not below `players`.
    pub fn of(players: usize, meetings: &[Meeting]) -> Standing {
        Standing::in_blocks(players, meetings, doubt::BLOCKS)
    }

    fn in_blocks(players: usize, meetings: &[Meeting], blocks: usize) -> Standing {
        let ledger = Ledger::new(players, meetings);
        let strengths = climb::climb(&ledger);
        let plain = climb::information(&ledger, &strengths, 1.0);
        let dispersion = doubt::dispersion(&ledger, &strengths, &plain);
        let information = climb::information(&ledger, &strengths, dispersion);
        let doubt = Doubt::new(&information, &strengths, blocks);

        // The players whose average is 0, as weights. The interval is that of the lead over them.
        let active = ledger.matches.iter().filter(|&&matches| matches > 0).count();
        let (among, count) = if active == 0 { (0, players) } else { (1, active) };
        let weight = |matches: &u32| if *matches >= among { 1.0 / count as f64 } else { 0.0 };
        let weights: Vec<f64> = ledger.matches.iter().map(weight).collect();
        let shared = information.solve_one(&weights, 1e-8);
        let common: f64 = shared.iter().zip(&weights).map(|(shared, weight)| shared * weight).sum();
        let zero: f64 = strengths.iter().zip(&weights).map(|(strength, weight)| strength * weight).sum();
        let deviation =
            |(variance, shared): (&f64, &f64)| ELO * (variance - 2.0 * shared + common).max(0.0).sqrt();
        Standing {
            ratings: strengths.iter().map(|strength| rounded(ELO * (strength - zero))).collect(),
            deviations: doubt.variances.iter().zip(&shared).map(deviation).collect(),
            matches: ledger.matches,
            doubt,
            information,
            dispersion,
        }
    }

    /// A player's lead over the average of those who have played, in Elo points.
    pub fn rating(&self, player: usize) -> Estimate {
        around(self.ratings[player], self.deviations[player])
    }

    /// The lead of one player over another, with an interval of its own: it is narrower than those of the two ratings
    /// suggest if the two have met, directly or through others. This solves the equations for the pair exactly.
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        let mut contrast = vec![0.0; self.ratings.len()];
        contrast[a] += 1.0;
        contrast[b] -= 1.0;
        let along = self.information.solve_one(&contrast, 1e-8);
        let variance = (along[a] - along[b]).max(0.0);
        around(self.ratings[a] - self.ratings[b], ELO * variance.sqrt())
    }

    /// Half a step of a rating's interval: its standard error, in Elo points.
    pub fn deviation(&self, player: usize) -> f64 {
        self.deviations[player]
    }

    /// How many matches a player has played.
    pub fn matches(&self, player: usize) -> u32 {
        self.matches[player]
    }

    /// How the results are spread, against duels that are won or lost independently: below 1 where there are draws, above 1
    /// where the games of a board hang together.
    pub fn dispersion(&self) -> f64 {
        self.dispersion
    }

    /// The table of everybody.
    pub fn table(&self) -> Vec<Row> {
        self.table_of(|_| true)
    }

    /// The table of some of the players, ranked among themselves. The matches of the others, house bots for instance, are
    /// evidence all the same.
    ///
    /// The ranks that a player may have follow from comparing it with everybody else, two by two (as in Goldstein and Healy
    /// 1995; no correction for the number of comparisons is made): two players are clearly apart if the 95 % interval of
    /// their difference is on one side of 0.
    pub fn table_of(&self, listed: impl Fn(usize) -> bool) -> Vec<Row> {
        let mut order: Vec<usize> = (0..self.ratings.len()).filter(|&player| listed(player)).collect();
        order.sort_by(|&a, &b| self.ratings[b].total_cmp(&self.ratings[a]).then(a.cmp(&b)));
        let ratings: Vec<f64> = order.iter().map(|&player| self.ratings[player]).collect();
        let apart = |a: usize, b: usize| {
            let lead = (ratings[a] - ratings[b]) / (NORMAL * ELO);
            lead * lead > self.doubt.between(order[a], order[b])
        };
        let row = |place: usize| {
            let (player, rating) = (order[place], ratings[place]);
            let ahead = (0..place).filter(|&other| apart(other, place)).count();
            let behind = (place + 1..order.len()).filter(|&other| apart(other, place)).count();
            let Estimate { low, high, .. } = self.rating(player);
            let matches = self.matches[player];
            let rank = 1 + ratings.partition_point(|&other| other > rating);
            Row { player, rank, rating, low, high, matches, best: 1 + ahead, worst: order.len() - behind }
        };
        (0..order.len()).map(row).collect()
    }
}

impl Row {
    /// Whether this player and another one of the same table are not clearly apart: each may have the other's rank.
    pub fn level_with(&self, other: &Row) -> bool {
        (self.best..=self.worst).contains(&other.rank) && (other.best..=other.worst).contains(&self.rank)
    }
}

fn around(value: f64, deviation: f64) -> Estimate {
    let (low, high) = (rounded(value - NORMAL * deviation), rounded(value + NORMAL * deviation));
    Estimate { value: rounded(value), low, high }
}

/// To a millionth of a point.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests;
