use std::{fmt, io};

use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

/// What proves that somebody comes back to a seat that is theirs: 128 random bits in hexadecimal digits.
///
/// Two tokens are compared in a time that does not tell how much of them is equal. This is the only place where keys
/// are compared.
///
/// ```
/// use meydan_native::Token;
///
/// let key = Token::draw()?;
/// assert!(key.fits(key.as_str()));
/// assert!(!key.fits("a guess"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    /// A token nobody can guess.
    pub fn draw() -> io::Result<Token> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// A token as it was kept in a file.
    pub fn from_text(text: &str) -> Token {
        Token(text.trim().to_owned())
    }

    /// The token as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether somebody has shown this token.
    pub fn fits(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.fits(&other.0)
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (a, b) = (Token::draw().unwrap(), Token::draw().unwrap());
        assert_eq!(a.as_str().len(), 32);
        assert!(a == a.clone() && a != b);
        assert!(!a.fits("") && !a.fits(&a.as_str()[..31]) && !a.fits(&format!("{}0", a.as_str())));
        assert!(!format!("{a:?}").contains(a.as_str()), "a token must not get into a log");
    }
}
