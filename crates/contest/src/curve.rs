//! The logistic curve by plain arithmetic. The standard library's `exp` and `ln` come from the system and differ in their
//! last digits from one to the next; additions, products and quotients are the same everywhere. So a standing can be
//! computed anew bit for bit on another machine.

/// `e` to the power of something that is not above 0.
pub(crate) fn exp(x: f64) -> f64 {
    // Two parts of ln 2, the first with so few digits that its small multiples are exact.
    const HIGH: f64 = 6.931_471_803_691_238e-1;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    if x < -700.0 {
        return 0.0;
    }
    let twos = (x * std::f64::consts::LOG2_E).round();
    let rest = (x - twos * HIGH) - twos * LOW;
    // Taylor's series by Horner's scheme; the rest is at most half of ln 2, so the 14th term is below 1e-17.
    let series = POWERS.iter().rev().fold(0.0, |sum, part| sum * rest + part);
    series * f64::from_bits(((1023.0 + twos) as u64) << 52)
}

/// The natural logarithm of `1 + x`, for `x` between 0 and 1.
pub(crate) fn ln_1p(x: f64) -> f64 {
    // Twice the inverse hyperbolic tangent of something that is at most a third.
    let root = x / (2.0 + x);
    let square = root * root;
    let series = ODD.iter().rev().fold(0.0, |sum, part| sum * square + part);
    2.0 * root * series
}

/// One by the factorials.
const POWERS: [f64; 14] = {
    let mut parts = [1.0; 14];
    let mut n = 1;
    while n < parts.len() {
        parts[n] = parts[n - 1] / n as f64;
        n += 1;
    }
    parts
};

/// One by the odd numbers.
const ODD: [f64; 17] = {
    let mut parts = [1.0; 17];
    let mut n = 1;
    while n < parts.len() {
        parts[n] = 1.0 / (2 * n + 1) as f64;
        n += 1;
    }
    parts
};

/// The two ends of a duel at a difference of strengths: the stronger one's share of the point, and the weaker one's.
pub(crate) fn ends(difference: f64) -> (f64, f64) {
    let odds = exp(-difference.abs());
    (1.0 / (1.0 + odds), odds / (1.0 + odds))
}

/// The expected share of the point for a difference of strengths.
pub(crate) fn share(difference: f64) -> f64 {
    let (strong, weak) = ends(difference);
    if difference > 0.0 { strong } else { weak }
}

/// The logarithm of the stronger one's share, with its sign changed.
pub(crate) fn surprise(difference: f64) -> f64 {
    ln_1p(exp(-difference.abs()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_curve_is_that_of_the_standard_library(x in -690.0..0.0f64, y in 0.0..1.0f64) {
            prop_assert!((exp(x) / x.exp() - 1.0).abs() < 1e-15 * (1.0 + x.abs() / 100.0), "{} {}", exp(x), x.exp());
            prop_assert!((ln_1p(y) - y.ln_1p()).abs() < 1e-15);
            prop_assert!((share(x) + share(-x) - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn the_ends_of_the_curve_are_exact() {
        assert_eq!((exp(0.0), exp(-1e9), ln_1p(0.0), share(0.0)), (1.0, 0.0, 0.0, 0.5));
    }
}
