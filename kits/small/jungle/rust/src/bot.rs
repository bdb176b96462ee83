//! Fetches the nearest diamond and keeps it until it is worth thirty points.
use crate::jungle::{Action, ActionType, Position, Tick, TileType, Unit};

pub struct Bot;

impl Bot {
    pub fn new() -> Bot {
        Bot
    }

    pub fn turn(&mut self, tick: &Tick) -> Vec<Action> {
        tick.my_team().units.iter().map(|unit| Action::new(&unit.id, order(tick, unit))).collect()
    }
}

fn order(tick: &Tick, unit: &Unit) -> ActionType {
    let free = |tile: &Position| tick.tile_at(*tile) == TileType::Empty && tick.unit_at(*tile).is_none();
    let Some(at) = unit.position else {
        let nest = tick.spawn_tiles().find(|tile| tick.unit_at(*tile).is_none());
        return nest.map_or(ActionType::None, ActionType::Spawn);
    };
    if let Some(diamond) = unit.diamond_id.as_deref().and_then(|id| tick.diamond(id)) {
        let beside = at.neighbours().into_iter().find(free).filter(|_| diamond.points >= 30);
        return beside.map_or(ActionType::None, ActionType::Drop);
    }
    let ways = tick.distances(at);
    let goals = tick.loose_diamonds().map(|diamond| diamond.position).filter(free);
    goals.min_by_key(|goal| ways.from(*goal)).map_or(ActionType::None, ActionType::Move)
}
