//! Reading a map file of the contest (spec 3).

use std::fmt;

use meydan_core::Budget;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{
    Ability, AbilityKind, CLASSES, CONSTANTS, Config, ConfigError, Constants, HeroClass, MOST_CONSTANTS,
    Ruleset, Shared, document_abilities, document_heroes,
};
use crate::cells::{Cell, CellSet, LONGEST_SIDE};
use crate::name::Name;

/// The members of a map file. The constants keep the file's order.
#[derive(Deserialize)]
struct MapFile {
    #[serde(default, rename = "gameConstants")]
    constants: Option<Ordered>,
    map: Option<Value>,
    #[serde(default, rename = "heroConstants")]
    heroes: Option<Value>,
    #[serde(default, rename = "abilityConstants")]
    abilities: Option<Value>,
}

impl Config {
    /// Reads a map file. What it lacks and the document knows is filled in, with a note.
    pub fn read(file: &[u8], ruleset: Ruleset) -> Result<Config, ConfigError> {
        Budget::MAP.bytes("a map file", file.len() as u64)?;
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let file: MapFile = serde_json::from_slice(file).map_err(|error| ConfigError::NotJson {
            line: error.line(),
            column: error.column(),
            reason: error.to_string(),
        })?;
        let mut notes = Vec::new();
        let (constants, map_constants) = constants(file.constants, &mut notes)?;
        let grid = grid(&Field::root("map", file.map.as_ref())?)?;
        let abilities = match &file.abilities {
            Some(list) => Field::new("abilityConstants".into(), list).each(ability)?,
            None => {
                notes.push("the map lacks `abilityConstants`; the rule document's abilities are used".into());
                document_abilities()
            }
        };
        let heroes = match &file.heroes {
            Some(list) => Field::new("heroConstants".into(), list).each(hero)?,
            None => {
                notes.push("the map lacks `heroConstants`; the rule document's heroes are used".into());
                document_heroes()
            }
        };
        let config = Config {
            ruleset,
            constants,
            map_constants,
            walls: grid.walls,
            respawn: grid.respawn,
            objective: grid.objective,
            heroes,
            abilities,
            notes,
            geometry: Shared::default(),
        };
        config.validate()?;
        Ok(config)
    }

    /// Replaces one of the map's constants.
    pub fn set_constant(&mut self, key: &str, value: i32) -> Result<(), ConfigError> {
        let known = || format!("{}, {CLASSES}", CONSTANTS.map(|(key, _)| key).join(", "));
        *self
            .constants
            .field(key)
            .ok_or_else(|| ConfigError::Option { name: key.into(), known: known() })? = value;
        match self.map_constants.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value.into(),
            None => self.map_constants.push((key.into(), value.into())),
        }
        Ok(())
    }
}

fn constants(
    found: Option<Ordered>,
    notes: &mut Vec<String>,
) -> Result<(Constants, Vec<(String, i64)>), ConfigError> {
    let mut constants = Constants::document();
    let mut listed = Vec::new();
    for (key, value) in found.map_or_else(Vec::new, |Ordered(list)| list) {
        let field = Field::new(format!("gameConstants.{key}"), &value);
        let number = match constants.field(&key) {
            Some(place) => {
                *place = field.int()?;
                i64::from(*place)
            }
            None => field.long()?,
        };
        match listed.iter_mut().find(|(name, _)| *name == key) {
            Some((_, old)) => *old = number,
            None => listed.push((key, number)),
        }
    }
    for (key, value) in CONSTANTS {
        if !listed.iter().any(|(name, _)| name == key) {
            notes.push(format!("the map lacks `gameConstants.{key}`; {value} is used"));
            listed.push((key.into(), value));
        }
    }
    Ok((constants, listed))
}

struct Grid {
    walls: CellSet,
    respawn: [CellSet; 2],
    objective: CellSet,
}

fn grid(map: &Field<'_>) -> Result<Grid, ConfigError> {
    let side = |key| {
        let field = map.member(key)?;
        let size = field.int()?;
        if (1..=LONGEST_SIDE as i32).contains(&size) {
            return Ok(size as u8);
        }
        Err(ConfigError::Range { field: field.path, found: size.into(), low: 1, high: LONGEST_SIDE as i64 })
    };
    let (rows, columns) = (side("rowNum")?, side("columnNum")?);
    let empty = || CellSet::new(rows, columns);
    let mut grid = Grid { walls: empty(), respawn: [empty(), empty()], objective: empty() };
    let cells = map.member("cells")?;
    let list = cells.array()?;
    let wanted = usize::from(rows) * usize::from(columns);
    if list.len() != wanted {
        return Err(ConfigError::Cells { wanted, found: list.len() });
    }
    for (index, value) in list.iter().enumerate() {
        let field = Field::new(format!("map.cells[{index}]"), value);
        let object = value.as_object().ok_or_else(|| field.wrong("an object"))?;
        let cell =
            Cell { row: (index / usize::from(columns)) as u8, column: (index % usize::from(columns)) as u8 };
        for (key, wanted) in [("row", cell.row), ("column", cell.column)] {
            if object.get(key).is_some_and(|found| found.as_u64() != Some(wanted.into())) {
                let shown = |key| object.get(key).map_or("nothing".into(), Value::to_string);
                return Err(ConfigError::Misplaced {
                    index,
                    wanted: cell,
                    found: format!("row {}, column {}", shown("row"), shown("column")),
                });
            }
        }
        let [first, second] = &mut grid.respawn;
        for (key, set) in [
            ("isWall", &mut grid.walls),
            ("isInFirstRespawnZone", first),
            ("isInSecondRespawnZone", second),
            ("isInObjectiveZone", &mut grid.objective),
        ] {
            if field.flag(key)? {
                set.insert(cell);
            }
        }
    }
    Ok(grid)
}

fn hero(field: &Field<'_>) -> Result<HeroClass, ConfigError> {
    Ok(HeroClass {
        name: field.member("name")?.name()?,
        abilities: field.member("abilityNames")?.each(|name| name.name())?,
        max_hp: field.member("maxHP")?.int()?,
        move_cost: field.member("moveAPCost")?.int()?,
        respawn_time: field.member("respawnTime")?.int()?,
    })
}

fn ability(field: &Field<'_>) -> Result<Ability, ConfigError> {
    let kind = field.member("type")?;
    Ok(Ability {
        name: field.member("name")?.name()?,
        kind: match kind.value.as_str() {
            Some("OFFENSIVE") => AbilityKind::Offensive,
            Some("DEFENSIVE") => AbilityKind::Defensive,
            Some("DODGE") => AbilityKind::Dodge,
            Some("FORTIFY") => AbilityKind::Fortify,
            _ => return Err(kind.wrong("OFFENSIVE, DEFENSIVE, DODGE or FORTIFY")),
        },
        range: field.member("range")?.int()?,
        cost: field.member("APCost")?.int()?,
        cooldown: field.member("cooldown")?.int()?,
        area: field.member("areaOfEffect")?.int()?,
        power: field.member("power")?.int()?,
        lobbing: field.flag("isLobbing")?,
        piercing: field.flag("isPiercing")?,
    })
}

/// A JSON value and the path that leads to it, for errors that name the field.
struct Field<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Field<'a> {
    fn new(path: String, value: &'a Value) -> Field<'a> {
        Field { path, value }
    }

    fn root(name: &str, value: Option<&'a Value>) -> Result<Field<'a>, ConfigError> {
        let value = value.ok_or_else(|| ConfigError::Missing { field: name.into() })?;
        Ok(Field::new(name.into(), value))
    }

    fn member(&self, key: &str) -> Result<Field<'a>, ConfigError> {
        let object = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        Field::root(&format!("{}.{key}", self.path), object.get(key))
    }

    fn array(&self) -> Result<&'a Vec<Value>, ConfigError> {
        self.value.as_array().ok_or_else(|| self.wrong("a list"))
    }

    fn each<T>(&self, read: impl Fn(&Field<'a>) -> Result<T, ConfigError>) -> Result<Vec<T>, ConfigError> {
        let list = self.array()?.iter().enumerate();
        list.map(|(i, value)| read(&Field::new(format!("{}[{i}]", self.path), value))).collect()
    }

    fn long(&self) -> Result<i64, ConfigError> {
        self.value.as_i64().ok_or_else(|| self.wrong("a whole number"))
    }

    fn int(&self) -> Result<i32, ConfigError> {
        let number = self.long()?;
        i32::try_from(number).map_err(|_| ConfigError::Range {
            field: self.path.clone(),
            found: number,
            low: i32::MIN.into(),
            high: i32::MAX.into(),
        })
    }

    fn name(&self) -> Result<Name, ConfigError> {
        self.value.as_str().and_then(Name::new).ok_or_else(|| self.wrong("a name of at most 31 bytes"))
    }

    /// A missing flag is false (spec 3).
    fn flag(&self, key: &str) -> Result<bool, ConfigError> {
        match self.value.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(Field::new(format!("{}.{key}", self.path), other).wrong("true or false")),
        }
    }

    fn wrong(&self, wanted: &'static str) -> ConfigError {
        let mut found = self.value.to_string();
        if let Some((cut, _)) = found.char_indices().nth(60) {
            found.truncate(cut);
            found.push('…');
        }
        ConfigError::Wrong { field: self.path.clone(), wanted, found }
    }
}

/// A JSON object in the file's order.
struct Ordered(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`gameConstants` as an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut list = Vec::new();
                while let Some(member) = map.next_entry()? {
                    if list.len() == MOST_CONSTANTS {
                        return Err(A::Error::custom(format_args!(
                            "it has more than {MOST_CONSTANTS} members"
                        )));
                    }
                    list.push(member);
                }
                Ok(Ordered(list))
            }
        }
        deserializer.deserialize_map(Members)
    }
}
