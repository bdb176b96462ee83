use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::key::random_hex;

/// The name of a match: lower-case letters and digits, so that it can be part of an address and of a file name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchId(String);

const LONGEST: usize = 32;

impl MatchId {
    /// A new name.
    pub(crate) fn draw() -> Result<MatchId, Error> {
        random_hex(5).map(MatchId)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MatchId {
    type Err = Error;

    fn from_str(text: &str) -> Result<MatchId, Error> {
        let fits = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if !fits || text.is_empty() || text.len() > LONGEST {
            let start: String = text.chars().take(LONGEST).collect();
            return Err(Error::no_match(&start));
        }
        Ok(MatchId(text.to_owned()))
    }
}

impl TryFrom<String> for MatchId {
    type Error = Error;

    fn try_from(text: String) -> Result<MatchId, Error> {
        text.parse()
    }
}

impl From<MatchId> for String {
    fn from(id: MatchId) -> String {
        id.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_path() {
        assert!("0123456789".parse::<MatchId>().is_ok());
        for text in ["", "..", "a/b", "A", "a.trace", "ä", &"a".repeat(33)] {
            assert_eq!(text.parse::<MatchId>().unwrap_err().code(), "missing", "{text}");
        }
    }
}
