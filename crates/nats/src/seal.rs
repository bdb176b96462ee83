//! What arenas say to each other is sealed with a key that their database keeps. Whoever can speak to NATS and cannot read the database neither understands
//! it nor says anything that is believed. Offers are not sealed: they are rumours.

use bytes::{BufMut, Bytes, BytesMut};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

/// How many bytes the key has.
const KEY: usize = 32;

pub(crate) struct Seal {
    key: hmac::Key,
    chance: SystemRandom,
}

impl Seal {
    /// A new key, as the database keeps it.
    pub(crate) fn draw() -> Result<String, String> {
        let mut key = [0; KEY];
        SystemRandom::new().fill(&mut key).map_err(|_| "the machine has no chance to draw from")?;
        Ok(key.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// With a key that was drawn once.
    pub(crate) fn with(key: &str) -> Seal {
        Seal { key: hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()), chance: SystemRandom::new() }
    }

    /// Every subject has a key of its own, so that nothing is believed under another subject than it was said.
    fn of(&self, subject: &str) -> Option<LessSafeKey> {
        let key = hmac::sign(&self.key, subject.as_bytes());
        UnboundKey::new(&CHACHA20_POLY1305, key.as_ref()).ok().map(LessSafeKey::new)
    }

    /// Seals what is said under a subject.
    pub(crate) fn close(&self, subject: &str, said: &[u8]) -> Option<Bytes> {
        let mut nonce = [0; NONCE_LEN];
        self.chance.fill(&mut nonce).ok()?;
        let mut sealed = BytesMut::with_capacity(NONCE_LEN + said.len() + CHACHA20_POLY1305.tag_len());
        sealed.put_slice(&nonce);
        sealed.put_slice(said);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag = self
            .of(subject)?
            .seal_in_place_separate_tag(nonce, Aad::empty(), &mut sealed[NONCE_LEN..])
            .ok()?;
        sealed.put_slice(tag.as_ref());
        Some(sealed.freeze())
    }

    /// What was said under a subject by somebody who has the key.
    pub(crate) fn open(&self, subject: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, said) = sealed.split_first_chunk::<NONCE_LEN>()?;
        let mut said = said.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let length = self.of(subject)?.open_in_place(nonce, Aad::empty(), &mut said).ok()?.len();
        said.truncate(length);
        Some(said)
    }

    /// The same with a number before it that grows, so that nobody can say it again for somebody else.
    pub(crate) fn close_counted(&self, subject: &str, number: u64, said: &[u8]) -> Option<Bytes> {
        self.close(subject, &[&number.to_be_bytes()[..], said].concat())
    }

    /// What was said under a subject, and its number.
    pub(crate) fn open_counted(&self, subject: &str, sealed: &[u8]) -> Option<(u64, Vec<u8>)> {
        let mut said = self.open(subject, sealed)?;
        let number = u64::from_be_bytes(*said.first_chunk()?);
        said.drain(..size_of::<u64>());
        Some((number, said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_understood_under_its_subject_by_whoever_has_the_key() {
        let key = Seal::draw().unwrap();
        assert_eq!(key.len(), 2 * KEY);
        let (seal, other) = (Seal::with(&key), Seal::with(&Seal::draw().unwrap()));
        let sealed = seal.close("a", b"words").unwrap();
        assert!(!sealed.windows(5).any(|part| part == b"words"));
        assert_eq!(Seal::with(&key).open("a", &sealed).unwrap(), b"words");
        assert_eq!(seal.open("b", &sealed), None);
        assert_eq!(other.open("a", &sealed), None);
        for at in 0..sealed.len() {
            let mut changed = sealed.to_vec();
            changed[at] ^= 1;
            assert_eq!(seal.open("a", &changed), None);
            assert_eq!(seal.open("a", &sealed[..at]), None);
        }
        let counted = seal.close_counted("a", 7, b"").unwrap();
        assert_eq!(seal.open_counted("a", &counted), Some((7, Vec::new())));
        assert_eq!(seal.open_counted("a", &sealed), None, "it is too short for a number");
    }
}
