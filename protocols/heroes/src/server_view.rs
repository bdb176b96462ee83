//! The contest's file for statistics, `server_view.log` (spec 15): a JSON array, written when the match is over.

use std::fs;
use std::path::{Path, PathBuf};

use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Viewer};
use meydan_heroes::{AbilityKind, Action, Cell, Config, Event, HeroView, Heroes, Name, Phase, View};
use serde_json::{Value, json};

/// Tells a match in the entries of that file.
#[derive(Debug)]
pub struct ServerView {
    config: Config,
    /// The phase whose window closes next.
    phase: Phase,
    /// What the heroes' cooldowns were before it, by id.
    cooldowns: Vec<(u8, Vec<i32>)>,
    entries: Vec<Value>,
}

impl ServerView {
    /// The file of a match that begins. The names are those of the map and of the two teams.
    pub fn new(config: &Config, names: [&str; 3]) -> ServerView {
        ServerView {
            config: config.clone(),
            phase: Phase::Init,
            cooldowns: Vec::new(),
            entries: vec![init(config, names)],
        }
    }

    /// What a closed window adds: its events, and what a spectator sees after it.
    pub fn window(&mut self, events: &[Event], after: &View) {
        let closed = std::mem::replace(&mut self.phase, after.phase);
        match closed {
            Phase::Pick if after.phase == Phase::Move => self.entries.push(picked(after)),
            Phase::Move => {
                let ap = after.ap.map(|ap| ap.unwrap_or(0));
                let entry = self.state(after.turn, "MOVE", after, ap, &[]);
                self.entries.push(entry);
            }
            Phase::Action => {
                // It is taken before action points and cooldowns are set back.
                let unused = events.iter().find_map(|event| match event {
                    Event::Turn { unused_ap, .. } => Some(*unused_ap),
                    _ => None,
                });
                let turn = after.turn.saturating_sub(1);
                let entry = self.state(turn, "ACTION", after, unused.unwrap_or([0, 0]), events);
                self.entries.push(entry);
            }
            Phase::Init | Phase::Pick => {}
        }
        let all = |hero: &HeroView| {
            (hero.id, hero.cooldowns.iter().flat_map(|list| list.iter().copied()).collect())
        };
        self.cooldowns = after.heroes.iter().flatten().map(all).collect();
    }

    /// The whole file.
    pub fn text(&self) -> String {
        let entries: Vec<String> = self.entries.iter().map(Value::to_string).collect();
        format!("[{}]", entries.join(",\n"))
    }

    fn state(&self, turn: u32, phase: &str, view: &View, ap: [i32; 2], events: &[Event]) -> Value {
        let casts: Vec<Value> = view
            .casts
            .iter()
            .map(|cast| {
                json!({
                    "casterId": cast.caster,
                    "targetHeroIds": cast.targets.iter().collect::<Vec<_>>(),
                    "startCell": cast.from.map(place),
                    "endCell": cast.to.map(place),
                    "abilityName": cast.ability.as_str(),
                })
            })
            .collect();
        let player = |team: usize| {
            let heroes: Vec<Value> = view.heroes[team].iter().map(|hero| self.hero(hero, events)).collect();
            let vision: Vec<Value> =
                view.vision[team].iter().flat_map(|seen| seen.iter()).map(place).collect();
            json!({"score": view.scores[team], "heroes": heroes, "ap": ap[team], "vision": vision})
        };
        json!({
            "currentTurn": turn,
            "currentPhase": phase,
            "castAbilities": casts,
            "players": [player(0), player(1)],
        })
    }

    fn hero(&self, hero: &HeroView, events: &[Event]) -> Value {
        let names = self.config.hero(hero.class).map_or(&[][..], |class| &class.abilities);
        let now: Vec<i32> = hero.cooldowns.iter().flat_map(|list| list.iter().copied()).collect();
        let before = self.cooldowns.iter().find(|(id, _)| *id == hero.id).map(|(_, list)| list);
        let cooldown = |(place, name): (usize, &Name)| {
            let used = |event: &Event| matches!(event, Event::Cast { hero: id, ability, .. } if *id == hero.id && ability == name);
            let left = match before.filter(|_| !events.is_empty()) {
                Some(_) if events.iter().any(used) => {
                    self.config.ability(*name).map(|ability| ability.cooldown)
                }
                Some(before) => before.get(place).copied(),
                None => now.get(place).copied(),
            };
            json!({"name": name.as_str(), "remCooldown": left.unwrap_or(0)})
        };
        let cooldowns: Vec<Value> = names.iter().enumerate().map(cooldown).collect();
        let path: Vec<Value> = hero.path.iter().copied().map(place).collect();
        let mut told = json!({
            "id": hero.id,
            "type": hero.class.as_str(),
            "currentHP": hero.hp.unwrap_or(0),
            "cooldowns": cooldowns,
            "recentPath": path,
            "respawnTime": hero.respawn,
        });
        if let Some(cell) = hero.cell {
            told["currentCell"] = place(cell);
        }
        told
    }
}

fn place(cell: Cell) -> Value {
    json!({"row": cell.row, "column": cell.column})
}

fn picked(view: &View) -> Value {
    let hero = |hero: &HeroView| {
        let cell = hero.cell.unwrap_or(Cell { row: 0, column: 0 });
        json!({"id": hero.id, "name": hero.class.as_str(), "row": cell.row, "column": cell.column})
    };
    let team = |team: usize| view.heroes[team].iter().map(hero).collect::<Vec<_>>();
    json!({"heroes": [team(0), team(1)]})
}

/// The match as it was set up, the limits left out.
fn init(config: &Config, [map, first, second]: [&str; 3]) -> Value {
    let mut constants: serde_json::Map<String, Value> =
        config.map_constants.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    for (name, value) in [("mapName", map), ("firstTeam", first), ("secondTeam", second)] {
        constants.insert(name.to_owned(), json!(value));
    }
    let cell = |row: u8, column: u8| {
        let cell = Cell { row, column };
        json!({
            "isWall": config.walls.contains(cell),
            "isInFirstRespawnZone": config.respawn[0].contains(cell),
            "isInSecondRespawnZone": config.respawn[1].contains(cell),
            "isInObjectiveZone": config.objective.contains(cell),
            "row": row,
            "column": column,
        })
    };
    let row = |row: u8| (0..config.columns()).map(|column| cell(row, column)).collect::<Vec<_>>();
    let cells: Vec<Vec<Value>> = (0..config.rows()).map(row).collect();
    let heroes = config.heroes.iter().map(|class| {
        json!({
            "name": class.name.as_str(),
            "abilityNames": class.abilities.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
            "maxHP": class.max_hp,
            "moveAPCost": class.move_cost,
            "respawnTime": class.respawn_time,
        })
    });
    let abilities = config.abilities.iter().map(|ability| {
        let kind = match ability.kind {
            AbilityKind::Offensive => "OFFENSIVE",
            AbilityKind::Defensive => "DEFENSIVE",
            AbilityKind::Dodge => "DODGE",
            AbilityKind::Fortify => "FORTIFY",
        };
        json!({
            "name": ability.name.as_str(),
            "type": kind,
            "range": ability.range,
            "APCost": ability.cost,
            "cooldown": ability.cooldown,
            "areaOfEffect": ability.area,
            "power": ability.power,
            "isLobbing": ability.lobbing,
            "isPiercing": ability.piercing,
        })
    });
    json!({
        "gameConstants": constants,
        "map": {"rowNum": config.rows(), "columnNum": config.columns(), "cells": cells},
        "heroConstants": heroes.collect::<Vec<_>>(),
        "abilityConstants": abilities.collect::<Vec<_>>(),
    })
}

/// Writes the file when the match is over. Trouble with the file is told and is never the match's.
#[derive(Debug)]
pub(crate) struct ServerViewRecorder {
    view: ServerView,
    path: PathBuf,
    /// Whether the match has ended.
    over: bool,
}

impl ServerViewRecorder {
    pub(crate) fn new(path: &Path, view: ServerView) -> ServerViewRecorder {
        ServerViewRecorder { view, path: path.to_owned(), over: false }
    }
}

impl Drop for ServerViewRecorder {
    fn drop(&mut self) {
        if !self.over {
            eprintln!(
                "the match did not end, so {} is not written; graphic.log beside it has the match as far as it went",
                self.path.display()
            );
        }
    }
}

impl meydan_referee::Recorder<Heroes> for ServerViewRecorder {
    fn entry(&mut self, entry: &Entry<Action>, events: &[Event], game: &Heroes) {
        if let Entry::Close(_) = entry {
            self.view.window(events, &game.view(Viewer::Spectator));
        }
    }

    fn end(&mut self, _: &Outcome, _: &Heroes) {
        self.over = true;
        if let Err(error) = fs::write(&self.path, self.view.text()) {
            eprintln!("{} cannot be written: {error}", self.path.display());
        }
    }
}
