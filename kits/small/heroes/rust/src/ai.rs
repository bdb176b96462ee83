//! Four blasters walk into the objective zone and shoot at whoever they see.
use crate::heroes::{AbilityName, HeroName, World};

pub struct AI;

impl AI {
    pub fn pre_process(&mut self, _world: &World) {}

    pub fn pick_turn(&mut self, world: &World) {
        world.pick_hero(HeroName::Blaster);
    }

    pub fn move_turn(&mut self, world: &World) {
        let zone = &world.map.objective_zone;
        for (i, hero) in world.my_heroes.iter().enumerate() {
            let Some(here) = hero.current_cell else { continue };
            if let Some(&way) = world.path_move_directions(here, zone[i * 5 % zone.len()]).first() {
                world.move_hero(hero, way);
            }
        }
    }

    pub fn action_turn(&mut self, world: &World) {
        let Some(target) = world.opp_heroes.iter().find_map(|hero| hero.current_cell) else { return };
        for hero in world.my_heroes.iter().filter(|hero| hero.current_cell.is_some()) {
            world.cast_ability(hero, AbilityName::BlasterAttack, target);
        }
    }
}
