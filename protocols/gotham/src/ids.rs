//! Ids that nobody can guess.

use std::hash::{BuildHasher, RandomState};

/// A secret from which any number of ids can be made again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids(RandomState);

impl Ids {
    /// A UUID that is always the same for the same thing.
    pub(crate) fn of(&self, thing: (u8, u8, usize)) -> String {
        let (high, low) = (self.0.hash_one((thing, 0u8)), self.0.hash_one((thing, 1u8)));
        format!(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            low >> 48 & 0x3fff | 0x8000,
            low & 0xffff_ffff_ffff
        )
    }

    /// A UUID of its own.
    pub(crate) fn fresh() -> String {
        Ids::default().of((0, 0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_look_like_random_uuids_and_differ() {
        let ids = Ids::default();
        let id = ids.of((0, 1, 2));
        assert_eq!(id, ids.of((0, 1, 2)));
        assert_ne!(id, ids.of((0, 1, 3)));
        assert_ne!(Ids::fresh(), Ids::fresh());
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(id[14..15] == *"4" && "89ab".contains(&id[19..20]), "{id}");
    }
}
