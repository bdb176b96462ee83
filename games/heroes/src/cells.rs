//! Cells, directions and sets of cells.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest side a map may have.
pub const LONGEST_SIDE: usize = 128;

/// A cell by row and column; `(0, 0)` is the top left one, rows grow downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cell {
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
}

impl Cell {
    /// The steps between two cells when only side steps count.
    pub fn distance(self, other: Cell) -> i32 {
        i32::from(self.row.abs_diff(other.row)) + i32::from(self.column.abs_diff(other.column))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}

/// A side step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// One row less.
    Up,
    /// One row more.
    Down,
    /// One column less.
    Left,
    /// One column more.
    Right,
}

impl Direction {
    /// All four, in the order in which the original clients try neighbours (spec 16).
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

/// A set of cells of one map. In JSON it is a list of rows, `#` where a cell is in the set and `.` where not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "Array<string>"))]
pub struct CellSet {
    rows: u8,
    columns: u8,
    words: Box<[u64]>,
}

impl CellSet {
    /// The empty set on a map of this size.
    pub fn new(rows: u8, columns: u8) -> CellSet {
        let cells = usize::from(rows) * usize::from(columns);
        CellSet { rows, columns, words: vec![0; cells.div_ceil(64)].into_boxed_slice() }
    }

    /// The number of rows of the map.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns of the map.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Whether the cell is on the map and in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns && self.has(self.index(cell))
    }

    /// Puts a cell of the map in.
    ///
    /// # Panics
    /// If the cell is not on the map.
    pub fn insert(&mut self, cell: Cell) {
        assert!(cell.row < self.rows && cell.column < self.columns, "{cell} is not on the map");
        self.put(self.index(cell));
    }

    /// The cells in the set, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.indices().map(|at| Cell {
            row: (at / usize::from(self.columns)) as u8,
            column: (at % usize::from(self.columns)) as u8,
        })
    }

    /// How many cells are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// One row of the set as bits, the first column being the lowest bit.
    pub fn row_bits(&self, row: u8) -> u128 {
        let columns = usize::from(self.columns);
        let start = usize::from(row) * columns;
        let word = |i: usize| u128::from(self.words.get(i).copied().unwrap_or(0));
        let (first, shift) = (start / 64, start % 64);
        let mut bits = (word(first) | word(first + 1) << 64) >> shift;
        if shift > 0 {
            bits |= word(first + 2) << (128 - shift);
        }
        if columns == 128 { bits } else { bits & ((1 << columns) - 1) }
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)
    }

    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }

    pub(crate) fn has(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    pub(crate) fn put(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
    }

    /// Adds everything another set of the same map holds, given as words.
    pub(crate) fn join(&mut self, words: &[u64]) {
        for (mine, theirs) in self.words.iter_mut().zip(words) {
            *mine |= theirs;
        }
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(usize::from(self.rows)))?;
        let mut text = [0u8; LONGEST_SIDE];
        let text = &mut text[..usize::from(self.columns)];
        for row in 0..self.rows {
            let bits = self.row_bits(row);
            for (column, letter) in text.iter_mut().enumerate() {
                *letter = if bits >> column & 1 == 1 { b'#' } else { b'.' };
            }
            rows.serialize_element(std::str::from_utf8(text).expect("the letters are ASCII"))?;
        }
        rows.end()
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = CellSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of up to {LONGEST_SIDE} rows of equal length, `#` in the set and `.` not")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<CellSet, A::Error> {
                let mut rows: Vec<String> = Vec::new();
                while let Some(row) = seq.next_element::<String>()? {
                    let fits = row.len() == rows.first().map_or(row.len(), String::len)
                        && row.len() <= LONGEST_SIDE
                        && rows.len() < LONGEST_SIDE
                        && row.bytes().all(|letter| letter == b'#' || letter == b'.');
                    if !fits {
                        return Err(A::Error::custom(format!("row {} does not fit: `{row}`", rows.len())));
                    }
                    rows.push(row);
                }
                let mut set = CellSet::new(rows.len() as u8, rows.first().map_or(0, String::len) as u8);
                for (at, letter) in rows.iter().flat_map(|row| row.bytes()).enumerate() {
                    if letter == b'#' {
                        set.put(at);
                    }
                }
                Ok(set)
            }
        }
        deserializer.deserialize_seq(Rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_rows() {
        let mut set = CellSet::new(2, 3);
        set.insert(Cell { row: 0, column: 2 });
        set.insert(Cell { row: 1, column: 0 });
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(json, r##"["..#","#.."]"##);
        assert_eq!(serde_json::from_str::<CellSet>(&json).unwrap(), set);
        assert!(serde_json::from_str::<CellSet>(r#"["..","."]"#).is_err());
        assert!(serde_json::from_str::<CellSet>(r#"["x"]"#).is_err());
    }

    #[test]
    fn row_bits_cross_words() {
        for columns in [1u8, 5, 63, 64, 65, 100, 128] {
            let mut set = CellSet::new(5, columns);
            let cells: Vec<Cell> = (0..5)
                .flat_map(|row| (0..columns).map(move |column| Cell { row, column }))
                .filter(|cell| (cell.row as usize * 7 + cell.column as usize * 5).is_multiple_of(3))
                .collect();
            cells.iter().for_each(|&cell| set.insert(cell));
            assert_eq!(set.iter().collect::<Vec<_>>(), cells);
            assert_eq!(set.len(), cells.len());
            for row in 0..5 {
                let bits = (0..columns).filter(|&c| set.contains(Cell { row, column: c }));
                assert_eq!(set.row_bits(row), bits.map(|c| 1u128 << c).sum::<u128>());
            }
        }
    }
}
