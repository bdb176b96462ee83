//! What a bold team would do at once: quick enough to be asked thousands of times while a panther thinks.

use meydan_jungle::{Deed, Order, Point, UnitView};

use super::scene::{Board, Distances, FAR, Scene, neighbours, order};

/// The highest level of a diamond.
const HIGHEST_LEVEL: u8 = 5;
/// A carrier goes farther away from foes that are nearer than this.
const UNEASY: u32 = 7;
/// How many of a team run after the same carrier.
const CHASERS: usize = 2;

/// A foe that can strike: its hands are empty, or will be soon.
struct Foe<'a> {
    unit: &'a UnitView,
    at: Point,
    distances: &'a Distances,
    /// How often it acts until our next turn after this one, and how often of that after our turn in this tick.
    acts: u32,
    later: u32,
    carries: bool,
}

/// A team's orders by instinct.
pub(super) fn orders(board: &Board, scene: &Scene<'_>) -> Vec<Order> {
    let mut mind = Mind {
        board,
        scene,
        foes: foes(board, scene),
        claimed: Vec::new(),
        chased: vec![0; scene.view.diamonds.len()],
        orders: Vec::new(),
    };
    mind.claimed.extend(scene.own().iter().filter_map(|unit| unit.position));
    let mut seekers = Vec::new();
    for unit in scene.own() {
        match (unit.position, unit.diamond) {
            (Some(at), Some(diamond)) if !unit.summoning => mind.carry(unit, at, diamond),
            (Some(at), None) if !mind.strike(unit, at) => seekers.push((unit, at)),
            _ => {}
        }
    }
    mind.seek(seekers);
    for unit in scene.own().iter().filter(|unit| unit.position.is_none()) {
        mind.spawn(unit);
    }
    mind.orders
}

fn foes<'a>(board: &'a Board, scene: &Scene<'a>) -> Vec<Foe<'a>> {
    let before = |team: usize, ahead: usize| {
        let place = |order: &[u8], team: usize| order.iter().position(|&other| usize::from(other) == team);
        let order = scene.view.orders.get(ahead);
        order.is_none_or(|order| place(order, team) < place(order, scene.team))
    };
    let all = scene.foes().filter(|(team, ..)| !scene.view.teams[*team].left);
    all.map(|(team, unit, at)| {
        let next = u32::from(before(team, 1));
        Foe {
            unit,
            at,
            distances: board.empty_distances(at),
            acts: 1 + next,
            later: u32::from(!before(team, 0)) + next,
            carries: unit.diamond.is_some(),
        }
    })
    .collect()
}

struct Mind<'a> {
    board: &'a Board,
    scene: &'a Scene<'a>,
    foes: Vec<Foe<'a>>,
    /// Cells that own units stand on or are about to use.
    claimed: Vec<Point>,
    /// How many run for each diamond.
    chased: Vec<usize>,
    orders: Vec<Order>,
}

impl Mind<'_> {
    fn give(&mut self, unit: &UnitView, deed: Deed) {
        self.orders.push(order(unit, deed));
    }

    fn left(&self) -> u32 {
        self.board.ticks.saturating_sub(self.scene.view.tick + 1)
    }

    /// Strikes a neighbour or pulls a carrier in sight.
    fn strike(&mut self, unit: &UnitView, at: Point) -> bool {
        if self.board.is_spawn(at) {
            return false;
        }
        let held = |foe: &Foe<'_>| {
            foe.unit.diamond.map_or(0, |diamond| 1 + self.scene.view.diamonds[usize::from(diamond)].points)
        };
        let exposed = || self.foes.iter().filter(|foe| self.board.is_floor(foe.at));
        let beside = exposed().filter(|foe| foe.at.distance(at) == 1).max_by_key(|foe| held(foe));
        let deed = match beside {
            Some(foe) => Deed::Attack(foe.at),
            None => {
                let seen = |foe: &&Foe<'_>| foe.carries && self.in_line(at, foe.at);
                match exposed().filter(seen).max_by_key(|foe| held(foe)) {
                    Some(foe) => Deed::Vine(foe.at),
                    None => return false,
                }
            }
        };
        self.give(unit, deed);
        true
    }

    fn in_line(&self, from: Point, to: Point) -> bool {
        self.board.sees(from, to)
    }

    /// Whether a foe may strike or pull whoever stands on a cell within so many of its acts.
    fn danger(&self, cell: Point, acts: impl Fn(&Foe<'_>) -> u32) -> bool {
        self.foes.iter().any(|foe| {
            let acts = acts(foe).saturating_sub(u32::from(foe.carries));
            foe.distances.to(cell) <= acts || acts > 0 && !foe.carries && self.in_line(cell, foe.at)
        })
    }

    /// How far away the nearest foe with empty hands is.
    fn nearest(&self, cell: Point) -> u32 {
        let free = self.foes.iter().filter(|foe| !foe.carries);
        free.map(|foe| foe.distances.to(cell)).min().unwrap_or(FAR)
    }

    fn carry(&mut self, unit: &UnitView, at: Point, diamond: u16) {
        let diamond = &self.scene.view.diamonds[usize::from(diamond)];
        let ends = self.left() == 0;
        if ends || self.danger(at, |foe| foe.acts) {
            if !ends && let Some(cell) = self.refuge(at, |cell| !self.danger(cell, |foe| foe.later)) {
                return self.step_on(unit, cell);
            }
            let away = |cell: Point| i64::from(self.nearest(cell));
            match self.scene.drop_cell(self.board, at, away) {
                Some(cell) if diamond.points > 0 => return self.give(unit, Deed::Drop(cell)),
                _ => {}
            }
            if let Some(cell) = self.refuge(at, |_| true) {
                self.step_on(unit, cell);
            }
            return;
        }
        let needed = u32::from(diamond.level) + 1;
        let safe = |foe: &Foe<'_>| foe.carries || foe.distances.to(at) > needed + foe.acts - 1;
        if diamond.level < HIGHEST_LEVEL && self.left() > 2 * needed && self.foes.iter().all(safe) {
            return self.give(unit, Deed::Summon);
        }
        let here = self.nearest(at);
        if here < UNEASY
            && let Some(cell) = self.refuge(at, |cell| self.nearest(cell) > here)
        {
            self.step_on(unit, cell);
        }
    }

    fn step_on(&mut self, unit: &UnitView, cell: Point) {
        self.claimed.push(cell);
        self.give(unit, Deed::Move(cell));
    }

    /// The farthest cell from all foes that a carrier can step on, of those that will do.
    fn refuge(&self, at: Point, will_do: impl Fn(Point) -> bool) -> Option<Point> {
        let open = |cell: &Point| {
            self.board.is_floor(*cell)
                && !self.claimed.contains(cell)
                && !self.scene.is_free_diamond(*cell)
                && self.scene.unit_on(*cell).is_none()
                && will_do(*cell)
        };
        neighbours(at).into_iter().filter(open).max_by_key(|&cell| self.nearest(cell))
    }

    /// What a diamond brings to whoever sets out for it from so far away: what it holds, and what it earns from then on
    /// if it is raised to the highest level at once.
    fn promise(&self, diamond: usize, steps: u32) -> i64 {
        let diamond = &self.scene.view.diamonds[diamond];
        let held = i64::from(self.left()) - i64::from(steps);
        let highest = i64::from(HIGHEST_LEVEL);
        let raising: i64 =
            (i64::from(diamond.level)..highest).map(|level| (highest - level) * (level + 1)).sum();
        if held <= 0 { 0 } else { i64::from(diamond.points) + (highest * held - raising).max(0) }
    }

    /// Whether anybody may still run for a diamond.
    fn wanted(&self, diamond: usize) -> bool {
        match self.scene.view.diamonds[diamond].owner {
            None => self.chased[diamond] == 0,
            Some(owner) => {
                let own = self.scene.own().iter().any(|unit| unit.unit == owner);
                !own && self.chased[diamond] < CHASERS
            }
        }
    }

    /// Sends those with empty hands to the diamonds that promise most, and the others to meet the nearest foes.
    fn seek(&mut self, mut seekers: Vec<(&UnitView, Point)>) {
        while !seekers.is_empty() {
            let mut best: Option<(i64, usize, usize)> = None;
            for (s, (_, at)) in seekers.iter().enumerate() {
                let distances = self.board.empty_distances(*at);
                for (d, diamond) in self.scene.view.diamonds.iter().enumerate() {
                    let steps = distances.to(diamond.position);
                    if steps < FAR && self.wanted(d) {
                        let promise = self.promise(d, steps);
                        if promise > 0 && best.is_none_or(|(most, ..)| promise > most) {
                            best = Some((promise, s, d));
                        }
                    }
                }
            }
            let Some((_, s, d)) = best else { break };
            let (unit, at) = seekers.remove(s);
            self.chased[d] += 1;
            self.approach(unit, at, self.scene.view.diamonds[d].position);
        }
        for (unit, at) in seekers {
            let distances = self.board.empty_distances(at);
            let prey = self.foes.iter().filter(|foe| self.board.is_floor(foe.at)).map(|foe| foe.at);
            if let Some(prey) = prey.min_by_key(|&prey| distances.to(prey)) {
                self.approach(unit, at, prey);
            }
        }
    }

    /// One step towards a cell, around whoever stands in the way.
    fn approach(&mut self, unit: &UnitView, at: Point, target: Point) {
        let from = self.board.empty_distances(target);
        let on_spawn = self.board.is_spawn(at);
        let steps =
            |cell: Point| if on_spawn { self.board.empty_distances(cell).to(target) } else { from.to(cell) };
        let here = steps(at);
        let open = |cell: &Point| {
            (self.board.is_floor(*cell) || on_spawn && self.board.is_spawn(*cell))
                && !self.claimed.contains(cell)
                && self.scene.unit_on(*cell).is_none()
                && steps(*cell) <= here
        };
        let step = neighbours(at).into_iter().filter(open).min_by_key(|&cell| steps(cell));
        if let Some(cell) = step {
            self.step_on(unit, cell);
        }
    }

    /// Onto the spawn tile from which a diamond promises most.
    fn spawn(&mut self, unit: &UnitView) {
        let mut best: Option<(i64, Point, Option<usize>)> = None;
        for &spawn in &self.board.spawns {
            if self.claimed.contains(&spawn) || self.scene.unit_on(spawn).is_some() {
                continue;
            }
            let distances = self.board.empty_distances(spawn);
            for (d, diamond) in self.scene.view.diamonds.iter().enumerate() {
                let steps = distances.to(diamond.position);
                let promise = if steps < FAR && self.wanted(d) { self.promise(d, steps) } else { 0 };
                if best.is_none_or(|(most, ..)| promise > most) {
                    best = Some((promise, spawn, (promise > 0).then_some(d)));
                }
            }
        }
        if let Some((_, spawn, diamond)) = best {
            if let Some(diamond) = diamond {
                self.chased[diamond] += 1;
            }
            self.claimed.push(spawn);
            self.give(unit, Deed::Spawn(spawn));
        }
    }
}
