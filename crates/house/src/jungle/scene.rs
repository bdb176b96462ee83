//! What all bots of `jungle` look at: the map, and who stands where.

use std::sync::OnceLock;

use meydan_jungle::{Config, Deed, Order, Point, Tile, UnitView, View};

/// The map of a match.
pub(super) struct Board {
    pub(super) width: usize,
    tiles: Vec<Ground>,
    pub(super) spawns: Vec<Point>,
    pub(super) ticks: u32,
    /// The steps from each cell as if nobody stood anywhere, worked out when they are first asked for.
    empty: Vec<OnceLock<Distances>>,
    /// The steps from each cell to where every cell is in sight, likewise.
    sight: Vec<OnceLock<Distances>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Floor,
    Spawn,
    Wall,
}

/// Farther than anywhere.
pub(super) const FAR: u32 = u32::MAX / 4;

impl Board {
    pub(super) fn new(config: &Config) -> Board {
        let map = &config.map;
        let ground = |i: usize| match map.tile(point(i, map.width())) {
            Some(Tile::Spawn) => Ground::Spawn,
            Some(tile) if !tile.is_wall() => Ground::Floor,
            _ => Ground::Wall,
        };
        Board {
            width: map.width(),
            tiles: (0..map.width() * map.height()).map(ground).collect(),
            spawns: map.spawns().collect(),
            ticks: config.ticks,
            empty: (0..map.width() * map.height()).map(|_| OnceLock::new()).collect(),
            sight: (0..map.width() * map.height()).map(|_| OnceLock::new()).collect(),
        }
    }

    fn ground(&self, at: Point) -> Ground {
        let inside = at.x >= 0 && (at.x as usize) < self.width && at.y >= 0;
        let index = || at.y as usize * self.width + at.x as usize;
        if inside { self.tiles.get(index()).copied().unwrap_or(Ground::Wall) } else { Ground::Wall }
    }

    pub(super) fn is_floor(&self, at: Point) -> bool {
        self.ground(at) == Ground::Floor
    }

    pub(super) fn is_spawn(&self, at: Point) -> bool {
        self.ground(at) == Ground::Spawn
    }

    /// How many steps every cell is away from a place, over floor that is not `taken`. Whoever starts on a spawn tile
    /// may cross further ones until it leaves them.
    pub(super) fn distances(&self, from: Point, taken: impl Fn(Point) -> bool) -> Distances {
        let mut steps = vec![FAR; self.tiles.len()];
        steps[self.index(from)] = 0;
        let mut ring = vec![from];
        let mut next = Vec::new();
        let mut count = 0;
        while !ring.is_empty() {
            count += 1;
            for &at in &ring {
                for to in neighbours(at) {
                    let open = self.is_floor(to) || self.is_spawn(to) && self.is_spawn(at);
                    if open && steps[self.index(to)] == FAR && !taken(to) {
                        steps[self.index(to)] = count;
                        next.push(to);
                    }
                }
            }
            ring.clear();
            std::mem::swap(&mut ring, &mut next);
        }
        Distances { width: self.width, steps }
    }

    /// Which cells somebody stands on.
    pub(super) fn crowd(&self, scene: &Scene<'_>) -> Vec<bool> {
        let mut crowd = vec![false; self.tiles.len()];
        let units = scene.view.teams.iter().flat_map(|team| &team.units);
        for at in units.filter_map(|unit| unit.position) {
            crowd[self.index(at)] = true;
        }
        crowd
    }

    /// How many steps every cell is away from a place, around everybody who stands in the way.
    pub(super) fn distances_around(&self, from: Point, crowd: &[bool]) -> Distances {
        self.distances(from, |cell| crowd[self.index(cell)])
    }

    fn index(&self, at: Point) -> usize {
        at.y as usize * self.width + at.x as usize
    }

    /// How many steps every cell is away from a place on the map as if nobody stood anywhere.
    pub(super) fn empty_distances(&self, from: Point) -> &Distances {
        self.empty[self.index(from)].get_or_init(|| self.distances(from, |_| false))
    }

    /// How many steps away from a place the nearest cell is from which a unit on a cell can be pulled.
    pub(super) fn sight_distances(&self, from: Point) -> &Distances {
        self.sight[self.index(from)].get_or_init(|| {
            let distances = self.empty_distances(from);
            let nearest = |i: usize| {
                let spots = self.in_sight(point(i, self.width));
                spots.map(|spot| distances.to(spot)).min().unwrap_or(FAR)
            };
            Distances { width: self.width, steps: (0..self.tiles.len()).map(nearest).collect() }
        })
    }

    /// Whether a unit on one cell can pull one on the other: they are on a row or column and nothing hides them.
    pub(super) fn sees(&self, from: Point, to: Point) -> bool {
        let (x, y) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        if (x == 0) == (y == 0) {
            return false;
        }
        let mut at = from;
        while at != to {
            at = Point { x: at.x + x, y: at.y + y };
            if !self.is_floor(at) {
                return false;
            }
        }
        true
    }

    /// The first cell of a shortest way as if nobody stood anywhere, rather one that is nearer as the crow flies.
    pub(super) fn step(&self, from: Point, to: Point) -> Option<Point> {
        let on_spawn = self.is_spawn(from);
        let back = self.empty_distances(to);
        let steps = |cell: Point| if on_spawn { self.empty_distances(cell).to(to) } else { back.to(cell) };
        let here = self.empty_distances(from).to(to);
        let open = |cell: &Point| self.is_floor(*cell) || on_spawn && self.is_spawn(*cell);
        let nearer = neighbours(from).into_iter().filter(open).filter(|&cell| steps(cell) < here);
        nearer.min_by_key(|cell| (cell.x - to.x).pow(2) + (cell.y - to.y).pow(2))
    }

    /// The cells from which a unit at `at` can be pulled: those on its row and column that nothing hides.
    pub(super) fn in_sight(&self, at: Point) -> impl Iterator<Item = Point> + '_ {
        SIDES.into_iter().flat_map(move |(x, y)| {
            let cells = (1..).map(move |i| Point { x: at.x + i * x, y: at.y + i * y });
            cells.take_while(|&cell| self.is_floor(cell))
        })
    }
}

/// Steps from one place to every cell.
pub(super) struct Distances {
    width: usize,
    steps: Vec<u32>,
}

impl Distances {
    pub(super) fn to(&self, at: Point) -> u32 {
        if at.x < 0 || at.x as usize >= self.width || at.y < 0 {
            return FAR;
        }
        self.steps.get(at.y as usize * self.width + at.x as usize).copied().unwrap_or(FAR)
    }

    /// Steps to the nearest neighbour of a cell: for cells that cannot be stepped on.
    pub(super) fn beside(&self, at: Point) -> u32 {
        neighbours(at).into_iter().map(|cell| self.to(cell)).min().unwrap_or(FAR)
    }
}

const SIDES: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// The four cells around a cell.
pub(super) fn neighbours(at: Point) -> [Point; 4] {
    SIDES.map(|(x, y)| Point { x: at.x + x, y: at.y + y })
}

fn point(index: usize, width: usize) -> Point {
    Point { x: (index % width) as i32, y: (index / width) as i32 }
}

/// The units of one view from a team's side.
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    pub(super) team: usize,
}

impl<'a> Scene<'a> {
    pub(super) fn own(&self) -> &'a [UnitView] {
        &self.view.teams[self.team].units
    }

    /// All living foes with their team and place.
    pub(super) fn foes(&self) -> impl Iterator<Item = (usize, &'a UnitView, Point)> + '_ {
        let teams = self.view.teams.iter().enumerate().filter(|(team, _)| *team != self.team);
        teams.flat_map(|(team, view)| {
            view.units.iter().filter_map(move |unit| unit.position.map(|at| (team, unit, at)))
        })
    }

    /// Whether a team plays before another one, so many ticks ahead. Nobody knows it far ahead.
    pub(super) fn before(&self, team: usize, other: usize, ahead: usize) -> bool {
        let Some(order) = self.view.orders.get(ahead) else { return false };
        let place = |team: usize| order.iter().position(|&one| usize::from(one) == team);
        place(team) < place(other)
    }

    /// Who stands on a cell.
    pub(super) fn unit_on(&self, at: Point) -> Option<&'a UnitView> {
        let units = self.view.teams.iter().flat_map(|team| &team.units);
        units.into_iter().find(|unit| unit.position == Some(at))
    }

    /// The diamonds on the ground.
    pub(super) fn free_diamonds(&self) -> impl Iterator<Item = Point> + 'a {
        self.view.diamonds.iter().filter(|diamond| diamond.owner.is_none()).map(|diamond| diamond.position)
    }

    pub(super) fn is_free_diamond(&self, at: Point) -> bool {
        self.free_diamonds().any(|diamond| diamond == at)
    }

    /// A floor cell beside a unit where its diamond can be put for points, the best by `worth`.
    pub(super) fn drop_cell(
        &self,
        board: &Board,
        from: Point,
        worth: impl Fn(Point) -> i64,
    ) -> Option<Point> {
        let empty = |cell: &Point| board.is_floor(*cell) && self.unit_on(*cell).is_none();
        neighbours(from).into_iter().filter(empty).max_by_key(|&cell| worth(cell))
    }

    /// Deals out targets to units, always the nearest pair first. Gives the target of each unit by place in the list.
    pub(super) fn deal(
        &self,
        units: &[(usize, Distances)],
        targets: &[Point],
    ) -> Vec<(usize, Option<(Point, u32)>)> {
        let mut pairs: Vec<(u32, usize, usize)> = Vec::new();
        for (u, (_, distances)) in units.iter().enumerate() {
            for (t, &target) in targets.iter().enumerate() {
                let steps = distances.to(target);
                if steps < FAR {
                    pairs.push((steps, u, t));
                }
            }
        }
        pairs.sort_unstable();
        let mut dealt: Vec<(usize, Option<(Point, u32)>)> =
            units.iter().map(|(unit, _)| (*unit, None)).collect();
        let mut taken = vec![false; targets.len()];
        for (steps, u, t) in pairs {
            if dealt[u].1.is_none() && !taken[t] {
                dealt[u].1 = Some((targets[t], steps));
                taken[t] = true;
            }
        }
        dealt
    }
}

/// An order for a unit.
pub(super) fn order(unit: &UnitView, deed: Deed) -> Order {
    Order { unit: unit.unit, deed }
}
