use std::cmp::Ordering;

use meydan_core::{Outcome, Roster};

use crate::state::{Ending, State};

/// The largest number a part of the score holds; whatever is larger counts as this.
const MOST: i64 = 99_999;

/// The score that orders finished games between matches (spec, End): victory before out of time before defeat,
/// then fewer rounds, then more arrived, then fewer walls used.
///
/// It is one number so that any ladder can compare it, read as `E RRRRR AAAAA WWWWW`: the ending (2, 1, 0), rounds
/// not needed of 99999, runners arrived, walls not used of 99999. It stays below 2^53, so that a page can hold it.
pub fn score(state: &State, ending: Ending) -> i64 {
    let class = match ending {
        Ending::Victory => 2,
        Ending::OutOfTime => 1,
        Ending::Defeat => 0,
    };
    let part = |number: u32| i64::from(number).min(MOST);
    let shift = MOST + 1;
    ((class * shift + MOST - part(state.round)) * shift + part(state.arrived)) * shift + MOST
        - part(state.walls_used)
}

/// A score in words, the other way round.
pub fn score_words(score: i64) -> String {
    let shift = MOST + 1;
    let (walls, arrived) = (MOST - score % shift, score / shift % shift);
    let (rounds, class) = (MOST - score / shift / shift % shift, score / shift / shift / shift);
    let ending = match class {
        2 => Ending::Victory,
        1 => Ending::OutOfTime,
        _ => Ending::Defeat,
    };
    let count = |n: i64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let (rounds, walls) = (count(rounds, "round"), count(walls, "wall"));
    format!("{} in {rounds}, {arrived} arrived, {walls} used", ending.words())
}

/// The outcome. The runners win or lose together: every side shares the first rank and the score.
pub(crate) fn outcome(state: &State, ending: Ending, roster: &Roster) -> Outcome {
    let score = score(state, ending);
    Outcome::rank_sides(roster, ending.words(), |_| score, |_, _| Ordering::Equal)
}
