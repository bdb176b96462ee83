//! What the tuning programs share.

use meydan_core::Chance;

/// One to three weights become up to twice as large or half as small, rounded to three digits.
pub(crate) fn change<const N: usize>(mut weights: [f64; N], chance: &mut Chance) -> [f64; N] {
    for _ in 0..=chance.below(3) {
        let weight = &mut weights[chance.below(N as u32) as usize];
        let factor = (2.0_f64).powf(2.0 * chance.unit() - 1.0);
        *weight = (*weight * factor * 1000.0).round() / 1000.0;
    }
    weights
}
