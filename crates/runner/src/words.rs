//! What bots write to their standard error, as far as a report on a match tells it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Seat};
use meydan_referee::{Exceptions, Recorder};
use serde::{Deserialize, Serialize};

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
    /// How many exceptions and panics it reported there; a kit catches them and plays on, so they are no faults.
    pub exceptions: u64,
    /// The first of them.
    pub first_exception: Option<FirstException>,
}

/// The first exception that a bot's program reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstException {
    /// The window in which it was written.
    pub window: u32,
    /// As its language names it.
    pub text: String,
}

/// Hears what the bots of a match write. Cheap to clone; all clones hear the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener(Arc<Mutex<BTreeMap<Seat, Heard>>>, Arc<AtomicU32>);

#[derive(Debug, Default)]
struct Heard {
    lines: u64,
    first: Vec<String>,
    last: VecDeque<String>,
    listening: Exceptions,
    exceptions: u64,
    first_exception: Option<FirstException>,
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
            exceptions: heard.exceptions,
            first_exception: heard.first_exception.clone(),
        };
        heard.iter().map(words).collect()
    }

    fn hear(&self, seat: Seat, text: &str) {
        let mut all = self.0.lock().expect("nobody panics while holding this lock");
        let heard = all.entry(seat).or_default();
        for text in heard.listening.hear(text) {
            heard.exceptions += 1;
            heard.first_exception.get_or_insert(FirstException { window: self.windows(), text });
        }
        for line in text.lines() {
            heard.lines += 1;
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
        let (exceptions, first_exception) = (0, None);
        let both =
            SeatWords { seat: Seat(1), lines: 2, first, last: Vec::new(), exceptions, first_exception };
        assert_eq!(words[1], both);
    }

    #[test]
    fn exceptions_are_counted_and_the_first_is_kept_with_its_window() {
        let listener = Listener::default();
        listener.hear(Seat(0), "ready\n");
        listener.1.store(7, Ordering::Relaxed);
        let traceback = "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: one\n";
        listener.hear(Seat(0), traceback);
        listener.1.store(9, Ordering::Relaxed);
        listener.hear(Seat(0), "TypeError: two\n");
        let [words] = &listener.words()[..] else { panic!("one seat wrote") };
        assert_eq!(words.exceptions, 2);
        assert_eq!(words.first_exception, Some(FirstException { window: 7, text: "ValueError: one".into() }));
    }
}
