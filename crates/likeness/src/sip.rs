use std::hash::Hasher;

/// SipHash-1-3 with a key of zeros. Fingerprints are kept, so they are the same in every build: the standard library has this function too, but does
/// not promise to keep it.
pub(crate) struct Sip {
    state: [u64; 4],
    /// What has come of the next eight bytes, the first the lowest, and how many bytes there were.
    tail: u64,
    length: u64,
}

impl Default for Sip {
    fn default() -> Sip {
        let state =
            [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];
        Sip { state, tail: 0, length: 0 }
    }
}

impl Sip {
    fn round(&mut self) {
        let [a, b, c, d] = &mut self.state;
        *a = a.wrapping_add(*b);
        *b = b.rotate_left(13) ^ *a;
        *a = a.rotate_left(32);
        *c = c.wrapping_add(*d);
        *d = d.rotate_left(16) ^ *c;
        *a = a.wrapping_add(*d);
        *d = d.rotate_left(21) ^ *a;
        *c = c.wrapping_add(*b);
        *b = b.rotate_left(17) ^ *c;
        *c = c.rotate_left(32);
    }

    fn take(&mut self, word: u64) {
        self.state[3] ^= word;
        self.round();
        self.state[0] ^= word;
    }
}

impl Hasher for Sip {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.tail |= u64::from(byte) << (8 * (self.length % 8));
            self.length += 1;
            if self.length.is_multiple_of(8) {
                let word = std::mem::take(&mut self.tail);
                self.take(word);
            }
        }
    }

    fn finish(&self) -> u64 {
        let mut last = Sip { state: self.state, tail: 0, length: 0 };
        last.take(self.tail | (self.length << 56));
        last.state[2] ^= 0xff;
        (0..3).for_each(|_| last.round());
        last.state.iter().fold(0, |all, word| all ^ word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_the_hash_that_they_always_had() {
        let hash = |bytes: &[u8]| {
            let mut sip = Sip::default();
            sip.write(bytes);
            sip.finish()
        };
        assert_eq!(
            [hash(b""), hash(b"fingerprint"), hash(&[7; 24])],
            [0xd1fb_a762_150c_532c, 0xba3e_d566_d598_8808, 0xcd76_fdaa_bfa5_d6a3]
        );
        let mut pieces = Sip::default();
        [b"finger".as_slice(), b"", b"print"].iter().for_each(|piece| pieces.write(piece));
        assert_eq!(pieces.finish(), hash(b"fingerprint"));
    }
}
