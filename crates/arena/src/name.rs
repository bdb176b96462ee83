//! Names of people, teams and contests: what they may look like.

use unicode_normalization::UnicodeNormalization;

use crate::Error;

/// The longest name, in characters.
const LONGEST: usize = 40;

/// A name as people see it, if it can be one; `what` is named in errors: "a team's name". When two names are the same is
/// the store's to say.
pub fn name(what: &str, text: &str) -> Result<String, Error> {
    let text = text.nfc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = text.chars().count();
    if letters == 0 || letters > LONGEST {
        return Err(Error::Wrong(format!("{what} has 1 to {LONGEST} characters, not {letters}")));
    }
    // Characters that cannot be seen make two names look like one.
    if let Some(bad) = text.chars().find(|&c| !visible(c)) {
        return Err(Error::Wrong(format!("{what} cannot have the character {}", bad.escape_unicode())));
    }
    let latin = text.chars().any(|c| c.is_alphabetic() && c < '\u{250}');
    let alike = |c: char| matches!(c, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}');
    if latin && text.chars().any(alike) {
        return Err(Error::Wrong(format!(
            "{what} cannot mix Latin letters with Greek or Cyrillic ones, because they look alike"
        )));
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Error::Wrong(format!("{what} needs a letter or a digit")));
    }
    Ok(text)
}

pub(crate) fn visible(c: char) -> bool {
    // The half-space is part of Persian writing.
    c == ' ' || c == '\u{200c}' || !(c.is_control() || c.is_whitespace() || hidden(c))
}

/// Marks that turn the direction of writing, or show nothing at all.
fn hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200d}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_hides_nothing() {
        for text in ["", "   ", "a\u{202e}b", "a\u{0}b", "a\u{1b}[2J", "--", "оrganiser", &"x".repeat(41)] {
            assert_eq!(name("a name", text).unwrap_err().code(), "wrong", "{text:?}");
        }
        assert_eq!(name("a name", " یک  تیم "), Ok("یک تیم".to_owned()));
        for text in ["Team پریسا", "Ольга", "Équipe 7"] {
            assert_eq!(name("a name", text), Ok(text.to_owned()));
        }
    }
}
