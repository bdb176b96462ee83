//! Random fair maps.

use std::collections::VecDeque;

use meydan_core::Chance;

use crate::cells::LONGEST_SIDE;
use crate::config::{Config, ConfigError, Ruleset, draw};

/// What a generated map should look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The number of rows, from 7.
    pub rows: usize,
    /// The number of columns, from 7.
    pub columns: usize,
    /// About how many cells of a hundred become walls, up to 60.
    pub walls: u32,
    /// Whether it is walled all around and has four cells to appear on, as the contest's maps were; from 9 rows and columns.
    pub border: bool,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { rows: 21, columns: 21, walls: 20, border: false }
    }
}

/// A random map that looks the same to both teams: turned half around it is itself, with the teams exchanged. All
/// free cells can be reached. [`map_file`](crate::map_file) writes it in the contest's format.
pub fn generate(recipe: &Recipe, ruleset: Ruleset, chance: &mut Chance) -> Result<Config, ConfigError> {
    let around = if recipe.border { 2 } else { 0 };
    for (field, size) in [("rows", recipe.rows), ("columns", recipe.columns)] {
        if !(7 + around..=LONGEST_SIDE).contains(&size) {
            let (found, low, high) = (size as i64, 7 + around as i64, LONGEST_SIDE as i64);
            return Err(ConfigError::Range { field: field.into(), found, low, high });
        }
    }
    if recipe.walls > 60 {
        let field = "walls (per hundred)".into();
        return Err(ConfigError::Range { field, found: recipe.walls.into(), low: 0, high: 60 });
    }
    let inside = Recipe { rows: recipe.rows - around, columns: recipe.columns - around, ..*recipe };
    let mut sketch = Sketch::new(&inside);
    sketch.scatter(&inside, chance);
    sketch.mark_zones(if recipe.border { 2 } else { 3 });
    sketch.connect();
    sketch.fill_pockets();
    let mut rows: Vec<String> =
        sketch.letters.chunks(inside.columns).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    if recipe.border {
        rows.iter_mut().for_each(|row| *row = format!("#{row}#"));
        let wall = "#".repeat(recipe.columns);
        rows.insert(0, wall.clone());
        rows.push(wall);
    }
    draw(&rows.iter().map(String::as_str).collect::<Vec<_>>(), ruleset)
}

struct Sketch {
    rows: usize,
    columns: usize,
    letters: Vec<u8>,
}

impl Sketch {
    fn new(recipe: &Recipe) -> Sketch {
        Sketch {
            rows: recipe.rows,
            columns: recipe.columns,
            letters: vec![b'.'; recipe.rows * recipe.columns],
        }
    }

    /// Puts a letter on a cell and its partner on the cell opposite.
    fn put(&mut self, row: usize, column: usize, letter: u8, partner: u8) {
        let at = row * self.columns + column;
        let opposite = self.letters.len() - 1 - at;
        self.letters[at] = letter;
        self.letters[opposite] = partner;
    }

    /// Bars of one to four walls, until there are enough.
    fn scatter(&mut self, recipe: &Recipe, chance: &mut Chance) {
        let wanted = self.letters.len() * recipe.walls as usize / 100;
        let mut tries = 0;
        while self.count(b'#') < wanted && tries < 20 * self.letters.len() {
            tries += 1;
            let (row, column) = (self.pick(self.rows, chance), self.pick(self.columns, chance));
            let (length, across) = (1 + self.pick(4, chance), chance.below(2) == 0);
            for step in 0..length {
                let (row, column) = if across { (row, column + step) } else { (row + step, column) };
                if row < self.rows && column < self.columns {
                    self.put(row, column, b'#', b'#');
                }
            }
        }
    }

    fn pick(&self, bound: usize, chance: &mut Chance) -> usize {
        chance.below(bound as u32) as usize
    }

    fn count(&self, letter: u8) -> usize {
        self.letters.iter().filter(|&&found| found == letter).count()
    }

    /// Respawn zones of two rows in opposite corners, the objective zone in the middle.
    fn mark_zones(&mut self, width: usize) {
        for row in 0..2 {
            for column in 0..width {
                self.put(row, column, b'1', b'2');
            }
        }
        let reach = |side: usize| (side / 2 - side.min(21) / 8, side.div_ceil(2) + side.min(21) / 8);
        let ((top, bottom), (left, right)) = (reach(self.rows), reach(self.columns));
        for row in top..bottom {
            for column in left..right {
                self.put(row, column, b'o', b'o');
            }
        }
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, cells) = (self.columns, self.letters.len());
        let sides = [
            (at >= columns).then(|| at - columns),
            (at + columns < cells).then(|| at + columns),
            (!at.is_multiple_of(columns)).then(|| at - 1),
            (!(at + 1).is_multiple_of(columns)).then(|| at + 1),
        ];
        sides.into_iter().flatten()
    }

    /// Digs the way with the fewest walls from the first zone to the centre, and the opposite one with it.
    fn connect(&mut self) {
        let centre = self.rows / 2 * self.columns + self.columns / 2;
        let mut digs = vec![usize::MAX; self.letters.len()];
        let mut before = vec![0; self.letters.len()];
        digs[0] = 0;
        let mut queue = VecDeque::from([0]);
        while let Some(at) = queue.pop_front() {
            for next in self.neighbours(at) {
                let wall = usize::from(self.letters[next] == b'#');
                if digs[at] + wall < digs[next] {
                    digs[next] = digs[at] + wall;
                    before[next] = at;
                    if wall == 0 { queue.push_front(next) } else { queue.push_back(next) }
                }
            }
        }
        let mut at = centre;
        while at != 0 {
            if self.letters[at] == b'#' {
                self.put(at / self.columns, at % self.columns, b'.', b'.');
            }
            at = before[at];
        }
    }

    /// Cells that nobody can reach become walls.
    fn fill_pockets(&mut self) {
        let mut reached = vec![false; self.letters.len()];
        reached[0] = true;
        let mut queue = VecDeque::from([0]);
        while let Some(at) = queue.pop_front() {
            for next in self.neighbours(at) {
                if !reached[next] && self.letters[next] != b'#' {
                    reached[next] = true;
                    queue.push_back(next);
                }
            }
        }
        for (letter, reached) in self.letters.iter_mut().zip(reached) {
            if !reached {
                *letter = b'#';
            }
        }
    }
}
