//! What a match is played with: the map, its constants and the ruleset.

mod error;
mod fifth;
mod read;
mod write;

use std::sync::{Arc, OnceLock};

use meydan_core::Budget;
use serde::{Deserialize, Serialize};

pub use error::ConfigError;
pub(crate) use fifth::CLASSES;
pub use fifth::FIFTH;
pub use write::map_file;

use crate::cells::{Cell, CellSet, LONGEST_SIDE};
use crate::geometry::Geometry;
use crate::name::Name;

/// How many abilities a hero class may have.
pub const MOST_ABILITIES: usize = 8;

/// Which of the two rulesets is played (spec 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ruleset {
    /// The rule document as written.
    Document,
    /// The contest's server, quirks included.
    Official,
}

impl Ruleset {
    /// The rulesets' names, the default first.
    pub const NAMES: &'static [&'static str] = &["document", "official"];

    /// The ruleset of that name; an empty one is the default.
    pub fn named(name: &str) -> Result<Ruleset, ConfigError> {
        match name {
            "document" | "" => Ok(Ruleset::Document),
            "official" => Ok(Ruleset::Official),
            _ => Err(ConfigError::Ruleset { name: name.into() }),
        }
    }
}

/// Everything that, with the chance, fixes a match. Nothing in it is secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Config {
    /// The rules.
    pub ruleset: Ruleset,
    /// The numbers of the match.
    pub constants: Constants,
    /// The map's `gameConstants` in the file's order, values filled in at the end: the original's clients are sent
    /// them like this, unknown keys included.
    pub map_constants: Vec<(String, i64)>,
    /// The walls.
    pub walls: CellSet,
    /// Where each team's heroes appear, and where they cannot be hurt.
    pub respawn: [CellSet; 2],
    /// The cells that earn points.
    pub objective: CellSet,
    /// The hero classes.
    pub heroes: Vec<HeroClass>,
    /// The abilities.
    pub abilities: Vec<Ability>,
    /// What was filled in because the map file lacks it, in sentences.
    pub notes: Vec<String>,
    #[serde(skip)]
    geometry: Shared,
}

/// The numbers of a match (spec 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Constants {
    /// Action points of a team per turn.
    pub max_ap: i32,
    /// `document`: turns played. `official`: the turn counter's limit, which is four more.
    pub max_turns: i32,
    /// The score that ends the match.
    pub max_score: i32,
    /// Points for a kill.
    pub kill_score: i32,
    /// Points for each living hero in the objective zone, every turn.
    pub objective_score: i32,
    /// Move phases per turn.
    pub move_phases: i32,
    /// The length of overtime (`official` only).
    pub overtime: i32,
    /// The score difference that makes overtime needless (`official` only).
    pub overtime_gap: i32,
}

/// A hero class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HeroClass {
    /// Its name.
    pub name: Name,
    /// Its abilities by name; cooldowns are listed in this order.
    pub abilities: Vec<Name>,
    /// Health at the start and after a respawn.
    pub max_hp: i32,
    /// Action points for one step.
    pub move_cost: i32,
    /// Turns from death to respawn, the turn of death counted.
    pub respawn_time: i32,
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ability {
    /// Its name.
    pub name: Name,
    /// What it does.
    pub kind: AbilityKind,
    /// How far it reaches, in side steps.
    pub range: i32,
    /// Action points for one use.
    pub cost: i32,
    /// Turns until it can be used again.
    pub cooldown: i32,
    /// How far around the impact cell it acts, in side steps.
    pub area: i32,
    /// Health taken or given.
    pub power: i32,
    /// Whether it flies over walls and heroes.
    pub lobbing: bool,
    /// A flag of the original's maps that no rule reads.
    pub piercing: bool,
}

/// What an ability does. It follows from this alone, never from the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AbilityKind {
    /// Hurts enemies.
    Offensive,
    /// Heals own heroes.
    Defensive,
    /// Moves the caster.
    Dodge,
    /// Makes own heroes invulnerable for this action phase.
    Fortify,
}

/// The geometry that clones of a config share, so that it is worked out once per map and not once per match.
#[derive(Clone, Debug, Default)]
struct Shared(Arc<OnceLock<Arc<Geometry>>>);

impl PartialEq for Config {
    fn eq(&self, other: &Self) -> bool {
        self.ruleset == other.ruleset
            && self.constants == other.constants
            && self.map_constants == other.map_constants
            && self.walls == other.walls
            && self.respawn == other.respawn
            && self.objective == other.objective
            && self.heroes == other.heroes
            && self.abilities == other.abilities
            && self.notes == other.notes
    }
}

impl Config {
    /// The number of rows of the map.
    pub fn rows(&self) -> u8 {
        self.walls.rows()
    }

    /// The number of columns of the map.
    pub fn columns(&self) -> u8 {
        self.walls.columns()
    }

    /// Rays and sight on this map, shared by all clones of the config.
    pub fn geometry(&self) -> Arc<Geometry> {
        let shared = self.geometry.0.get_or_init(|| Arc::new(Geometry::new(&self.walls)));
        if *shared.walls() == self.walls {
            Arc::clone(shared)
        } else {
            // Somebody changed the walls after the geometry was first asked for.
            Arc::new(Geometry::new(&self.walls))
        }
    }

    /// The class of that name.
    pub fn hero(&self, name: Name) -> Option<&HeroClass> {
        self.heroes.iter().find(|class| class.name == name)
    }

    /// The ability of that name.
    pub fn ability(&self, name: Name) -> Option<&Ability> {
        self.abilities.iter().find(|ability| ability.name == name)
    }

    /// Checks everything that a match relies on, even in a config that does not come from a map file.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        for (field, size) in [("map.rowNum", rows), ("map.columnNum", columns)] {
            if !(1..=LONGEST_SIDE).contains(&size) {
                return Err(ConfigError::Range {
                    field: field.into(),
                    found: size as i64,
                    low: 1,
                    high: LONGEST_SIDE as i64,
                });
            }
        }
        for set in self.respawn.iter().chain([&self.objective]) {
            if (set.rows(), set.columns()) != (self.rows(), self.columns()) {
                return Err(ConfigError::Size {
                    rows: set.rows(),
                    columns: set.columns(),
                    wanted: (self.rows(), self.columns()),
                });
            }
        }
        self.validate_zones()?;
        self.validate_constants()?;
        self.validate_heroes()
    }

    fn validate_zones(&self) -> Result<(), ConfigError> {
        for (zone, key) in self.respawn.iter().zip(["isInFirstRespawnZone", "isInSecondRespawnZone"]) {
            if let Some(cell) = zone.iter().find(|&cell| self.walls.contains(cell)) {
                return Err(ConfigError::WallInZone { key, cell });
            }
            if zone.len() < 4 {
                return Err(ConfigError::SmallZone { key, cells: zone.len() });
            }
        }
        Ok(())
    }

    fn validate_constants(&self) -> Result<(), ConfigError> {
        let range = |field: &str, value: i32, low: i32, high: i32| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            let field = format!("gameConstants.{field}");
            Err(ConfigError::Range { field, found: value.into(), low: low.into(), high: high.into() })
        };
        let constants = &self.constants;
        range("maxAP", constants.max_ap, 0, i32::MAX)?;
        range("maxTurns", constants.max_turns, 1, MOST_TURNS)?;
        range("totalMovePhases", constants.move_phases, 1, MOST_MOVE_PHASES)?;
        // With 0 the original ends the match before the first pick (spec 3).
        if self.ruleset == Ruleset::Official {
            range("initOvertime", constants.overtime, 1, MOST_OVERTIME)?;
        }
        // Every move phase and the action phase is a window.
        let windows = constants.max_turns as usize * (constants.move_phases as usize + 1);
        Budget::STANDARD.entries("a match", windows)?;
        for (field, count) in
            [("gameConstants (number)", self.map_constants.len()), ("notes (number)", self.notes.len())]
        {
            if count > MOST_CONSTANTS {
                let (found, high) = (count as i64, MOST_CONSTANTS as i64);
                return Err(ConfigError::Range { field: field.into(), found, low: 0, high });
            }
        }
        Ok(())
    }

    fn validate_heroes(&self) -> Result<(), ConfigError> {
        let positive = |field: String, found: i32, low: i32| {
            if found >= low {
                return Ok(());
            }
            Err(ConfigError::Range { field, found: found.into(), low: low.into(), high: i32::MAX.into() })
        };
        if self.abilities.len() > usize::from(u8::MAX) {
            return Err(ConfigError::Range {
                field: "abilityConstants (number of abilities)".into(),
                found: self.abilities.len() as i64,
                low: 0,
                high: u8::MAX.into(),
            });
        }
        for (i, ability) in self.abilities.iter().enumerate() {
            if self.abilities[..i].iter().any(|other| other.name == ability.name) {
                return Err(ConfigError::Twice { list: "abilityConstants", name: ability.name });
            }
            let named = |key: &str| format!("abilityConstants[{i}].{key}");
            positive(named("range"), ability.range, 0)?;
            positive(named("APCost"), ability.cost, 0)?;
            positive(named("cooldown"), ability.cooldown, 0)?;
            positive(named("areaOfEffect"), ability.area, 0)?;
        }
        for name in self.abilities.iter().map(|a| a.name).chain(self.heroes.iter().map(|class| class.name)) {
            let plain = |letter: char| !letter.is_control() && letter != '"' && letter != '\\';
            if name.as_str().is_empty() || !name.as_str().chars().all(plain) {
                return Err(ConfigError::Name { name });
            }
        }
        if self.heroes.is_empty() || self.heroes.len() > usize::from(u8::MAX) {
            return Err(ConfigError::Range {
                field: "heroConstants (number of classes)".into(),
                found: self.heroes.len() as i64,
                low: 1,
                high: u8::MAX.into(),
            });
        }
        for (i, class) in self.heroes.iter().enumerate() {
            if self.heroes[..i].iter().any(|other| other.name == class.name) {
                return Err(ConfigError::Twice { list: "heroConstants", name: class.name });
            }
            let named = |key: &str| format!("heroConstants[{i}].{key}");
            positive(named("maxHP"), class.max_hp, 1)?;
            positive(named("moveAPCost"), class.move_cost, 0)?;
            positive(named("respawnTime"), class.respawn_time, 0)?;
            if class.abilities.len() > MOST_ABILITIES {
                return Err(ConfigError::Range {
                    field: named("abilityNames (number)"),
                    found: class.abilities.len() as i64,
                    low: 0,
                    high: MOST_ABILITIES as i64,
                });
            }
            if let Some(&name) = class.abilities.iter().find(|&&name| self.ability(name).is_none()) {
                return Err(ConfigError::UnknownAbility { hero: class.name, ability: name });
            }
        }
        Ok(())
    }
}

/// How many move phases a turn may have.
pub const MOST_MOVE_PHASES: i32 = 1000;
/// How many turns a match may have.
pub(crate) const MOST_TURNS: i32 = 100_000;
/// How long overtime may be. Teams that overtake each other make it last up to half the square of this (spec 11.3).
pub(crate) const MOST_OVERTIME: i32 = 500;
/// How many constants a map may list, unknown ones included.
pub(crate) const MOST_CONSTANTS: usize = 256;

/// The four classes of the rule document (spec 2.1).
pub fn document_heroes() -> Vec<HeroClass> {
    let class = |name: &str, special: &str, max_hp, move_cost| {
        let named = |ending: &str| short(&format!("{name}_{ending}"));
        HeroClass {
            name: short(name),
            abilities: vec![named("ATTACK"), named("DODGE"), named(special)],
            max_hp,
            move_cost,
            respawn_time: 5,
        }
    };
    vec![
        class("SENTRY", "RAY", 150, 6),
        class("BLASTER", "BOMB", 250, 4),
        class("HEALER", "HEAL", 200, 4),
        class("GUARDIAN", "FORTIFY", 400, 8),
    ]
}

/// The twelve abilities of the rule document (spec 2.2).
pub fn document_abilities() -> Vec<Ability> {
    use AbilityKind::{Defensive, Dodge, Fortify, Offensive};
    const UNLIMITED: i32 = 10_000;
    let ability = |name: &str, kind, cost, cooldown, power, area, range, lobbing| Ability {
        name: short(name),
        kind,
        range,
        cost,
        cooldown,
        area,
        power,
        lobbing,
        piercing: false,
    };
    vec![
        ability("SENTRY_ATTACK", Offensive, 15, 1, 30, 0, 7, false),
        ability("SENTRY_DODGE", Dodge, 25, 7, 0, 0, 3, true),
        ability("SENTRY_RAY", Offensive, 25, 5, 50, 0, UNLIMITED, false),
        ability("BLASTER_ATTACK", Offensive, 15, 1, 30, 1, 4, false),
        ability("BLASTER_DODGE", Dodge, 25, 6, 0, 0, 4, true),
        ability("BLASTER_BOMB", Offensive, 25, 4, 40, 2, 5, true),
        ability("HEALER_ATTACK", Offensive, 15, 1, 10, 0, 4, true),
        ability("HEALER_DODGE", Dodge, 25, 6, 0, 0, 4, true),
        ability("HEALER_HEAL", Defensive, 25, 3, 40, 0, 4, true),
        ability("GUARDIAN_ATTACK", Offensive, 15, 1, 20, 1, 1, false),
        ability("GUARDIAN_DODGE", Dodge, 25, 8, 0, 0, 2, true),
        ability("GUARDIAN_FORTIFY", Fortify, 25, 8, UNLIMITED, 0, 4, true),
    ]
}

fn short(text: &str) -> Name {
    Name::new(text).expect("the names of the rule document are short")
}

/// The keys of `gameConstants` with the document's values, in the order in which missing ones are filled in; the
/// last three are those that older maps lack (spec 3).
pub(crate) const CONSTANTS: [(&str, i64); 8] = [
    ("killScore", 10),
    ("objectiveZoneScore", 1),
    ("maxAP", 100),
    ("maxTurns", 100),
    ("maxScore", 200),
    ("totalMovePhases", 6),
    ("initOvertime", 1),
    ("maxScoreDiff", 0),
];

impl Constants {
    /// The document's values.
    pub fn document() -> Constants {
        let mut constants = Constants {
            max_ap: 0,
            max_turns: 0,
            max_score: 0,
            kill_score: 0,
            objective_score: 0,
            move_phases: 0,
            overtime: 0,
            overtime_gap: 0,
        };
        for (key, value) in CONSTANTS {
            *constants.field(key).expect("every listed key has a field") = value as i32;
        }
        constants
    }

    /// The field for a key of `gameConstants`.
    pub(crate) fn field(&mut self, key: &str) -> Option<&mut i32> {
        Some(match key {
            "killScore" => &mut self.kill_score,
            "objectiveZoneScore" => &mut self.objective_score,
            "maxAP" => &mut self.max_ap,
            "maxTurns" => &mut self.max_turns,
            "maxScore" => &mut self.max_score,
            "totalMovePhases" => &mut self.move_phases,
            "initOvertime" => &mut self.overtime,
            "maxScoreDiff" => &mut self.overtime_gap,
            _ => return None,
        })
    }
}

/// A drawing of a map becomes a config with the document's constants: `#` wall, `1` and `2` the respawn zones, `o`
/// the objective zone, `.` free. For tests, examples and the generator.
pub fn draw(rows: &[&str], ruleset: Ruleset) -> Result<Config, ConfigError> {
    let columns = rows.first().map_or(0, |row| row.len());
    for (field, size) in [("map.rowNum", rows.len()), ("map.columnNum", columns)] {
        if size > LONGEST_SIDE {
            let (found, high) = (size as i64, LONGEST_SIDE as i64);
            return Err(ConfigError::Range { field: field.into(), found, low: 1, high });
        }
    }
    let empty = || CellSet::new(rows.len() as u8, columns as u8);
    let (mut walls, mut respawn, mut objective) = (empty(), [empty(), empty()], empty());
    for (r, row) in rows.iter().enumerate() {
        if row.len() != columns {
            return Err(ConfigError::Ragged { row: r, found: row.len(), wanted: columns });
        }
        for (c, letter) in row.bytes().enumerate() {
            let cell = Cell { row: r as u8, column: c as u8 };
            match letter {
                b'#' => walls.insert(cell),
                b'1' => respawn[0].insert(cell),
                b'2' => respawn[1].insert(cell),
                b'o' => objective.insert(cell),
                _ => {}
            }
        }
    }
    let config = Config {
        ruleset,
        constants: Constants::document(),
        map_constants: CONSTANTS.iter().map(|&(key, value)| (key.into(), value)).collect(),
        walls,
        respawn,
        objective,
        heroes: document_heroes(),
        abilities: document_abilities(),
        notes: Vec::new(),
        geometry: Shared::default(),
    };
    config.validate()?;
    Ok(config)
}
