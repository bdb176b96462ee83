use meydan_core::OverBudget;
use thiserror::Error;

use super::{LONGEST_SIDE, Ruleset};
use crate::cells::Cell;
use crate::name::Name;

/// Why a match cannot start from a map or config. The message names the field and says what to change.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// The file is too large, or the match too long.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// The file is not JSON at all.
    #[error(
        "the map is not JSON at line {line}, column {column}: {reason}; give a `.map` file of the contest's format"
    )]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser says.
        reason: String,
    },
    /// A member is missing that has no default.
    #[error("the map lacks `{field}`; add it")]
    Missing {
        /// The path of the member.
        field: String,
    },
    /// A member is of another kind than it must be.
    #[error("`{field}` must be {wanted}, not `{found}`; correct it in the map")]
    Wrong {
        /// The path of the member.
        field: String,
        /// What it must be.
        wanted: &'static str,
        /// What it is.
        found: String,
    },
    /// A number is too small or too large.
    #[error("`{field}` must be from {low} to {high}, not `{found}`; correct it in the map")]
    Range {
        /// The path of the member.
        field: String,
        /// What it is.
        found: i64,
        /// The least it may be.
        low: i64,
        /// The most it may be.
        high: i64,
    },
    /// `map.cells` does not fit the map's size.
    #[error(
        "`map.cells` must have {wanted} cells (rowNum times columnNum), not `{found}`; list every cell row by row"
    )]
    Cells {
        /// How many there must be.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// A cell says it is another one.
    #[error("`map.cells[{index}]` says {found}, but row by row it is {wanted}; put the cells in order")]
    Misplaced {
        /// Its place in the list.
        index: usize,
        /// Which cell that place is.
        wanted: Cell,
        /// What it says.
        found: String,
    },
    /// A zone is drawn for a map of another size.
    #[error("a zone has {rows} rows and {columns} columns, but the map has {} and {}; draw them alike", wanted.0, wanted.1)]
    Size {
        /// The zone's rows.
        rows: u8,
        /// The zone's columns.
        columns: u8,
        /// The map's rows and columns.
        wanted: (u8, u8),
    },
    /// A drawing's rows are not equally long.
    #[error("row {row} of the drawing has {found} letters, the first has {wanted}; make them equal")]
    Ragged {
        /// The row.
        row: usize,
        /// Its length.
        found: usize,
        /// The first row's length.
        wanted: usize,
    },
    /// A respawn zone cannot hold a team.
    #[error("`{key}` is true for {cells} cells, but a team of four needs at least 4; enlarge the zone")]
    SmallZone {
        /// The zone's key.
        key: &'static str,
        /// How many cells it has.
        cells: usize,
    },
    /// A respawn zone has a wall, where a hero could appear.
    #[error("`{key}` is true for the wall at {cell}; take the cell out of the zone or the wall away")]
    WallInZone {
        /// The zone's key.
        key: &'static str,
        /// The wall.
        cell: Cell,
    },
    /// A class names an ability that is not there.
    #[error("`{hero}` has the ability `{ability}`, which `abilityConstants` lacks; add it there")]
    UnknownAbility {
        /// The class.
        hero: Name,
        /// The ability.
        ability: Name,
    },
    /// A name that cannot be written plainly.
    #[error("`{}` is not a name for a hero or an ability; use letters, digits and underscores", name.as_str().escape_debug())]
    Name {
        /// The name.
        name: Name,
    },
    /// A name is used twice.
    #[error("`{list}` names `{name}` twice; rename one")]
    Twice {
        /// The list.
        list: &'static str,
        /// The name.
        name: Name,
    },
    /// There is no such ruleset.
    #[error("there is no ruleset `{name}`; take one of {}", Ruleset::NAMES.join(", "))]
    Ruleset {
        /// What was asked for.
        name: String,
    },
    /// The game is for two teams.
    #[error("heroes is played by 2 sides, not {found}; leave the number of sides out")]
    Sides {
        /// What was asked for.
        found: usize,
    },
    /// There is no such knob.
    #[error("there is no option `{name}`; the options are {known}")]
    Option {
        /// What was asked for.
        name: String,
        /// The options there are.
        known: String,
    },
    /// A knob's value is not a number.
    #[error("the option `{name}` takes a whole number, not `{value}`")]
    OptionValue {
        /// The option.
        name: String,
        /// What was given.
        value: String,
    },
    /// There are not so many classes.
    #[error("the option `classes` is 4 or 5, not `{found}`")]
    Classes {
        /// How many were asked for.
        found: i32,
    },
}

const _: () = assert!(LONGEST_SIDE <= 128, "rows are kept as 128 bits");
