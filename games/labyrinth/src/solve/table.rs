//! The states a search has met, as short rows of numbers in one long list with a hash table over it.

/// A set of equally long keys; each key has a number from 0 in the order of insertion.
pub(super) struct Table {
    width: usize,
    keys: Vec<u16>,
    hashes: Vec<u32>,
    slots: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Table {
    pub(super) fn new(width: usize) -> Table {
        Table { width, keys: Vec::new(), hashes: Vec::new(), slots: vec![EMPTY; 1 << 10] }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    pub(super) fn key(&self, number: u32) -> &[u16] {
        let start = number as usize * self.width;
        &self.keys[start..start + self.width]
    }

    /// The number of a key, and whether it is new.
    pub(super) fn insert(&mut self, key: &[u16]) -> (u32, bool) {
        debug_assert_eq!(key.len(), self.width, "all keys of a table are equally long");
        let hash = hash(key);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => break,
                number if self.hashes[number as usize] == hash && self.key(number) == key => {
                    return (number, false);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
        let number = self.hashes.len() as u32;
        self.slots[slot] = number;
        self.keys.extend_from_slice(key);
        self.hashes.push(hash);
        if self.hashes.len() * 2 > self.slots.len() {
            self.grow();
        }
        (number, true)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (number, &hash) in self.hashes.iter().enumerate() {
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32;
        }
    }
}

fn hash(key: &[u16]) -> u32 {
    let mut hash = 0u64;
    for &word in key {
        hash = (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash >> 32) as u32 ^ hash as u32
}
