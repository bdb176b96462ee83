use crate::matrix::{Factor, Matrix, dot};
use crate::record::Cell;

/// The likelihood of the points as a function of the players' strengths: a player's expected share of the point against
/// another is the logistic curve of the difference of their strengths.
pub(crate) struct Likelihood<'a> {
    pub(crate) players: usize,
    pub(crate) cells: &'a [Cell],
}

/// The best strengths, and what the likelihood is like there.
#[derive(Debug)]
pub(crate) struct Peak {
    pub(crate) strengths: Vec<f64>,
    /// The logarithm of the likelihood.
    pub(crate) value: f64,
    /// The information matrix, factored.
    pub(crate) information: Factor,
    /// How steeply that would rise if the tied contrast were let go; 0 for a free climb.
    pub(crate) pull: f64,
}

/// A step shorter than this is the last: what is still missing then is of the order of its square.
const SHORT: f64 = 1e-6;
/// A step longer than this would leave the region in which a parabola is a picture of the likelihood.
const LONG: f64 = 3.0;
/// Ten steps are usual, and forty where all but everything is one-sided. Rounding must not make it run for ever.
const STEPS: usize = 200;

impl Likelihood<'_> {
    /// Climbs to the top by Newton's method with the full information matrix. The likelihood is concave, so there is
    /// only one top. A `tied` contrast (weights whose sum is 0) keeps the value that it has at the start.
    ///
    /// The players must all have met, directly or through others, and nobody's best strength may be infinite: see
    /// [`Graph`](crate::graph::Graph).
    pub(crate) fn climb(&self, start: Vec<f64>, tied: Option<&[f64]>) -> Peak {
        let mut strengths = start;
        let (mut value, mut slope, mut bend) = self.at(&strengths);
        for left in (0..STEPS).rev() {
            let information = bend.factor().expect("players that met have a definite information matrix");
            let mut step = information.solve(&slope);
            let mut pull = 0.0;
            if let Some(contrast) = tied {
                let along = information.solve(contrast);
                pull = dot(contrast, &step) / dot(contrast, &along);
                step.iter_mut().zip(&along).for_each(|(step, along)| *step -= pull * along);
            }
            let length = step.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
            let mut part = (LONG / length).min(1.0);
            loop {
                let tried: Vec<f64> =
                    strengths.iter().zip(&step).map(|(old, step)| old + part * step).collect();
                let there = self.at(&tried);
                if length < SHORT || left == 0 {
                    return Peak { strengths: tried, value: there.0, information, pull };
                }
                // The value is a long sum; below its last digits it cannot tell up from down.
                if there.0 >= value - 1e-12 * value.abs() || part < 1e-6 {
                    strengths = tried;
                    (value, slope, bend) = there;
                    break;
                }
                part /= 2.0;
            }
        }
        unreachable!("the last step returns")
    }

    /// The logarithm of the likelihood of some strengths.
    pub(crate) fn value(&self, strengths: &[f64]) -> f64 {
        self.at(strengths).0
    }

    /// Value, slope and information at some strengths.
    fn at(&self, strengths: &[f64]) -> (f64, Vec<f64>, Matrix) {
        let (mut value, mut slope, mut bend) = (0.0, vec![0.0; self.players], Matrix::zero(self.players));
        let mut trace = 0.0;
        for &Cell { a, b, duels, points, lead } in self.cells {
            let difference = strengths[a] - strengths[b] + lead;
            let odds = (-difference.abs()).exp();
            let (strong, weak) = (1.0 / (1.0 + odds), odds / (1.0 + odds));
            let (p, q, lost) =
                if difference > 0.0 { (strong, weak, duels - points) } else { (weak, strong, points) };
            value -= duels * odds.ln_1p() + lost * difference.abs();
            // Not `points - duels * p`: one-sided results would drown in rounding.
            let surprise = points * q - (duels - points) * p;
            slope[a] += surprise;
            slope[b] -= surprise;
            // The matrix stays definite even where nothing is left in doubt; a step is then only shorter than it might be.
            let weight = duels * (p * q).max(1e-10);
            bend.add(a, a, weight);
            bend.add(b, b, weight);
            bend.add(a, b, -weight);
            trace += 2.0 * weight;
        }
        // All strengths may be shifted alike without changing anything, so the information matrix is singular in that
        // one direction. Slopes and contrasts have no part in it: filling it in changes no step, and no player has to
        // be singled out as the reference.
        let fill = trace / (self.players * self.players) as f64;
        for row in 0..self.players {
            (0..=row).for_each(|column| bend.add(row, column, fill));
        }
        (value, slope, bend)
    }
}

/// The expected share of the point for a difference of strengths.
pub(crate) fn share(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}
