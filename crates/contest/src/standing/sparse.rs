/// A symmetric matrix of which most cells are 0: a diagonal, and a negative weight for each pair of players that has met.
#[derive(Debug)]
pub(crate) struct Sparse {
    pub(crate) diagonal: Vec<f64>,
    /// Where each row begins in the two lists below, and where the last one ends.
    rows: Vec<usize>,
    columns: Vec<u32>,
    weights: Vec<f64>,
    /// For each pair, where its weight is in the row of the first and in that of the second.
    slots: Vec<[usize; 2]>,
}

impl Sparse {
    /// A matrix of zeros with room for these pairs, which are all different.
    pub(crate) fn new(size: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Sparse {
        let mut rows = vec![0; size + 1];
        for (a, b) in pairs.clone() {
            rows[a + 1] += 1;
            rows[b + 1] += 1;
        }
        for row in 0..size {
            rows[row + 1] += rows[row];
        }
        let mut free = rows.clone();
        let mut columns = vec![0; rows[size]];
        let mut place = |row: usize, column: usize| {
            columns[free[row]] = column as u32;
            free[row] += 1;
            free[row] - 1
        };
        let slots = pairs.map(|(a, b)| [place(a, b), place(b, a)]).collect();
        let weights = vec![0.0; columns.len()];
        Sparse { diagonal: vec![0.0; size], rows, columns, weights, slots }
    }

    /// Makes it the matrix of a quadratic form: the sum over all players of `own` times their square, and over all pairs of
    /// `weight` times the square of their difference.
    pub(crate) fn fill(
        &mut self,
        own: impl Iterator<Item = f64>,
        pairs: impl Iterator<Item = (usize, usize, f64)>,
    ) {
        self.diagonal.iter_mut().zip(own).for_each(|(cell, own)| *cell = own);
        for ((a, b, weight), slots) in pairs.zip(&self.slots) {
            self.diagonal[a] += weight;
            self.diagonal[b] += weight;
            slots.iter().for_each(|&slot| self.weights[slot] = weight);
        }
    }

    /// The pairs of a row that come after it, with the values of their cells.
    pub(crate) fn after(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.rows[row]..self.rows[row + 1];
        let cells = self.columns[range.clone()].iter().zip(&self.weights[range]);
        cells.map(|(&column, &weight)| (column as usize, -weight)).filter(move |&(column, _)| column > row)
    }

    /// Solves for several right sides at once: `LANES` numbers for each row, side by side. This is the method of conjugate
    /// gradients (Hestenes and Stiefel 1952), the diagonal as preconditioner. Each lane stops by itself when its
    /// residual has shrunk to `part` of what the right side is.
    pub(crate) fn solve<const LANES: usize>(&self, right: &[[f64; LANES]], part: f64) -> Vec<[f64; LANES]> {
        let size = self.diagonal.len();
        let zero = [0.0; LANES];
        let mut x = vec![zero; size];
        let mut rest = right.to_vec();
        let mut way: Vec<[f64; LANES]> =
            rest.iter().zip(&self.diagonal).map(|(rest, cell)| rest.map(|rest| rest / cell)).collect();
        let mut times = vec![zero; size];
        let mut norm = scaled(&rest, &self.diagonal);
        let goal = norm.map(|norm| norm * part * part);
        for _ in 0..STEPS {
            if norm.iter().zip(&goal).all(|(norm, goal)| norm <= goal) {
                break;
            }
            self.times(&way, &mut times);
            let bend = dot(&way, &times);
            let mut step = zero;
            for lane in 0..LANES {
                let open = norm[lane] > goal[lane] && bend[lane] > 0.0;
                step[lane] = if open { norm[lane] / bend[lane] } else { 0.0 };
            }
            for row in 0..size {
                for lane in 0..LANES {
                    x[row][lane] += step[lane] * way[row][lane];
                    rest[row][lane] -= step[lane] * times[row][lane];
                }
            }
            let now = scaled(&rest, &self.diagonal);
            for row in 0..size {
                for lane in 0..LANES {
                    let turn = if norm[lane] > 0.0 { now[lane] / norm[lane] } else { 0.0 };
                    way[row][lane] = rest[row][lane] / self.diagonal[row] + turn * way[row][lane];
                }
            }
            norm = now;
        }
        x
    }

    /// One right side.
    pub(crate) fn solve_one(&self, right: &[f64], part: f64) -> Vec<f64> {
        let right: Vec<[f64; 1]> = right.iter().map(|&value| [value]).collect();
        self.solve(&right, part).into_iter().map(|[value]| value).collect()
    }

    fn times<const LANES: usize>(&self, x: &[[f64; LANES]], out: &mut [[f64; LANES]]) {
        for (row, out) in out.iter_mut().enumerate() {
            let mut sum = x[row].map(|value| value * self.diagonal[row]);
            let range = self.rows[row]..self.rows[row + 1];
            for (&column, &weight) in self.columns[range.clone()].iter().zip(&self.weights[range]) {
                let other = &x[column as usize];
                for lane in 0..LANES {
                    sum[lane] -= weight * other[lane];
                }
            }
            *out = sum;
        }
    }
}

/// Fifty are usual. Rounding must not make it run for ever.
const STEPS: usize = 2_000;

fn dot<const LANES: usize>(a: &[[f64; LANES]], b: &[[f64; LANES]]) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums
}

/// The square of a vector's length, each row divided by the diagonal.
fn scaled<const LANES: usize>(a: &[[f64; LANES]], diagonal: &[f64]) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for (a, cell) in a.iter().zip(diagonal) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * a[lane] / cell;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::matrix::Matrix;

    proptest! {
        #[test]
        fn what_is_solved_is_what_the_dense_matrix_says(
            weights in prop::collection::vec(0.0..3.0f64, 45), own in prop::collection::vec(0.01..0.3f64, 10),
            right in prop::collection::vec(-2.0..2.0f64, 10),
        ) {
            let pairs = || (0..10).flat_map(|a| (a + 1..10).map(move |b| (a, b)));
            let mut sparse = Sparse::new(10, pairs());
            let weighted = || pairs().zip(&weights).map(|((a, b), &weight)| (a, b, weight));
            sparse.fill(own.iter().copied(), weighted());
            let mut dense = Matrix::zero(10);
            for row in 0..10 {
                dense.add(row, row, sparse.diagonal[row]);
                sparse.after(row).for_each(|(column, value)| dense.add(row, column, value));
            }
            let expected = dense.factor().unwrap().solve(&right);
            let got = sparse.solve_one(&right, 1e-12);
            for (expected, got) in expected.iter().zip(got) {
                prop_assert!((expected - got).abs() < 1e-8, "{} is not {}", got, expected);
            }
        }
    }
}
