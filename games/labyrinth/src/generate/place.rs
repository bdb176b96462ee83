//! Where the core, the pieces and the boxes stand: pieces two steps from the core, runners two steps from hunters,
//! nothing on the same cell.

use meydan_core::Chance;

use super::{GenerateError, Recipe, sample};
use crate::geometry::{Cell, Dir};

pub(super) struct Places {
    pub(super) core: Cell,
    pub(super) runners: Vec<Cell>,
    pub(super) hunters: Vec<Cell>,
    pub(super) boxes: Vec<Cell>,
}

/// How often a free choice is tried before the pieces are packed.
const TRIES: u32 = 32;

pub(super) fn place(recipe: &Recipe, chance: &mut Chance) -> Result<Places, GenerateError> {
    let grid = Grid { rows: recipe.rows as i32, cols: recipe.cols as i32 };
    let cells = recipe.rows * recipe.cols;
    // The core takes least room in a corner: itself and two neighbours.
    let most = cells - 3;
    if recipe.runners > most {
        return Err(GenerateError::Runners { asked: recipe.runners, most });
    }
    let (core, runners, hunters) = match (0..TRIES).find_map(|_| free_choice(&grid, recipe, chance)) {
        Some(found) => found,
        None => packed_choice(&grid, recipe, chance)?,
    };
    let mut marks = vec![false; cells as usize];
    for cell in runners.iter().chain(&hunters).chain([&core]) {
        marks[grid.index(*cell)] = true;
    }
    let mut left: Vec<Cell> = grid.cells().filter(|&cell| !marks[grid.index(cell)]).collect();
    if recipe.boxes as usize > left.len() {
        return Err(GenerateError::Boxes { asked: recipe.boxes, most: left.len() as u32 });
    }
    let boxes = sample(&mut left, recipe.boxes as usize, chance);
    Ok(Places { core, runners, hunters, boxes })
}

type Choice = (Cell, Vec<Cell>, Vec<Cell>);

/// The core anywhere, then the runners anywhere they may stand, then the hunters anywhere they may.
fn free_choice(grid: &Grid, recipe: &Recipe, chance: &mut Chance) -> Option<Choice> {
    let core = grid.cell(chance.below(recipe.rows * recipe.cols) as usize);
    let mut zone = vec![false; grid.len()];
    grid.block(core, &mut zone);
    let mut room: Vec<Cell> = grid.cells().filter(|&cell| !zone[grid.index(cell)]).collect();
    if room.len() < recipe.runners as usize {
        return None;
    }
    let runners = sample(&mut room, recipe.runners as usize, chance);
    for &runner in &runners {
        grid.block(runner, &mut zone);
    }
    let mut room: Vec<Cell> = grid.cells().filter(|&cell| !zone[grid.index(cell)]).collect();
    (room.len() >= recipe.hunters as usize).then(|| {
        let hunters = sample(&mut room, recipe.hunters as usize, chance);
        (core, runners, hunters)
    })
}

/// The runners crowded together so that most room is left for hunters.
fn packed_choice(grid: &Grid, recipe: &Recipe, chance: &mut Chance) -> Result<Choice, GenerateError> {
    let packing = pack(grid, recipe.runners as usize);
    let mut room = packing.room;
    if room.len() < recipe.hunters as usize {
        let (asked, runners) = (recipe.hunters, recipe.runners);
        return Err(GenerateError::Hunters { asked, runners, most: room.len() as u32 });
    }
    let hunters = sample(&mut room, recipe.hunters as usize, chance);
    let (mirror_rows, mirror_cols) = (chance.below(2) == 1, chance.below(2) == 1);
    let turn = |cell: Cell| {
        let row = if mirror_rows { grid.rows - 1 - cell.row } else { cell.row };
        let col = if mirror_cols { grid.cols - 1 - cell.col } else { cell.col };
        Cell::new(row, col)
    };
    let all = |cells: Vec<Cell>| cells.into_iter().map(turn).collect();
    Ok((turn(packing.core), all(packing.runners), all(hunters)))
}

struct Packing {
    core: Cell,
    runners: Vec<Cell>,
    /// The cells where hunters may stand.
    room: Vec<Cell>,
}

/// Sets with the fewest neighbours in a grid fill a corner diagonal by diagonal, or a side row by row; the core wastes
/// least in a corner or where the runners' neighbours are wasted anyway. The best of all these is taken.
fn pack(grid: &Grid, runners: usize) -> Packing {
    let mut orders: Vec<Vec<Cell>> = Vec::new();
    for key in [
        |c: &Cell| (c.row + c.col, c.row),
        |c: &Cell| (c.row + c.col, c.col),
        |c: &Cell| (c.row, c.col),
        |c: &Cell| (c.col, c.row),
    ] {
        let mut order: Vec<Cell> = grid.cells().collect();
        order.sort_unstable_by_key(key);
        orders.push(order);
    }
    let mut best: Option<Packing> = None;
    for order in &orders {
        for core in core_places(grid, order, runners) {
            let Some(packing) = pack_around(grid, core, order, runners) else { continue };
            if best.as_ref().is_none_or(|best| packing.room.len() > best.room.len()) {
                best = Some(packing);
            }
        }
    }
    best.expect("with the core in a corner, the runners fit")
}

/// Where the core might waste least: anywhere on a small board; on a large one the corners, and near the last runner.
fn core_places(grid: &Grid, order: &[Cell], runners: usize) -> Vec<Cell> {
    if grid.len() <= 400 {
        return order.to_vec();
    }
    let (rows, cols) = (grid.rows - 1, grid.cols - 1);
    let corners = [(0, 0), (0, cols), (rows, 0), (rows, cols)].map(Cell::from);
    let last = order[runners.min(order.len() - 1)];
    let near = order.iter().copied().filter(|cell| cell.distance(last) <= 4);
    corners.into_iter().chain(near).collect()
}

fn pack_around(grid: &Grid, core: Cell, order: &[Cell], runners: usize) -> Option<Packing> {
    let mut zone = vec![false; grid.len()];
    grid.block(core, &mut zone);
    let crowd: Vec<Cell> =
        order.iter().copied().filter(|&cell| !zone[grid.index(cell)]).take(runners).collect();
    for &runner in &crowd {
        grid.block(runner, &mut zone);
    }
    let room = grid.cells().filter(|&cell| !zone[grid.index(cell)]).collect();
    (crowd.len() == runners).then_some(Packing { core, runners: crowd, room })
}

struct Grid {
    rows: i32,
    cols: i32,
}

impl Grid {
    fn len(&self) -> usize {
        (self.rows * self.cols) as usize
    }

    fn index(&self, cell: Cell) -> usize {
        (cell.row * self.cols + cell.col) as usize
    }

    fn cell(&self, index: usize) -> Cell {
        Cell::new(index as i32 / self.cols, index as i32 % self.cols)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<'_> {
        (0..self.len()).map(|index| self.cell(index))
    }

    /// Marks a cell and its neighbours: whoever keeps two steps away stands on none of them.
    fn block(&self, cell: Cell, zone: &mut [bool]) {
        zone[self.index(cell)] = true;
        for dir in Dir::ALL {
            let next = cell.step(dir);
            if (0..self.rows).contains(&next.row) && (0..self.cols).contains(&next.col) {
                zone[self.index(next)] = true;
            }
        }
    }
}
