use meydan_core::{Chance, Seed};

use super::climb::PRIOR;
use super::ledger::Ledger;
use super::sparse::Sparse;
use crate::curve::share;
use crate::matrix::{Factor, Matrix};

/// So many players are looked at one by one; more are put into so many blocks.
pub(crate) const BLOCKS: usize = 400;
/// How many random vectors probe what the blocks cannot see.
const PROBES: usize = 64;
/// How many of them are solved for at once.
const LANES: usize = 8;
/// How exactly. The error of the probes is far larger.
const PART: f64 = 1e-3;
/// The dispersion is 1 until so many duels' worth of spread says otherwise.
const SPREAD: f64 = 5.0;

/// How the results are spread around what was expected of them, against duels that are won or lost independently: the
/// dispersion of a quasi-likelihood (Wedderburn 1974; McCullagh and Nelder 1989), one for the whole ladder. Draws make it
/// smaller than 1, boards whose games hang together make it larger.
pub(crate) fn dispersion(ledger: &Ledger, strengths: &[f64], matrix: &Sparse) -> f64 {
    let shares: Vec<f64> =
        ledger.pairs.iter().map(|pair| share(strengths[pair.a] - strengths[pair.b])).collect();
    let (mut seen, mut model, mut free) = (0.0, 0.0, 0.0);
    let mut errors = vec![0.0; ledger.players];
    let mut players = Vec::new();
    for sheet in &ledger.sheets {
        players.clear();
        for line in sheet {
            let (pair, p) = (&ledger.pairs[line.pair as usize], shares[line.pair as usize]);
            let error = line.weight * (line.points - p);
            errors[pair.a] += error;
            errors[pair.b] -= error;
            model += 2.0 * line.weight * p * (1.0 - p);
            players.extend([pair.a, pair.b]);
        }
        players.sort_unstable();
        players.dedup();
        free += (players.len() - 1) as f64;
        for &player in &players {
            let error = std::mem::replace(&mut errors[player], 0.0);
            seen += error * error;
        }
    }
    // The fit goes after its data, so what is left of the errors is smaller than they were: by the number of fitted
    // strengths against that of the results. A strength that only the prior tells is not fitted.
    let fitted: f64 = matrix.diagonal.iter().map(|cell| 1.0 - PRIOR / cell).sum();
    let left = if free > 0.0 { (1.0 - fitted / free).max(0.5) } else { 1.0 };
    (seen + SPREAD) / (model * left + SPREAD)
}

/// How uncertain the strengths are: of the inverse of the information matrix its diagonal, and the rest roughly.
#[derive(Debug)]
pub(crate) struct Doubt {
    /// Each player's variance.
    pub(crate) variances: Vec<f64>,
    /// Each player's block.
    block: Vec<usize>,
    /// The inverse for the blocks, as rows.
    inverse: Vec<Vec<f64>>,
}

impl Doubt {
    /// It is exact up to [`BLOCKS`] players. Of more, neighbours in strength are put together into blocks. The matrix that
    /// the blocks inherit is inverted; this is what the blocks know of the whole, and it has all that reaches far. What
    /// happens within a block and next to it is missing, and is estimated by Hutchinson's method: random signs are sent
    /// through the whole inverse and through that of the blocks, and the difference is multiplied by the same signs.
    /// (Subtracting what a small space knows before probing is the idea of Hutch++: Meyer, Musco, Musco and Woodruff 2021.)
    /// The signs come from a fixed seed, so the result is a function of the matrix. A variance is never below that of a
    /// player whose opponents were all known exactly.
    pub(crate) fn new(matrix: &Sparse, strengths: &[f64], blocks: usize) -> Doubt {
        let size = strengths.len();
        let count = blocks.min(size);
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&a, &b| strengths[a].total_cmp(&strengths[b]).then(a.cmp(&b)));
        let mut block = vec![0; size];
        order.iter().enumerate().for_each(|(place, &player)| block[player] = place * count / size);

        let mut coarse = Matrix::zero(count);
        for row in 0..size {
            coarse.add(block[row], block[row], matrix.diagonal[row]);
            for (column, value) in matrix.after(row) {
                // A cell and its mirror image both fall on the diagonal if the two are in one block.
                let twice = if block[row] == block[column] { 2.0 } else { 1.0 };
                coarse.add(block[row], block[column], twice * value);
            }
        }
        let coarse = coarse.factor().expect("the prior makes the matrix definite");
        let inverse = coarse.inverse();
        let mut variances: Vec<f64> = block.iter().map(|&block| inverse[block][block]).collect();
        if count < size {
            let missing = probe(matrix, &coarse, &block, count);
            for player in 0..size {
                variances[player] = (variances[player] + missing[player]).max(1.0 / matrix.diagonal[player]);
            }
        }
        Doubt { variances, block, inverse }
    }

    /// The variance of the difference of two players' strengths. Beyond [`BLOCKS`] players it is too large by what two
    /// that have met know of each other directly.
    pub(crate) fn between(&self, a: usize, b: usize) -> f64 {
        self.variances[a] + self.variances[b] - 2.0 * self.inverse[self.block[a]][self.block[b]]
    }
}

/// What the inverse has on its diagonal beyond that of the blocks.
fn probe(matrix: &Sparse, coarse: &Factor, block: &[usize], count: usize) -> Vec<f64> {
    let size = block.len();
    let mut missing = vec![0.0; size];
    let mut chance = Chance::new(Seed(1));
    for _ in 0..PROBES / LANES {
        let mut sign = || if chance.below(2) == 0 { 1.0 } else { -1.0 };
        let signs: Vec<[f64; LANES]> = (0..size).map(|_| std::array::from_fn(|_| sign())).collect();
        let whole = matrix.solve(&signs, PART);
        for lane in 0..LANES {
            let mut sums = vec![0.0; count];
            signs.iter().zip(block).for_each(|(signs, &block)| sums[block] += signs[lane]);
            let known = coarse.solve(&sums);
            for player in 0..size {
                missing[player] += signs[player][lane] * (whole[player][lane] - known[block[player]]);
            }
        }
    }
    missing.into_iter().map(|missing| missing / PROBES as f64).collect()
}
