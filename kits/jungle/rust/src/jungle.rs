//! The jungle as a bot sees it: one `Tick` after another, under the names of the rule document.
#![allow(dead_code)]

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::log;
use crate::meydan::Match;

/// A tile: `x` to the right, `y` down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    pub x: i32,
    pub y: i32,
}

impl Position {
    /// Steps to another tile if there were no walls.
    pub fn distance(self, other: Position) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// The four tiles beside this one: above, below, left, right. They may be off the map.
    pub fn neighbours(self) -> [Position; 4] {
        let Position { x, y } = self;
        [Position { x, y: y - 1 }, Position { x, y: y + 1 }, Position { x: x - 1, y }, Position { x: x + 1, y }]
    }
}

/// What a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileType {
    Empty,
    Wall,
    Spawn,
}

/// What a unit can do, and to which tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionType {
    Spawn(Position),
    Move(Position),
    Summon,
    Drop(Position),
    Vine(Position),
    Attack(Position),
    None,
}

/// One order for one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub unit_id: String,
    pub action: ActionType,
}

impl Action {
    /// An order for a unit.
    pub fn new(unit_id: &str, action: ActionType) -> Action {
        Action { unit_id: unit_id.to_owned(), action }
    }

    /// The order as the match reads it.
    pub fn wire(&self) -> serde_json::Value {
        json!({ "unit": self.unit_id.parse::<u32>().unwrap_or_default(), "do": self.action })
    }
}

/// A diamond. While it is carried, `owner_id` is its carrier and `position` the carrier's.
#[derive(Clone, Debug)]
pub struct Diamond {
    pub id: String,
    pub position: Position,
    pub summon_level: u32,
    pub points: u32,
    pub owner_id: Option<String>,
}

/// The tiles, `tiles[x][y]`, and the diamonds.
#[derive(Clone, Debug)]
pub struct Map {
    pub tiles: Vec<Vec<TileType>>,
    pub diamonds: Vec<Diamond>,
}

/// What befell a unit in the last tick.
#[derive(Clone, Debug)]
pub struct LastState {
    pub position_before: Option<Position>,
    pub position_before_dying: Option<Position>,
    pub was_attacked_by: Option<String>,
    pub was_vined_by: Option<String>,
    pub has_summoned: bool,
}

/// A unit; without a `position` it is not on the map and must be spawned.
#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub team_id: String,
    pub position: Option<Position>,
    pub path: Vec<Position>,
    pub has_diamond: bool,
    pub diamond_id: Option<String>,
    pub has_spawned: bool,
    pub is_summoning: bool,
    pub last_state: LastState,
}

/// A team. `errors` say what was wrong with your last orders; those of others are hidden.
#[derive(Clone, Debug)]
pub struct Team {
    pub id: String,
    pub name: String,
    pub score: i64,
    pub units: Vec<Unit>,
    pub errors: Vec<String>,
    pub is_dead: bool,
}

/// Numbers of the rules.
#[derive(Clone, Debug)]
pub struct GameConfig {
    pub points_per_diamond: u32,
    pub maximum_diamond_summon_level: u32,
    pub initial_diamond_summon_level: u32,
    pub maximum_unit_per_position: u32,
}

/// The game as it is now.
#[derive(Clone, Debug)]
pub struct Tick {
    pub tick: u32,
    pub total_tick: u32,
    pub map: Map,
    pub game_config: GameConfig,
    pub team_play_orderings: BTreeMap<u32, Vec<String>>,
    pub team_id: String,
    pub teams: Vec<Team>,
}

/// How many steps a unit needs to get to a tile from everywhere.
pub struct Distances(Vec<Vec<u32>>);

impl Distances {
    /// The steps from a tile; `FAR` where there is no way.
    pub fn from(&self, at: Position) -> u32 {
        self.0[at.x as usize][at.y as usize]
    }
}

/// The number of steps where there is no way.
pub const FAR: u32 = 999;

impl Tick {
    /// Your team.
    pub fn my_team(&self) -> &Team {
        self.teams.iter().find(|team| team.id == self.team_id).expect("every seat has a team")
    }

    /// The units of the other teams that are on the map, and where.
    pub fn foes(&self) -> impl Iterator<Item = (&Unit, Position)> {
        let others = self.teams.iter().filter(|team| team.id != self.team_id).flat_map(|team| &team.units);
        others.filter_map(|unit| Some((unit, unit.position?)))
    }

    /// What the tile is; a wall off the map.
    pub fn tile_at(&self, at: Position) -> TileType {
        let column = usize::try_from(at.x).ok().and_then(|x| self.map.tiles.get(x));
        let tile = column.and_then(|column| column.get(usize::try_from(at.y).ok()?));
        tile.copied().unwrap_or(TileType::Wall)
    }

    /// The unit that stands there.
    pub fn unit_at(&self, at: Position) -> Option<&Unit> {
        self.teams.iter().flat_map(|team| &team.units).find(|unit| unit.position == Some(at))
    }

    /// The diamond of that id.
    pub fn diamond(&self, id: &str) -> Option<&Diamond> {
        self.map.diamonds.iter().find(|diamond| diamond.id == id)
    }

    /// The diamonds that nobody carries.
    pub fn loose_diamonds(&self) -> impl Iterator<Item = &Diamond> {
        self.map.diamonds.iter().filter(|diamond| diamond.owner_id.is_none())
    }

    /// Where units may come to life.
    pub fn spawn_tiles(&self) -> impl Iterator<Item = Position> + '_ {
        let columns = (0..).zip(&self.map.tiles);
        let every = columns.flat_map(|(x, column)| (0..column.len() as i32).map(move |y| Position { x, y }));
        every.filter(|&at| self.tile_at(at) == TileType::Spawn)
    }

    /// How many steps a unit needs to get to a tile from everywhere, around walls and through other units. Nobody can step
    /// from the floor onto a spawn tile.
    pub fn distances(&self, to: Position) -> Distances {
        let mut steps: Vec<Vec<u32>> = self.map.tiles.iter().map(|column| vec![FAR; column.len()]).collect();
        steps[to.x as usize][to.y as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(at) = queue.pop_front() {
            let next = steps[at.x as usize][at.y as usize] + 1;
            for beside in at.neighbours() {
                let tile = self.tile_at(beside);
                let entered = tile == TileType::Empty && self.tile_at(at) == TileType::Spawn;
                if tile == TileType::Wall || entered || steps[beside.x as usize][beside.y as usize] != FAR {
                    continue;
                }
                steps[beside.x as usize][beside.y as usize] = next;
                queue.push_back(beside);
            }
        }
        Distances(steps)
    }
}

#[derive(Deserialize)]
struct Config {
    map: Vec<String>,
    teams: Vec<TeamName>,
    ticks: u32,
    diamond_ids: Vec<String>,
}

#[derive(Deserialize)]
struct TeamName {
    name: String,
}

#[derive(Deserialize)]
struct View {
    tick: u32,
    orders: Vec<Vec<usize>>,
    teams: Vec<TeamView>,
    diamonds: Vec<DiamondView>,
}

#[derive(Deserialize)]
struct TeamView {
    score: i64,
    left: bool,
    errors: Vec<String>,
    units: Vec<UnitView>,
}

#[derive(Deserialize)]
struct UnitView {
    unit: u32,
    position: Option<Position>,
    path: Vec<Position>,
    diamond: Option<usize>,
    summoning: bool,
    died_at: Option<Position>,
    attacked_by: Option<u32>,
    vined_by: Option<u32>,
}

#[derive(Deserialize)]
struct DiamondView {
    position: Position,
    level: u32,
    points: u32,
    owner: Option<u32>,
}

/// Makes ticks out of what the match says.
struct Game {
    seat: usize,
    config: Config,
    tiles: Vec<Vec<TileType>>,
}

impl Game {
    fn new(seat: usize, config: Config) -> Game {
        let tile = |letter: u8| match letter {
            b'S' => TileType::Spawn,
            b'#' | b'~' => TileType::Wall,
            _ => TileType::Empty,
        };
        let width = config.map.first().map_or(0, String::len);
        let column = |x: usize| config.map.iter().map(|row| tile(row.as_bytes()[x])).collect();
        let tiles = (0..width).map(column).collect();
        Game { seat, config, tiles }
    }

    fn tick(&self, view: View) -> Tick {
        let diamond = |(id, diamond): (&String, DiamondView)| Diamond {
            id: id.clone(),
            position: diamond.position,
            summon_level: diamond.level,
            points: diamond.points,
            owner_id: diamond.owner.map(|unit| unit.to_string()),
        };
        let team = |(place, (name, team)): (usize, (&TeamName, TeamView))| Team {
            id: place.to_string(),
            name: name.name.clone(),
            score: team.score,
            units: team.units.into_iter().map(|unit| self.unit(place, unit)).collect(),
            errors: team.errors,
            is_dead: team.left,
        };
        let order = |order: Vec<usize>| order.iter().map(usize::to_string).collect();
        Tick {
            tick: view.tick,
            total_tick: self.config.ticks,
            map: Map {
                tiles: self.tiles.clone(),
                diamonds: self.config.diamond_ids.iter().zip(view.diamonds).map(diamond).collect(),
            },
            game_config: GameConfig {
                points_per_diamond: 1,
                maximum_diamond_summon_level: 5,
                initial_diamond_summon_level: 1,
                maximum_unit_per_position: 1,
            },
            team_play_orderings: (view.tick..).zip(view.orders.into_iter().map(order)).collect(),
            team_id: self.seat.to_string(),
            teams: self.config.teams.iter().zip(view.teams).enumerate().map(team).collect(),
        }
    }

    fn unit(&self, team: usize, unit: UnitView) -> Unit {
        let text = |number: Option<u32>| number.map(|number| number.to_string());
        Unit {
            id: unit.unit.to_string(),
            team_id: team.to_string(),
            position: unit.position,
            path: unit.path,
            has_diamond: unit.diamond.is_some(),
            diamond_id: unit.diamond.map(|place| self.config.diamond_ids[place].clone()),
            has_spawned: unit.position.is_some(),
            is_summoning: unit.summoning,
            last_state: LastState {
                position_before: unit.position,
                position_before_dying: unit.died_at,
                was_attacked_by: text(unit.attacked_by),
                was_vined_by: text(unit.vined_by),
                has_summoned: false,
            },
        }
    }
}

/// Whatever the match says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Message {
    Start {
        seat: usize,
        config: Config,
    },
    Turn {
        window: u32,
        view: View,
        #[serde(default)]
        errors: Vec<String>,
    },
    End,
    #[serde(other)]
    Other,
}

/// Plays one match: `make_bot` makes the bot, which is then asked for a list of actions in every tick.
pub fn play<B>(make_bot: fn() -> B, turn: fn(&mut B, &Tick) -> Vec<Action>) -> io::Result<()> {
    let mut line = Match::open()?;
    let mut seated: Option<(Game, B)> = None;
    while let Some(message) = line.receive()? {
        match message {
            Message::Start { seat, config } => seated = Some((Game::new(seat, config), make_bot())),
            Message::Turn { window, view, errors } => {
                let Some((game, bot)) = &mut seated else { continue };
                errors.iter().for_each(|error| log!("{error}"));
                let tick = game.tick(view);
                // What went wrong is on standard error by then; the bot goes on with its next turn.
                let actions = catch_unwind(AssertUnwindSafe(|| turn(bot, &tick))).unwrap_or_default();
                let orders: Vec<_> = actions.iter().map(Action::wire).collect();
                line.act(window, &json!({ "orders": orders }))?;
            }
            Message::End => break,
            Message::Other => {}
        }
    }
    Ok(())
}

/// A tick as the match would tell it, for tests.
#[cfg(test)]
pub fn tick(config: serde_json::Value, view: serde_json::Value) -> Tick {
    let game = Game::new(0, serde_json::from_value(config).expect("a config"));
    game.tick(serde_json::from_value(view).expect("a view"))
}
