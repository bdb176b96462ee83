//! What bots write to their standard error, as far as a report on a match tells it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Seat};
use meydan_referee::Recorder;
use serde::Serialize;

/// How many of a seat's first lines are kept: what went wrong first is often the cause of the rest.
const FIRST: usize = 6;
/// How many of those after them are kept, the last ones.
const LAST: usize = 10;
/// How many characters of a line are kept.
const LONGEST: usize = 300;

/// What the bot of a seat wrote to its standard error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatWords {
    /// The seat.
    pub seat: Seat,
    /// How many lines.
    pub lines: u64,
    /// The first of them, each cut where it is very long.
    pub first: Vec<String>,
    /// The last of the others.
    pub last: Vec<String>,
    /// How many of them look like an error that stopped something: an exception, a panic.
    pub errors: u64,
}

/// Whether a line is the one in which a language names the error that it has just met.
fn is_error(line: &str) -> bool {
    let first = line.trim_start().split([' ', ':']).next().unwrap_or_default();
    let named = first.ends_with("Error") || first.ends_with("Exception");
    named
        || ["Exception in thread", "terminate called", "panic:", "Segmentation fault"]
            .iter()
            .any(|&start| line.starts_with(start))
        || line.contains(" panicked at ")
}

/// Hears what the bots of a match write. Cheap to clone; all clones hear the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener(Arc<Mutex<BTreeMap<Seat, Heard>>>, Arc<AtomicU32>);

#[derive(Debug, Default)]
struct Heard {
    lines: u64,
    first: Vec<String>,
    last: VecDeque<String>,
    errors: u64,
}

impl Listener {
    /// How many windows have closed.
    pub(crate) fn windows(&self) -> u32 {
        self.1.load(Ordering::Relaxed)
    }

    /// What was heard, in seat order.
    pub(crate) fn words(&self) -> Vec<SeatWords> {
        let heard = self.0.lock().expect("nobody panics while holding this lock");
        let words = |(&seat, heard): (&Seat, &Heard)| SeatWords {
            seat,
            lines: heard.lines,
            first: heard.first.clone(),
            last: heard.last.iter().cloned().collect(),
            errors: heard.errors,
        };
        heard.iter().map(words).collect()
    }

    fn hear(&self, seat: Seat, text: &str) {
        let mut all = self.0.lock().expect("nobody panics while holding this lock");
        let heard = all.entry(seat).or_default();
        for line in text.lines() {
            heard.lines += 1;
            heard.errors += u64::from(is_error(line));
            let cut = line.char_indices().nth(LONGEST).map(|(end, _)| format!("{}…", &line[..end]));
            let line = cut.unwrap_or_else(|| line.to_owned());
            if heard.first.len() < FIRST {
                heard.first.push(line);
                continue;
            }
            if heard.last.len() == LAST {
                heard.last.pop_front();
            }
            heard.last.push_back(line);
        }
    }
}

impl<G: Game> Recorder<G> for Listener {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        match entry {
            Entry::Stderr(seat, text) => self.hear(*seat, text),
            Entry::Close(_) => drop(self.1.fetch_add(1, Ordering::Relaxed)),
            _ => {}
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_lines_of_each_seat_are_kept_and_all_are_counted() {
        let listener = Listener::default();
        listener.hear(Seat(1), "one\ntwo\n");
        listener.hear(Seat(0), "the cause\n");
        (0..50).for_each(|_| listener.hear(Seat(0), "again\n"));
        listener.hear(Seat(0), &"é".repeat(LONGEST + 1));
        let words = listener.words();
        assert_eq!((words[0].seat, words[0].lines), (Seat(0), 52));
        assert_eq!(
            (&*words[0].first[0], words[0].first.len(), words[0].last.len()),
            ("the cause", FIRST, LAST)
        );
        assert_eq!(words[0].last.last().unwrap().chars().count(), LONGEST + 1);
        let first = vec!["one".into(), "two".into()];
        let both = SeatWords { seat: Seat(1), lines: 2, first, last: Vec::new(), errors: 0 };
        assert_eq!(words[1], both);
    }

    #[test]
    fn errors_of_many_languages_are_counted() {
        let listener = Listener::default();
        let traceback = "Traceback (most recent call last):\n  File \"a.py\", line 1\nZeroDivisionError: division by zero\n";
        let java = "Exception in thread \"main\" java.lang.NullPointerException\n\tat Bot.main(Bot.java)\n";
        let others = "TypeError: x is not a function\npanic: oops\nerrors: 0\nno Error here\n";
        [traceback, java, others].iter().for_each(|text| listener.hear(Seat(0), text));
        assert_eq!(listener.words()[0].errors, 4);
    }
}
