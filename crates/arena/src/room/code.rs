use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::key::random_bytes;

/// The name of a room, short enough to be read aloud: letters and digits that nobody takes for one another.
///
/// ```
/// use meydan_arena::RoomCode;
///
/// let code: RoomCode = "K7MW-3XQP".parse()?;
/// assert_eq!(code.as_str(), "k7mw3xqp");
/// # Ok::<(), meydan_arena::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode(String);

const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH: usize = 8;

impl RoomCode {
    /// A new code.
    pub(crate) fn draw() -> Result<RoomCode, Error> {
        let mut code = String::new();
        while code.len() < LENGTH {
            // Only whole rounds of the letters, so that each is as likely as any other.
            let whole = |byte: &u8| usize::from(*byte) < 256 / LETTERS.len() * LETTERS.len();
            let letter = |byte: u8| char::from(LETTERS[usize::from(byte) % LETTERS.len()]);
            code.extend(random_bytes(LENGTH)?.into_iter().filter(whole).map(letter));
        }
        code.truncate(LENGTH);
        Ok(RoomCode(code))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RoomCode {
    type Err = Error;

    fn from_str(text: &str) -> Result<RoomCode, Error> {
        let shown = || text.chars().take(2 * LENGTH).collect::<String>();
        if text.len() > 2 * LENGTH {
            return Err(no_room(&shown()));
        }
        let code: String =
            text.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| c.to_ascii_lowercase()).collect();
        let fits = code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
        if fits { Ok(RoomCode(code)) } else { Err(no_room(&shown())) }
    }
}

pub(crate) fn no_room(code: &str) -> Error {
    Error::Missing(format!("there is no room `{code}`; it was closed, or its code is another one"))
}

impl TryFrom<String> for RoomCode {
    type Error = Error;

    fn try_from(text: String) -> Result<RoomCode, Error> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> String {
        code.0
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_read_aloud_and_never_a_path() {
        let code = RoomCode::draw().unwrap();
        assert_ne!(code, RoomCode::draw().unwrap());
        let (first, second) = code.as_str().split_at(4);
        assert_eq!(format!("{} {}", first.to_uppercase(), second).parse(), Ok(code));
        for text in ["", "..", "../../..", "abcd/efg", "abcdefg", "abcdefghj", "abcdefgo", &"a".repeat(500)] {
            assert_eq!(text.parse::<RoomCode>().unwrap_err().code(), "missing", "{text}");
        }
    }
}
