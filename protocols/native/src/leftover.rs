//! Whose `done` is it? A bot may follow an act that has ended its window by a `done` that says the same again. When that
//! `done` arrives the next window may be open, and it must not end that one; but a `done` may also be all that the bot
//! has to say to the new window. Without a window number the two look alike, and which of them comes before the next
//! turn is a matter of scheduling. So the answer is found in the order of the bot's own lines, and in its habit.
//!
//! A *loose* `done` is one without `window` and without an act that is the first thing a bot says after an act of its own
//! has ended its window.
//!
//! * From a bot that has been seen to close such windows, and never to leave them, it is a leftover.
//! * From a bot that has been seen to leave them, and never to close them, it is an answer.
//! * From any other it is put aside. If the bot says more while the window is open, it was a leftover, because nobody
//!   goes on in a window they have ended. If the bot waits, it was the answer.

use std::time::Duration;

/// How long a `done` is put aside at most.
const LONGEST: Duration = Duration::from_secs(10);

/// What is known of a bot's way to end its windows.
#[derive(Debug, Default)]
pub(crate) struct Leftover {
    /// It has followed an act that ended its window by a `done`.
    closes: bool,
    /// It has followed one by something else.
    leaves: bool,
    /// Its last act ended its window, and nothing has been said since.
    loose: bool,
    /// A loose `done` has been put aside in this window.
    aside: bool,
}

/// What a line of a bot holds, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// `done` without `window` and without an act.
    BareDone,
    /// An act, or a `done` with the window's number.
    Answer,
    /// Neither.
    Note,
}

impl Leftover {
    /// A window opens.
    pub(crate) fn open(&mut self) {
        self.aside = false;
    }

    /// The bot has acted. `ends`: the act, and not a `done` in the same line, has ended its window.
    pub(crate) fn acted(&mut self, ends: bool) {
        self.loose = ends;
    }

    /// The bot has said something for the open window. `false`: the line is a leftover, or put aside.
    pub(crate) fn counts(&mut self, says: Says) -> bool {
        if says == Says::Note {
            return true;
        }
        if std::mem::take(&mut self.aside) {
            self.closes = true;
            return true;
        }
        if !std::mem::take(&mut self.loose) {
            return true;
        }
        match says {
            Says::BareDone if self.closes == self.leaves => self.aside = true,
            Says::BareDone => return self.leaves,
            Says::Answer | Says::Note => self.leaves = true,
        }
        says != Says::BareDone
    }

    /// The bot has said something for an earlier window, or before the turn was sent.
    pub(crate) fn late(&mut self, says: Says) {
        // A second act that came too late may still be followed by a loose `done`.
        if says == Says::BareDone && std::mem::take(&mut self.loose) {
            self.closes = true;
        }
    }

    /// The ended window was closed once more, by its number.
    pub(crate) fn closed_exactly(&mut self) {
        self.loose = false;
    }

    /// Whether a `done` has been put aside.
    pub(crate) fn aside(&self) -> bool {
        self.aside
    }

    /// Nothing more was said: it was the answer.
    pub(crate) fn settle(&mut self) {
        self.leaves |= std::mem::take(&mut self.aside);
    }

    /// How long after a window's opening a `done` is put aside: until shortly before the clock ends the window.
    pub(crate) fn patience(budget: Option<Duration>) -> Duration {
        let shortly = |budget: Duration| (budget / 10).min(Duration::from_millis(100));
        budget.map_or(LONGEST, |budget| LONGEST.min(budget - shortly(budget)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays lines of a bot whose acts all end their windows: `a` an act, `d` a bare done, `b` both in one line, `.`
    /// the clock's end. Gives for each window how it ended.
    fn windows(lines: &str) -> String {
        let (mut leftover, mut seen) = (Leftover::default(), String::new());
        leftover.open();
        for line in lines.chars() {
            let ended = match line {
                'd' => leftover.counts(Says::BareDone).then_some('d'),
                '.' if leftover.aside() => {
                    leftover.settle();
                    Some('d')
                }
                '.' => Some('.'),
                _ => {
                    assert!(leftover.counts(Says::Answer), "an act always counts");
                    leftover.acted(line == 'a');
                    Some('a')
                }
            };
            if let Some(how) = ended {
                seen.push(how);
                leftover.open();
            }
        }
        seen
    }

    #[test]
    fn a_bot_that_closes_its_windows_twice_loses_none() {
        assert_eq!(windows("adadadad"), "aaaa");
        assert_eq!(windows("adadd"), "aad", "and may pass");
        assert_eq!(windows("addad"), "ada", "from the second window on");
    }

    #[test]
    fn a_bot_that_only_answers_is_taken_at_its_word() {
        assert_eq!(windows("aaada"), "aaada");
        assert_eq!(windows("dad.adad"), "dadadad");
        assert_eq!(windows("dddd"), "dddd");
        assert_eq!(windows("bdbdb"), "adada");
    }

    #[test]
    fn a_done_that_nothing_follows_was_the_answer() {
        assert_eq!(windows("ad.adad"), "adadad", "once the clock has told, it is known");
        assert_eq!(windows("a.d.ad"), "a.dad");
    }

    #[test]
    fn whoever_does_both_is_waited_for_every_time() {
        assert_eq!(windows("adaada"), "aaaa");
        assert_eq!(windows("adaad.a"), "aaada");
    }

    #[test]
    fn the_clock_never_ends_the_window_before_a_done_that_was_put_aside() {
        for millis in [1, 50, 1000, 60_000] {
            let budget = Duration::from_millis(millis);
            assert!(Leftover::patience(Some(budget)) < budget);
        }
        assert_eq!(Leftover::patience(None), LONGEST);
    }
}
