//! A recorded game of the original, played again by the engine and told in the recording's words.

use meydan_core::{Chance, Game, Seat, Status, Viewer};
use meydan_heroes::{
    Action, CastView, Cell, CellSet, Config, Direction, Event, HeroView, Heroes, Name, Phase, View,
};
use serde_json::{Map, Value, json};

pub(crate) struct Recording<'a> {
    config: &'a Config,
    game: Heroes,
    /// The abilities of the last phase if that was an action phase.
    casts: Value,
    phases: usize,
}

impl<'a> Recording<'a> {
    pub(crate) fn start(config: &'a Config) -> Recording<'a> {
        let mut game = Heroes::new(config, Chance::scripted([])).unwrap();
        game.close(&mut Vec::new()); // recordings begin with the first pick
        Recording { config, game, casts: json!([]), phases: 0 }
    }

    /// Plays one recorded phase with its draws.
    pub(crate) fn play(&mut self, line: &Value, at: &str) {
        let before = self.spectator();
        assert_eq!(json!(phase_name(before.phase)), line["phase"], "{at}");
        assert_eq!(json!(before.move_phase.map_or(-1, i64::from)), line["movePhase"], "{at}");
        assert_eq!(json!(before.turn), line["turn"], "{at}");
        let draws = &line["draws"];
        let class = |name: &Value| self.config.heroes.iter().position(|class| class.name.as_str() == name);
        let picks = draws["picks"].as_array().unwrap().iter();
        let cells = draws["cells"].as_array().unwrap().iter();
        let script: Vec<f64> = picks
            .map(|draw| class(&draw["hero"]).unwrap() as f64)
            .chain(cells.map(|draw| draw["index"].as_f64().unwrap()))
            .collect();
        self.game.chance_mut().feed(script);
        let mut log = Vec::new();
        for team in 0..2u8 {
            for event in line["events"][usize::from(team)].as_array().unwrap() {
                if let Some(action) = action(event) {
                    // A refused order is one that the original ignores.
                    let _ = self.game.act(Seat(team), action, &mut log);
                }
            }
        }
        assert!(log.is_empty(), "{at}: a sealed window tells nothing before it closes");
        self.game.close(&mut log);
        assert_eq!(self.game.chance_mut().left(), 0, "{at}: every recorded draw is used");
        let casts = if before.phase == Phase::Action { self.spectator().casts } else { Vec::new() };
        check_log(&before, &self.spectator(), &log, at);
        self.casts = casts.iter().map(full_cast).collect();
        self.phases += 1;
    }

    pub(crate) fn finished(&self) -> bool {
        matches!(self.game.status(), Status::Over(_))
    }

    fn spectator(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    /// The state in the recording's form.
    pub(crate) fn state(&self) -> Value {
        let view = self.spectator();
        let (max_turns, max_score) = self.game.limits();
        let team = |team: usize| {
            let heroes = view.heroes[team].iter().enumerate().map(|(slot, hero)| {
                let mut told = json!({
                    "id": hero.id,
                    "type": hero.class,
                    "hp": hero.hp,
                    "respawn": hero.respawn,
                    "cooldowns": hero.cooldowns,
                    "path": self.game.stored_path(team, slot).iter().map(pair).collect::<Vec<_>>(),
                });
                put(&mut told, "cell", hero.cell.as_ref().map(pair));
                told
            });
            json!({
                "score": view.scores[team],
                "ap": view.ap[team],
                "usedAP": view.used_ap[team],
                "heroes": heroes.collect::<Vec<_>>(),
                "cachedVision": rows(&self.game.cached_vision(team)),
            })
        };
        json!({
            "turn": view.turn,
            "phase": phase_name(view.phase),
            "movePhase": view.move_phase.unwrap_or(0),
            "maxTurns": max_turns,
            "maxScore": max_score,
            "maxOvertime": view.max_overtime,
            "remainingOvertime": view.remaining_overtime,
            "teams": [team(0), team(1)],
            "casts": self.casts,
        })
    }

    /// What the original sends a team next, in the recording's form.
    pub(crate) fn view(&self, team: usize) -> Value {
        let view = self.game.view(Viewer::Seat(Seat(team as u8)));
        let foe = 1 - team;
        if view.phase == Phase::Pick {
            let heroes = |team: usize| -> Vec<Value> {
                view.heroes[team].iter().map(|hero| json!({"id": hero.id, "type": hero.class})).collect()
            };
            let arg = json!({"myHeroes": heroes(team), "oppHeroes": heroes(foe), "currentTurn": view.turn});
            return json!({"name": "pick", "arg": arg});
        }
        let casts = |team: usize| -> Vec<Value> {
            view.casts.iter().filter(|cast| usize::from(cast.team) == team).map(told_cast).collect()
        };
        let arg = json!({
            "myScore": view.scores[team],
            "oppScore": view.scores[foe],
            "currentPhase": phase_name(view.phase),
            "movePhaseNum": view.move_phase.map_or(-1, i64::from),
            "currentTurn": view.turn,
            "AP": view.ap[team],
            "myHeroes": view.heroes[team].iter().map(|hero| self.hero(hero)).collect::<Vec<_>>(),
            "oppHeroes": view.heroes[foe].iter().map(|hero| self.hero(hero)).collect::<Vec<_>>(),
            "myCastAbilities": casts(team),
            "oppCastAbilities": casts(foe),
            "maxOvertime": view.max_overtime,
            "remainingOvertime": view.remaining_overtime,
            "vision": rows(view.vision[team].as_ref().unwrap()),
        });
        assert_eq!((&view.ap[foe], &view.used_ap[foe], &view.vision[foe]), (&None, &None, &None));
        json!({"name": "turn", "arg": arg})
    }

    fn hero(&self, hero: &HeroView) -> Value {
        let mut told = json!({
            "id": hero.id,
            "type": hero.class,
            "currentHP": hero.hp.unwrap_or(-1),
            "recentPath": hero.path.iter().map(place).collect::<Vec<_>>(),
            "respawnTime": hero.respawn,
        });
        put(&mut told, "currentCell", hero.cell.as_ref().map(place));
        let names = &self.config.hero(hero.class).unwrap().abilities;
        let cooldowns = hero.cooldowns.as_ref().map(|left| {
            let pairs = names.iter().zip(left.iter());
            pairs.map(|(name, left)| json!({"name": name, "remCooldown": left})).collect()
        });
        put(&mut told, "cooldowns", cooldowns);
        told
    }

    pub(crate) fn end(&self) -> Value {
        let Status::Over(outcome) = self.game.status() else {
            return json!("the match is not over");
        };
        let view = self.spectator();
        let winner = match outcome.winners().as_slice() {
            [side] => i64::from(side.0),
            _ => -1,
        };
        json!({
            "kind": "end",
            "phases": self.phases,
            "scores": view.scores,
            "usedAP": view.used_ap,
            "winner": winner,
        })
    }
}

/// An event as a client may send it, read as spec 6 says; `None` if it is malformed.
fn action(event: &Value) -> Option<Action> {
    let args = event["args"].as_array()?;
    let text = |i: usize| match args.get(i)? {
        Value::String(text) => Some(text.clone()),
        number @ Value::Number(_) => Some(number.to_string()),
        flag @ Value::Bool(_) => Some(flag.to_string()),
        _ => None,
    };
    let number = |i: usize| text(i)?.parse::<i32>().ok();
    let hero = || u8::try_from(number(0)?).ok();
    match event["type"].as_str()? {
        "pick" => Some(Action::Pick { class: Name::new(&text(0)?)? }),
        "move" => {
            let text = text(1)?;
            let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(&text);
            let direction = match bare {
                "UP" => Direction::Up,
                "DOWN" => Direction::Down,
                "LEFT" => Direction::Left,
                "RIGHT" => Direction::Right,
                _ => return None,
            };
            Some(Action::Move { hero: hero()?, direction })
        }
        "cast" => Some(Action::Cast {
            hero: hero()?,
            ability: Name::new(&text(1)?)?,
            row: number(2)?,
            column: number(3)?,
        }),
        _ => None,
    }
}

/// The events of a window must account for everything that a spectator sees change.
fn check_log(before: &View, after: &View, log: &[Event], at: &str) {
    let mut cells: [Option<Cell>; 8] = [None; 8];
    let mut health: [Option<i32>; 8] = [None; 8];
    for hero in before.heroes.iter().flatten() {
        (cells[usize::from(hero.id)], health[usize::from(hero.id)]) = (hero.cell, hero.hp);
    }
    for event in log {
        match event {
            Event::Spawned { hero, cell } => cells[usize::from(*hero)] = Some(*cell),
            Event::Moved { hero, from, to } => {
                assert_eq!(cells[usize::from(*hero)], Some(*from), "{at}: {event:?}");
                cells[usize::from(*hero)] = Some(*to);
            }
            Event::Died { hero, cell } => {
                assert_eq!(cells[usize::from(*hero)], Some(*cell), "{at}: {event:?}");
                cells[usize::from(*hero)] = None;
                assert!(health[usize::from(*hero)].is_some_and(|hp| hp <= 0), "{at}: {event:?}");
            }
            Event::Cast { hero, from, to, affected, ability } => {
                assert_eq!(cells[usize::from(*hero)], Some(*from), "{at}: {event:?}");
                if ability.as_str().ends_with("_DODGE") || ability.as_str().ends_with("_SLASH") {
                    cells[usize::from(*hero)] = Some(*to);
                }
                affected.iter().for_each(|hit| health[usize::from(hit.hero)] = Some(hit.hp));
            }
            Event::Slashed { affected, .. } => {
                affected.iter().for_each(|hit| health[usize::from(hit.hero)] = Some(hit.hp));
            }
            _ => {}
        }
    }
    for hero in after.heroes.iter().flatten() {
        let id = usize::from(hero.id);
        assert_eq!(cells[id], hero.cell, "{at}: the events put hero {id} elsewhere");
        let respawned =
            log.iter().any(|event| matches!(event, Event::Spawned { hero, .. } if usize::from(*hero) == id));
        if !respawned && hero.cell.is_some() {
            assert_eq!(health[id], hero.hp, "{at}: the events give hero {id} another health");
        }
    }
}

fn put(object: &mut Value, key: &str, value: Option<Value>) {
    if let Some(value) = value {
        object.as_object_mut().unwrap().insert(key.into(), value);
    }
}

fn told_cast(cast: &CastView) -> Value {
    let mut told = json!({
        "casterId": cast.caster.map_or(-1, i64::from),
        "targetHeroIds": cast.targets,
        "abilityName": cast.ability,
    });
    put(&mut told, "startCell", cast.from.as_ref().map(place));
    put(&mut told, "endCell", cast.to.as_ref().map(place));
    told
}

fn full_cast(cast: &CastView) -> Value {
    json!({
        "caster": cast.caster,
        "ability": cast.ability,
        "start": cast.from.as_ref().map(pair),
        "end": cast.to.as_ref().map(pair),
        "targets": cast.targets,
    })
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Init => "INIT",
        Phase::Pick => "PICK",
        Phase::Move => "MOVE",
        Phase::Action => "ACTION",
    }
}

fn pair(cell: &Cell) -> Value {
    json!([cell.row, cell.column])
}

fn place(cell: &Cell) -> Value {
    let members = [("row", cell.row), ("column", cell.column)];
    Value::Object(members.into_iter().map(|(key, value)| (key.into(), value.into())).collect::<Map<_, _>>())
}

/// A cell written as a list of row and column.
pub(crate) fn cell(pair: &Value) -> Cell {
    let number = |i: usize| pair[i].as_u64().unwrap() as u8;
    Cell { row: number(0), column: number(1) }
}

/// A set of cells as rows of `0` and `1`.
pub(crate) fn rows(set: &CellSet) -> Value {
    let row = |row: u8| -> String {
        let bits = set.row_bits(row);
        (0..set.columns()).map(|column| if bits >> column & 1 == 1 { '1' } else { '0' }).collect()
    };
    (0..set.rows()).map(row).collect()
}
