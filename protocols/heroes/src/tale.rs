//! Reads a replay file of the contest, `graphic.log` (spec 15), and what lies beside it.

mod statistics;

use std::cmp::Ordering;

use meydan_core::{Chance, Game, Outcome, Seat, Seed, Side, Viewer};
use meydan_heroes::{
    AbilityKind, CastView, Cell, CellSet, Config, Direction, End as Ending, Event, Few, HeroView, Heroes,
    Name, Phase, Ruleset, View,
};
use meydan_referee::{Chapter, Tale, TaleError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::graphic::class_of_display;

/// Whether the file looks like such a replay.
pub fn is_replay(file: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&file[..file.len().min(256)]).into_owned();
    start.trim_start().starts_with('[') && start.contains("\"init\"") && start.contains("\"args\"")
}

/// Whether the file looks like `server_view.log`, the contest's file for statistics.
pub fn is_statistics(file: &[u8]) -> bool {
    !is_replay(file) && statistics::is_one(file)
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    args: Vec<Value>,
}

#[derive(Deserialize)]
struct Pick {
    heroes: [Vec<Picked>; 2],
}

#[derive(Deserialize)]
struct Picked {
    id: u8,
    name: String,
    row: i32,
    column: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Moves {
    movements: String,
    #[serde(rename = "currentAP")]
    ap: [i32; 2],
}

#[derive(Deserialize)]
struct Actions {
    actions: Vec<Act>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Act {
    id: u8,
    row_distance: i32,
    column_distance: i32,
    ability: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    heroes: Vec<HeroStatus>,
    #[serde(default)]
    respawned_heroes: Vec<Respawned>,
    scores: [i64; 2],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeroStatus {
    id: u8,
    #[serde(rename = "currentHP")]
    hp: i32,
    rem_respawn_time: i32,
    #[serde(default)]
    remaining_cooldowns: Vec<Cooldown>,
}

#[derive(Deserialize)]
struct Cooldown {
    ability: String,
    num: i32,
}

#[derive(Deserialize)]
struct Respawned {
    id: u8,
    row: i32,
    column: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct End {
    scores: [i64; 2],
    #[serde(default, rename = "usedAPs")]
    used_aps: [i64; 2],
    winner: i64,
}

/// Tells the match of a replay file, or of one for statistics.
pub fn tale(file: &[u8]) -> Result<Tale<Heroes>, TaleError> {
    if is_statistics(file) {
        return statistics::tale(file);
    }
    let wrong = |error: serde_json::Error| TaleError(format!("the replay cannot be read: {error}"));
    let entries: Vec<Entry> = serde_json::from_slice(file).map_err(wrong)?;
    let mut entries = entries.into_iter();
    let init = entries.next().filter(|entry| entry.name == "init");
    let init = init.ok_or_else(|| TaleError::new("the replay does not begin with its map"))?;
    let config = config(argument(init)?)?;
    let game = Heroes::new(&config, Chance::new(Seed(0))).map_err(|error| TaleError(error.to_string()))?;
    let view = game.view(Viewer::Spectator);
    let mut teller = Teller { config: &config, view, events: Vec::new(), chapters: Vec::new() };
    let mut outcome = None;
    for entry in entries {
        let name = entry.name.clone();
        match name.as_str() {
            "pick" => teller.pick(&argument(entry)?)?,
            "move" => teller.moves(&argument(entry)?)?,
            "action" => teller.actions(&argument(entry)?)?,
            "status" => teller.status(&argument(entry)?)?,
            "end" => outcome = Some(teller.end(game.roster(), &argument(entry)?)),
            _ => {}
        }
    }
    let names = vec!["team 0".to_owned(), "team 1".to_owned()];
    Ok(Tale { config: config.clone(), ruleset: "official", names, chapters: teller.chapters, outcome })
}

fn argument<T: for<'de> Deserialize<'de>>(entry: Entry) -> Result<T, TaleError> {
    let Entry { name, args } = entry;
    let wrong = |why: String| TaleError(format!("an entry `{name}` of the replay cannot be read: {why}"));
    let value = args.into_iter().next().ok_or_else(|| wrong("it has no argument".to_owned()))?;
    serde_json::from_value(value).map_err(|error| wrong(error.to_string()))
}

/// The match that the first entry is of: a map file, but with its cells in rows and every class twice, under the names that
/// the viewer has for it.
fn config(mut init: Value) -> Result<Config, TaleError> {
    let wrong = || TaleError::new("the replay's map cannot be read");
    let rows = init["map"]["cells"].as_array().ok_or_else(wrong)?;
    let cells = rows.iter().flat_map(|row| row.as_array().cloned().unwrap_or_default());
    init["map"]["cells"] = cells.collect();
    let mut classes: Vec<Value> = Vec::new();
    for class in init["heroConstants"].as_array().ok_or_else(wrong)? {
        let shown = class["name"].as_str().ok_or_else(wrong)?;
        let name = class_of_display(shown).unwrap_or(shown);
        if !classes.iter().any(|known| known["name"] == name) {
            let mut class = class.clone();
            class["name"] = json!(name);
            classes.push(class);
        }
    }
    init["heroConstants"] = Value::Array(classes);
    for ability in init["abilityConstants"].as_array_mut().ok_or_else(wrong)? {
        // It is announced as what clients know.
        if ability["name"].as_str().is_some_and(|name| name.ends_with("_FORTIFY")) {
            ability["type"] = json!("FORTIFY");
        }
    }
    Config::read(init.to_string().as_bytes(), Ruleset::Official).map_err(|error| TaleError(error.to_string()))
}

struct Teller<'a> {
    config: &'a Config,
    view: View,
    events: Vec<Event>,
    chapters: Vec<Chapter<Heroes>>,
}

impl Teller<'_> {
    fn hero(&mut self, id: u8) -> Result<&mut HeroView, TaleError> {
        let heroes = self.view.heroes.iter_mut().flatten();
        heroes
            .into_iter()
            .find(|hero| hero.id == id)
            .ok_or_else(|| TaleError(format!("the replay picked no hero {id}")))
    }

    fn cell(&self, row: i32, column: i32) -> Result<Cell, TaleError> {
        let cell = self.config.geometry().cell(row, column);
        cell.ok_or_else(|| TaleError(format!("row {row}, column {column} is not on the replay's map")))
    }

    fn pick(&mut self, pick: &Pick) -> Result<(), TaleError> {
        for (team, picked) in pick.heroes.iter().enumerate() {
            for hero in picked {
                let class = class_of_display(&hero.name).unwrap_or(&hero.name);
                let class = Name::new(class).and_then(|name| self.config.hero(name));
                let class =
                    class.ok_or_else(|| TaleError(format!("the replay has no class `{}`", hero.name)))?;
                let cell = self.cell(hero.row, hero.column)?;
                self.events.push(Event::Picked { hero: hero.id, class: class.name, drawn: false });
                self.events.push(Event::Spawned { hero: hero.id, cell });
                self.view.heroes[team].push(HeroView {
                    id: hero.id,
                    class: class.name,
                    hp: Some(class.max_hp),
                    cell: Some(cell),
                    path: Few::new(),
                    respawn: 0,
                    cooldowns: Some(class.abilities.iter().map(|_| 0).collect()),
                });
            }
        }
        self.view.turn = 4;
        self.open_turn();
        self.close("pick");
        Ok(())
    }

    fn moves(&mut self, moves: &Moves) -> Result<(), TaleError> {
        for (id, letter) in (0..).zip(moves.movements.bytes()) {
            let direction = match letter {
                b'u' => Direction::Up,
                b'd' => Direction::Down,
                b'l' => Direction::Left,
                b'r' => Direction::Right,
                _ => continue,
            };
            let geometry = self.config.geometry();
            let hero = self.hero(id)?;
            let from = hero.cell.ok_or_else(|| TaleError(format!("hero {id} moves while it is dead")))?;
            let to = geometry.neighbour(from, direction);
            let to = to.ok_or_else(|| TaleError(format!("hero {id} leaves the replay's map")))?;
            hero.cell = Some(to);
            self.events.push(Event::Moved { hero: id, from, to });
        }
        self.view.ap = moves.ap.map(Some);
        let first = self.view.move_phase == Some(0);
        // How many move phases nobody used is not told.
        self.view.move_phase = self.view.move_phase.map(|phase| phase + 1);
        self.view.casts.clear();
        self.close(if first { "first_move" } else { "move" });
        Ok(())
    }

    fn actions(&mut self, actions: &Actions) -> Result<(), TaleError> {
        self.view.casts.clear();
        for act in &actions.actions {
            let ability = Name::new(&act.ability).and_then(|name| self.config.ability(name));
            let ability =
                ability.ok_or_else(|| TaleError(format!("the replay has no ability `{}`", act.ability)))?;
            let (name, dodges) = (ability.name, ability.kind == AbilityKind::Dodge);
            let from = self.hero(act.id)?.cell;
            let from = from.ok_or_else(|| TaleError(format!("hero {} acts while it is dead", act.id)))?;
            let row = i32::from(from.row).saturating_add(act.row_distance);
            let to = self.cell(row, i32::from(from.column).saturating_add(act.column_distance))?;
            if dodges {
                self.hero(act.id)?.cell = Some(to);
            }
            // Whom it hit is not told.
            self.events.push(Event::Cast { hero: act.id, ability: name, from, to, affected: Few::new() });
            self.view.casts.push(CastView {
                team: act.id % 2,
                caster: Some(act.id),
                ability: name,
                from: Some(from),
                to: Some(to),
                targets: Few::new(),
            });
        }
        Ok(())
    }

    fn status(&mut self, status: &Status) -> Result<(), TaleError> {
        for told in &status.heroes {
            let cooldowns = |name: &Name| {
                let left = told.remaining_cooldowns.iter().find(|left| left.ability == name.as_str());
                left.map_or(0, |left| left.num)
            };
            let class = self.hero(told.id)?.class;
            let names = self.config.hero(class).map_or(&[][..], |class| &class.abilities);
            let cooldowns: Few<i32, 8> = names.iter().map(cooldowns).collect();
            let hero = self.hero(told.id)?;
            (hero.hp, hero.respawn, hero.cooldowns) = (Some(told.hp), told.rem_respawn_time, Some(cooldowns));
            if told.hp <= 0
                && let Some(cell) = hero.cell.take()
            {
                self.events.push(Event::Died { hero: told.id, cell });
            }
        }
        for back in &status.respawned_heroes {
            let cell = self.cell(back.row, back.column)?;
            self.hero(back.id)?.cell = Some(cell);
            self.events.push(Event::Spawned { hero: back.id, cell });
        }
        let unused_ap = self.view.ap.map(|ap| ap.unwrap_or(0));
        let holds = |hero: &&HeroView| hero.cell.is_some_and(|cell| self.config.objective.contains(cell));
        let holding = [0, 1].map(|team| self.view.heroes[team].iter().filter(holds).count() as u8);
        self.view.turn += 1;
        self.view.scores = status.scores;
        self.events.push(Event::Turn { turn: self.view.turn, scores: status.scores, holding, unused_ap });
        self.open_turn();
        self.close("action");
        Ok(())
    }

    fn open_turn(&mut self) {
        (self.view.phase, self.view.move_phase) = (Phase::Move, Some(0));
        self.view.ap = [Some(self.config.constants.max_ap); 2];
    }

    fn close(&mut self, clock: &'static str) {
        let geometry = self.config.geometry();
        self.view.vision = [0, 1].map(|team: usize| {
            let mut seen = CellSet::new(self.config.rows(), self.config.columns());
            for cell in self.view.heroes[team].iter().filter_map(|hero| hero.cell) {
                geometry.seen_from(cell).iter().for_each(|cell| seen.insert(cell));
            }
            Some(seen)
        });
        let events = std::mem::take(&mut self.events);
        self.chapters.push(Chapter { clock, asked: vec![Seat(0), Seat(1)], events, view: self.view.clone() });
    }

    fn end(&mut self, roster: &meydan_core::Roster, end: &End) -> Outcome {
        if let Some(last) = self.chapters.last_mut() {
            last.view.over = true;
            last.view.scores = end.scores;
            last.view.used_ap = end.used_aps.map(Some);
        }
        let winner = u8::try_from(end.winner).ok().map(Side);
        // Overtime is not told apart.
        let limit = i64::from(self.config.constants.max_score);
        let by_score = end.scores.iter().any(|&score| score >= limit);
        let reason = if by_score { Ending::ScoreLimit } else { Ending::TurnLimit }.reason();
        Outcome::rank_sides(
            roster,
            reason,
            |side| end.scores[side.index()],
            |a, b| match (Some(a) == winner, Some(b) == winner) {
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                _ => Ordering::Equal,
            },
        )
    }
}
