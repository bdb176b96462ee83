//! The fifth hero class, which the contest's server and its later maps had and the document does not.

use super::{Ability, AbilityKind, Config, ConfigError, HeroClass, short};

/// The option that says how many classes there are.
pub(crate) const CLASSES: &str = "classes";

/// The name of the fifth class. Clients of version 1.x do not know it.
pub const FIFTH: &str = "SHADOW";

impl Config {
    /// Plays with the document's four classes, or with the fifth too. A map that has it keeps its own numbers.
    pub(crate) fn set_classes(&mut self, classes: i32) -> Result<(), ConfigError> {
        let fifth = short(FIFTH);
        match (classes, self.hero(fifth).is_some()) {
            (4, false) | (5, true) => {}
            (4, true) => {
                self.heroes.retain(|class| class.name != fifth);
                let heroes = &self.heroes;
                let used = |ability: &Ability| {
                    heroes.iter().any(|class| class.abilities.contains(&ability.name))
                        || !ability.name.as_str().starts_with(FIFTH)
                };
                self.abilities.retain(used);
            }
            (5, false) => {
                let abilities = abilities();
                self.heroes.push(HeroClass {
                    name: fifth,
                    abilities: abilities.iter().map(|ability| ability.name).collect(),
                    max_hp: 180,
                    move_cost: 5,
                    respawn_time: 5,
                });
                self.abilities.extend(abilities);
            }
            _ => return Err(ConfigError::Classes { found: classes }),
        }
        Ok(())
    }
}

/// Its abilities. The numbers are ours: it strikes near, steps far, and cuts whoever stands on its way (spec 9.7).
fn abilities() -> Vec<Ability> {
    let ability = |ending: &str, kind, range, cost, cooldown, power, lobbing| Ability {
        name: short(&format!("{FIFTH}_{ending}")),
        kind,
        range,
        cost,
        cooldown,
        area: 0,
        power,
        lobbing,
        piercing: false,
    };
    vec![
        ability("ATTACK", AbilityKind::Offensive, 2, 15, 1, 25, false),
        ability("DODGE", AbilityKind::Dodge, 4, 25, 5, 0, true),
        ability("SLASH", AbilityKind::Dodge, 4, 30, 3, 60, false),
    ]
}
