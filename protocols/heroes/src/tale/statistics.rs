//! Reads the contest's file for statistics, `server_view.log` (spec 15): what everything was after each phase.

use meydan_core::{Chance, Game, Outcome, Roster, Seed, Side, Viewer};
use meydan_heroes::{AbilityKind, CastView, End as Ending, Event, Few, Heroes, Name};
use meydan_referee::{Tale, TaleError};
use serde::Deserialize;
use serde_json::Value;

use super::{Cooldown, HeroStatus, Pick, Teller, config};

/// Its first entry has the map and the second kind of entries the phase; both come early.
const HEAD: usize = 1 << 20;

/// Whether the file looks like one of these.
pub(super) fn is_one(file: &[u8]) -> bool {
    let head = &file[..file.len().min(HEAD)];
    let says = |word: &[u8]| head.windows(word.len()).any(|part| part == word);
    head.trim_ascii_start().starts_with(b"[")
        && says(b"\"isInFirstRespawnZone\"")
        && says(b"\"currentPhase\"")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    current_turn: u32,
    current_phase: String,
    #[serde(default)]
    cast_abilities: Vec<Cast>,
    players: [Player; 2],
}

#[derive(Deserialize)]
struct Player {
    score: i64,
    heroes: Vec<HeroState>,
    ap: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeroState {
    id: u8,
    #[serde(rename = "currentHP")]
    hp: i32,
    #[serde(default)]
    cooldowns: Vec<Left>,
    #[serde(default)]
    current_cell: Option<Place>,
    #[serde(default)]
    respawn_time: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Left {
    name: String,
    rem_cooldown: i32,
}

#[derive(Deserialize)]
struct Place {
    row: i32,
    column: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cast {
    caster_id: u8,
    #[serde(default)]
    target_hero_ids: Vec<u8>,
    start_cell: Option<Place>,
    end_cell: Option<Place>,
    ability_name: String,
}

/// Tells the match of such a file. That it is over is not told, but follows from its last scores and its last turn.
pub(super) fn tale(file: &[u8]) -> Result<Tale<Heroes>, TaleError> {
    let wrong = |error: serde_json::Error| TaleError(format!("the file cannot be read: {error}"));
    let mut entries = serde_json::from_slice::<Vec<Value>>(file).map_err(wrong)?.into_iter();
    let mut init = entries.next().ok_or_else(|| TaleError::new("the file does not begin with its map"))?;
    // Names stand among the numbers.
    if let Some(constants) = init["gameConstants"].as_object_mut() {
        constants.retain(|_, value| value.is_number());
    }
    let config = config(init)?;
    let game = Heroes::new(&config, Chance::new(Seed(0))).map_err(|error| TaleError(error.to_string()))?;
    let view = game.view(Viewer::Spectator);
    let mut teller = Teller { config: &config, view, events: Vec::new(), chapters: Vec::new() };
    let mut outcome = None;
    for entry in entries {
        if entry.get("currentPhase").is_none() {
            teller.pick(&serde_json::from_value::<Pick>(entry).map_err(wrong)?)?;
            continue;
        }
        let state: State = serde_json::from_value(entry).map_err(wrong)?;
        match state.current_phase.as_str() {
            "ACTION" => teller.acted(&state)?,
            _ => teller.moved(&state)?,
        }
        outcome = teller.decided(&state, game.roster());
    }
    if outcome.is_some()
        && let Some(last) = teller.chapters.last_mut()
    {
        last.view.over = true;
    }
    let names = vec!["team 0".to_owned(), "team 1".to_owned()];
    Ok(Tale { config: config.clone(), ruleset: "official", names, chapters: teller.chapters, outcome })
}

impl Teller<'_> {
    fn moved(&mut self, state: &State) -> Result<(), TaleError> {
        for told in state.players.iter().flat_map(|player| &player.heroes) {
            let Some(place) = &told.current_cell else { continue };
            let to = self.cell(place.row, place.column)?;
            let from = self.hero(told.id)?.cell.replace(to);
            if let Some(from) = from.filter(|from| *from != to) {
                self.events.push(Event::Moved { hero: told.id, from, to });
            }
        }
        let first = self.view.move_phase == Some(0);
        self.view.ap = [0, 1].map(|team: usize| Some(state.players[team].ap));
        self.view.scores = [0, 1].map(|team: usize| state.players[team].score);
        self.view.move_phase = self.view.move_phase.map(|phase| phase + 1);
        self.view.casts.clear();
        self.close(if first { "first_move" } else { "move" });
        Ok(())
    }

    fn acted(&mut self, state: &State) -> Result<(), TaleError> {
        self.view.casts.clear();
        for cast in &state.cast_abilities {
            self.cast(cast)?;
        }
        let mut status = super::Status {
            heroes: Vec::new(),
            respawned_heroes: Vec::new(),
            scores: [0, 1].map(|team: usize| state.players[team].score),
        };
        for told in state.players.iter().flat_map(|player| &player.heroes) {
            let left = told.cooldowns.iter();
            let left = left.map(|left| Cooldown { ability: left.name.clone(), num: left.rem_cooldown });
            status.heroes.push(HeroStatus {
                id: told.id,
                hp: told.hp,
                rem_respawn_time: told.respawn_time,
                remaining_cooldowns: left.collect(),
            });
            let Some(place) = told.current_cell.as_ref().filter(|_| told.hp > 0) else { continue };
            let to = self.cell(place.row, place.column)?;
            let hero = self.hero(told.id)?;
            if hero.cell.is_none() {
                let (row, column) = (place.row, place.column);
                status.respawned_heroes.push(super::Respawned { id: told.id, row, column });
            } else {
                hero.cell = Some(to);
            }
        }
        self.view.ap = [0, 1].map(|team: usize| Some(state.players[team].ap));
        self.view.turn = state.current_turn;
        self.status(&status)
    }

    fn cast(&mut self, cast: &Cast) -> Result<(), TaleError> {
        let ability = Name::new(&cast.ability_name).and_then(|name| self.config.ability(name));
        let ability =
            ability.ok_or_else(|| TaleError(format!("the file has no ability `{}`", cast.ability_name)))?;
        let (name, dodges) = (ability.name, ability.kind == AbilityKind::Dodge);
        let (Some(start), Some(end)) = (&cast.start_cell, &cast.end_cell) else { return Ok(()) };
        let (from, to) = (self.cell(start.row, start.column)?, self.cell(end.row, end.column)?);
        if dodges {
            self.hero(cast.caster_id)?.cell = Some(to);
        }
        let targets: Few<u8, 4> = cast.target_hero_ids.iter().copied().take(4).collect();
        // By how much it changed them is not told.
        self.events.push(Event::Cast { hero: cast.caster_id, ability: name, from, to, affected: Few::new() });
        self.view.casts.push(CastView {
            team: cast.caster_id % 2,
            caster: Some(cast.caster_id),
            ability: name,
            from: Some(from),
            to: Some(to),
            targets,
        });
        Ok(())
    }

    fn decided(&self, state: &State, roster: &Roster) -> Option<Outcome> {
        let scores = [0, 1].map(|team: usize| state.players[team].score);
        let constants = &self.config.constants;
        let by_score = scores.iter().any(|&score| score >= i64::from(constants.max_score));
        let last = i64::from(state.current_turn) + 1 >= i64::from(constants.max_turns);
        // The first servers counted points after every move, too.
        let over = by_score || (state.current_phase == "ACTION" && last);
        let reason = if by_score { Ending::ScoreLimit } else { Ending::TurnLimit }.reason();
        // What decided where scores are level is not told.
        let score = |side: Side| scores[side.index()];
        over.then(|| Outcome::rank_sides(roster, reason, score, |a, b| score(b).cmp(&score(a))))
    }
}
