use std::collections::BTreeSet;

use meydan_core::{Game, Seat, Viewer};

use crate::{Drawing, Sketch};

/// What a person knows who is to act.
pub struct Seen<'a, G: Game> {
    /// What was known before the match.
    pub config: &'a G::Config,
    /// What the seat sees now.
    pub view: &'a G::View,
    /// The seat.
    pub seat: Seat,
    /// What was typed in this window and is not sent yet; only where a window is sealed.
    pub plan: &'a [G::Action],
}

/// Something that can be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered<A> {
    /// Who would do it, where the person has several to command: what its words begin with.
    pub who: Option<String>,
    /// What to type for it.
    pub words: String,
    /// The acts that it stands for.
    pub acts: Vec<A>,
}

/// Something to type, and what it does.
pub type Words = (&'static str, &'static str);

/// A game that a person can play by typing short words.
pub trait Typed: Sketch {
    /// What can be typed, for whoever asks for help.
    const HELP: &'static [Words];

    /// Who the person is and what is asked of them, in a sentence.
    fn asked(seen: &Seen<'_, Self>) -> String;

    /// What can be done now, as far as the view tells.
    fn offers(seen: &Seen<'_, Self>) -> Vec<Offered<Self::Action>>;

    /// Acts from words, also such that are not offered. The error says what is wrong with the words.
    fn read(seen: &Seen<'_, Self>, words: &[&str]) -> Result<Vec<Self::Action>, String>;

    /// An act in words, for a plan that is not sent yet.
    fn told(seen: &Seen<'_, Self>, action: &Self::Action) -> String;

    /// What is sent for a plan.
    fn sent(plan: Vec<Self::Action>) -> Vec<Self::Action> {
        plan
    }

    /// The first number that is a name of nothing in the match: what has no number of its own is listed from it on.
    fn free(config: &Self::Config) -> usize {
        let _ = config;
        1
    }

    /// Whether nobody has more to do after this act, although the rules would let them.
    fn enough(action: &Self::Action) -> bool {
        let _ = action;
        false
    }

    /// What a line stands for: the number of an offer, its words or their beginnings, or any other act in words.
    fn understood(seen: &Seen<'_, Self>, line: &str) -> Result<Vec<Self::Action>, String> {
        let offers = Self::offers(seen);
        let lower = line.trim().to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        if let [number] = words[..]
            && let Ok(place) = number.parse::<usize>()
        {
            let numbers = numbers(&offers, Self::free(seen.config));
            let listed = numbers.iter().position(|number| *number == place).map(|at| &offers[at]);
            // `move 3` has a number of its own, which must not be mixed up with the third in the list.
            let named = offers.iter().find(|offer| own_number(&offer.words) == Some(place));
            return match (listed, named) {
                (Some(offer), None) => Ok(offer.acts.clone()),
                (Some(offer), Some(named)) if offer == named => Ok(offer.acts.clone()),
                (Some(offer), Some(named)) => Err(format!(
                    "{number} can be the number in the list (`{}`) or `{}`; type the words",
                    offer.words, named.words
                )),
                (None, Some(named)) => {
                    Err(format!("there is no number {number} in the list; is it `{}`?", named.words))
                }
                (None, None) if offers.is_empty() => {
                    Err("nothing is offered here that has a number; `go` goes on".to_owned())
                }
                (None, None) => {
                    Err(format!("there is no number {number} in the list; `list` shows it again"))
                }
            };
        }
        if let Some(offer) = offers.iter().find(|offer| offer.words == words.join(" ")) {
            return Ok(offer.acts.clone());
        }
        let wrong = match Self::read(seen, &words) {
            Ok(acts) => return Ok(acts),
            Err(wrong) => wrong,
        };
        let begins = |offer: &&Offered<Self::Action>| {
            let full: Vec<&str> = offer.words.split(' ').collect();
            words.len() <= full.len() && words.iter().zip(&full).all(|(typed, full)| stands_for(typed, full))
        };
        let mut found = offers.iter().filter(begins);
        match (found.next(), found.next()) {
            (Some(offer), None) if !words.is_empty() => Ok(offer.acts.clone()),
            (Some(first), Some(second)) if !words.is_empty() => Err(format!(
                "that can be `{}`, `{}`{}; type a little more",
                first.words,
                second.words,
                if found.next().is_some() { " and others" } else { "" }
            )),
            _ => Err(wrong),
        }
    }
}

/// The number that words name themselves: `place 7` is about planet 7.
fn own_number(words: &str) -> Option<usize> {
    words.split_once(' ')?.1.parse().ok()
}

/// The numbers of offers in their list. Where all of them that name a number do it with the same verb, they are listed by it, so that
/// `7` is `place 7`; the others are counted from `free` on ([`Typed::free`]), so that what was a planet a moment ago is never another act.
/// Otherwise they are counted from 1.
pub fn numbers<A>(offers: &[Offered<A>], free: usize) -> Vec<usize> {
    let own: Vec<Option<usize>> = offers.iter().map(|offer| own_number(&offer.words)).collect();
    let verbs = offers.iter().zip(&own).filter(|(_, own)| own.is_some());
    let verbs: BTreeSet<_> = verbs.map(|(offer, _)| offer.words.split(' ').next()).collect();
    let named: BTreeSet<usize> = own.iter().flatten().copied().collect();
    if verbs.len() > 1 || named.len() < own.iter().flatten().count() {
        return (1..=offers.len()).collect();
    }
    let mut free = (free..).filter(|number| !named.contains(number));
    own.into_iter().map(|own| own.or_else(|| free.next()).unwrap_or_default()).collect()
}

/// Whether a typed word stands for a whole one. Numbers and names are not cut short: `1 up` is not the beginning of `12 up`.
fn stands_for(typed: &str, full: &str) -> bool {
    typed == full || (full.starts_with(typed) && typed.chars().all(char::is_alphabetic))
}

/// What the word that is being typed can become, where it begins, and with a blank behind it where more words follow.
pub fn completions(typed: &str, known: &[String]) -> (usize, Vec<String>) {
    let begin = typed.char_indices().rfind(|(_, letter)| letter.is_whitespace());
    let begin = begin.map_or(0, |(at, blank)| at + blank.len_utf8());
    let before = typed[..begin].to_lowercase();
    let before: Vec<&str> = before.split_whitespace().collect();
    let begun = typed[begin..].to_lowercase();
    let mut next: Vec<String> = Vec::new();
    for line in known {
        let words: Vec<&str> = line.split(' ').collect();
        let Some(word) = words.get(before.len()).filter(|word| word.starts_with(&begun)) else { continue };
        if before.iter().zip(&words).all(|(typed, full)| stands_for(typed, full)) {
            let blank = if words.len() > before.len() + 1 { " " } else { "" };
            let word = format!("{word}{blank}");
            if !next.contains(&word) {
                next.push(word);
            }
        }
    }
    (begin, next)
}

/// The acts that typed words mean, or why they mean none.
pub type Understood<G> = fn(&Seen<'_, G>, &str) -> Result<Vec<<G as Game>::Action>, String>;

/// A game's drawing and its words as values, for whoever does not know at compile time whether a game has them.
pub struct Hand<G: Game> {
    /// [`Sketch::sketch`].
    pub sketch: fn(&G::Config, &G::View, Viewer) -> Drawing,
    /// [`Typed::HELP`].
    pub help: &'static [Words],
    /// [`Typed::asked`].
    pub asked: fn(&Seen<'_, G>) -> String,
    /// [`Typed::offers`].
    pub offers: fn(&Seen<'_, G>) -> Vec<Offered<G::Action>>,
    /// [`Typed::understood`].
    pub understood: Understood<G>,
    /// [`Typed::told`].
    pub told: fn(&Seen<'_, G>, &G::Action) -> String,
    /// [`Typed::sent`].
    pub sent: fn(Vec<G::Action>) -> Vec<G::Action>,
    /// [`Typed::free`].
    pub free: fn(&G::Config) -> usize,
    /// [`Typed::enough`].
    pub enough: fn(&G::Action) -> bool,
}

impl<G: Typed> Hand<G> {
    /// The game's own.
    pub fn new() -> Hand<G> {
        Hand {
            sketch: G::sketch,
            help: G::HELP,
            asked: G::asked,
            offers: G::offers,
            understood: G::understood,
            told: G::told,
            sent: G::sent,
            free: G::free,
            enough: G::enough,
        }
    }
}

impl<G: Typed> Default for Hand<G> {
    fn default() -> Self {
        Hand::new()
    }
}

impl<G: Game> Clone for Hand<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Hand<G> {}

/// The four ways on a grid, as people type them.
pub(crate) const WAYS: [(&str, i32, i32); 4] =
    [("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0)];

/// A way: its name and the step in columns and rows.
pub(crate) fn way(word: &str) -> Option<(i32, i32)> {
    let known = |(name, ..): &&(&str, i32, i32)| *name == word || (word.len() == 1 && name.starts_with(word));
    WAYS.iter().find(known).map(|&(_, right, down)| (right, down))
}

/// Two numbers with a comma between them.
pub(crate) fn place(word: &str) -> Option<(i32, i32)> {
    let (first, second) = word.split_once(',')?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_a_number_is_listed_by_it() {
        let of = |words: &[&str]| {
            let offer = |words: &&str| Offered { who: None, words: (*words).to_owned(), acts: vec![()] };
            numbers(&words.iter().map(offer).collect::<Vec<_>>(), 1)
        };
        assert_eq!(of(&["place 0", "place 1", "place 7"]), [0, 1, 7]);
        assert_eq!(of(&["stay", "move 1", "move 9", "hide"]), [2, 1, 9, 3]);
        assert_eq!(of(&["fort 3", "deploy 3"]), [1, 2], "3 could be both");
        assert_eq!(of(&["a0 up", "a0 attack b1", "spawn 1,2"]), [1, 2, 3]);
    }

    #[test]
    fn the_word_that_is_typed_is_completed_by_what_is_offered() {
        let known = ["a0 up", "a0 attack b1", "a0 attack b3", "a12 up", "go"].map(String::from);
        let complete = |typed: &str| completions(typed, &known);
        assert_eq!(complete("g"), (0, vec!["go".to_owned()]));
        assert_eq!(complete(""), (0, vec!["a0 ".to_owned(), "a12 ".to_owned(), "go".to_owned()]));
        assert_eq!(complete("a0 "), (3, vec!["up".to_owned(), "attack ".to_owned()]));
        assert_eq!(complete("A0  AT"), (4, vec!["attack ".to_owned()]));
        assert_eq!(complete("a0 at b"), (6, vec!["b1".to_owned(), "b3".to_owned()]));
        assert_eq!(complete("a0 up "), (6, Vec::new()), "nothing follows");
        assert_eq!(complete("a1 u"), (3, Vec::new()), "a name is not cut short");
    }
}
