//! What never changes in a match, made from the config once.

use std::sync::Arc;

use meydan_core::Roster;

use crate::cells::CellSet;
use crate::config::{Ability, AbilityKind, Config, ConfigError, Constants, MOST_ABILITIES, Ruleset};
use crate::geometry::{At, Geometry};
use crate::name::Name;

/// Classes, abilities, zones and geometry, shared by all clones of a game.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) document: bool,
    pub(crate) constants: Constants,
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) classes: Vec<Class>,
    pub(crate) abilities: Vec<Ability>,
    /// The respawn cells of each team, row by row: chance draws an index.
    pub(crate) spawns: [Vec<At>; 2],
    pub(crate) respawn: [CellSet; 2],
    pub(crate) objective: CellSet,
    pub(crate) roster: Roster,
}

/// A hero class with its abilities resolved.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Name,
    pub(crate) max_hp: i32,
    pub(crate) move_cost: i32,
    pub(crate) respawn_time: i32,
    /// Places in [`Arena::abilities`]; the first `count` hold.
    abilities: [u8; MOST_ABILITIES],
    count: u8,
}

impl Class {
    pub(crate) fn abilities(&self) -> &[u8] {
        &self.abilities[..usize::from(self.count)]
    }
}

impl Arena {
    pub(crate) fn new(config: &Config) -> Result<Arena, ConfigError> {
        config.validate()?;
        let classes = config
            .heroes
            .iter()
            .map(|class| {
                let mut abilities = [0; MOST_ABILITIES];
                for (place, name) in abilities.iter_mut().zip(&class.abilities) {
                    let found = config.abilities.iter().position(|ability| ability.name == *name);
                    *place = found.expect("a valid config has every ability that a class names") as u8;
                }
                Class {
                    name: class.name,
                    max_hp: class.max_hp,
                    move_cost: class.move_cost,
                    respawn_time: class.respawn_time,
                    abilities,
                    count: class.abilities.len() as u8,
                }
            })
            .collect();
        let cells = |set: &CellSet| set.indices().map(|at| at as At).collect();
        Ok(Arena {
            document: config.ruleset == Ruleset::Document,
            constants: config.constants,
            geometry: config.geometry(),
            classes,
            abilities: config.abilities.clone(),
            spawns: [cells(&config.respawn[0]), cells(&config.respawn[1])],
            respawn: config.respawn.clone(),
            objective: config.objective.clone(),
            roster: Roster::one_seat_per_side(["team 0", "team 1"]),
        })
    }

    /// The ability in a slot of a class.
    pub(crate) fn ability(&self, class: u8, slot: u8) -> &Ability {
        &self.abilities[usize::from(self.classes[usize::from(class)].abilities[usize::from(slot)])]
    }

    pub(crate) fn class(&self, class: u8) -> &Class {
        &self.classes[usize::from(class)]
    }

    /// The slot of the ability of that name in a class's list.
    pub(crate) fn ability_slot(&self, class: u8, name: Name) -> Option<u8> {
        let places = self.class(class).abilities();
        places
            .iter()
            .position(|&place| self.abilities[usize::from(place)].name == name)
            .map(|slot| slot as u8)
    }

    /// Whether the cell is in the team's own respawn zone, where nobody is hurt and nobody hurts.
    pub(crate) fn at_home(&self, team: usize, at: At) -> bool {
        self.respawn[team].has(usize::from(at))
    }
}

/// What stops a linear ability: a hero of its team for those that act on their own, an enemy for the others (spec 8.2).
pub(crate) fn acts_on_own(kind: AbilityKind) -> bool {
    matches!(kind, AbilityKind::Defensive | AbilityKind::Fortify)
}
