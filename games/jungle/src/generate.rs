//! Maps that are fair by symmetry, for two, three and four teams.

use meydan_core::{Budget, Chance, OverBudget};
use thiserror::Error;

use crate::config::{Map, Point, Tile};

/// What a generated map should look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// For how many teams: 2, 3 or 4.
    pub teams: usize,
    /// Columns. For three teams the map is a square of the shorter side, made odd.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How many of a hundred cells become walls.
    pub walls: u32,
    /// How many diamonds lie in each team's part.
    pub diamonds: usize,
    /// How many spawn tiles each team's part has.
    pub spawns: usize,
}

impl Recipe {
    /// A map like those of the contest: 20 × 14, a fifth of it walls, some diamonds and a spawn zone for each team.
    pub fn usual(teams: usize) -> Recipe {
        Recipe {
            teams,
            width: 20,
            height: 14,
            walls: 18,
            diamonds: if teams == 2 { 2 } else { 1 },
            spawns: 4,
        }
    }
}

/// Why there is no such map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// Symmetry is possible for two, three and four teams only.
    #[error("a fair map for {0} teams cannot be made; ask for 2, 3 or 4")]
    Teams(usize),
    /// The map is too small or too large.
    #[error("a map of {width} × {height} cannot be made; ask for 5 to {} each way", Map::MOST)]
    Size {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// A team's part has no room for so many spawn tiles.
    #[error("{0} spawn tiles in each part are too many; ask for 1 to {MOST_SPAWNS}")]
    Spawns(usize),
    /// There would be more diamonds than a match can have.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// None of the drafts was sound.
    #[error(
        "no such map was found in {DRAFTS} drafts; ask for fewer walls, diamonds or spawns, or a larger map"
    )]
    NotFound,
}

/// How many drafts are made before a recipe is given up.
const DRAFTS: usize = 200;
/// The most spawn tiles of a team's part.
const MOST_SPAWNS: usize = 64;

/// The parts of a map that look alike, one for each team.
///
/// * Two teams: the halves, turned by 180°.
/// * Four teams: the quarters, mirrored.
/// * Three teams: three of the four triangles between the diagonals of a square, turned by 90°. The diagonals are
///   walls and the fourth triangle is water, so the parts meet in the middle cell only and every pair of teams is
///   equally far apart.
struct Symmetry {
    teams: usize,
    width: i32,
    height: i32,
}

impl Symmetry {
    /// The cells that must look like `at`, itself included.
    fn images(&self, at: Point) -> Vec<Point> {
        let (right, bottom) = (self.width - 1 - at.x, self.height - 1 - at.y);
        match self.teams {
            2 => vec![at, Point { x: right, y: bottom }],
            4 => vec![
                at,
                Point { x: right, y: at.y },
                Point { x: at.x, y: bottom },
                Point { x: right, y: bottom },
            ],
            // The left triangle, turned to the bottom and to the right.
            _ => vec![at, Point { x: at.y, y: right }, Point { x: right, y: bottom }],
        }
    }

    /// Whether a cell is in the first team's part.
    fn first_part(&self, at: Point) -> bool {
        match self.teams {
            2 => at.x < self.width / 2,
            4 => at.x < self.width / 2 && at.y < self.height / 2,
            _ => {
                let middle = self.width / 2;
                at.x < middle && (middle - at.x) > (middle - at.y).abs()
            }
        }
    }
}

/// Makes a map.
pub fn generate(recipe: &Recipe, chance: &mut Chance) -> Result<Map, GenerateError> {
    if !(2..=4).contains(&recipe.teams) {
        return Err(GenerateError::Teams(recipe.teams));
    }
    let size = || GenerateError::Size { width: recipe.width, height: recipe.height };
    if recipe.width.max(recipe.height) > Map::MOST {
        return Err(size());
    }
    if !(1..=MOST_SPAWNS).contains(&recipe.spawns) {
        return Err(GenerateError::Spawns(recipe.spawns));
    }
    Budget::STANDARD.pieces("a map", recipe.diamonds.saturating_mul(recipe.teams))?;
    let (mut width, mut height) = (recipe.width, recipe.height);
    if recipe.teams == 3 {
        let side = width.min(height);
        let odd = (side.max(1) - 1) / 2 * 2 + 1;
        (width, height) = (odd, odd);
    }
    if width < 5 || height < 5 {
        return Err(size());
    }
    let symmetry = Symmetry { teams: recipe.teams, width: width as i32, height: height as i32 };
    // Some drafts wall a diamond in; the next one does not.
    (0..DRAFTS)
        .find_map(|_| draft(recipe, &symmetry, chance))
        .filter(|map| map.check_strictly(recipe.teams).is_ok())
        .ok_or(GenerateError::NotFound)
}

fn draft(recipe: &Recipe, symmetry: &Symmetry, chance: &mut Chance) -> Option<Map> {
    let (width, height) = (symmetry.width as usize, symmetry.height as usize);
    let mut tiles = vec![Tile::Floor; width * height];
    let index = |at: Point| at.y as usize * width + at.x as usize;
    let points = || (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Point { x, y }));
    let mut part: Vec<Point> = points().filter(|&at| symmetry.first_part(at)).collect();
    let paint = |tiles: &mut [Tile], at: Point, tile: Tile| {
        for image in symmetry.images(at) {
            tiles[index(image)] = tile;
        }
    };
    if symmetry.teams == 3 {
        let middle = symmetry.width / 2;
        for at in points() {
            let (x, y) = ((at.x - middle).abs(), middle - at.y);
            if x == y.abs() && x > 0 {
                tiles[index(at)] = Tile::Stone;
            } else if y > x {
                tiles[index(at)] = Tile::Water;
            }
        }
    }

    // A spawn zone that holds together, on the outer side of the part.
    let (w, h) = (symmetry.width, symmetry.height);
    let outer: Vec<Point> =
        part.iter().copied().filter(|at| at.x <= w / 6 && (2..h - 2).contains(&at.y)).collect();
    let first = *chance.pick(if outer.is_empty() { &part } else { &outer })?;
    let mut zone = vec![first];
    while zone.len() < recipe.spawns {
        // Whether a cell is in the zone is asked for every cell of the part, each time.
        let mut taken = vec![false; tiles.len()];
        zone.iter().for_each(|&at| taken[index(at)] = true);
        let inside = |x: i32, y: i32| (0..w).contains(&x) && (0..h).contains(&y);
        let in_zone = |x: i32, y: i32| inside(x, y) && taken[index(Point { x, y })];
        let beside =
            |at: &Point| [(0, -1), (0, 1), (-1, 0), (1, 0)].iter().any(|(x, y)| in_zone(at.x + x, at.y + y));
        let edge: Vec<Point> = part.iter().copied().filter(|at| !taken[index(*at)] && beside(at)).collect();
        zone.push(*chance.pick(&edge)?);
    }
    for &at in &zone {
        paint(&mut tiles, at, Tile::Spawn);
    }
    part.retain(|at| tiles[index(*at)] == Tile::Floor);

    // Diamonds lie away from the spawn zone, walls and traps anywhere.
    chance.shuffle(&mut part);
    let mut far: Vec<Point> = part.clone();
    far.sort_by_cached_key(|at| zone.iter().all(|other| other.distance(*at) > 4));
    let mut taken = vec![false; tiles.len()];
    for _ in 0..recipe.diamonds {
        let at = far.pop()?;
        paint(&mut tiles, at, Tile::Diamond);
        taken[index(at)] = true;
    }
    part.retain(|at| !taken[index(*at)]);
    for &at in &part {
        match chance.below(100) {
            draw if draw < recipe.walls => {
                let wall = if chance.below(3) == 0 { Tile::Water } else { Tile::Stone };
                paint(&mut tiles, at, wall);
            }
            99 => paint(&mut tiles, at, Tile::Trap),
            _ => {}
        }
    }
    let map = Map::new(width, tiles).ok()?;
    (map.check_strictly(symmetry.teams).is_ok() && holds_together(&map)).then_some(map)
}

/// Whether all floor is one piece, so that nobody plays alone.
fn holds_together(map: &Map) -> bool {
    let floor = |at: Point| map.tile(at).is_some_and(|tile| !tile.is_wall() && tile != Tile::Spawn);
    let all: Vec<Point> = map.points().filter(|&at| floor(at)).collect();
    let Some(&first) = all.first() else { return false };
    let index = |at: Point| at.y as usize * map.width() + at.x as usize;
    let mut seen = vec![false; map.width() * map.height()];
    seen[index(first)] = true;
    let mut todo = vec![first];
    let mut count = 0;
    while let Some(at) = todo.pop() {
        count += 1;
        for next in [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(x, y)| Point { x: at.x + x, y: at.y + y }) {
            if floor(next) && !std::mem::replace(&mut seen[index(next)], true) {
                todo.push(next);
            }
        }
    }
    count == all.len()
}
