//! The world of heroes as your team knows it, and the orders you give in it. There is no need to change this file.
#![allow(dead_code)]

use std::cell::RefCell;

use crate::geometry;
use crate::json::{from_json, json, json_names, FromJson, Json, JsonError, ToJson};
use crate::meydan::Match;
use crate::names::open_names;

/// The class of a hero. A map may have others than those of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeroName {
    Sentry,
    Blaster,
    Healer,
    Guardian,
    /// One that the document does not have.
    Other(&'static str),
}

open_names!(HeroName { Sentry: "SENTRY", Blaster: "BLASTER", Healer: "HEALER", Guardian: "GUARDIAN" });

/// The name of an ability. A map may have others than those of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityName {
    SentryAttack,
    SentryDodge,
    SentryRay,
    BlasterAttack,
    BlasterDodge,
    BlasterBomb,
    HealerAttack,
    HealerDodge,
    HealerHeal,
    GuardianAttack,
    GuardianDodge,
    GuardianFortify,
    /// One that the document does not have.
    Other(&'static str),
}

open_names!(AbilityName {
    SentryAttack: "SENTRY_ATTACK",
    SentryDodge: "SENTRY_DODGE",
    SentryRay: "SENTRY_RAY",
    BlasterAttack: "BLASTER_ATTACK",
    BlasterDodge: "BLASTER_DODGE",
    BlasterBomb: "BLASTER_BOMB",
    HealerAttack: "HEALER_ATTACK",
    HealerDodge: "HEALER_DODGE",
    HealerHeal: "HEALER_HEAL",
    GuardianAttack: "GUARDIAN_ATTACK",
    GuardianDodge: "GUARDIAN_DODGE",
    GuardianFortify: "GUARDIAN_FORTIFY",
});

/// What an ability is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityType {
    /// For own heroes; a fortify too, as in the contest.
    Defensive,
    Dodge,
    Offensive,
}

impl FromJson for AbilityType {
    fn from_json(json: &Json) -> Result<AbilityType, JsonError> {
        match json.text()? {
            "defensive" | "fortify" => Ok(AbilityType::Defensive),
            "dodge" => Ok(AbilityType::Dodge),
            "offensive" => Ok(AbilityType::Offensive),
            other => Err(JsonError(format!("`{other}` is not a kind of ability"))),
        }
    }
}

/// What may be ordered now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Pick,
    Move,
    Action,
}

/// A way to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

json_names!(Direction { Up: "up", Down: "down", Left: "left", Right: "right" });

/// A row and a column. A `Cell` and a pair of numbers are turned into it: what takes an `At` takes all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The row, from the top.
    pub row: i32,
    /// The column, from the left.
    pub column: i32,
}

from_json!(At { row: "row", column: "column" });

impl From<(i32, i32)> for At {
    fn from((row, column): (i32, i32)) -> At {
        At { row, column }
    }
}

impl From<Cell> for At {
    fn from(cell: Cell) -> At {
        At { row: cell.row, column: cell.column }
    }
}

impl From<&Cell> for At {
    fn from(cell: &Cell) -> At {
        At::from(*cell)
    }
}

/// A cell of the map. Two cells are equal if they have the same row and column.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The row, from the top.
    pub row: i32,
    /// The column, from the left.
    pub column: i32,
    /// Whether nobody can stand here.
    pub is_wall: bool,
    /// Whether your heroes come to life here.
    pub is_in_my_respawn_zone: bool,
    /// Whether the enemy's heroes come to life here.
    pub is_in_opp_respawn_zone: bool,
    /// Whether standing here scores.
    pub is_in_objective_zone: bool,
    /// Whether one of your heroes sees this cell now.
    pub is_in_vision: bool,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        At::from(self) == At::from(other)
    }
}

impl Eq for Cell {}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    /// How many rows there are.
    pub row_num: i32,
    /// How many columns there are.
    pub column_num: i32,
    /// All cells: `cells[row][column]`.
    pub cells: Vec<Vec<Cell>>,
    /// Where your heroes come to life.
    pub my_respawn_zone: Vec<Cell>,
    /// Where the enemy's heroes come to life.
    pub opp_respawn_zone: Vec<Cell>,
    /// Where standing scores.
    pub objective_zone: Vec<Cell>,
}

impl Map {
    /// Whether these coordinates are on the map.
    pub fn is_in_map(&self, row: i32, column: i32) -> bool {
        (0..self.row_num).contains(&row) && (0..self.column_num).contains(&column)
    }

    /// The cell at these coordinates, if that is on the map.
    pub fn cell(&self, at: impl Into<At>) -> Option<Cell> {
        let At { row, column } = at.into();
        self.is_in_map(row, column).then(|| self.cells[row as usize][column as usize])
    }
}

/// What the map says about an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct AbilityConstants {
    /// Its name.
    pub name: AbilityName,
    /// What it is for.
    pub kind: AbilityType,
    /// How far away the target cell may be.
    pub range: i32,
    /// Action points that a use costs.
    pub ap_cost: i32,
    /// Turns until it can be used again.
    pub cooldown: i32,
    /// How far from the impact cell it still acts.
    pub area_of_effect: i32,
    /// Health it takes or gives.
    pub power: i32,
    /// Lobbing abilities fly over everything; the others stop at walls and heroes.
    pub is_lobbing: bool,
}

from_json!(AbilityConstants {
    name: "name",
    kind: "kind",
    range: "range",
    ap_cost: "cost",
    cooldown: "cooldown",
    area_of_effect: "area",
    power: "power",
    is_lobbing: "lobbing",
});

/// An ability of one hero. What the map says about it can be asked of it directly.
#[derive(Clone, Debug, PartialEq)]
pub struct Ability {
    /// What the map says about it.
    pub constants: AbilityConstants,
    /// Turns until the ability is ready again; `None` for an enemy's.
    pub rem_cooldown: Option<i32>,
}

impl Ability {
    /// Whether it can be used in this turn. Never true for an enemy's.
    pub fn is_ready(&self) -> bool {
        self.rem_cooldown == Some(0)
    }
}

impl std::ops::Deref for Ability {
    type Target = AbilityConstants;

    fn deref(&self) -> &AbilityConstants {
        &self.constants
    }
}

impl From<&Ability> for AbilityName {
    fn from(ability: &Ability) -> AbilityName {
        ability.name
    }
}

impl From<&AbilityConstants> for AbilityName {
    fn from(ability: &AbilityConstants) -> AbilityName {
        ability.name
    }
}

/// What the map says about a class of heroes.
#[derive(Clone, Debug, PartialEq)]
pub struct HeroConstants {
    /// The class.
    pub name: HeroName,
    /// The abilities of its heroes.
    pub ability_names: Vec<AbilityName>,
    /// Health at the start of a life.
    pub max_hp: i32,
    /// What one step costs.
    pub move_ap_cost: i32,
    /// Turns from death to the next life.
    pub respawn_time: i32,
}

from_json!(HeroConstants {
    name: "name",
    ability_names: "abilities",
    max_hp: "max_hp",
    move_ap_cost: "move_cost",
    respawn_time: "respawn_time",
});

/// The number of a hero. A `&Hero` is turned into it: what takes a `HeroId` takes both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeroId(pub i32);

impl FromJson for HeroId {
    fn from_json(json: &Json) -> Result<HeroId, JsonError> {
        i32::from_json(json).map(HeroId)
    }
}

impl ToJson for HeroId {
    fn to_json(&self) -> Json {
        self.0.to_json()
    }
}

impl From<&Hero> for HeroId {
    fn from(hero: &Hero) -> HeroId {
        hero.id
    }
}

/// A hero. What the map says about its class can be asked of it directly.
#[derive(Clone, Debug, PartialEq)]
pub struct Hero {
    /// What the map says about its class.
    pub constants: HeroConstants,
    /// Its number.
    pub id: HeroId,
    /// 0 while dead; `None` for a living enemy whose health you may not know.
    pub current_hp: Option<i32>,
    /// `None` while dead and for an enemy you do not see.
    pub current_cell: Option<Cell>,
    /// The cells since the turn began; of an enemy those you saw.
    pub recent_path: Vec<Cell>,
    /// Turns until the hero appears again; 0 while alive.
    pub rem_respawn_time: i32,
    /// Its abilities.
    pub abilities: Vec<Ability>,
}

impl std::ops::Deref for Hero {
    type Target = HeroConstants;

    fn deref(&self) -> &HeroConstants {
        &self.constants
    }
}

impl Hero {
    /// The ability of that name, if it has it.
    pub fn ability(&self, name: AbilityName) -> Option<&Ability> {
        self.abilities.iter().find(|ability| ability.name == name)
    }

    /// The abilities for own heroes.
    pub fn defensive_abilities(&self) -> Vec<&Ability> {
        self.of_type(AbilityType::Defensive)
    }

    /// The abilities that carry the hero away.
    pub fn dodge_abilities(&self) -> Vec<&Ability> {
        self.of_type(AbilityType::Dodge)
    }

    /// The abilities against enemies.
    pub fn offensive_abilities(&self) -> Vec<&Ability> {
        self.of_type(AbilityType::Offensive)
    }

    fn of_type(&self, kind: AbilityType) -> Vec<&Ability> {
        self.abilities.iter().filter(|ability| ability.kind == kind).collect()
    }
}

/// An ability that was used in the last action phase, as far as you saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct CastAbility {
    /// `None` if you did not see who used it.
    pub caster_id: Option<HeroId>,
    /// Whom it reached, of those you saw.
    pub target_hero_ids: Vec<HeroId>,
    /// `None` if you did not see it; so is `end_cell`.
    pub start_cell: Option<Cell>,
    /// Where it acted; `None` if you did not see it.
    pub end_cell: Option<Cell>,
    /// Which ability it was.
    pub ability_name: AbilityName,
}

/// All that your team knows now, and the orders you give.
pub struct World {
    /// The map.
    pub map: Map,
    /// In the order in which you picked them.
    pub my_heroes: Vec<Hero>,
    /// The enemy's heroes, as far as you know them.
    pub opp_heroes: Vec<Hero>,
    /// The abilities used in the previous turn; the enemy's as far as you saw them.
    pub my_cast_abilities: Vec<CastAbility>,
    /// What the enemy used in the previous turn, as far as you saw it.
    pub opp_cast_abilities: Vec<CastAbility>,
    /// All classes of the map.
    pub hero_constants: Vec<HeroConstants>,
    /// All abilities of the map.
    pub ability_constants: Vec<AbilityConstants>,
    /// Action points your team has left in this turn.
    pub ap: i32,
    /// Your points.
    pub my_score: i32,
    /// The enemy's points.
    pub opp_score: i32,
    /// 0 to 3 are the picks; the first turn is 4.
    pub current_turn: i32,
    /// What may be ordered now.
    pub current_phase: Phase,
    /// From 0 in the move phases, else `None`.
    pub move_phase_num: Option<i32>,
    /// Points that end the match.
    pub max_score: i32,
    /// Action points that a team has in a turn.
    pub max_ap: i32,
    /// The last turn.
    pub max_turns: i32,
    /// Points for a kill.
    pub kill_score: i32,
    /// Points for a hero in the objective zone at the end of a turn.
    pub objective_zone_score: i32,
    pub(crate) me: usize,
    pub(crate) window: u32,
    pub(crate) line: RefCell<Match>,
}

impl World {
    /// Takes a hero of this class; of several picks in one phase the last one counts.
    pub fn pick_hero(&self, name: HeroName) {
        self.order(json!({ "pick": { "class": name } }));
    }

    /// One step in this direction.
    pub fn move_hero(&self, hero: impl Into<HeroId>, direction: Direction) {
        let hero: HeroId = hero.into();
        self.order(json!({ "move": { "hero": hero, "direction": direction } }));
    }

    /// Uses an ability on a cell.
    pub fn cast_ability(
        &self,
        hero: impl Into<HeroId>,
        ability: impl Into<AbilityName>,
        cell: impl Into<At>,
    ) {
        let At { row, column } = cell.into();
        let (hero, ability): (HeroId, AbilityName) = (hero.into(), ability.into());
        self.order(json!({ "cast": { "hero": hero, "ability": ability, "row": row, "column": column } }));
    }

    /// Keeps something beside this phase, for the viewer. The other team never sees it.
    pub fn note(&self, note: Json) {
        let sent = self.line.borrow_mut().note(self.window, &note);
        sent.unwrap_or_else(|error| crate::log!("{error}"));
    }

    fn order(&self, act: Json) {
        let sent = self.line.borrow_mut().act(self.window, &act);
        sent.unwrap_or_else(|error| crate::log!("{error}"));
    }

    /// The hero with that id, own or enemy.
    pub fn hero(&self, id: HeroId) -> Option<&Hero> {
        self.my_heroes.iter().chain(&self.opp_heroes).find(|hero| hero.id == id)
    }

    /// Your hero on this cell.
    pub fn my_hero(&self, cell: impl Into<At>) -> Option<&Hero> {
        standing(&self.my_heroes, cell.into())
    }

    /// The enemy hero on this cell, if you see it.
    pub fn opp_hero(&self, cell: impl Into<At>) -> Option<&Hero> {
        standing(&self.opp_heroes, cell.into())
    }

    /// Your heroes that wait for their next life.
    pub fn my_dead_heroes(&self) -> Vec<&Hero> {
        self.my_heroes.iter().filter(|hero| hero.current_hp == Some(0)).collect()
    }

    /// The enemy's heroes that wait for their next life.
    pub fn opp_dead_heroes(&self) -> Vec<&Hero> {
        self.opp_heroes.iter().filter(|hero| hero.current_hp == Some(0)).collect()
    }

    /// A shortest way over free cells from one cell to another; empty if there is none. Heroes are ignored.
    pub fn path_move_directions(&self, from: impl Into<At>, to: impl Into<At>) -> Vec<Direction> {
        self.path_move_directions_around(from, to, &[])
    }

    /// The same, with blocked cells that count as walls.
    pub fn path_move_directions_around(
        &self,
        from: impl Into<At>,
        to: impl Into<At>,
        blocked: &[Cell],
    ) -> Vec<Direction> {
        geometry::path(&self.map, from.into(), to.into(), blocked)
    }

    /// Side steps between two cells, walls ignored; `None` if one of them is outside the map.
    pub fn manhattan_distance(&self, a: impl Into<At>, b: impl Into<At>) -> Option<i32> {
        let (a, b) = (self.map.cell(a)?, self.map.cell(b)?);
        Some(geometry::distance(a.into(), b.into()))
    }

    /// Whether the second cell can be seen from the first.
    pub fn is_in_vision(&self, a: impl Into<At>, b: impl Into<At>) -> bool {
        match (self.map.cell(a), self.map.cell(b)) {
            (Some(a), Some(b)) => geometry::sees(&self.map, a, b),
            _ => false,
        }
    }

    /// Where an ability acts that is used on one cell and aimed at another: at the end of its range, or, if it is
    /// linear, before the first wall or on the first hero that you see. `None` if a cell is outside the map.
    pub fn impact_cell(
        &self,
        ability: impl Into<AbilityName>,
        from: impl Into<At>,
        to: impl Into<At>,
    ) -> Option<Cell> {
        let ability = self.constants(ability.into())?;
        let (from, to) = (self.map.cell(from)?, self.map.cell(to)?);
        if from == to || (from.is_wall && !ability.is_lobbing) {
            return Some(from);
        }
        let mut impact = from;
        for cell in geometry::ray(&self.map, from, to, ability.is_lobbing) {
            if geometry::distance(from.into(), cell.into()) > ability.range {
                break;
            }
            impact = cell;
            if !ability.is_lobbing && standing(self.targets_of(ability), cell.into()).is_some() {
                break;
            }
        }
        Some(impact)
    }

    /// The heroes that an ability used on one cell and aimed at another would reach, of those you see.
    pub fn ability_targets(
        &self,
        ability: impl Into<AbilityName>,
        from: impl Into<At>,
        to: impl Into<At>,
    ) -> Vec<&Hero> {
        let name = ability.into();
        let (Some(ability), Some(impact)) = (self.constants(name), self.impact_cell(name, from, to)) else {
            return Vec::new();
        };
        let mut reached: Vec<(At, &Hero)> = self
            .targets_of(ability)
            .iter()
            .filter_map(|hero| Some((At::from(hero.current_cell?), hero)))
            .filter(|(at, _)| geometry::distance(impact.into(), *at) <= ability.area_of_effect)
            .collect();
        reached.sort_by_key(|(at, _)| *at);
        reached.into_iter().map(|(_, hero)| hero).collect()
    }

    pub(crate) fn constants(&self, name: AbilityName) -> Option<&AbilityConstants> {
        self.ability_constants.iter().find(|ability| ability.name == name)
    }

    fn targets_of(&self, ability: &AbilityConstants) -> &[Hero] {
        match ability.kind {
            AbilityType::Defensive => &self.my_heroes,
            AbilityType::Dodge | AbilityType::Offensive => &self.opp_heroes,
        }
    }
}

fn standing(heroes: &[Hero], at: At) -> Option<&Hero> {
    heroes.iter().find(|hero| hero.current_cell.map(At::from) == Some(at))
}
