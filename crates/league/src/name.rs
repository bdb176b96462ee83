//! Names of people, teams and contests.

use meydan_arena::Error;
pub(crate) use meydan_arena::name;

/// The longest address, in characters.
const LONGEST: usize = 40;

/// A contest's part of an address.
pub(crate) fn slug(text: &str) -> Result<String, Error> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty() || text.len() > LONGEST || !text.chars().all(fits) || text.starts_with('-') {
        return Err(Error::Wrong(format!(
            "a contest's address has 1 to {LONGEST} lower-case letters, digits and dashes, not `{}`",
            text.chars().take(LONGEST).collect::<String>().escape_debug()
        )));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_can_stand_in_an_address() {
        assert_eq!(slug("blitz-2026").unwrap(), "blitz-2026");
        for text in ["", "A", "a b", "a/b", "..", "-a", "ش"] {
            assert!(slug(text).is_err(), "{text}");
        }
    }
}
