//! Keys say who somebody is as long as there are no accounts: whoever began a match, whoever sits on a seat.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Error, MatchId};

/// A secret. It is shown once, to whoever it is made for, and never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// What is kept of a key: enough to know it again, not enough to have it.
///
/// Two locks are compared in plain time: to learn something from that, one would have to choose bits of a SHA-256.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Lock(String);

impl Key {
    /// A new key.
    pub fn draw() -> Result<Key, Error> {
        random_hex(16).map(Key)
    }

    /// A key as somebody shows it.
    pub fn shown(text: impl Into<String>) -> Key {
        Key(text.into())
    }

    /// The text that is handed to its holder.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The key of a seat of the match whose owner key this is. It follows from the owner key, so that the owner can
    /// hand it out again after a restart although only locks are kept.
    pub(crate) fn for_seat(&self, id: &MatchId, seat: u8) -> Key {
        let sum = Sha256::new().chain_update("meydan seat key 1\n").chain_update(&self.0);
        let sum = sum.chain_update("\n").chain_update(id.as_str()).chain_update([b'\n', seat]).finalize();
        Key(hex(&sum[..16]))
    }

    /// The lock that this key opens.
    pub(crate) fn lock(&self) -> Lock {
        Lock(hex(&Sha256::digest(&self.0)))
    }
}

impl Lock {
    pub(crate) fn opens_with(&self, key: Option<&Key>) -> bool {
        key.is_some_and(|key| key.lock() == *self)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// So many random bytes as hexadecimal digits.
pub(crate) fn random_hex(bytes: usize) -> Result<String, Error> {
    random_bytes(bytes).map(|bytes| hex(&bytes))
}

pub(crate) fn random_bytes(bytes: usize) -> Result<Vec<u8>, Error> {
    let mut buffer = vec![0u8; bytes];
    getrandom::fill(&mut buffer)
        .map_err(|error| Error::Trouble(format!("the system gives no random numbers: {error}")))?;
    Ok(buffer)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seat_keys_follow_from_the_owner_key_and_from_nothing_else() {
        let (owner, other) = (Key::draw().unwrap(), Key::draw().unwrap());
        let (id, next) = (MatchId::draw().unwrap(), MatchId::draw().unwrap());
        let key = owner.for_seat(&id, 0);
        assert_eq!(key, owner.for_seat(&id, 0));
        for different in [owner.for_seat(&id, 1), owner.for_seat(&next, 0), other.for_seat(&id, 0)] {
            assert_ne!(key, different);
        }
        assert!(key.lock().opens_with(Some(&key)));
        assert!(!key.lock().opens_with(Some(&owner)) && !key.lock().opens_with(None));
    }

    #[test]
    fn a_key_is_never_printed() {
        let key = Key::draw().unwrap();
        assert!(!format!("{key:?}").contains(key.reveal()));
        assert!(!serde_json::to_string(&key.lock()).unwrap().contains(key.reveal()));
    }
}
