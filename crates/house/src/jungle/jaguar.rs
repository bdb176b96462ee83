use meydan_core::{Bot, Desk};
use meydan_jungle::{Action, Deed, Jungle, Order, Point, UnitView};

use super::scene::{Board, Distances, FAR, Scene, neighbours, order};

/// Plans around who can strike whom before its next turn: it summons where nobody can come in time, slips away or
/// drops when somebody can, and strikes and pulls foes, carriers first.
pub(super) struct Jaguar {
    board: Board,
}

/// The highest level of a diamond.
const HIGHEST_LEVEL: u8 = 5;

/// A foe and how fast it gets anywhere.
struct Foe<'a> {
    unit: &'a UnitView,
    at: Point,
    distances: &'a Distances,
    /// How often it acts from now on until our next turn after this one.
    acts: u32,
    /// Of these, how many come after our turn in this tick.
    acts_later: u32,
    /// Whether its team has ever pulled anybody.
    vines: bool,
}

impl Jaguar {
    pub(super) fn new(board: Board) -> Jaguar {
        Jaguar { board }
    }
}

impl Bot<Jungle> for Jaguar {
    fn play(&mut self, desk: &mut dyn Desk<Jungle>) {
        let view = desk.view();
        let scene = Scene { view: &view, team: desk.seat().index() };
        let orders = orders(&self.board, &scene);
        // The first command of a window is always taken.
        let _ = desk.act(Action { orders });
    }
}

/// What a jaguar would order a team to do.
pub(super) fn orders(board: &Board, scene: &Scene<'_>) -> Vec<Order> {
    Plan::new(board, scene).orders()
}

/// One tick's plan.
struct Plan<'a> {
    board: &'a Board,
    scene: &'a Scene<'a>,
    foes: Vec<Foe<'a>>,
    orders: Vec<Order>,
    /// Cells that own units are about to use.
    claimed: Vec<Point>,
    /// Foes that are already dealt with.
    struck: Vec<u16>,
    /// Which cells somebody stands on.
    crowd: Vec<bool>,
}

impl<'a> Plan<'a> {
    fn new(board: &'a Board, scene: &'a Scene<'a>) -> Plan<'a> {
        let before = |team: usize, ahead: usize| -> bool {
            let place =
                |order: &[u8], team: usize| order.iter().position(|&other| usize::from(other) == team);
            match scene.view.orders.get(ahead) {
                Some(order) => place(order, team) < place(order, scene.team),
                // Nobody knows: the worst.
                None => true,
            }
        };
        let foes = scene
            .foes()
            .filter(|(team, ..)| !scene.view.teams[*team].left)
            .map(|(team, unit, at)| {
                let (now, next) = (before(team, 0), before(team, 1));
                Foe {
                    unit,
                    at,
                    distances: board.empty_distances(at),
                    acts: 1 + u32::from(next),
                    acts_later: u32::from(!now) + u32::from(next),
                    vines: scene.view.teams[team].counts.vines > 0,
                }
            })
            .collect();
        Plan {
            board,
            scene,
            foes,
            orders: Vec::new(),
            claimed: Vec::new(),
            struck: Vec::new(),
            crowd: board.crowd(scene),
        }
    }

    fn orders(mut self) -> Vec<Order> {
        let own = self.scene.own();
        self.claimed.extend(own.iter().filter_map(|unit| unit.position));
        // Hunters strike first, so that carriers know who is gone.
        let mut idle: Vec<usize> = Vec::new();
        for (i, unit) in own.iter().enumerate() {
            if let (Some(at), None) = (unit.position, unit.diamond)
                && !self.strike(unit, at)
            {
                idle.push(i);
            }
        }
        for unit in own {
            if let (Some(at), Some(diamond)) = (unit.position, unit.diamond)
                && !unit.summoning
            {
                self.carry(unit, at, diamond);
            }
        }
        let idle = self.fetch(idle);
        self.hunt(idle);
        for (i, unit) in own.iter().enumerate() {
            if unit.position.is_none() {
                self.spawn(unit, i);
            }
        }
        self.orders
    }

    fn give(&mut self, unit: &UnitView, deed: Deed) {
        self.orders.push(order(unit, deed));
    }

    /// What a foe is worth striking: what it carries, and what it could do to us.
    fn worth(&self, foe: &Foe<'_>) -> u32 {
        let carried = foe.unit.diamond.map_or(0, |diamond| {
            let diamond = &self.scene.view.diamonds[usize::from(diamond)];
            20 + diamond.points + 10 * u32::from(diamond.level)
        });
        let own = self.scene.own().iter().filter(|unit| unit.diamond.is_some());
        let near = own.filter_map(|unit| unit.position).map(|at| foe.distances.to(at)).min().unwrap_or(FAR);
        carried + if near <= 4 { 10 } else { 1 }
    }

    /// Attacks a neighbour or pulls a carrier, if there is one.
    fn strike(&mut self, unit: &UnitView, at: Point) -> bool {
        if self.board.is_spawn(at) {
            return false;
        }
        let open = |foe: &&Foe<'_>| !self.board.is_spawn(foe.at) && !self.struck.contains(&foe.unit.unit);
        let beside = self.foes.iter().filter(open).filter(|foe| foe.at.distance(at) == 1);
        if let Some(foe) = beside.max_by_key(|foe| self.worth(foe)) {
            let (target, number) = (foe.at, foe.unit.unit);
            self.give(unit, Deed::Attack(target));
            self.struck.push(number);
            return true;
        }
        let visible = |foe: &&Foe<'_>| {
            foe.unit.diamond.is_some() && foe.at.distance(at) > 1 && self.board.sees(at, foe.at)
        };
        let pulled = self.foes.iter().filter(open).filter(visible).max_by_key(|foe| self.worth(foe));
        if let Some(foe) = pulled {
            let (target, number) = (foe.at, foe.unit.unit);
            self.give(unit, Deed::Vine(target));
            self.struck.push(number);
            return true;
        }
        false
    }

    /// How many acts a foe needs to take the diamond from a carrier on a cell, by a blow or by a vine.
    fn acts_needed(&self, foe: &Foe<'_>, cell: Point) -> u32 {
        let blow = foe.distances.to(cell).max(1);
        let vine = if foe.vines && !self.struck.contains(&foe.unit.unit) {
            self.board.sight_distances(foe.at).to(cell).saturating_add(1)
        } else {
            FAR
        };
        // A carrier must get rid of its own diamond first.
        blow.min(vine) + if foe.unit.diamond.is_some() { 1 } else { 0 }
    }

    /// How many acts are left before somebody can strike: 0 or less means it can happen before our next turn.
    fn margin(&self, cell: Point, acts: impl Fn(&Foe<'_>) -> u32) -> i64 {
        let alive = self.foes.iter().filter(|foe| !self.struck.contains(&foe.unit.unit));
        alive
            .map(|foe| i64::from(self.acts_needed(foe, cell)) - i64::from(acts(foe)))
            .min()
            .unwrap_or(i64::from(FAR))
    }

    fn carry(&mut self, unit: &UnitView, at: Point, diamond: u16) {
        let diamond = &self.scene.view.diamonds[usize::from(diamond)];
        let left = self.board.ticks.saturating_sub(self.scene.view.tick + 1);
        let (level, points) = (diamond.level, diamond.points);
        let away = |cell: Point| {
            let foes = self.foes.iter().map(|foe| i64::from(foe.distances.to(cell).min(FAR)));
            foes.min().unwrap_or(0)
        };
        if left == 0 {
            if let Some(cell) = self.scene.drop_cell(self.board, at, away) {
                self.give(unit, Deed::Drop(cell));
            }
            return;
        }
        if self.margin(at, |foe| foe.acts) <= 0 {
            return self.save(unit, at, points, level);
        }
        let needed = u32::from(level) + 1;
        // Raising pays only if there is time to hold the diamond afterwards.
        let pays = level < HIGHEST_LEVEL && left > 2 * needed;
        if pays && self.margin(at, |foe| foe.acts + needed - 1) > 0 {
            return self.give(unit, Deed::Summon);
        }
        // Somewhere quieter, if there is such a place beside.
        if pays || self.margin(at, |foe| foe.acts + 1) <= 0 {
            let here = self.margin(at, |foe| foe.acts_later);
            if let Some((cell, margin)) = self.quietest(at)
                && margin > here
            {
                self.claimed.push(cell);
                self.give(unit, Deed::Move(cell));
            }
        }
    }

    /// Somebody can strike before our next turn: slip away if that helps, otherwise cash in.
    fn save(&mut self, unit: &UnitView, at: Point, points: u32, level: u8) {
        if let Some((cell, margin)) = self.quietest(at)
            && margin > 0
            && (points < 30 || level >= 3)
        {
            self.claimed.push(cell);
            return self.give(unit, Deed::Move(cell));
        }
        let own = self.scene.own();
        // Not where a foe gets first, and rather where a mate stands ready.
        let worth = |cell: Point| {
            let foe = self.foes.iter().map(|foe| i64::from(foe.distances.to(cell))).min().unwrap_or(0);
            let mate = own.iter().filter(|mate| mate.unit != unit.unit && mate.diamond.is_none());
            let mate =
                mate.filter_map(|mate| mate.position).map(|mate| mate.distance(cell)).min().unwrap_or(9);
            foe * 4 - i64::from(mate)
        };
        match self.scene.drop_cell(self.board, at, worth) {
            Some(cell) if points > 0 => self.give(unit, Deed::Drop(cell)),
            _ => {
                if let Some((cell, _)) = self.quietest(at) {
                    self.claimed.push(cell);
                    self.give(unit, Deed::Move(cell));
                }
            }
        }
    }

    /// The neighbouring cell a carrier can step on where foes need longest, with that margin.
    fn quietest(&self, at: Point) -> Option<(Point, i64)> {
        let open = |cell: &Point| {
            self.board.is_floor(*cell)
                && !self.claimed.contains(cell)
                && !self.scene.is_free_diamond(*cell)
                && self.scene.unit_on(*cell).is_none()
        };
        let margin = |cell: Point| (cell, self.margin(cell, |foe| foe.acts_later));
        neighbours(at).into_iter().filter(open).map(margin).max_by_key(|(_, margin)| *margin)
    }

    /// Sends units to the free diamonds; gives back those without one.
    fn fetch(&mut self, idle: Vec<usize>) -> Vec<usize> {
        let own = self.scene.own();
        let seekers: Vec<(usize, Distances)> = idle
            .into_iter()
            .filter_map(|i| {
                let at = own[i].position?;
                Some((i, self.board.distances_around(at, &self.crowd)))
            })
            .collect();
        let targets: Vec<Point> = self.scene.free_diamonds().collect();
        let mut rest = Vec::new();
        for (i, target) in self.scene.deal(&seekers, &targets) {
            match target {
                Some((target, _)) => {
                    self.claimed.push(target);
                    self.give(&own[i], Deed::Move(target));
                }
                None => rest.push(i),
            }
        }
        rest
    }

    /// Sends the others after the foes that are worth most and nearest.
    fn hunt(&mut self, idle: Vec<usize>) {
        let own = self.scene.own();
        for i in idle {
            let Some(at) = own[i].position else { continue };
            let distances = self.board.distances_around(at, &self.crowd);
            let prey = |foe: &Foe<'_>| {
                let steps = distances.beside(foe.at);
                (steps < FAR).then(|| i64::from(self.worth(foe)) * 2 - i64::from(steps) * 3)
            };
            let best = self
                .foes
                .iter()
                .filter(|foe| !self.board.is_spawn(foe.at))
                .filter_map(|foe| prey(foe).map(|worth| (worth, foe)))
                .max_by_key(|(worth, foe)| (*worth, foe.unit.unit));
            let goal = match best {
                Some((_, foe)) => {
                    let free = |cell: &Point| !self.claimed.contains(cell) && distances.to(*cell) < FAR;
                    neighbours(foe.at).into_iter().filter(free).min_by_key(|cell| distances.to(*cell))
                }
                // Nobody to hunt: off the spawn tile at least.
                None => neighbours(at).into_iter().find(|cell| {
                    self.board.is_spawn(at) && self.board.is_floor(*cell) && !self.claimed.contains(cell)
                }),
            };
            if let Some(goal) = goal {
                self.claimed.push(goal);
                self.give(&own[i], Deed::Move(goal));
            }
        }
    }

    /// Onto the free spawn tile nearest to a diamond that none of ours is near.
    fn spawn(&mut self, unit: &UnitView, place: usize) {
        let mut diamonds: Vec<Point> = self.scene.free_diamonds().collect();
        if diamonds.is_empty() {
            diamonds = self.foes.iter().filter(|foe| foe.unit.diamond.is_some()).map(|foe| foe.at).collect();
        }
        if diamonds.is_empty() {
            diamonds = self.scene.view.diamonds.iter().map(|diamond| diamond.position).collect();
        }
        let free = |spawn: &&Point| self.scene.unit_on(**spawn).is_none() && !self.claimed.contains(spawn);
        let Some(wanted) = diamonds.get(place % diamonds.len().max(1)) else { return };
        let near = self.board.empty_distances(*wanted);
        let spawn = self.board.spawns.iter().filter(free).min_by_key(|spawn| near.beside(**spawn)).copied();
        if let Some(spawn) = spawn {
            self.claimed.push(spawn);
            self.give(unit, Deed::Spawn(spawn));
        }
    }
}
