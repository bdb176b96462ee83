//! Logarithms that are the same on every machine.

/// How many digits after the binary point are worked out.
const DIGITS: u32 = 40;

/// The logarithm of a number to the base of two; 0 for 0. The machine's own may differ in its last digits, and
/// with it the board that is drawn or the hint that is given.
pub(crate) fn log2(number: u64) -> f64 {
    let number = number.max(1);
    let whole = number.ilog2();
    // The number divided by its highest power of two, with 63 binary places: from 1 up to 2.
    let mut rest = u128::from(number) << (63 - whole);
    let mut places = 0u64;
    for _ in 0..DIGITS {
        // The square has twice the logarithm: where it passes 2, the next digit is a 1.
        rest = (rest * rest) >> 63;
        let digit = (rest >> 64) as u64;
        rest >>= digit;
        places = places << 1 | digit;
    }
    f64::from(whole) + places as f64 / (1u64 << DIGITS) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_exact() {
        assert_eq!(
            (0..64).map(|power| log2(1 << power)).collect::<Vec<_>>(),
            (0..64).map(f64::from).collect::<Vec<_>>()
        );
        assert_eq!(log2(0), 0.0);
    }

    #[test]
    fn the_machine_agrees_to_eleven_places() {
        for number in (1..2000).chain([u64::MAX, u64::MAX / 3, 1 << 52 | 1]) {
            let wanted = (number as f64).log2();
            assert!((log2(number) - wanted).abs() < 1e-11, "{number}: {} {wanted}", log2(number));
        }
    }
}
