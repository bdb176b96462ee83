use meydan_core::{Bot, Desk};
use meydan_jungle::{Action, Deed, Jungle, Order, Point, UnitView};

use super::scene::{Board, Distances, FAR, Scene, order};

/// Walks to the nearest diamond, holds it, and drops it in time: when a foe comes near, when there is something to
/// lose, or when the match ends. It never fights and never summons.
pub(super) struct Collector {
    pub(super) board: Board,
}

/// So many points are worth carrying to safety at once.
const ENOUGH: u32 = 12;
/// A foe this near makes it drop.
const TOO_NEAR: u32 = 2;

impl Bot<Jungle> for Collector {
    fn play(&mut self, desk: &mut dyn Desk<Jungle>) {
        let view = desk.view();
        let scene = Scene { view: &view, team: desk.seat().index() };
        let orders = self.orders(&scene);
        // The first command of a window is always taken.
        let _ = desk.act(Action { orders });
    }
}

impl Collector {
    fn orders(&self, scene: &Scene<'_>) -> Vec<Order> {
        let mut orders = Vec::new();
        let mut seekers: Vec<(usize, Distances)> = Vec::new();
        for (i, unit) in scene.own().iter().enumerate() {
            match (unit.position, unit.diamond) {
                (None, _) => orders.extend(self.spawn(scene, unit, i)),
                (Some(at), Some(diamond)) => orders.extend(self.carry(scene, unit, at, diamond)),
                (Some(at), None) => {
                    let taken = |cell| scene.unit_on(cell).is_some();
                    seekers.push((i, self.board.distances(at, taken)));
                }
            }
        }
        let targets: Vec<Point> = scene.free_diamonds().collect();
        for (i, target) in scene.deal(&seekers, &targets) {
            if let Some((target, _)) = target {
                orders.push(order(&scene.own()[i], Deed::Move(target)));
            }
        }
        orders
    }

    /// Onto the free spawn tile that is nearest to a diamond; each unit prefers another diamond.
    fn spawn(&self, scene: &Scene<'_>, unit: &UnitView, place: usize) -> Option<Order> {
        let diamonds: Vec<Point> = scene.free_diamonds().collect();
        let wanted = diamonds.get(place % diamonds.len().max(1))?;
        let near = self.board.distances(*wanted, |_| false);
        let free = self.board.spawns.iter().filter(|&&spawn| scene.unit_on(spawn).is_none());
        let spawn = free.min_by_key(|&&spawn| near.beside(spawn))?;
        Some(order(unit, Deed::Spawn(*spawn)))
    }

    fn carry(&self, scene: &Scene<'_>, unit: &UnitView, at: Point, diamond: u16) -> Option<Order> {
        let points = scene.view.diamonds[usize::from(diamond)].points;
        let nearest = scene.foes().map(|(_, _, foe)| foe.distance(at)).min().unwrap_or(FAR);
        let last = scene.view.tick + 1 >= self.board.ticks;
        if points > 0 && (last || nearest <= TOO_NEAR || points >= ENOUGH) {
            let away = |cell: Point| {
                let foe = scene.foes().map(|(_, _, foe)| foe.distance(cell)).min().unwrap_or(FAR);
                i64::from(foe)
            };
            let cell = scene.drop_cell(&self.board, at, away)?;
            return Some(order(unit, Deed::Drop(cell)));
        }
        None
    }
}
