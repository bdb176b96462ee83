use crate::fit::{Likelihood, Peak};
use crate::matrix::dot;

/// The end of a contrast's interval above or below the peak: where twice the profile log-likelihood, for which all strengths
/// are fitted anew at every value that is tried, has fallen by `limit`.
///
/// The points must bound the contrast on that side: see [`Graph::reaches`](crate::graph::Graph::reaches). An end that is
/// too far away to mean anything is infinite.
pub(crate) fn end(likelihood: &Likelihood, peak: &Peak, contrast: &[f64], upward: bool, limit: f64) -> f64 {
    let sign = if upward { 1.0 } else { -1.0 };
    let best = dot(contrast, &peak.strengths);
    let farthest = FAR + (sign * best).max(0.0) - sign * best;
    let goal = limit.sqrt();
    // Distances from the peak. All up to `inside` belong to the interval, none from `outside` on.
    let (mut inside, mut outside) = (0.0, f64::INFINITY);
    let mut along = peak.information.solve(contrast);
    let mut strengths = peak.strengths.clone();
    let mut leap = LEAP;
    let (mut here, mut next) = (0.0, (goal * dot(contrast, &along).sqrt()).min(leap));
    for _ in 0..TRIES {
        let shift = sign * (next - here) / dot(contrast, &along);
        strengths.iter_mut().zip(&along).for_each(|(strength, along)| *strength += shift * along);
        let fitted = likelihood.climb(strengths, Some(contrast));
        here = next;
        let fallen = (2.0 * (peak.value - fitted.value)).max(0.0).sqrt();
        if (fallen - goal).abs() < 1e-6 * goal {
            break;
        }
        if fallen < goal {
            inside = here
        } else {
            outside = here
        }
        if inside > farthest {
            return sign * f64::INFINITY;
        }
        // The root of the fall is almost a straight line, so Newton's method is quick on it.
        next = here + (goal - fallen) * fallen / (-sign * fitted.pull);
        if outside.is_finite() {
            if !(next > inside && next < outside) {
                next = (inside + outside) / 2.0;
            }
        } else {
            next = if next > inside { next.min(inside + leap) } else { inside + leap };
            leap *= 2.0;
        }
        along = fitted.information.solve(contrast);
        strengths = fitted.strengths;
    }
    best + sign * here
}

/// The first step outward is not longer than this, in units of strength (about 350 rating points).
const LEAP: f64 = 2.0;
/// Beyond this difference (about 2,800 rating points) the weaker player takes one point of ten million.
const FAR: f64 = 16.0;
/// Four are usual. Halving what is left alone takes fewer than this.
const TRIES: usize = 100;
