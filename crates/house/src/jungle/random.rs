use meydan_core::{Bot, Chance, Desk};
use meydan_jungle::{Action, Deed, Jungle};

use super::scene::{Board, Scene, neighbours, order};

/// Spawns anywhere, strolls about, and drops what it happens to pick up.
pub(super) struct Random {
    pub(super) board: Board,
    pub(super) chance: Chance,
}

impl Bot<Jungle> for Random {
    fn play(&mut self, desk: &mut dyn Desk<Jungle>) {
        let view = desk.view();
        let scene = Scene { view: &view, team: desk.seat().index() };
        let mut orders = Vec::new();
        for unit in scene.own() {
            let deed = match unit.position {
                None => match self.chance.pick(&self.board.spawns) {
                    Some(&spawn) => Deed::Spawn(spawn),
                    None => continue,
                },
                Some(at) => {
                    let side = neighbours(at)[self.chance.below(4) as usize];
                    match self.chance.below(10) {
                        0 => Deed::None,
                        1 if unit.diamond.is_some() => Deed::Drop(side),
                        1 => Deed::Attack(side),
                        _ => Deed::Move(side),
                    }
                }
            };
            orders.push(order(unit, deed));
        }
        // The first command of a window is always taken.
        let _ = desk.act(Action { orders });
    }
}
