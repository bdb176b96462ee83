//! The games by name. The catalogue knows them too, but it carries the wires of the original contests, and a wheel does not.

use std::collections::BTreeMap;
use std::str::FromStr;

use meydan_core::{Batch, Bot, Chance, Explore, Game, Layout, Seat, Seed, Setup, StateHash, Terms};
use meydan_house as house;
use meydan_sketch::Sketch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

/// What this package needs of a game.
pub(crate) trait Offered: Batch + Sketch + Setup + Explore<View: Send> {
    /// The house bots, weakest first.
    const BOTS: &'static [&'static str];
    /// Seats a house bot.
    fn house(name: &str, config: &Self::Config, chance: Chance) -> Option<Box<dyn Bot<Self>>>;
    /// Makes a map file from knobs.
    fn generate(knobs: &Knobs, chance: Chance) -> Result<Vec<u8>, String>;
    /// A match that looks like a view, for a bot that has nothing else.
    fn imagine(config: &Self::Config, view: &str) -> Result<Self, String> {
        let _ = (config, view);
        Err(format!("{} cannot be played from views by an exported policy yet", Self::NAME))
    }
    /// The acts that a choice stands for.
    fn acts(&self, sheet: &Self::Sheet, seat: Seat, choice: &[i32]) -> Vec<Self::Action> {
        let _ = (sheet, seat, choice);
        Vec::new()
    }
    /// The choice that an act stands for: empty where the choice before it did this too, nothing where there is none.
    fn read(
        &self,
        sheet: &Self::Sheet,
        layout: &Layout,
        seat: Seat,
        action: &Self::Action,
    ) -> Option<Vec<i32>> {
        let mut after = self.clone();
        after.act(seat, action.clone(), &mut Vec::new()).ok()?;
        tried(self, sheet, layout, seat, &after.hash())
    }
}

/// A choice with at most one number besides 0 that leads to a state. It is looked for by trying, so that no rule is written
/// twice.
fn tried<G: Offered>(
    game: &G,
    sheet: &G::Sheet,
    layout: &Layout,
    seat: Seat,
    wanted: &StateHash,
) -> Option<Vec<i32>> {
    let mut mask = vec![0; layout.mask_bytes()];
    game.mask(sheet, seat, &mut mask);
    let mut first = 0;
    for (head, (_, size)) in layout.heads.iter().enumerate() {
        for number in (0..*size).filter(|number| mask[first + number] == 1) {
            let mut choice = vec![0; layout.heads.len()];
            choice[head] = number as i32;
            let mut other = game.clone();
            let taken = other.choose(sheet, seat, &choice, &mut Vec::new());
            if taken.is_ok() && other.hash() == *wanted {
                return Some(choice);
            }
        }
        first += size;
    }
    None
}

/// The knobs of a map generator.
pub(crate) struct Knobs(BTreeMap<String, String>);

impl Knobs {
    fn get<T: FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        match self.0.get(name) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| format!("`{name}` is `{text}`; give another value")),
        }
    }

    /// Refuses names that no generator reads.
    fn only(&self, known: &[&str]) -> Result<(), String> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(format!("there is no knob `{name}`; there are {}", known.join(", "))),
            None => Ok(()),
        }
    }
}

macro_rules! house {
    ($game:ident) => {
        const BOTS: &'static [&'static str] = house::$game::NAMES;

        fn house(name: &str, config: &Self::Config, chance: Chance) -> Option<Box<dyn Bot<Self>>> {
            house::$game::bot(name, config, chance)
        }
    };
}

impl Offered for meydan_labyrinth::Labyrinth {
    house!(labyrinth);

    fn generate(knobs: &Knobs, mut chance: Chance) -> Result<Vec<u8>, String> {
        knobs.only(&["rows", "cols", "runners", "hunters", "walls", "boxes"])?;
        let plain = meydan_labyrinth::Recipe::new(knobs.get("rows", 6)?, knobs.get("cols", 6)?);
        let recipe = meydan_labyrinth::Recipe {
            runners: knobs.get("runners", plain.runners)?,
            hunters: knobs.get("hunters", plain.hunters)?,
            walls: knobs.get("walls", plain.walls)?,
            boxes: knobs.get("boxes", plain.boxes)?,
            ..plain
        };
        let config = meydan_labyrinth::generate(&recipe, &mut chance).map_err(|e| e.to_string())?;
        Ok(config.write().into_bytes())
    }

    fn imagine(config: &Self::Config, view: &str) -> Result<Self, String> {
        let view = serde_json::from_str(view).map_err(|e| e.to_string())?;
        Self::imagined(config, &view).map_err(|e| e.to_string())
    }

    fn acts(&self, sheet: &Self::Sheet, _: Seat, choice: &[i32]) -> Vec<Self::Action> {
        self.chosen(sheet, choice).into_iter().collect()
    }
}

impl Offered for meydan_jungle::Jungle {
    house!(jungle);

    fn generate(knobs: &Knobs, mut chance: Chance) -> Result<Vec<u8>, String> {
        knobs.only(&["teams", "width", "height", "walls", "diamonds", "spawns"])?;
        let recipe = meydan_jungle::generate::Recipe {
            teams: knobs.get("teams", 2)?,
            width: knobs.get("width", 20)?,
            height: knobs.get("height", 14)?,
            walls: knobs.get("walls", 18)?,
            diamonds: knobs.get("diamonds", 2)?,
            spawns: knobs.get("spawns", 4)?,
        };
        let map = meydan_jungle::generate::generate(&recipe, &mut chance).map_err(|e| e.to_string())?;
        Ok(meydan_jungle::config::write_bmp(&map))
    }

    fn imagine(config: &Self::Config, view: &str) -> Result<Self, String> {
        let view = serde_json::from_str(view).map_err(|e| e.to_string())?;
        Self::imagined(config, &view).map_err(|e| e.to_string())
    }

    fn acts(&self, sheet: &Self::Sheet, seat: Seat, choice: &[i32]) -> Vec<Self::Action> {
        vec![self.chosen(sheet, seat, choice)]
    }

    fn read(&self, sheet: &Self::Sheet, _: &Layout, seat: Seat, action: &Self::Action) -> Option<Vec<i32>> {
        meydan_jungle::Jungle::read(self, sheet, seat, action)
    }
}

impl Offered for meydan_heroes::Heroes {
    house!(heroes);

    fn generate(knobs: &Knobs, _: Chance) -> Result<Vec<u8>, String> {
        knobs.only(&[])?;
        Err("maps of heroes are made by `meydan map heroes`".to_owned())
    }
}

impl Offered for meydan_gotham::Gotham {
    house!(gotham);

    fn generate(knobs: &Knobs, _: Chance) -> Result<Vec<u8>, String> {
        knobs.only(&[])?;
        Err("maps of gotham are made by `meydan map gotham`".to_owned())
    }
}

impl Offered for meydan_galaxy::Galaxy {
    house!(galaxy);

    fn generate(knobs: &Knobs, mut chance: Chance) -> Result<Vec<u8>, String> {
        knobs.only(&["planets", "symmetric"])?;
        let seed = Seed(u64::from(chance.below(u32::MAX)));
        let (planets, symmetric) = (knobs.get("planets", 42)?, knobs.get("symmetric", false)?);
        let recipe = meydan_galaxy::Recipe { planets, seed, symmetric };
        let map = meydan_galaxy::generate(recipe).map_err(|e| e.to_string())?;
        Ok(map.to_file().into_bytes())
    }

    // In the start phase the choice of a planet ends the turn too.
    fn read(
        &self,
        sheet: &Self::Sheet,
        layout: &Layout,
        seat: Seat,
        action: &Self::Action,
    ) -> Option<Vec<i32>> {
        use meydan_galaxy::{Action, Stage};
        let mut after = self.clone();
        after.act(seat, *action, &mut Vec::new()).ok()?;
        match action {
            Action::Next if self.stage() == Stage::Placed => return Some(Vec::new()),
            Action::Place { .. } if after.stage() == Stage::Placed => {
                after.act(seat, Action::Next, &mut Vec::new()).ok()?;
            }
            _ => {}
        }
        tried(self, sheet, layout, seat, &after.hash())
    }
}

/// A game is looked up here and nowhere else.
macro_rules! with_game {
    ($name:expr, $call:ident ( $($argument:expr),* $(,)? )) => {
        match $name {
            "labyrinth" => Ok($call::<meydan_labyrinth::Labyrinth>($($argument),*)),
            "heroes" => Ok($call::<meydan_heroes::Heroes>($($argument),*)),
            "gotham" => Ok($call::<meydan_gotham::Gotham>($($argument),*)),
            "galaxy" => Ok($call::<meydan_galaxy::Galaxy>($($argument),*)),
            "jungle" => Ok($call::<meydan_jungle::Jungle>($($argument),*)),
            other => Err($crate::games::unknown(other)),
        }
    };
}
pub(crate) use with_game;

/// The games by name.
pub(crate) const NAMES: &[&str] = &["labyrinth", "heroes", "gotham", "jungle", "galaxy"];

pub(crate) fn unknown(name: &str) -> PyErr {
    wrong(format!("there is no game `{name}`; the games are {}", NAMES.join(", ")))
}

pub(crate) fn wrong(text: impl ToString) -> PyErr {
    PyValueError::new_err(text.to_string())
}

/// The games, their maps, rulesets and house bots, as JSON.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    fn card<G: Offered>() -> serde_json::Value {
        json!({
            "name": G::NAME,
            "about": G::ABOUT,
            "sides": [G::SIDES.start(), G::SIDES.end()],
            "rulesets": G::RULESETS,
            "maps": G::maps().iter().map(|map| map.name).collect::<Vec<_>>(),
            "house_bots": G::BOTS,
            "secrets": G::SECRETS,
            "rules": G::RULES,
        })
    }
    let cards: PyResult<Vec<_>> = NAMES.iter().map(|name| with_game!(*name, card())).collect();
    Ok(json!(cards?).to_string())
}

/// The bytes of a map that comes with Meydan.
#[pyfunction]
pub(crate) fn map_file(game: &str, name: &str) -> PyResult<Vec<u8>> {
    with_game!(game, map_of(Some(name)))?
}

/// The bytes of a new map.
#[pyfunction]
pub(crate) fn make_map(game: &str, seed: u64, knobs: BTreeMap<String, String>) -> PyResult<Vec<u8>> {
    fn make<G: Offered>(seed: u64, knobs: Knobs) -> PyResult<Vec<u8>> {
        G::generate(&knobs, Chance::new(Seed(seed))).map_err(wrong)
    }
    with_game!(game, make(seed, Knobs(knobs)))?
}

pub(crate) fn map_of<G: Offered>(name: Option<&str>) -> PyResult<Vec<u8>> {
    let maps = G::maps();
    let found = match name {
        None => maps.first(),
        Some(name) => maps.iter().find(|map| map.name == name),
    };
    let known = || maps.iter().map(|map| map.name).collect::<Vec<_>>().join(", ");
    let text = || format!("{} has no map `{}`; there are {}", G::NAME, name.unwrap_or_default(), known());
    found.map(|map| map.bytes.to_vec()).ok_or_else(|| wrong(text()))
}

/// Reads a map under some terms.
pub(crate) fn config_of<G: Offered>(
    map: &[u8],
    ruleset: &str,
    sides: Option<usize>,
    options: &BTreeMap<String, String>,
) -> PyResult<G::Config> {
    let ruleset = if ruleset.is_empty() { G::RULESETS[0] } else { ruleset };
    let terms = Terms { ruleset: ruleset.to_owned(), sides, options: options.clone() };
    G::config(map, &terms).map_err(wrong)
}
