use super::ledger::{Ledger, Pair};
use super::sparse::Sparse;
use crate::ELO;
use crate::curve::{ends, share, surprise};

/// How far strengths are spread before anything is known, in Elo points: what Glickman's systems assume of somebody new, and
/// what [`Belief`](crate::Belief) does.
const SPREAD: f64 = 350.0;
/// What this tells about a strength.
pub(crate) const PRIOR: f64 = (ELO / SPREAD) * (ELO / SPREAD);

/// A step shorter than this is the last.
const SHORT: f64 = 1e-8;
/// A step longer than this would leave the region in which a parabola is a picture of the likelihood.
const LONG: f64 = 3.0;
/// Ten steps are usual. Rounding must not make it run for ever.
const STEPS: usize = 100;

/// The strengths that are likeliest after the duels of a ledger, by Newton's method. The likelihood is concave and the prior
/// bends it in every direction, so there is one top, and nobody's strength is infinite.
pub(crate) fn climb(ledger: &Ledger) -> Vec<f64> {
    let mut strengths = vec![0.0; ledger.players];
    let mut matrix = information(ledger, &strengths, 1.0);
    let mut value = value(ledger, &strengths);
    let mut first = 0.0f64;
    for _ in 0..STEPS {
        let slope = slope(ledger, &strengths);
        let steep = slope.iter().fold(0.0f64, |steep, part| steep.max(part.abs()));
        first = first.max(steep);
        if steep == 0.0 {
            break;
        }
        // Far from the top a rough direction will do (an inexact Newton method: Dembo, Eisenstat and Steihaug 1982).
        let step = matrix.solve_one(&slope, (0.1 * steep / first).clamp(1e-8, 0.01));
        let length = step.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
        let mut part = (LONG / length).min(1.0);
        loop {
            let tried: Vec<f64> = strengths.iter().zip(&step).map(|(old, step)| old + part * step).collect();
            let there = self::value(ledger, &tried);
            // The value is a long sum; below its last digits it cannot tell up from down.
            if there >= value - 1e-12 * value.abs() || part < 1e-6 {
                (strengths, value) = (tried, there);
                break;
            }
            part /= 2.0;
        }
        if length < SHORT {
            break;
        }
        fill(&mut matrix, ledger, &strengths, 1.0);
    }
    strengths
}

/// The information matrix, the duels divided by their dispersion. The prior is in it.
pub(crate) fn information(ledger: &Ledger, strengths: &[f64], dispersion: f64) -> Sparse {
    let mut matrix = Sparse::new(ledger.players, ledger.pairs.iter().map(|pair| (pair.a, pair.b)));
    fill(&mut matrix, ledger, strengths, dispersion);
    matrix
}

fn fill(matrix: &mut Sparse, ledger: &Ledger, strengths: &[f64], dispersion: f64) {
    let weight = |pair: &Pair| {
        let (strong, weak) = ends(strengths[pair.a] - strengths[pair.b]);
        (pair.a, pair.b, pair.duels * strong * weak / dispersion)
    };
    matrix.fill(std::iter::repeat_n(PRIOR, ledger.players), ledger.pairs.iter().map(weight));
}

fn value(ledger: &Ledger, strengths: &[f64]) -> f64 {
    let duels = |difference: f64, duels: f64, points: f64| {
        let lost = if difference > 0.0 { duels - points } else { points };
        duels * surprise(difference) + lost * difference.abs()
    };
    let seen = ledger
        .pairs
        .iter()
        .fold(0.0, |sum, pair| sum + duels(strengths[pair.a] - strengths[pair.b], pair.duels, pair.points));
    -strengths.iter().fold(seen, |sum, &strength| sum + PRIOR * strength * strength / 2.0)
}

fn slope(ledger: &Ledger, strengths: &[f64]) -> Vec<f64> {
    let mut slope: Vec<f64> = strengths.iter().map(|&strength| -PRIOR * strength).collect();
    for pair in &ledger.pairs {
        let surprise = pair.points - pair.duels * share(strengths[pair.a] - strengths[pair.b]);
        slope[pair.a] += surprise;
        slope[pair.b] -= surprise;
    }
    slope
}
