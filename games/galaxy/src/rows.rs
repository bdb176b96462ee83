use crate::PlanetId;

/// Rows of planets as bits: which planets lie next to each one, or which each player holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// Empty rows with room for so many planets each.
    pub(crate) fn new(rows: usize, planets: usize) -> Rows {
        let words = planets.div_ceil(64);
        Rows { words, bits: vec![0; rows * words] }
    }

    /// Becomes equal to other rows of the same size, in the memory that is there.
    pub(crate) fn copy_from(&mut self, from: &Rows) {
        self.bits.clone_from(&from.bits);
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    #[inline]
    pub(crate) fn has(&self, row: usize, planet: PlanetId) -> bool {
        has(self.row(row), planet)
    }

    #[inline]
    pub(crate) fn insert(&mut self, row: usize, planet: PlanetId) {
        self.bits[row * self.words + planet.index() / 64] |= 1 << (planet.index() % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, row: usize, planet: PlanetId) {
        remove(&mut self.bits[row * self.words..], planet);
    }
}

/// Whether a row holds a planet.
#[inline]
pub(crate) fn has(row: &[u64], planet: PlanetId) -> bool {
    row[planet.index() / 64] >> (planet.index() % 64) & 1 != 0
}

#[inline]
pub(crate) fn remove(row: &mut [u64], planet: PlanetId) {
    row[planet.index() / 64] &= !(1 << (planet.index() % 64));
}

/// Whether two rows have no planet in common.
#[inline]
pub(crate) fn disjoint(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & b == 0)
}
