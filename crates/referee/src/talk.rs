//! What seats may leave in the record besides their acts: notes and error output, under one budget.

use meydan_core::{Budget, Seat};

/// How much of all seats' words one match keeps, in bytes.
const PER_MATCH: usize = 16 << 20;

/// How much of a seat's budget for error output is for its last words: why it ended is worth more than what it said before.
const LAST_WORDS: usize = 4 << 10;

/// How long the line is, at most, that says how much is missing before them.
const MARK: usize = 50;

/// What is left of the seats' budgets.
pub(crate) struct Talk {
    notes: Vec<usize>,
    stderr: Vec<usize>,
    left: usize,
    /// The newest of what was not kept of each seat's error output, and how many bytes that was.
    unkept: Vec<(String, usize)>,
}

/// What somebody said.
#[derive(Clone, Copy)]
pub(crate) enum Word {
    Note,
    Stderr,
}

/// Whether something said is kept.
pub(crate) enum Kept {
    Yes,
    /// No, and this is the first time: the author should hear of it.
    NoLonger,
    No,
}

impl Talk {
    pub(crate) fn new(seats: usize) -> Talk {
        let Budget { notes, stderr, .. } = Budget::STANDARD;
        Talk {
            notes: vec![notes; seats],
            stderr: vec![stderr - LAST_WORDS; seats],
            left: PER_MATCH - LAST_WORDS * seats,
            unkept: vec![Default::default(); seats],
        }
    }

    /// Remembers the end of what had no room.
    pub(crate) fn remember(&mut self, seat: Seat, text: &str) {
        let (newest, bytes) = &mut self.unkept[seat.index()];
        *bytes += text.len();
        newest.push_str(text);
        // Room for the line that says what is missing.
        let over = newest.len().saturating_sub(LAST_WORDS - MARK);
        if over > 0 {
            let line = newest.as_bytes()[over - 1..newest.len() - 1].iter().position(|byte| *byte == b'\n');
            let from = line.map_or(over, |line| over + line);
            newest.drain(..newest.ceil_char_boundary(from));
        }
    }

    /// The last words of a seat of whose error output not everything was kept, once.
    pub(crate) fn last_words(&mut self, seat: Seat) -> Option<String> {
        let (newest, bytes) = std::mem::take(&mut self.unkept[seat.index()]);
        let missing = bytes - newest.len();
        (bytes > 0).then(|| format!("[{missing} bytes were not kept]\n{newest}"))
    }

    /// Takes `bytes` from the seat's budget. The first thing that does not fit is the last one heard of.
    pub(crate) fn spend(&mut self, seat: Seat, word: Word, bytes: usize) -> Kept {
        let own = match word {
            Word::Note => &mut self.notes[seat.index()],
            Word::Stderr => &mut self.stderr[seat.index()],
        };
        if bytes <= *own && bytes <= self.left {
            *own -= bytes;
            self.left -= bytes;
            return Kept::Yes;
        }
        if std::mem::take(own) > 0 { Kept::NoLonger } else { Kept::No }
    }
}

impl Word {
    /// What its author is told when no more is kept.
    pub(crate) fn too_much(self) -> &'static str {
        match self {
            Word::Note => "its notes are too long for one match (1 MiB); further notes are not kept",
            Word::Stderr => {
                "its error output is too long for one match (1 MiB); of the rest only its last words are kept"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_are_whole_lines_and_come_once() {
        let mut talk = Talk::new(2);
        assert_eq!(talk.last_words(Seat(0)), None);
        (0..5000).for_each(|number| talk.remember(Seat(0), &format!("سطر {number}\n")));
        talk.remember(Seat(0), "Error: it broke\n");
        let said = talk.last_words(Seat(0)).unwrap_or_default();
        assert!(said.len() <= LAST_WORDS && said.len() > LAST_WORDS - 100, "{}", said.len());
        assert!(said.ends_with("سطر 4999\nError: it broke\n"), "{said}");
        assert!(said.lines().nth(1).is_some_and(|line| line.starts_with("سطر ")), "{said}");
        assert_eq!(talk.last_words(Seat(0)), None);
        assert_eq!(talk.last_words(Seat(1)), None);
    }

    #[test]
    fn one_line_without_an_end_is_cut_at_a_letter() {
        let mut talk = Talk::new(1);
        talk.remember(Seat(0), &"س".repeat(9000));
        let said = talk.last_words(Seat(0)).unwrap_or_default();
        assert!(said.ends_with("سس") && said.len() <= LAST_WORDS, "{}", said.len());
    }
}
