//! The jungle as a bot sees it: one `Tick` after another, under the names of the rule document.
#![allow(dead_code)]

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::json::{from_json, json, FromJson, Json, JsonError, ToJson};
use crate::log;
use crate::meydan::Match;

/// A tile: `x` to the right, `y` down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The column, from the left.
    pub x: i32,
    /// The row, from the top.
    pub y: i32,
}

from_json!(Position { x: "x", y: "y" });

impl ToJson for Position {
    fn to_json(&self) -> Json {
        json!({ "x": (self.x), "y": (self.y) })
    }
}

impl Position {
    /// Steps to another tile if there were no walls.
    pub fn distance(self, other: Position) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// The four tiles beside this one: above, below, left, right. They may be off the map.
    pub fn neighbours(self) -> [Position; 4] {
        let Position { x, y } = self;
        [
            Position { x, y: y - 1 },
            Position { x, y: y + 1 },
            Position { x: x - 1, y },
            Position { x: x + 1, y },
        ]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionType {
    Spawn(Position),
    Move(Position),
    Summon,
    Drop(Position),
    Vine(Position),
    Attack(Position),
    None,
}

impl ToJson for ActionType {
    fn to_json(&self) -> Json {
        match self {
            ActionType::Spawn(to) => json!({ "spawn": to }),
            ActionType::Move(to) => json!({ "move": to }),
            ActionType::Summon => json!("summon"),
            ActionType::Drop(to) => json!({ "drop": to }),
            ActionType::Vine(to) => json!({ "vine": to }),
            ActionType::Attack(to) => json!({ "attack": to }),
            ActionType::None => json!("none"),
        }
    }
}

/// One order for one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// For whom.
    pub unit_id: String,
    /// What to do, and where.
    pub action: ActionType,
}

impl Action {
    /// An order for a unit.
    pub fn new(unit_id: &str, action: ActionType) -> Action {
        Action { unit_id: unit_id.to_owned(), action }
    }

    /// The order as the match reads it.
    pub fn wire(&self) -> Json {
        json!({ "unit": (self.unit_id.parse::<u32>().unwrap_or_default()), "do": (self.action) })
    }
}

/// A diamond. While it is carried, `owner_id` is its carrier and `position` the carrier's.
#[derive(Clone, Debug)]
pub struct Diamond {
    /// Its id.
    pub id: String,
    /// Where it is.
    pub position: Position,
    /// How far it has been raised, from 1.
    pub summon_level: u32,
    /// What it has earned since it was picked up; whoever drops it gets them.
    pub points: u32,
    /// The unit that carries it.
    pub owner_id: Option<String>,
}

/// The tiles, `tiles[x][y]`, and the diamonds.
#[derive(Clone, Debug)]
pub struct Map {
    /// What each tile is, by column and row.
    pub tiles: Vec<Vec<TileType>>,
    /// All diamonds, carried ones too.
    pub diamonds: Vec<Diamond>,
}

/// What befell a unit in the last tick.
#[derive(Clone, Debug)]
pub struct LastState {
    /// Where it was before.
    pub position_before: Option<Position>,
    /// Where it was struck down, if it was.
    pub position_before_dying: Option<Position>,
    /// Who struck it down, if somebody did.
    pub was_attacked_by: Option<String>,
    /// Who pulled it, if somebody did.
    pub was_vined_by: Option<String>,
    /// Whether it finished raising a diamond.
    pub has_summoned: bool,
}

/// A unit; without a `position` it is not on the map and must be spawned.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its id.
    pub id: String,
    /// The id of its team.
    pub team_id: String,
    /// Where it stands.
    pub position: Option<Position>,
    /// The way it is on.
    pub path: Vec<Position>,
    /// Whether it carries a diamond.
    pub has_diamond: bool,
    /// The diamond it carries.
    pub diamond_id: Option<String>,
    /// Whether it is on the map.
    pub has_spawned: bool,
    /// Whether it is raising its diamond.
    pub is_summoning: bool,
    /// What befell it in the last tick.
    pub last_state: LastState,
}

/// A team. `errors` say what was wrong with your last orders; those of others are hidden.
#[derive(Clone, Debug)]
pub struct Team {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its points so far.
    pub score: i64,
    /// Its units.
    pub units: Vec<Unit>,
    /// What was wrong with its last orders; those of others are hidden.
    pub errors: Vec<String>,
    /// Whether it has left the match.
    pub is_dead: bool,
}

/// Numbers of the rules.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// What a level of a carried diamond earns in a tick.
    pub points_per_diamond: u32,
    /// The highest level of a diamond.
    pub maximum_diamond_summon_level: u32,
    /// The level of a diamond at first.
    pub initial_diamond_summon_level: u32,
    /// How many units fit on a tile.
    pub maximum_unit_per_position: u32,
    /// The ticks in which nothing scores; there are none.
    pub warm_up_period: u32,
}

/// The game as it is now.
#[derive(Clone, Debug)]
pub struct Tick {
    /// The tick, from 0.
    pub tick: u32,
    /// How many ticks the match has.
    pub total_tick: u32,
    /// The tiles and the diamonds.
    pub map: Map,
    /// Numbers of the rules.
    pub game_config: GameConfig,
    /// In which order the teams play, by tick.
    pub team_play_orderings: BTreeMap<u32, Vec<String>>,
    /// The id of your team.
    pub team_id: String,
    /// All teams.
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

struct Config {
    map: Vec<String>,
    teams: Vec<TeamName>,
    ticks: u32,
    diamond_ids: Vec<String>,
}

from_json!(Config { map: "map", teams: "teams", ticks: "ticks", diamond_ids: "diamond_ids" });

struct TeamName {
    name: String,
}

from_json!(TeamName { name: "name" });

struct View {
    tick: u32,
    orders: Vec<Vec<usize>>,
    teams: Vec<TeamView>,
    diamonds: Vec<DiamondView>,
}

from_json!(View { tick: "tick", orders: "orders", teams: "teams", diamonds: "diamonds" });

struct TeamView {
    score: i64,
    left: bool,
    errors: Vec<String>,
    units: Vec<UnitView>,
}

from_json!(TeamView { score: "score", left: "left", errors: "errors", units: "units" });

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

from_json!(UnitView {
    unit: "unit",
    position: "position",
    path: "path",
    diamond: "diamond",
    summoning: "summoning",
    died_at: "died_at",
    attacked_by: "attacked_by",
    vined_by: "vined_by",
});

struct DiamondView {
    position: Position,
    level: u32,
    points: u32,
    owner: Option<u32>,
}

from_json!(DiamondView { position: "position", level: "level", points: "points", owner: "owner" });

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
                warm_up_period: 0,
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
enum Message {
    Start { seat: usize, config: Config },
    Turn { window: u32, view: View, errors: Vec<String> },
    End,
    Other,
}

impl FromJson for Message {
    fn from_json(json: &Json) -> Result<Message, JsonError> {
        Ok(match json.member("type").text()? {
            "start" => Message::Start { seat: json.get("seat")?, config: json.get("config")? },
            "turn" => Message::Turn {
                window: json.get("window")?,
                view: json.get("view")?,
                errors: json.get::<Option<_>>("errors")?.unwrap_or_default(),
            },
            "end" => Message::End,
            _ => Message::Other,
        })
    }
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
pub fn tick(config: Json, view: Json) -> Tick {
    let game = Game::new(0, FromJson::from_json(&config).expect("a config"));
    game.tick(FromJson::from_json(&view).expect("a view"))
}
