use thiserror::Error;

/// How much of somebody else's bytes we take: one type for every decoder and every generator, so that no file, message
/// or order can eat the machine.
///
/// A decoder asks for the budget it is given and stops with an [`OverBudget`] as soon as a limit is passed, before the
/// memory is taken and not after.
///
/// ```
/// use meydan_core::Budget;
///
/// let budget = Budget::STANDARD;
/// assert!(budget.cells("a board", 150 * 150).is_ok());
/// let refused = budget.cells("a city", 10_000_000).unwrap_err();
/// assert_eq!(refused.to_string(), "a city of 10000000 cells is too large; at most 65536 are taken");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of one document, after decompression.
    pub bytes: u64,
    /// Bytes of one line.
    pub line: usize,
    /// Entries of one record.
    pub entries: usize,
    /// Cells, nodes or planets of one board.
    pub cells: usize,
    /// Pieces on one board, all sides together.
    pub pieces: usize,
    /// Bytes of notes that one seat may leave in a record.
    pub notes: usize,
    /// Bytes of error output that one seat may leave in a record.
    pub stderr: usize,
}

impl Budget {
    /// What a match, a map or a record may take, whoever brings it.
    pub const STANDARD: Budget = Budget {
        bytes: 128 << 20,
        line: 8 << 20,
        entries: 4_000_000,
        cells: 1 << 16,
        pieces: 512,
        notes: 1 << 20,
        stderr: 1 << 20,
    };

    /// What a map file may take. It is read into memory whole before anything is known about it, so it is held much
    /// shorter than a record.
    pub const MAP: Budget = Budget { bytes: 4 << 20, ..Budget::STANDARD };

    /// Refuses a board with too many cells. `what` is the board in words, with its article.
    pub fn cells(&self, what: &'static str, asked: usize) -> Result<(), OverBudget> {
        within(what, "cells", asked, self.cells)
    }

    /// Refuses a board with too many pieces.
    pub fn pieces(&self, what: &'static str, asked: usize) -> Result<(), OverBudget> {
        within(what, "pieces", asked, self.pieces)
    }

    /// Refuses a record with too many entries.
    pub fn entries(&self, what: &'static str, asked: usize) -> Result<(), OverBudget> {
        within(what, "entries", asked, self.entries)
    }

    /// Refuses a document that is too long.
    pub fn bytes(&self, what: &'static str, asked: u64) -> Result<(), OverBudget> {
        within(what, "bytes", asked as usize, self.bytes as usize)
    }
}

fn within(what: &'static str, unit: &'static str, asked: usize, most: usize) -> Result<(), OverBudget> {
    if asked <= most { Ok(()) } else { Err(OverBudget { what, unit, asked, most }) }
}

/// Something is larger than we take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} of {asked} {unit} is too large; at most {most} are taken")]
pub struct OverBudget {
    /// What it is, in words.
    pub what: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// How many there are.
    pub asked: usize,
    /// How many there may be.
    pub most: usize,
}
