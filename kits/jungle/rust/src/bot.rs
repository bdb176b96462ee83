//! Your bot: change this file.

use std::collections::BTreeSet;

use crate::jungle::{Action, ActionType, Position, Tick, TileType, Unit, FAR};
use crate::log;

/// Fetches the nearest diamonds, raises them while nobody is near, and drops them for their points when somebody comes.
#[derive(Default)]
pub struct Bot {
    /// What another unit of yours is about to take: tiles to stand on, diamonds to fetch.
    taken: BTreeSet<Position>,
}

impl Bot {
    /// Begins a match.
    pub fn new() -> Bot {
        Bot::default()
    }

    /// Decides what each of your units does in this tick.
    pub fn turn(&mut self, tick: &Tick) -> Vec<Action> {
        let team = tick.my_team();
        team.errors.iter().for_each(|error| log!("{error}"));
        self.taken.clear();
        team.units.iter().map(|unit| Action::new(&unit.id, self.order(tick, unit))).collect()
    }

    /// Decides what one unit does.
    fn order(&mut self, tick: &Tick, unit: &Unit) -> ActionType {
        let Some(at) = unit.position else { return self.spawn(tick) };
        if unit.is_summoning {
            return ActionType::None;
        }
        if unit.has_diamond {
            return hold(tick, unit, at);
        }
        if tick.tile_at(at) == TileType::Empty {
            let prey = tick.foes().find(|(foe, there)| foe.has_diamond && there.distance(at) == 1);
            if let Some((_, there)) = prey {
                return ActionType::Attack(there);
            }
        }
        self.fetch(tick, unit, at)
    }

    /// Comes to life as near to a diamond as can be.
    fn spawn(&mut self, tick: &Tick) -> ActionType {
        let ways: Vec<_> = tick.map.diamonds.iter().map(|diamond| tick.distances(diamond.position)).collect();
        let steps = |tile: &Position| ways.iter().map(|way| way.from(*tile)).min().unwrap_or(FAR);
        let free = |tile: &Position| !self.taken.contains(tile) && tick.unit_at(*tile).is_none();
        let Some(tile) = tick.spawn_tiles().filter(free).min_by_key(steps) else { return ActionType::None };
        self.taken.insert(tile);
        ActionType::Spawn(tile)
    }

    /// Goes for the nearest diamond that lies about, else for the nearest foe that carries one.
    fn fetch(&mut self, tick: &Tick, unit: &Unit, at: Position) -> ActionType {
        let is_goal = |tile: &Position| {
            let free = tick.unit_at(*tile).is_none_or(|there| there.id == unit.id);
            free && tick.tile_at(*tile) == TileType::Empty && !self.taken.contains(tile)
        };
        let loose = tick.loose_diamonds().map(|diamond| diamond.position);
        let mut goals: Vec<Position> = loose.filter(is_goal).collect();
        if goals.is_empty() {
            let carriers = tick.foes().filter(|(foe, _)| foe.has_diamond);
            goals = carriers.flat_map(|(_, there)| there.neighbours()).filter(is_goal).collect();
        }
        let steps = goals.into_iter().map(|goal| (tick.distances(goal).from(at), goal));
        match steps.min_by_key(|(steps, _)| *steps) {
            Some((steps, goal)) if steps < FAR => {
                self.taken.insert(goal);
                ActionType::Move(goal)
            }
            _ => ActionType::None,
        }
    }
}

/// Makes the most of a diamond.
fn hold(tick: &Tick, unit: &Unit, at: Position) -> ActionType {
    let diamond = unit.diamond_id.as_deref().and_then(|id| tick.diamond(id));
    let Some(diamond) = diamond else { return ActionType::None };
    let way = tick.distances(at);
    let hunters = tick.foes().filter(|(foe, _)| !foe.has_diamond);
    let danger = hunters.map(|(_, there)| way.from(there)).min().unwrap_or(FAR);
    let left = tick.total_tick - tick.tick;
    if left == 1 || danger <= 2 && diamond.points > 0 {
        let free = |tile: &Position| tick.tile_at(*tile) == TileType::Empty && tick.unit_at(*tile).is_none();
        if let Some(beside) = at.neighbours().into_iter().find(free) {
            return ActionType::Drop(beside);
        }
    }
    let rising = diamond.summon_level + 1;
    let low = diamond.summon_level < tick.game_config.maximum_diamond_summon_level;
    if low && danger > rising + 2 && left > 2 * rising {
        return ActionType::Summon;
    }
    ActionType::None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{json, Json};

    const CORNER: Position = Position { x: 3, y: 0 };

    fn unit(number: u32, at: Option<Position>, diamond: Option<u32>) -> Json {
        json!({ "unit": number, "position": at, "path": [], "diamond": diamond, "summoning": false,
            "died_at": null, "attacked_by": null, "vined_by": null })
    }

    fn tick(mine: Json, theirs: Json, owner: Option<u32>, points: u32) -> Tick {
        let team = |unit| json!({ "score": 0, "left": false, "errors": [], "units": [unit] });
        crate::jungle::tick(
            json!({ "map": ["SS.D", "##..", "S..."], "teams": [{ "name": "us" }, { "name": "them" }], "ticks": 300,
                "diamond_ids": ["gem"] }),
            json!({ "tick": 5, "orders": [[0, 1], [1, 0]], "teams": [(team(mine)), (team(theirs))],
                "diamonds": [{ "position": CORNER, "level": 1, "points": points, "owner": owner }] }),
        )
    }

    fn away() -> Json {
        unit(2, None, None)
    }

    fn says(tick: &Tick) -> ActionType {
        Bot::new().turn(tick)[0].action
    }

    #[test]
    fn a_tick_has_the_documents_names() {
        let now = tick(unit(1, Some(CORNER), Some(0)), away(), Some(1), 4);
        assert_eq!(now.map.tiles[0], [TileType::Spawn, TileType::Wall, TileType::Spawn]);
        assert_eq!(now.team_play_orderings[&6], ["1", "0"]);
        let mine = &now.my_team().units[0];
        assert!(mine.has_diamond && mine.diamond_id.as_deref() == Some("gem"));
        assert_eq!(now.diamond("gem").unwrap().owner_id.as_deref(), Some("1"));
        assert!(!now.teams[1].units[0].has_spawned);
    }

    #[test]
    fn nobody_steps_from_the_floor_onto_a_spawn_tile() {
        let ways = tick(away(), away(), None, 0).distances(Position { x: 0, y: 0 });
        assert_eq!(ways.from(Position { x: 1, y: 0 }), 1);
        assert_eq!(ways.from(Position { x: 2, y: 0 }), FAR);
    }

    #[test]
    fn actions_are_written_as_the_match_reads_them() {
        let step = Action::new("3", ActionType::Move(Position { x: 1, y: 2 }));
        assert_eq!(step.wire(), json!({ "unit": 3, "do": { "move": { "x": 1, "y": 2 } } }));
        assert_eq!(Action::new("3", ActionType::Summon).wire(), json!({ "unit": 3, "do": "summon" }));
    }

    #[test]
    fn the_bot_comes_to_life_near_the_diamond_and_fetches_it() {
        let now = tick(unit(1, None, None), away(), None, 0);
        assert_eq!(says(&now), ActionType::Spawn(Position { x: 1, y: 0 }));
        let now = tick(unit(1, Some(Position { x: 1, y: 2 }), None), away(), None, 0);
        assert_eq!(says(&now), ActionType::Move(CORNER));
    }

    #[test]
    fn the_bot_raises_a_diamond_and_drops_it_when_a_foe_comes() {
        let mine = unit(1, Some(CORNER), Some(0));
        assert_eq!(says(&tick(mine.clone(), away(), Some(1), 0)), ActionType::Summon);
        let near = unit(2, Some(Position { x: 3, y: 2 }), None);
        assert_eq!(says(&tick(mine, near, Some(1), 7)), ActionType::Drop(Position { x: 3, y: 1 }));
    }

    #[test]
    fn the_bot_attacks_a_carrier_beside_it() {
        let mine = unit(1, Some(Position { x: 2, y: 0 }), None);
        let now = tick(mine, unit(2, Some(CORNER), Some(0)), Some(2), 9);
        assert_eq!(says(&now), ActionType::Attack(CORNER));
    }
}
