//! Reads a replay file of the contest (spec 12): a list of states, one after every team's turn and one after every tick.

use std::cmp::Reverse;

use meydan_core::{Budget, Chance, Game, Outcome, Seat, Seed};
use meydan_jungle::config::{MOST_TEAMS, MOST_TICKS, MOST_UNITS};
use meydan_jungle::{
    Config, Counts, DiamondView, Event, Jungle, Map, OPENING, Point, Ruleset, TICK, TeamView, Tile, UnitView,
    View,
};
use meydan_referee::{Chapter, Tale, TaleError};
use serde::{Deserialize, Deserializer};

/// Whether the file looks like such a replay.
pub fn is_replay(file: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&file[..file.len().min(1 << 16)]).into_owned();
    start.trim_start().starts_with('[') && start.contains("\"teams\"") && start.contains("\"isDead\"")
}

/// Tells the match of a replay file.
pub fn tale(file: &[u8]) -> Result<Tale<Jungle>, TaleError> {
    let wrong = |error: serde_json::Error| TaleError(format!("the replay cannot be read: {error}"));
    let states: Vec<State> = serde_json::from_slice(file).map_err(wrong)?;
    let first = states.first().ok_or_else(|| TaleError::new("the replay is empty"))?;
    let config = config(first)?;
    let shape = |state: &State| {
        let units = state.teams.iter().map(|team| team.units.len());
        (state.teams.len(), units.collect::<Vec<_>>(), state.map.diamonds.len())
    };
    if states.iter().any(|state| shape(state) != shape(first)) {
        return Err(TaleError::new("the teams, units or diamonds change in the middle of the replay"));
    }
    let game = Jungle::new(&config, Chance::new(Seed(0))).map_err(|error| TaleError(error.to_string()))?;
    let seats: Vec<Seat> = game.roster().seats().collect();
    let mut teller =
        Teller { config: &config, deaths: vec![0; config.teams.len()], events: Vec::new(), last: None };
    let mut chapters = Vec::new();
    for state in &states {
        teller.turn(state);
        // The state after the last team's turn has the points of the tick in it.
        if state.playing_team_id.is_none() {
            let view = teller.view(state);
            let clock = if state.tick == 0 { OPENING } else { TICK };
            chapters.push(Chapter {
                clock,
                asked: seats.clone(),
                events: std::mem::take(&mut teller.events),
                view,
            });
        }
    }
    let outcome = states.last().filter(|last| last.tick.saturating_add(1) >= last.total_tick).map(|last| {
        let rank = |team: usize| (Reverse(last.teams[team].score), teller.deaths[team]);
        Outcome::rank_sides(
            game.roster(),
            "all ticks were played",
            |side| last.teams[side.index()].score as i64,
            |a, b| rank(a.index()).cmp(&rank(b.index())),
        )
    });
    let names = config.teams.iter().map(|team| team.name.clone()).collect();
    Ok(Tale { config, ruleset: "official", names, chapters, outcome })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    teams: Vec<Team>,
    tick: u32,
    total_tick: u32,
    map: Ground,
    #[serde(default)]
    playing_team_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Ground {
    viewer_tiles: Vec<Vec<u8>>,
    diamonds: Vec<Diamond>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Diamond {
    id: String,
    position: Point,
    summon_level: u8,
    points: u32,
    /// Absent before the first pick-up, null on the ground after it.
    #[serde(default, deserialize_with = "known")]
    owner_id: Option<Option<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Team {
    id: String,
    #[serde(default)]
    is_dead: bool,
    name: String,
    score: u64,
    #[serde(default)]
    errors: Vec<String>,
    units: Vec<Unit>,
    #[serde(default)]
    events: Vec<TeamEvent>,
    #[serde(default)]
    stats: Stats,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Stats {
    summon_count: u32,
    attack_count: u32,
    drop_count: u32,
    vine_count: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Unit {
    id: String,
    #[serde(default, deserialize_with = "known")]
    position: Option<Option<Point>>,
    #[serde(default)]
    path: Vec<Point>,
    #[serde(default)]
    is_summoning: bool,
    #[serde(default)]
    last_state: LastState,
    #[serde(default)]
    diamond_id: Option<String>,
}

/// A member that is there, be it `null`.
fn known<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct LastState {
    position_before_dying: Option<Point>,
    was_vined_by: Option<String>,
    was_attacked_by: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TeamEvent {
    action: String,
    #[serde(default)]
    unit_id: Option<String>,
    #[serde(default)]
    summon_event: Option<Summon>,
    #[serde(default)]
    drop_event: Option<Drop>,
    #[serde(default)]
    attack_event: Option<Attack>,
    #[serde(default)]
    vine_event: Option<Vine>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summon {
    diamond_current_summon_level: u8,
    diamond_points: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Drop {
    diamond_id: String,
    drop_position: Point,
    points_scored: u32,
    diamond_summon_level: u8,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attack {
    target_unit_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Vine {
    vine_unit_id: String,
}

/// The match that the first state is of.
fn config(first: &State) -> Result<Config, TaleError> {
    let columns = &first.map.viewer_tiles;
    let height = columns.first().map_or(0, Vec::len);
    let cells = columns.len().saturating_mul(height);
    Budget::STANDARD.cells("a map", cells).map_err(|error| TaleError(error.to_string()))?;
    if columns.iter().any(|column| column.len() != height) {
        return Err(TaleError::new("the columns of the replay's map are not equally long"));
    }
    let letter = |x: usize, y: usize| {
        let here = |diamond: &Diamond| diamond.position == Point::new(x as i32, y as i32);
        let tile = Tile::ALL.get(usize::from(columns[x][y])).copied().unwrap_or(Tile::Floor);
        // The first state is that after the first team's turn: nobody can have carried a diamond away by then.
        if first.map.diamonds.iter().any(here) { Tile::Diamond.letter() } else { tile.letter() }
    };
    let rows = (0..height).map(|y| (0..columns.len()).map(|x| letter(x, y)).collect::<String>());
    let text = rows.collect::<Vec<_>>().join("\n");
    let map = Map::read(text.as_bytes()).map_err(|error| TaleError(error.to_string()))?;
    let units = first.teams.first().map_or(0, |team| team.units.len());
    let fits = (1..=MOST_TEAMS).contains(&first.teams.len())
        && (1..=MOST_UNITS).contains(&units)
        && (1..=MOST_TICKS).contains(&first.total_tick)
        && first.teams.iter().all(|team| team.units.len() == units);
    if !fits {
        return Err(TaleError::new("the replay has no teams, or more of something than a match can have"));
    }
    let mut config = Config::new(map, first.teams.len(), units, &mut Chance::new(Seed(0)));
    (config.ruleset, config.ticks) = (Ruleset::Official, first.total_tick);
    for (known, told) in config.teams.iter_mut().zip(&first.teams) {
        (known.id, known.name) = (told.id.clone(), told.name.clone());
    }
    if config.diamond_ids.len() != first.map.diamonds.len() {
        return Err(TaleError::new("two diamonds of the replay lie on one cell"));
    }
    config.diamond_ids = first.map.diamonds.iter().map(|diamond| diamond.id.clone()).collect();
    config.check().map_err(|error| TaleError(error.to_string()))?;
    Ok(config)
}

/// Goes through the states and finds what happened between them.
struct Teller<'a> {
    config: &'a Config,
    deaths: Vec<u32>,
    events: Vec<Event>,
    last: Option<&'a State>,
}

/// A unit by its number from 1, over all teams.
fn units(state: &State) -> impl Iterator<Item = (u16, usize, &Unit)> {
    let of_teams = state.teams.iter().enumerate();
    (1..)
        .zip(of_teams.flat_map(|(team, of)| of.units.iter().map(move |unit| (team, unit))))
        .map(|(number, (team, unit))| (number, team, unit))
}

fn numbered(state: &State, id: &str) -> Option<u16> {
    units(state).find(|(_, _, unit)| unit.id == id).map(|(number, ..)| number)
}

fn numbered_unit(state: &State, number: u16) -> Option<&Unit> {
    units(state).find(|(other, ..)| *other == number).map(|(.., unit)| unit)
}

fn stands(unit: &Unit) -> Option<Point> {
    unit.position.flatten()
}

impl<'a> Teller<'a> {
    fn diamond(&self, id: &str) -> Option<u16> {
        self.config.diamond_ids.iter().position(|known| known == id).map(|place| place as u16)
    }

    /// What happened since the state before.
    fn turn(&mut self, state: &'a State) {
        let playing = state.teams.iter().position(|team| Some(&team.id) == state.playing_team_id.as_ref());
        self.events.extend(playing.map(|team| Event::Turn { team: team as u8 }));
        let before = self.last.replace(state);
        for (team, now) in state.teams.iter().enumerate() {
            // What was told of this tick already is not told again.
            let known = before
                .filter(|before| before.tick == state.tick)
                .map_or(0, |before| before.teams[team].events.len());
            let events: Vec<Event> = now
                .events
                .iter()
                .skip(known)
                .filter_map(|event| self.event(team, event, state, before))
                .collect();
            self.events.extend(events);
        }
        for (unit, team, now) in units(state) {
            let then = before.and_then(|before| numbered_unit(before, unit));
            match (then.and_then(stands), stands(now)) {
                (None, Some(at)) => self.events.push(Event::Spawned { unit, at }),
                (Some(from), Some(to)) if from != to => {
                    let pulled = now.last_state.was_vined_by.is_some()
                        && then.is_some_and(|then| then.last_state.was_vined_by.is_none());
                    if !pulled {
                        self.events.push(Event::Moved { unit, from, to });
                    }
                }
                (Some(_), None) => self.deaths[team] += 1,
                _ => {}
            }
            let had = then.and_then(|then| then.diamond_id.as_deref());
            if let Some((diamond, at)) =
                now.diamond_id.as_deref().filter(|id| Some(*id) != had).zip(stands(now))
            {
                let lay =
                    before.is_none_or(|before| {
                        before.map.diamonds.iter().any(|other| {
                            other.id == diamond && other.owner_id.iter().flatten().next().is_none()
                        })
                    });
                if let Some(diamond) = self.diamond(diamond).filter(|_| lay) {
                    self.events.push(Event::Took { unit, diamond, at });
                }
            }
        }
    }

    /// A team's event in our words.
    fn event(&self, team: usize, told: &TeamEvent, state: &State, before: Option<&State>) -> Option<Event> {
        let team = team as u8;
        let unit = told.unit_id.as_deref().and_then(|id| numbered(state, id));
        let place = |number: u16| {
            let then = before.and_then(|before| numbered_unit(before, number));
            then.and_then(stands).or_else(|| numbered_unit(state, number).and_then(stands))
        };
        match told.action.as_str() {
            "COMMAND_TIMEOUT" => Some(Event::TimedOut { team }),
            "DISCONNECT" => Some(Event::Left { team }),
            "SUMMON" => {
                let (unit, summon) = (unit?, told.summon_event.as_ref()?);
                let diamond = self.diamond(numbered_unit(state, unit)?.diamond_id.as_deref()?)?;
                let (level, points) = (summon.diamond_current_summon_level, summon.diamond_points);
                Some(Event::SummonStarted { unit, diamond, level, points })
            }
            "DROP" => {
                let drop = told.drop_event.as_ref()?;
                Some(Event::Dropped {
                    unit: unit?,
                    diamond: self.diamond(&drop.diamond_id)?,
                    at: drop.drop_position,
                    points: drop.points_scored,
                    level: drop.diamond_summon_level,
                })
            }
            "ATTACK" => {
                let (unit, victim) = (unit?, numbered(state, &told.attack_event.as_ref()?.target_unit_id)?);
                Some(Event::Killed { unit, from: place(unit)?, victim, at: place(victim)?, diamond: None })
            }
            "VINE" => {
                let (unit, target) = (unit?, numbered(state, &told.vine_event.as_ref()?.vine_unit_id)?);
                let (from, to) = (place(target)?, stands(numbered_unit(state, target)?)?);
                Some(Event::Vined { unit, caller: place(unit)?, target, from, to, held: None, lost: false })
            }
            _ => None,
        }
    }

    /// The state after a tick as a spectator sees it.
    fn view(&self, state: &State) -> View {
        let team = |(number, team): (usize, &Team)| TeamView {
            score: team.score,
            deaths: self.deaths[number],
            left: team.is_dead,
            errors: team.errors.clone(),
            counts: Counts {
                summons: team.stats.summon_count,
                attacks: team.stats.attack_count,
                drops: team.stats.drop_count,
                vines: team.stats.vine_count,
            },
            units: units(state)
                .filter(|(_, of, _)| *of == number)
                .map(|(n, _, unit)| self.unit(n, unit, state))
                .collect(),
        };
        let diamond = |diamond: &Diamond| DiamondView {
            position: diamond.position,
            level: diamond.summon_level,
            points: diamond.points,
            owner: diamond.owner_id.iter().flatten().next().and_then(|id| numbered(state, id)),
            touched: diamond.owner_id.is_some(),
        };
        View {
            tick: state.tick.saturating_add(1),
            // Who plays when is not told.
            orders: Vec::new(),
            teams: state.teams.iter().enumerate().map(team).collect(),
            diamonds: state.map.diamonds.iter().map(diamond).collect(),
        }
    }

    fn unit(&self, number: u16, unit: &Unit, state: &State) -> UnitView {
        let other = |id: &Option<String>| id.as_deref().and_then(|id| numbered(state, id));
        UnitView {
            unit: number,
            position: stands(unit),
            placed: unit.position.is_some(),
            path: unit.path.clone(),
            diamond: unit.diamond_id.as_deref().and_then(|id| self.diamond(id)),
            summoning: unit.is_summoning,
            died_at: unit.last_state.position_before_dying,
            attacked_by: other(&unit.last_state.was_attacked_by),
            vined_by: other(&unit.last_state.was_vined_by),
        }
    }
}
