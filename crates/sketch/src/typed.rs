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
            && let Ok(number) = number.parse::<usize>()
        {
            let offer = number.checked_sub(1).and_then(|place| offers.into_iter().nth(place));
            return offer
                .map(|offer| offer.acts)
                .ok_or_else(|| format!("there is no number {number} in the list; `list` shows it again"));
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
            // Numbers and names are not cut short: `1 up` is not the beginning of `12 up`.
            let fits = |(typed, full): (&&str, &&str)| {
                typed == full || (full.starts_with(*typed) && typed.chars().all(char::is_alphabetic))
            };
            words.len() <= full.len() && words.iter().zip(&full).all(fits)
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
