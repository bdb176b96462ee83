//! What seats may leave in the record besides their acts: notes and error output, under one budget.

use meydan_core::{Budget, Seat};

/// How much of all seats' words one match keeps, in bytes.
const PER_MATCH: usize = 16 << 20;

/// What is left of the seats' budgets.
pub(crate) struct Talk {
    notes: Vec<usize>,
    stderr: Vec<usize>,
    left: usize,
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
        Talk { notes: vec![notes; seats], stderr: vec![stderr; seats], left: PER_MATCH }
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
            Word::Stderr => "its error output is too long for one match (1 MiB); the rest is not kept",
        }
    }
}
