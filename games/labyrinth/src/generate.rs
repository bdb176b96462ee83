//! Random boards (spec, Making a board).

use meydan_core::{Budget, Chance, OverBudget};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Board;
use crate::config::{Config, default_rounds};
use crate::geometry::Wall;
use crate::rate::{CELLS_PER_STATE, Difficulty, Purse, Rating, Unrated, rate_within};

mod place;
mod wilson;

/// What a random board should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// How many rows, 2 to 255.
    pub rows: u32,
    /// How many columns, 2 to 255.
    pub cols: u32,
    /// How many runners, at least 1.
    pub runners: u32,
    /// How many hunters.
    pub hunters: u32,
    /// How many fixed walls, at most (rows - 1) × (cols - 1).
    pub walls: u32,
    /// How many boxes.
    pub boxes: u32,
}

impl Recipe {
    /// One runner against one hunter among half the walls that fit, without boxes.
    pub fn new(rows: u32, cols: u32) -> Recipe {
        let walls = rows.saturating_sub(1) * cols.saturating_sub(1) / 2;
        Recipe { rows, cols, runners: 1, hunters: 1, walls, boxes: 0 }
    }
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GenerateError {
    /// The size is out of range.
    #[error("a board of `{rows}` rows and `{cols}` columns is not possible; each must be from 2 to 255")]
    Size {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
    },
    /// Nobody would run.
    #[error("a board needs at least one runner; ask for 1 or more")]
    NoRunners,
    /// More walls than can stand without cutting the labyrinth.
    #[error("`{asked}` walls do not fit on {rows} × {cols} cells; the largest number that does is {most}")]
    Walls {
        /// Asked for.
        asked: u32,
        /// The most that fit.
        most: u32,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// More runners than fit.
    #[error(
        "`{asked}` runners do not fit two steps away from the core; the largest number that does is {most}"
    )]
    Runners {
        /// Asked for.
        asked: u32,
        /// The most that fit.
        most: u32,
    },
    /// More hunters than fit beside the runners.
    #[error(
        "`{asked}` hunters do not fit two steps away from the core and from {runners} runners; the largest number that does is {most}"
    )]
    Hunters {
        /// Asked for.
        asked: u32,
        /// Runners asked for.
        runners: u32,
        /// The most hunters that fit beside them.
        most: u32,
    },
    /// More boxes than there are empty cells.
    #[error("`{asked}` boxes do not fit on the cells that are left; the largest number that does is {most}")]
    Boxes {
        /// Asked for.
        asked: u32,
        /// The most that fit.
        most: u32,
    },
    /// More pieces than a board is read with.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// Nothing of the asked difficulty was found.
    #[error(
        "none of {tried} boards was rated {wanted} ({seen}); try another seed, a larger board or another number of walls"
    )]
    Difficulty {
        /// Asked for.
        wanted: Difficulty,
        /// How many boards were rated.
        tried: u32,
        /// What they were rated as, in words.
        seen: String,
    },
}

/// A random board: a uniform spanning tree is kept open, and the walls are chosen uniformly among the rest.
pub fn generate(recipe: &Recipe, chance: &mut Chance) -> Result<Config, GenerateError> {
    let &Recipe { rows, cols, .. } = recipe;
    let size = Config::LEAST_SIZE..=Config::MOST_SIZE;
    if !size.contains(&rows) || !size.contains(&cols) {
        return Err(GenerateError::Size { rows, cols });
    }
    if recipe.runners == 0 {
        return Err(GenerateError::NoRunners);
    }
    let pieces =
        [recipe.runners, recipe.hunters, recipe.boxes].iter().fold(0u32, |sum, n| sum.saturating_add(*n));
    Budget::STANDARD.pieces("a board", pieces as usize)?;
    // A connected grid keeps all cells but one as edges of a tree; exactly this many edges are left over.
    let most = (rows - 1) * (cols - 1);
    if recipe.walls > most {
        return Err(GenerateError::Walls { asked: recipe.walls, most, rows, cols });
    }
    let places = place::place(recipe, chance)?;
    let config = Config {
        rows,
        cols,
        core: places.core,
        runners: places.runners,
        hunters: places.hunters,
        walls: walls(recipe, chance),
        boxes: places.boxes,
        max_rounds: default_rounds(rows, cols),
        seats: 1,
        light: None,
    };
    Ok(config.seat_each())
}

/// How many boards are tried for a difficulty.
const TRIES: u32 = 400;
/// How many states are looked at for all of them, and for one: a few seconds at worst.
const PURSE: u64 = 2_000_000;
const SHARE: u64 = 300_000;

/// A random board that the solver rates as asked. Boards are drawn until one is; after a bounded number of them
/// the error says what came instead.
pub fn generate_rated(
    recipe: &Recipe,
    wanted: Difficulty,
    chance: &mut Chance,
) -> Result<(Config, Rating), GenerateError> {
    let mut seen = [0u32; Difficulty::ALL.len()];
    let (mut unwinnable, mut too_large) = (0, 0);
    let mut purse = PURSE;
    let mut tried = 0;
    while tried < TRIES && purse > 0 {
        tried += 1;
        let config = generate(recipe, chance)?;
        let board = Board::new(&config).expect("a generated board keeps the rules");
        let mut share = Purse(purse.min(SHARE));
        let before = share.0;
        let rating = rate_within(&board, &config, &mut share);
        // Drawing a large board is work too.
        purse = purse.saturating_sub(before - share.0 + board.cells() as u64 / CELLS_PER_STATE);
        match rating {
            Ok(rating) if rating.difficulty == wanted => return Ok((config, rating)),
            Ok(rating) => seen[rating.difficulty as usize] += 1,
            Err(Unrated::NoWin) => unwinnable += 1,
            Err(Unrated::TooLarge) => too_large += 1,
        }
    }
    let mut words: Vec<String> =
        Difficulty::ALL.iter().zip(seen).filter(|(_, n)| *n > 0).map(|(d, n)| format!("{n} {d}")).collect();
    words.extend([format!("{unwinnable} without a forced win"), format!("{too_large} too large to rate")]);
    Err(GenerateError::Difficulty { wanted, tried, seen: words.join(", ") })
}

fn walls(recipe: &Recipe, chance: &mut Chance) -> Vec<Wall> {
    let (rows, cols) = (recipe.rows, recipe.cols);
    let tree = wilson::tree(rows, cols, chance);
    let mut rest = Vec::with_capacity(((rows - 1) * (cols - 1)) as usize);
    for row in 0..rows {
        for col in 0..cols {
            let sides = tree[(row * cols + col) as usize];
            if row + 1 < rows && sides & wilson::BELOW == 0 {
                rest.push(Wall::under(row as i32, col as i32));
            }
            if col + 1 < cols && sides & wilson::RIGHT == 0 {
                rest.push(Wall::right_of(row as i32, col as i32));
            }
        }
    }
    let mut chosen = sample(&mut rest, recipe.walls as usize, chance);
    chosen.sort_unstable();
    chosen
}

/// `count` of the items, every choice equally likely; the items are shuffled as far as needed.
fn sample<T: Copy>(items: &mut [T], count: usize, chance: &mut Chance) -> Vec<T> {
    for i in 0..count {
        let other = i + chance.below((items.len() - i) as u32) as usize;
        items.swap(i, other);
    }
    items[..count].to_vec()
}
