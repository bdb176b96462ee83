//! A magpie flies at whatever glitters most, strikes whoever it meets, and lets go as soon as anybody comes near.
//!
//! Nobody seats one: several bots of the contest played like this, and a panther believes it of some foes.

use meydan_jungle::{Deed, Order, Point, UnitView};

use super::scene::{Board, FAR, Scene, neighbours, order};

/// The highest level of a diamond.
const HIGHEST_LEVEL: u8 = 5;

/// A team's orders.
pub(super) fn orders(board: &Board, scene: &Scene<'_>) -> Vec<Order> {
    let own = |owner: u16| scene.own().iter().any(|unit| unit.unit == owner);
    let taken = scene.view.diamonds.iter().map(|diamond| diamond.owner.is_some_and(own)).collect();
    let mut flock = Flock { board, scene, taken };
    let mut orders = Vec::with_capacity(scene.own().len());
    for unit in scene.own() {
        let deed = match (unit.position, unit.diamond) {
            (None, _) => flock.spawn(),
            (Some(at), Some(diamond)) => flock.carry(at, diamond),
            (Some(at), None) => flock.strike(at).or_else(|| flock.fly(at)),
        };
        orders.extend(deed.map(|deed| order(unit, deed)));
    }
    orders
}

struct Flock<'a> {
    board: &'a Board,
    scene: &'a Scene<'a>,
    /// Whether a diamond is in own hands already, or one of the team is on its way.
    taken: Vec<bool>,
}

impl Flock<'_> {
    fn left(&self) -> i64 {
        i64::from(self.board.ticks) - 1 - i64::from(self.scene.view.tick)
    }

    /// How near the nearest foe is, and its team.
    fn nearest(&self, at: Point) -> Option<(u32, usize)> {
        self.scene.foes().map(|(team, _, foe)| (self.board.empty_distances(foe).to(at), team)).min()
    }

    fn seen(&self, at: Point) -> bool {
        self.scene.foes().any(|(_, _, foe)| self.board.sees(at, foe))
    }

    fn open(&self, at: Point) -> impl Iterator<Item = Point> {
        neighbours(at)
            .into_iter()
            .filter(|cell| self.board.is_floor(*cell) && self.scene.unit_on(*cell).is_none())
    }

    fn carry(&self, at: Point, diamond: u16) -> Option<Deed> {
        let diamond = &self.scene.view.diamonds[usize::from(diamond)];
        let (level, points) = (i64::from(diamond.level), i64::from(diamond.points));
        let (near, team) = self.nearest(at).unwrap_or((FAR, self.scene.team));
        // It fears most whoever plays after it.
        let after = u32::from(self.scene.before(self.scene.team, team, 1));
        if self.left() <= self.scene.view.teams.len() as i64 || near <= 2 + after {
            return self.open(at).next().map(Deed::Drop);
        }
        let calm = !self.seen(at) && near > u32::from(diamond.level) + 1 + after;
        if diamond.level < HIGHEST_LEVEL && calm && self.left() * (level + 1) - level > points + level {
            return Some(Deed::Summon);
        }
        let room = |cell: Point| self.nearest(cell).map_or(FAR, |(near, _)| near);
        self.open(at).max_by_key(|&cell| room(cell)).filter(|&cell| room(cell) > room(at)).map(Deed::Move)
    }

    fn strike(&self, at: Point) -> Option<Deed> {
        if self.board.is_spawn(at) {
            return None;
        }
        let mut beside = self.scene.foes().filter(|(_, _, foe)| foe.distance(at) == 1);
        if let Some((_, _, foe)) = beside.find(|(_, _, foe)| self.board.is_floor(*foe)) {
            return Some(Deed::Attack(foe));
        }
        let reached = |(team, unit, foe): &(usize, &UnitView, Point)| {
            unit.diamond.is_some()
                && self.board.sees(at, *foe)
                && self.scene.before(self.scene.team, *team, 0)
        };
        self.scene.foes().find(reached).map(|(_, _, foe)| Deed::Vine(foe))
    }

    /// What a diamond may bring to whoever is so far away.
    fn glitter(&self, diamond: usize, steps: u32) -> i64 {
        let diamond = &self.scene.view.diamonds[diamond];
        let held = self.left() - i64::from(steps);
        let highest = i64::from(HIGHEST_LEVEL);
        let raising: i64 =
            (i64::from(diamond.level)..highest).map(|level| (highest - level) * (level + 1)).sum();
        if held <= 0 { 0 } else { i64::from(diamond.points) + (highest * held - raising).max(0) }
    }

    /// The diamond that glitters most from a place, and how much.
    fn best(&self, from: Point) -> Option<(i64, usize)> {
        let distances = self.board.empty_distances(from);
        let free = (0..self.taken.len()).filter(|&diamond| !self.taken[diamond]);
        let seen = free.map(|d| (self.glitter(d, distances.to(self.scene.view.diamonds[d].position)), d));
        seen.filter(|(glitter, _)| *glitter > 0).max()
    }

    fn fly(&mut self, at: Point) -> Option<Deed> {
        let (_, diamond) = self.best(at)?;
        let seen = &self.scene.view.diamonds[diamond];
        if seen.owner.is_none() {
            self.taken[diamond] = true;
        }
        let step = self.board.step(at, seen.position)?;
        let blocked = self.scene.unit_on(step).is_some();
        Some(Deed::Move(if blocked && seen.owner.is_none() { seen.position } else { step }))
    }

    fn spawn(&mut self) -> Option<Deed> {
        let free = self.board.spawns.iter().filter(|spawn| self.scene.unit_on(**spawn).is_none());
        let best =
            free.map(|&spawn| (self.best(spawn), spawn)).max_by_key(|(best, _)| best.map(|(most, _)| most));
        let (diamond, spawn) = best?;
        if let Some((_, diamond)) = diamond {
            self.taken[diamond] = true;
        }
        Some(Deed::Spawn(spawn))
    }
}
