//! Secrets that are handed out once and known again: sessions, tokens, codes.

use std::fmt;

use meydan_arena::Error;
use meydan_store::Hash;

/// A secret text. It is shown once, to whoever it is made for; only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Digits and letters without those that look alike, because people read codes aloud.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

impl Secret {
    /// A secret with so many letters after a prefix, which says what it opens. Each letter is worth five bits.
    pub fn draw(prefix: &str, letters: usize) -> Result<Secret, Error> {
        let mut bytes = vec![0u8; letters];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::Trouble(format!("the system gives no random numbers: {error}")))?;
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte & 31)]);
        Ok(Secret(prefix.chars().chain(bytes.iter().map(letter)).collect()))
    }

    /// A secret as somebody shows it. Codes are typed by hand, so case, spaces and dashes do not count, and the digits of a Persian or an
    /// Arabic keyboard are digits.
    pub fn shown(text: &str) -> Secret {
        let digit = |letter: char, zero: char| char::from_digit(letter as u32 - zero as u32, 10);
        let typed = |letter: char| match letter {
            '\u{6f0}'..='\u{6f9}' => digit(letter, '\u{6f0}'),
            '\u{660}'..='\u{669}' => digit(letter, '\u{660}'),
            '-' => None,
            other => (!other.is_whitespace()).then_some(other.to_ascii_lowercase()),
        };
        Secret(text.chars().filter_map(typed).collect())
    }

    /// The text that is handed to its holder.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    ///
    /// A plain hash is enough: nobody can go through all secrets of at least fifty random bits behind a rate limit, and
    /// those that are not limited have more than a hundred.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_again_however_it_was_typed() {
        let secret = Secret::draw("mt_", 26).unwrap();
        assert_eq!(secret.reveal().len(), 29);
        let typed = format!("  {} ", secret.reveal().to_uppercase());
        assert_eq!(Secret::shown(&typed).hash(), secret.hash());
        assert_ne!(Secret::draw("mt_", 26).unwrap().hash(), secret.hash());
        for typed in ["۱۲۳ab9", "١٢٣AB9", "123-ab9", " 123 ab9 "] {
            assert_eq!(Secret::shown(typed).hash(), Secret::shown("123ab9").hash(), "{typed}");
        }
    }

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::draw("", 20).unwrap();
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert!(!secret.hash().as_str().contains(secret.reveal()));
    }
}
