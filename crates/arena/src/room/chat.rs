use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::Error;
use crate::name::visible;

/// The longest line, in characters.
const LONGEST: usize = 300;
/// How many lines are kept.
const MOST: usize = 100;

/// What people say in a room: plain lines, the latest of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chat {
    pub(crate) on: bool,
    lines: VecDeque<ChatLine>,
    /// The number of the next line.
    next: u32,
}

/// One line of a chat. It is text and never markup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatLine {
    /// Its number.
    pub n: u32,
    /// Who said it.
    pub name: String,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// The chat as somebody is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatCard {
    /// Whether one may say something.
    pub on: bool,
    /// Lines before this number are gone.
    pub first: u32,
    /// What was said since the card before, or all there is.
    pub said: Vec<ChatLine>,
}

impl Chat {
    pub(crate) fn new(on: bool) -> Chat {
        Chat { on, lines: VecDeque::new(), next: 0 }
    }

    pub(crate) fn say(&mut self, name: &str, text: &str, at: u64) -> Result<(), Error> {
        if !self.on {
            return Err(Error::Forbidden("the chat of this room is switched off".to_owned()));
        }
        let text = line(text)?;
        self.lines.push_back(ChatLine { n: self.next, name: name.to_owned(), text, at });
        self.next += 1;
        while self.lines.len() > MOST {
            self.lines.pop_front();
        }
        Ok(())
    }

    /// Forgets what somebody said.
    pub(crate) fn forget(&mut self, name: &str) {
        self.lines.retain(|line| line.name != name);
    }

    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// What is told to somebody who has heard everything before `since`.
    pub(crate) fn card(&self, since: u32) -> ChatCard {
        let first = self.lines.front().map_or(self.next, |line| line.n);
        let said = self.lines.iter().filter(|line| line.n >= since).cloned().collect();
        ChatCard { on: self.on, first, said }
    }

    pub(crate) fn next(&self) -> u32 {
        self.next
    }
}

/// What was said, on one line. What cannot be seen is left out: it could turn the writing around.
fn line(text: &str) -> Result<String, Error> {
    // The joiner is part of some pictures of people.
    let shown = |c: char| visible(c) || c == '\u{200d}';
    let plain: String =
        text.nfc().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| shown(*c)).collect();
    let text = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        0 => Err(Error::Wrong("there is nothing to be said".to_owned())),
        letters if letters > LONGEST => {
            Err(Error::Wrong(format!("a line has at most {LONGEST} characters, not {letters}")))
        }
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_one_plain_line() {
        assert_eq!(line(" a\n\n b\u{202e}c\u{0}\t<b>d</b> ").unwrap(), "a bc <b>d</b>");
        assert_eq!(line("می‌روم").unwrap(), "می‌روم");
        for bad in ["", " \n ", "\u{202e}\u{0}", &"x".repeat(301)] {
            assert_eq!(line(bad).unwrap_err().code(), "wrong", "{bad:?}");
        }
    }

    #[test]
    fn only_the_latest_lines_are_kept_and_a_cleared_chat_says_so() {
        let mut chat = Chat::new(true);
        (0..250).for_each(|n| chat.say("ada", &n.to_string(), n).unwrap());
        let card = chat.card(0);
        assert_eq!((card.first, card.said.len()), (150, MOST));
        assert_eq!(
            chat.card(248).said.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
            ["248", "249"]
        );
        chat.clear();
        assert_eq!((chat.card(0).first, chat.card(0).said.len()), (250, 0));
        chat.on = false;
        assert_eq!(chat.say("ada", "x", 0).unwrap_err().code(), "forbidden");
    }
}
