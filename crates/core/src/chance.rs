use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What fixes all chance of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Seed)
    }
}

/// The one source of randomness of a match: xoshiro256++ seeded by SplitMix64, or a script of recorded draws.
///
/// Every method's sequence is part of the contract: a trace made today must play the same in ten years.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chance(Source);

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Source {
    Generator([u64; 4]),
    Script(VecDeque<f64>),
}

impl Chance {
    /// The generator for a seed.
    pub fn new(seed: Seed) -> Chance {
        let mut z = seed.0;
        let state = std::array::from_fn(|_| {
            z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = z;
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ (x >> 31)
        });
        Chance(Source::Generator(state))
    }

    /// A source that gives recorded draws in order: what [`Chance::below`] or [`Chance::unit`] once returned.
    /// It panics when it runs dry or a draw does not fit its bound, because then the replay has gone wrong.
    pub fn scripted(draws: impl IntoIterator<Item = f64>) -> Chance {
        Chance(Source::Script(draws.into_iter().collect()))
    }

    /// Appends recorded draws to a script.
    pub fn feed(&mut self, draws: impl IntoIterator<Item = f64>) {
        match &mut self.0 {
            Source::Script(script) => script.extend(draws),
            Source::Generator(_) => panic!("draws can be fed only to a scripted source"),
        }
    }

    /// How many recorded draws a script still holds.
    pub fn left(&self) -> usize {
        match &self.0 {
            Source::Script(script) => script.len(),
            Source::Generator(_) => 0,
        }
    }

    /// The next 64 random bits.
    #[inline]
    fn next(state: &mut [u64; 4]) -> u64 {
        let result = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
        let t = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= t;
        state[3] = state[3].rotate_left(45);
        result
    }

    /// A uniform integer in `0..bound` (Lemire's method, unbiased).
    ///
    /// # Panics
    /// If `bound` is 0, or a script holds no integer below `bound` next.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "cannot draw from nothing");
        let Source::Generator(state) = &mut self.0 else { return self.scripted_below(bound) };
        loop {
            let product = u128::from(Self::next(state)) * u128::from(bound);
            let low = product as u64;
            if low >= u64::from(bound) || low >= u64::from(bound).wrapping_neg() % u64::from(bound) {
                return (product >> 64) as u32;
            }
        }
    }

    #[cold]
    fn scripted_below(&mut self, bound: u32) -> u32 {
        let draw = self.scripted_draw();
        assert!(
            draw >= 0.0 && draw < f64::from(bound) && draw.fract() == 0.0,
            "the script holds {draw} where an integer below {bound} is drawn"
        );
        draw as u32
    }

    #[cold]
    fn scripted_draw(&mut self) -> f64 {
        let Source::Script(script) = &mut self.0 else { unreachable!("asked only of a script") };
        script.pop_front().expect("the script holds a draw for every one asked")
    }

    /// A uniform real in `[0, 1)` with 53 bits.
    ///
    /// # Panics
    /// If a script is dry or holds something else next.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        let Source::Generator(state) = &mut self.0 else {
            let draw = self.scripted_draw();
            assert!((0.0..1.0).contains(&draw), "the script holds {draw} where a real in [0, 1) is drawn");
            return draw;
        };
        (Self::next(state) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the items, uniformly; `None` of an empty list (and nothing is drawn then).
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }

    /// Shuffles in place, from the last place down (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A second, independent source, for instance for a bot that plays beside the match.
    pub fn fork(&mut self) -> Chance {
        match &mut self.0 {
            Source::Generator(state) => Chance::new(Seed(Self::next(state))),
            Source::Script(_) => panic!("a script cannot be forked"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // First outputs of the reference xoshiro256++ for the state 1, 2, 3, 4.
        let mut state = [1, 2, 3, 4];
        let outputs: Vec<u64> = (0..4).map(|_| Chance::next(&mut state)).collect();
        assert_eq!(outputs, [41943041, 58720359, 3588806011781223, 3591011842654386]);
    }

    #[test]
    fn the_sequence_is_pinned() {
        let mut chance = Chance::new(Seed(7));
        let draws: Vec<u32> = (0..8).map(|_| chance.below(6)).collect();
        assert_eq!(draws, [0, 1, 4, 2, 5, 2, 4, 1]);
    }

    #[test]
    fn draws_are_uniform_and_below_the_bound() {
        let mut chance = Chance::new(Seed(1));
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[chance.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&c| (9_600..10_400).contains(&c)), "{counts:?}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&chance.unit())));
    }

    #[test]
    fn a_script_gives_back_what_was_recorded() {
        let mut chance = Chance::scripted([3.0, 0.25]);
        assert_eq!(chance.below(6), 3);
        assert_eq!(chance.unit(), 0.25);
        chance.feed([1.0]);
        assert_eq!((chance.left(), chance.below(2), chance.left()), (1, 1, 0));
    }
}
