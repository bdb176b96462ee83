//! Between the wire and the game: commands to actions, views to frames. Pure functions.

use std::sync::{Arc, Mutex};

use meydan_core::{Outcome, Seat};
use meydan_jungle::{Action, Config, Deed, DiamondView, LiveView, Order, Place, Point, Tile, UnitView, View};

use crate::json::Json;
use crate::message::Command;
use crate::odd::{FIRST_UNIT, Oddities};
use crate::wire::{Diamond, GameConfig, GameResult, LastState, Orderings, Team, Tick, TickMap, Unit};

/// The action that a command is. What is wrong with its elements is spelt out here as far as it does not depend on the
/// state of the match (spec 5, checks 1 to 6), and kept in `odd` until the errors of the team are written.
pub fn action(command: &Command, odd: &mut Oddities) -> Action {
    let orders = match &command.actions {
        // One more than a command may hold is refused whole; the rest need not be read for that.
        Some(Json::List(elements)) => {
            elements.iter().take(Action::MOST_ORDERS + 1).map(|element| order(element, odd)).collect()
        }
        _ => vec![Order { unit: odd.unit("No actions received".into()), deed: Deed::None }],
    };
    Action { orders }
}

fn order(element: &Json, odd: &mut Oddities) -> Order {
    read(element, odd).unwrap_or_else(|error| {
        let unit = odd.unit(format!("{} {error}", element.spoken()));
        Order { unit, deed: Deed::None }
    })
}

/// The order that an element is, or what the original says about it, without the element itself in front.
fn read(element: &Json, odd: &mut Oddities) -> Result<Order, String> {
    if element.is_falsy() {
        return Err("Empty action was sent".into());
    }
    match element.get("type") {
        Some(Json::Text(kind)) if kind.is("UNIT") => {}
        other => {
            let kind = other.map_or_else(|| "undefined".into(), Json::spoken);
            return Err(format!("Action type {kind} is invalid!"));
        }
    }
    let verb = verb(element).ok_or_else(|| format!("Invalid action was sent {}", element.compact()))?;
    let deed = match verb {
        Verb::Plain(deed) => deed,
        Verb::Aimed(deed) => {
            let target = element.get("target").and_then(|target| cell(target, odd));
            deed(target.ok_or_else(|| format!("Invalid target was sent {}", element.compact()))?)
        }
    };
    match element.get("unitId") {
        Some(id) if !id.is_falsy() => match own_number(id) {
            Some(unit) => Ok(Order { unit, deed }),
            None => Err(format!("Unit {} doesn't exists!", id.spoken())),
        },
        _ => Err(format!("No unitId was sent {}", element.compact())),
    }
}

enum Verb {
    /// One that needs no target.
    Plain(Deed),
    /// One that needs a target.
    Aimed(fn(Point) -> Deed),
}

fn verb(element: &Json) -> Option<Verb> {
    let Some(Json::Text(verb)) = element.get("action") else { return None };
    let verbs: [(&str, Verb); 7] = [
        ("MOVE", Verb::Aimed(Deed::Move)),
        ("SPAWN", Verb::Aimed(Deed::Spawn)),
        ("DROP", Verb::Aimed(Deed::Drop)),
        ("VINE", Verb::Aimed(Deed::Vine)),
        ("ATTACK", Verb::Aimed(Deed::Attack)),
        ("SUMMON", Verb::Plain(Deed::Summon)),
        ("NONE", Verb::Plain(Deed::None)),
    ];
    verbs.into_iter().find(|(name, _)| verb.is(name)).map(|(_, verb)| verb)
}

/// The number of a unit whose id is a text. Whether the team has such a unit is the game's business.
fn own_number(id: &Json) -> Option<u16> {
    match id {
        Json::Text(text) => Config::unit_named(&text.lossy()).filter(|&unit| unit < FIRST_UNIT),
        _ => None,
    }
}

/// The cell a target names. `None` if it is not an object with both keys.
fn cell(target: &Json, odd: &mut Oddities) -> Option<Point> {
    let (x, y) = (target.get("x")?, target.get("y")?);
    Some(match (whole(x), whole(y)) {
        (Some(x), Some(y)) => Point { x, y },
        _ => odd.cell(format!("[x: {}, y: {}]", x.spoken(), y.spoken())),
    })
}

/// A whole number that may be a coordinate. Beyond this range there is no cell and no neighbour of one.
fn whole(value: &Json) -> Option<i32> {
    match value {
        Json::Number(number) if number.fract() == 0.0 && number.abs() < 1e9 => Some(*number as i32),
        _ => None,
    }
}

/// What a match looks like on the wire: what never changes in it, and what the bots said that has to be quoted.
#[derive(Clone, Debug)]
pub struct Scenery {
    /// `tiles[x][y]` for bots.
    pub tiles: Vec<Vec<&'static str>>,
    /// `viewerTiles[x][y]` for viewers.
    pub viewer_tiles: Vec<Vec<u8>>,
    /// The names under which the teams registered.
    pub names: Vec<String>,
    /// The config of the match.
    pub config: Config,
    /// The odd things that the teams have said.
    odd: Arc<Mutex<Vec<Oddities>>>,
}

impl Scenery {
    /// The scenery of a match. Teams without a registered name have the one of the config.
    pub fn new(config: Config, names: Vec<String>) -> Scenery {
        let map = &config.map;
        let column = |x: usize| (0..map.height()).map(move |y| Point { x: x as i32, y: y as i32 });
        let tile = |at: Point| map.tile(at).expect("the point is on the map");
        let player_tile = |at: Point| match tile(at) {
            Tile::Spawn => "SPAWN",
            Tile::Water | Tile::Stone => "WALL",
            Tile::Floor | Tile::Diamond | Tile::Trap => "EMPTY",
        };
        let viewer_tile = |at: Point| match tile(at) {
            Tile::Floor | Tile::Diamond => 0,
            Tile::Spawn => 1,
            Tile::Water => 3,
            Tile::Stone => 4,
            Tile::Trap => 5,
        };
        Scenery {
            tiles: (0..map.width()).map(|x| column(x).map(player_tile).collect()).collect(),
            viewer_tiles: (0..map.width()).map(|x| column(x).map(viewer_tile).collect()).collect(),
            names,
            odd: Arc::new(Mutex::new(vec![Oddities::default(); config.teams.len()])),
            config,
        }
    }

    /// The action that a team's command is.
    pub fn action(&self, seat: Seat, command: &Command) -> Action {
        let mut odd = self.odd.lock().expect("nobody panics while reading a command");
        action(command, &mut odd[seat.index()])
    }

    /// A team's errors in the original's words.
    pub(crate) fn errors(&self, team: usize, errors: &[String]) -> Vec<String> {
        self.odd.lock().expect("nobody panics while reading a command")[team].quoted(errors)
    }

    /// The name of a team.
    pub fn name(&self, team: usize) -> &str {
        self.names.get(team).unwrap_or(&self.config.teams[team].name)
    }

    /// The id of a team.
    pub fn id(&self, team: usize) -> &str {
        &self.config.teams[team].id
    }

    /// The TICK frame of a seat, from its view.
    pub fn tick(&self, seat: Seat, view: &View) -> String {
        let teams = view.teams.iter().enumerate().map(|(i, team)| Team {
            is_dead: team.left,
            name: self.name(i),
            score: team.score,
            units: team.units.iter().map(|unit| self.unit(i, unit, None)).collect(),
            id: self.id(i),
            errors: if i == seat.index() { self.errors(i, &team.errors) } else { Vec::new() },
        });
        let ids = |order: &Vec<u8>| order.iter().map(|&team| self.id(usize::from(team))).collect();
        let tick = Tick {
            kind: "TICK",
            tick: view.tick,
            total_tick: self.config.ticks,
            map: TickMap { tiles: &self.tiles, diamonds: self.diamonds(&view.diamonds) },
            game_config: GameConfig::CONTEST,
            team_play_orderings: Orderings((view.tick..).zip(view.orders.iter().map(ids)).collect()),
            team_id: self.id(seat.index()),
            teams: teams.collect(),
        };
        serde_json::to_string(&tick).expect("a frame is JSON")
    }

    /// A unit; with the record of the running tick for viewers, without it for bots, who see the last tick's.
    pub(crate) fn unit<'a>(&'a self, team: usize, unit: &'a UnitView, live: Option<LiveView>) -> Unit<'a> {
        let position = match (unit.position, unit.placed) {
            (None, false) => None,
            (position, _) => Some(position),
        };
        let text = |number: u16| number.to_string();
        let last_state = match live {
            None => LastState {
                position_before: position,
                position_before_dying: unit.died_at,
                was_vined_by: unit.vined_by.map(text),
                was_attacked_by: unit.attacked_by.map(text),
                has_summoned: Some(false),
            },
            Some(live) => LastState {
                position_before: match live.before {
                    Place::Never => None,
                    Place::Dead => Some(None),
                    Place::At(point) => Some(Some(point)),
                },
                position_before_dying: live.died_at,
                was_vined_by: live.vined_by.map(text),
                was_attacked_by: live.attacked_by.map(text),
                has_summoned: live.summoned.then_some(true),
            },
        };
        Unit {
            id: text(unit.unit),
            team_id: self.id(team),
            position,
            path: &unit.path,
            has_diamond: unit.diamond.is_some(),
            has_spawned: unit.position.is_some(),
            is_summoning: unit.summoning,
            last_state,
            diamond_id: unit.diamond.map(|diamond| self.config.diamond_ids[usize::from(diamond)].as_str()),
        }
    }

    pub(crate) fn diamonds<'a>(&'a self, diamonds: &[DiamondView]) -> Vec<Diamond<'a>> {
        let wire = |(diamond, id): (&DiamondView, &'a String)| Diamond {
            id,
            position: diamond.position,
            summon_level: diamond.level,
            points: diamond.points,
            owner_id: diamond.touched.then(|| diamond.owner.map(|unit| unit.to_string())),
        };
        diamonds.iter().zip(&self.config.diamond_ids).map(wire).collect()
    }

    /// The result list, best first.
    pub fn results(&self, outcome: &Outcome) -> Vec<GameResult> {
        let mut standings: Vec<_> = outcome.standings.iter().collect();
        standings.sort_by_key(|standing| standing.rank);
        let result = |standing: &&meydan_core::Standing| GameResult {
            rank: standing.rank,
            team_name: self.name(standing.seat.index()).to_owned(),
            score: standing.score,
        };
        standings.iter().map(result).collect()
    }
}
