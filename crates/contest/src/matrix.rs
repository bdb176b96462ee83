/// A symmetric matrix of which only the lower half is kept up to date, row by row.
#[derive(Debug)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    /// Adds to the cell of `row` and `column`, which is the cell of `column` and `row` too.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        let (row, column) = (row.max(column), row.min(column));
        self.cells[row * self.size + column] += value;
    }

    /// Cholesky's lower factor; `None` where the matrix is not positive definite.
    pub(crate) fn factor(mut self) -> Option<Factor> {
        let size = self.size;
        for row in 0..size {
            let (above, current) = self.cells.split_at_mut(row * size);
            for column in 0..row {
                let other = &above[column * size..][..=column];
                let rest = current[column] - dot(&current[..column], &other[..column]);
                current[column] = rest / other[column];
            }
            let pivot = current[row] - dot(&current[..row], &current[..row]);
            if pivot.is_nan() || pivot <= 0.0 {
                return None;
            }
            current[row] = pivot.sqrt();
        }
        Some(Factor(self))
    }
}

/// A lower triangular factor.
#[derive(Debug)]
pub(crate) struct Factor(Matrix);

impl Factor {
    /// The inverse of the factored matrix times `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Matrix { size, cells } = &self.0;
        let mut x = right.to_vec();
        for row in 0..*size {
            let line = &cells[row * size..][..=row];
            x[row] = (x[row] - dot(&line[..row], &x[..row])) / line[row];
        }
        for row in (0..*size).rev() {
            let line = &cells[row * size..][..=row];
            x[row] /= line[row];
            let found = x[row];
            for (value, cell) in x[..row].iter_mut().zip(line) {
                *value -= found * cell;
            }
        }
        x
    }

    /// The inverse of the factored matrix, as rows.
    pub(crate) fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.0.size;
        let unit = |i: usize| (0..size).map(|j| if i == j { 1.0 } else { 0.0 }).collect::<Vec<_>>();
        (0..size).map(|i| self.solve(&unit(i))).collect()
    }
}

/// Four sums side by side: one long sum waits for every addition before the next.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (mut xs, mut ys) = (a.chunks_exact(4), b.chunks_exact(4));
    let mut sums = [0.0; 4];
    for (x, y) in xs.by_ref().zip(ys.by_ref()) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = xs.remainder().iter().zip(ys.remainder()).map(|(x, y)| x * y).sum();
    sums[0] + sums[1] + sums[2] + sums[3] + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `a` times its transpose, plus one on the diagonal: positive definite whatever `a` is.
    fn square(a: &[f64], size: usize) -> Vec<Vec<f64>> {
        let row = |i: usize| &a[i * size..][..size];
        let cell = |i, j| dot(row(i), row(j)) + if i == j { 1.0 } else { 0.0 };
        (0..size).map(|i| (0..size).map(|j| cell(i, j)).collect()).collect()
    }

    proptest! {
        #[test]
        fn what_is_solved_fits_the_equations(
            (size, a, right) in (1usize..9).prop_flat_map(|size| (
                Just(size),
                prop::collection::vec(-2.0..2.0f64, size * size),
                prop::collection::vec(-2.0..2.0f64, size),
            ))
        ) {
            let rows = square(&a, size);
            let mut matrix = Matrix::zero(size);
            for (i, row) in rows.iter().enumerate() {
                row[..=i].iter().enumerate().for_each(|(j, cell)| matrix.add(j, i, *cell));
            }
            let factor = matrix.factor().unwrap();
            let x = factor.solve(&right);
            let inverse = factor.inverse();
            for i in 0..size {
                prop_assert!((dot(&rows[i], &x) - right[i]).abs() < 1e-9);
                prop_assert!((dot(&inverse[i], &right) - x[i]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        let mut matrix = Matrix::zero(2);
        for (row, column) in [(0, 0), (1, 1), (1, 0)] {
            matrix.add(row, column, 1.0);
        }
        assert!(matrix.factor().is_none());
    }
}
