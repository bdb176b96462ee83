/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share that was seen.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's score interval (95 %) for `points` of `games`; a draw is half a point. Of no games at all we know nothing.
pub fn wilson(points: f64, games: f64) -> Share {
    const Z: f64 = 1.959_963_984_540_054;
    if games <= 0.0 {
        return Share { mean: 0.5, low: 0.0, high: 1.0 };
    }
    let mean = points / games;
    let scale = 1.0 + Z * Z / games;
    let centre = (mean + Z * Z / (2.0 * games)) / scale;
    let spread = Z * (mean * (1.0 - mean) / games + Z * Z / (4.0 * games * games)).sqrt() / scale;
    Share { mean, low: (centre - spread).max(0.0), high: (centre + spread).min(1.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_known_value() {
        // Textbook case: 8 of 10.
        let share = wilson(8.0, 10.0);
        assert!((share.low - 0.490).abs() < 0.001 && (share.high - 0.943).abs() < 0.001, "{share:?}");
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_mean_and_narrows(wins in 0u32..50, losses in 0u32..50) {
            let (points, games) = (f64::from(wins), f64::from(wins + losses));
            let share = wilson(points, games);
            prop_assert!(0.0 <= share.low && share.low <= share.mean + 1e-12);
            prop_assert!(share.mean <= share.high + 1e-12 && share.high <= 1.0);
            let more = wilson(4.0 * points, 4.0 * games);
            prop_assert!(more.high - more.low <= share.high - share.low + 1e-12);
        }
    }
}
