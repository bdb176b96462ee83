//! Names of people, teams and contests: what they may look like.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use crate::Error;

/// The longest name, in characters.
const LONGEST: usize = 40;
/// The most marks on one letter.
const MARKS: usize = 3;
/// The half-space is part of Persian writing.
const HALF: char = '\u{200c}';
/// The stroke with which words of the Arabic script are made longer.
const STROKE: char = '\u{640}';
/// What makes some keyboards' hearts colourful; it is no part of a name.
const PICTURE: char = '\u{fe0f}';

/// A name as people see it, if it can be one; `what` is named in errors: "a team's name". When two names are the same is
/// the store's to say.
pub fn name(what: &str, text: &str) -> Result<String, Error> {
    let text = half_spaced(&text.nfc().filter(|c| *c != PICTURE).collect::<String>())
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let letters = text.chars().count();
    if letters == 0 || letters > LONGEST {
        return Err(Error::Wrong(format!("{what} has 1 to {LONGEST} characters, not {letters}")));
    }
    // Characters that cannot be seen make two names look like one.
    if let Some(bad) = text.chars().find(|&c| !visible(c)) {
        return Err(Error::Wrong(format!("{what} cannot have the character {}", bad.escape_unicode())));
    }
    let marks: Vec<bool> = text.chars().map(is_combining_mark).collect();
    if marks.first() == Some(&true) || marks.windows(MARKS + 1).any(|row| row.iter().all(|mark| *mark)) {
        return Err(Error::Wrong(format!("{what} has too many marks on one letter")));
    }
    // Of the scripts whose letters look alike a word has one. Different words may have different ones.
    let mixed = |word: &str| {
        let mut scripts = word.chars().filter_map(alphabet);
        let first = scripts.next();
        scripts.any(|script| Some(script) != first)
    };
    if text.split(' ').any(mixed) {
        return Err(Error::Wrong(format!(
            "{what} cannot mix Latin, Greek, Cyrillic and like letters in one word, because they look alike"
        )));
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Error::Wrong(format!("{what} needs a letter or a digit")));
    }
    Ok(text)
}

/// Which of the scripts whose letters look alike a letter is of.
fn alphabet(c: char) -> Option<u8> {
    match c {
        _ if !c.is_alphabetic() => None,
        ..'\u{370}' | '\u{1e00}'..='\u{1eff}' | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}' => Some(0),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' | '\u{2c80}'..='\u{2cff}' => Some(1),
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{a640}'..='\u{a69f}' => Some(2),
        '\u{530}'..='\u{58f}' => Some(3),
        '\u{13a0}'..='\u{13ff}' | '\u{ab70}'..='\u{abbf}' => Some(4),
        '\u{a4d0}'..='\u{a4ff}' => Some(5),
        _ => None,
    }
}

pub(crate) fn visible(c: char) -> bool {
    c == ' ' || c == HALF || !(c.is_control() || c.is_whitespace() || hidden(c))
}

/// Marks that turn the direction of writing, or show nothing at all: what Unicode calls ignorable, and blanks that count as letters.
fn hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200d}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text of a stranger for somebody who reads it: what would turn the writing around, or cannot be seen, is written out.
///
/// ```
/// assert_eq!(meydan_arena::legible("a\u{202e}b\n"), "a\\u{202e}b\n");
/// ```
pub fn legible(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match visible(c) || c.is_whitespace() || c == PICTURE {
            true => plain.push(c),
            false => plain.extend(c.escape_unicode()),
        }
    }
    plain
}

/// The half-space stays where it shows: between two letters of the Arabic script.
fn half_spaced(text: &str) -> String {
    let arabic = |c: Option<char>| {
        matches!(c, Some('\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}'))
    };
    let parts = text.split(HALF).filter(|part| !part.is_empty());
    parts.fold(String::new(), |mut done, part| {
        if arabic(done.chars().next_back()) && arabic(part.chars().next()) {
            done.push(HALF);
        }
        done + part
    })
}

/// Whether a reader would take two names for one.
///
/// ```
/// assert!(meydan_arena::alike("Sara 1", "sara l"));
/// assert!(meydan_arena::alike("علي", "علی"));
/// assert!(!meydan_arena::alike("Sara", "Zahra"));
/// ```
pub fn alike(one: &str, other: &str) -> bool {
    let plain = |text: &str| -> String {
        // Digits of Persian and Arabic keyboards, and letters that are drawn alike there, too.
        let same = |c: char| match c {
            '٠'..='٩' => char::from(b'0' + (c as u32 - '٠' as u32) as u8),
            '۰'..='۹' => char::from(b'0' + (c as u32 - '۰' as u32) as u8),
            'ي' | 'ى' => 'ی',
            'ك' => 'ک',
            'أ' | 'إ' | 'ٱ' => 'ا',
            'ة' | 'ۀ' => 'ه',
            'ؤ' => 'و',
            c => c,
        };
        // Signs of vowels are written or left out, a stroke makes a word longer, and a dot at its end is soon overlooked.
        let vowel = |c: char| matches!(c, '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}' if is_combining_mark(c));
        let seen = |&c: &char| c != ' ' && c != HALF && c != STROKE && !vowel(c) && !hidden(c);
        let text: String = text.nfkc().filter(seen).map(same).collect();
        text.trim_matches(['.', ',', '،', '\'', '’', '`', '·']).to_owned()
    };
    let (one, other) = (plain(one), plain(other));
    let drawn = |text: &str| skeleton(text).collect::<String>();
    // Small letters have looks of their own, so both are compared: `I` is like `l`, `i` is not.
    drawn(&one) == drawn(&other) || drawn(&one.to_lowercase()) == drawn(&other.to_lowercase())
}
