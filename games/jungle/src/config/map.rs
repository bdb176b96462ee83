use std::fmt;

use meydan_core::{Budget, OverBudget};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::bmp::{self, BmpError};

/// A place on the map, or a place somebody named that may be off the map. `x` counts columns from the left, `y`
/// rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Point {
    /// The point in column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Steps of a rook between two points, blind to walls.
    pub fn distance(self, other: Point) -> u32 {
        self.x.abs_diff(other.x).saturating_add(self.y.abs_diff(other.y))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// What a cell of the map is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Floor.
    Floor,
    /// Spawn: where units come to life and cannot be harmed.
    Spawn,
    /// Floor with a diamond on it at the start.
    Diamond,
    /// A wall drawn as water.
    Water,
    /// A wall drawn as stone.
    Stone,
    /// Floor drawn as a trap; it does nothing.
    Trap,
}

impl Tile {
    /// All tiles, by the number the original's viewer gives them.
    pub const ALL: [Tile; 6] =
        [Tile::Floor, Tile::Spawn, Tile::Diamond, Tile::Water, Tile::Stone, Tile::Trap];

    /// Whether nobody can ever stand here.
    pub fn is_wall(self) -> bool {
        matches!(self, Tile::Water | Tile::Stone)
    }

    /// The tile's letter in text maps.
    pub fn letter(self) -> char {
        match self {
            Tile::Floor => '.',
            Tile::Spawn => 'S',
            Tile::Diamond => 'D',
            Tile::Water => '~',
            Tile::Stone => '#',
            Tile::Trap => ',',
        }
    }

    /// The tile's colour in picture maps: red, green, blue.
    pub fn colour(self) -> [u8; 3] {
        match self {
            Tile::Floor => [255, 255, 255],
            Tile::Spawn => [255, 0, 0],
            Tile::Diamond => [0, 255, 0],
            Tile::Water => [51, 51, 51],
            Tile::Stone => [0, 0, 0],
            Tile::Trap => [204, 204, 204],
        }
    }
}

/// A rectangle of tiles. Its JSON form is its text form: a list of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<String>"))]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Map {
    width: usize,
    tiles: Vec<Tile>,
}

/// What is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MapError {
    /// The file is too large.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// There is nothing in it.
    #[error("it is empty: draw at least one row")]
    Empty,
    /// It is larger than a map may be.
    #[error("it is {width} × {height}: at most {most} × {most} is allowed", most = Map::MOST)]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// It is neither a picture nor text.
    #[error("it is neither a BMP picture nor text: the bytes are not UTF-8 from byte {0} on")]
    Binary(usize),
    /// A line is longer or shorter than the first.
    #[error("line {line} has {found} letters where the first has {wanted}: make all lines equally long")]
    Ragged {
        /// Which line, counted from 1.
        line: usize,
        /// Its length.
        found: usize,
        /// The first line's length.
        wanted: usize,
    },
    /// A letter stands for nothing.
    #[error("line {line}, column {column} has `{letter}`: use only `#` `~` `S` `D` `,` `.`")]
    Letter {
        /// Which line, counted from 1.
        line: usize,
        /// Which column, counted from 1.
        column: usize,
        /// What is there.
        letter: char,
    },
    /// The picture cannot be read.
    #[error(transparent)]
    Picture(#[from] BmpError),
    /// There are not enough spawn tiles to play on.
    #[error("it has {found} spawn tiles for {wanted} teams: give it at least one (`S`, red) for each")]
    Spawns {
        /// How many there are.
        found: usize,
        /// How many teams are to play.
        wanted: usize,
    },
    /// No unit can ever get to any diamond.
    #[error("none of its {count} diamonds can be reached from a spawn tile: open a way to them")]
    NoneReachable {
        /// How many there are.
        count: usize,
    },
    /// No unit can ever get to a diamond.
    #[error("the diamond on {at} cannot be reached from any spawn tile: open a way to it or take it away")]
    Unreachable {
        /// Where it lies.
        at: Point,
    },
}

impl Map {
    /// The longest side a map may have. The longest of the contest was 20.
    pub const MOST: usize = 128;

    /// A map from its tiles, row by row.
    pub fn new(width: usize, tiles: Vec<Tile>) -> Result<Map, MapError> {
        if width == 0 || tiles.is_empty() {
            return Err(MapError::Empty);
        }
        let height = tiles.len().div_ceil(width);
        if width > Map::MOST || height > Map::MOST {
            return Err(MapError::TooLarge { width, height });
        }
        if !tiles.len().is_multiple_of(width) {
            return Err(MapError::Ragged { line: height, found: tiles.len() % width, wanted: width });
        }
        Ok(Map { width, tiles })
    }

    /// Reads a map file: a BMP picture if it starts like one, text otherwise.
    pub fn read(bytes: &[u8]) -> Result<Map, MapError> {
        Budget::MAP.bytes("a map file", bytes.len() as u64)?;
        if bytes.starts_with(b"BM") {
            return bmp::read_bmp(bytes);
        }
        let text = std::str::from_utf8(bytes).map_err(|e| MapError::Binary(e.valid_up_to()))?;
        let rows: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
        // Empty lines at the end are what editors leave behind.
        let end = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        Map::from_rows(&rows[..end])
    }

    /// Reads rows of letters.
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Map, MapError> {
        let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
        if width > Map::MOST || rows.len() > Map::MOST {
            return Err(MapError::TooLarge { width, height: rows.len() });
        }
        let mut tiles = Vec::with_capacity(width * rows.len());
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.as_ref().chars().enumerate() {
                let tile = Tile::ALL.into_iter().find(|tile| tile.letter() == letter);
                tiles.push(tile.ok_or(MapError::Letter { line: y + 1, column: x + 1, letter })?);
            }
            let found = tiles.len() - y * width;
            if found != width {
                return Err(MapError::Ragged { line: y + 1, found, wanted: width });
            }
        }
        Map::new(width, tiles)
    }

    /// The map as rows of letters.
    pub fn rows(&self) -> Vec<String> {
        self.tiles.chunks(self.width).map(|row| row.iter().map(|tile| tile.letter()).collect()).collect()
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.tiles.len() / self.width
    }

    /// The tile at a point; `None` off the map.
    pub fn tile(&self, at: Point) -> Option<Tile> {
        let (x, y) = (usize::try_from(at.x).ok()?, usize::try_from(at.y).ok()?);
        if x < self.width { self.tiles.get(y * self.width + x).copied() } else { None }
    }

    /// All points, column by column, each from top to bottom: the order in which the original scans (spec 3).
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width as i32, self.height() as i32);
        (0..width).flat_map(move |x| (0..height).map(move |y| Point { x, y }))
    }

    /// Where the diamonds lie at the start, in the order of their ids.
    pub fn diamonds(&self) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(|&at| self.tile(at) == Some(Tile::Diamond))
    }

    /// Where the spawn tiles are.
    pub fn spawns(&self) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(|&at| self.tile(at) == Some(Tile::Spawn))
    }

    /// Checks that so many teams can play here: a spawn tile for each, and a way to at least one diamond, if there
    /// are any. Some maps of the contest have a diamond behind walls, so that alone is not a mistake. The original
    /// checks nothing.
    pub fn check(&self, teams: usize) -> Result<(), MapError> {
        let found = self.spawns().count();
        if found < teams.max(1) {
            return Err(MapError::Spawns { found, wanted: teams.max(1) });
        }
        let count = self.diamonds().count();
        if count > 0 && self.out_of_reach().len() == count {
            return Err(MapError::NoneReachable { count });
        }
        Ok(())
    }

    /// Checks what [`Map::check`] checks, and that there is a way to every diamond.
    pub fn check_strictly(&self, teams: usize) -> Result<(), MapError> {
        self.check(teams)?;
        match self.out_of_reach().first() {
            Some(&at) => Err(MapError::Unreachable { at }),
            None => Ok(()),
        }
    }

    /// The diamonds that no unit can ever get to.
    pub fn out_of_reach(&self) -> Vec<Point> {
        let mut seen = vec![false; self.tiles.len()];
        let index = |at: Point| at.y as usize * self.width + at.x as usize;
        let mut todo: Vec<Point> = self.spawns().collect();
        while let Some(at) = todo.pop() {
            for next in [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(x, y)| Point { x: at.x + x, y: at.y + y }) {
                let open = self.tile(next).is_some_and(|tile| !tile.is_wall() && tile != Tile::Spawn);
                if open && !std::mem::replace(&mut seen[index(next)], true) {
                    todo.push(next);
                }
            }
        }
        self.diamonds().filter(|&at| !seen[index(at)]).collect()
    }
}

impl TryFrom<Vec<String>> for Map {
    type Error = MapError;

    fn try_from(rows: Vec<String>) -> Result<Map, MapError> {
        Map::from_rows(&rows)
    }
}

impl From<Map> for Vec<String> {
    fn from(map: Map) -> Vec<String> {
        map.rows()
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
