//! The labyrinth as a bot sees it: the board, who stands where, and what a runner can do.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::json::{from_json, json, json_names, FromJson, Json, JsonError, ToJson};
use crate::meydan::Match;

/// A cell of the board; row 0, column 0 is top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from the top.
    pub row: i32,
    /// The column, from the left.
    pub col: i32,
}

impl FromJson for Cell {
    fn from_json(json: &Json) -> Result<Cell, JsonError> {
        <[i32; 2]>::from_json(json).map(|[row, col]| Cell { row, col })
    }
}

impl ToJson for Cell {
    fn to_json(&self) -> Json {
        json!([(self.row), (self.col)])
    }
}

impl Cell {
    /// Steps to another cell if there were no walls.
    pub fn distance(self, other: Cell) -> u32 {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }

    /// The next cell that way; it may be off the board.
    pub fn step(self, way: Direction) -> Cell {
        let Cell { row, col } = self;
        match way {
            Direction::Up => Cell { row: row - 1, col },
            Direction::Down => Cell { row: row + 1, col },
            Direction::Left => Cell { row, col: col - 1 },
            Direction::Right => Cell { row, col: col + 1 },
        }
    }
}

/// A way to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

json_names!(Direction { Up: "up", Down: "down", Left: "left", Right: "right" });

impl Direction {
    /// All ways to step, in the order that ties are broken by.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

/// How a wall lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lie {
    /// Under its cell.
    H,
    /// Right of it.
    V,
}

json_names!(Lie { H: "h", V: "v" });

/// A wall between two cells: under the cell at `row` and `col`, or right of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wall {
    /// The row of its cell.
    pub row: i32,
    /// The column of its cell.
    pub col: i32,
    /// How it lies.
    pub dir: Lie,
}

from_json!(Wall { row: "row", col: "col", dir: "dir" });

impl ToJson for Wall {
    fn to_json(&self) -> Json {
        json!({ "row": (self.row), "col": (self.col), "dir": (self.dir) })
    }
}

impl Wall {
    /// The wall that would part two neighbouring cells.
    pub fn between(a: Cell, b: Cell) -> Wall {
        let Cell { row, col } = a.min(b);
        Wall { row, col, dir: if a.col == b.col { Lie::H } else { Lie::V } }
    }
}

/// How a runner fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    On,
    Arrived,
    Caught,
}

json_names!(Status { On: "on", Arrived: "arrived", Caught: "caught" });

/// A runner: where it is, how it fares, and how many walls it may still put up.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    /// Where it is.
    pub at: Cell,
    /// How it fares.
    pub status: Status,
    /// How many walls it may still put up.
    pub walls: u32,
}

from_json!(Runner { at: "at", status: "status", walls: "walls" });

/// What a runner does with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// One step.
    Move(Direction),
    /// A temporary wall: it stands for the hunters' phases of this round and the next.
    Wall(Wall),
    /// Nothing.
    Stay,
    /// Puts a hunter on one of its open neighbour cells; only when a box gave you a push.
    Push { hunter: usize, to: Cell },
}

impl ToJson for Action {
    fn to_json(&self) -> Json {
        match self {
            Action::Move(way) => json!({ "move": way }),
            Action::Wall(wall) => json!({ "wall": wall }),
            Action::Stay => json!("stay"),
            Action::Push { hunter, to } => json!({ "push": { "hunter": hunter, "to": to } }),
        }
    }
}

/// All that is known about the match. Nothing is hidden but the draws to come.
#[derive(Clone, Debug)]
pub struct Game {
    /// Your seat.
    pub seat: usize,
    /// How many rows the board has.
    pub rows: i32,
    /// How many columns the board has.
    pub cols: i32,
    /// The cell of the Light Core.
    pub core: Cell,
    /// The last round.
    pub max_rounds: u32,
    /// How many seats there are.
    pub seats: usize,
    /// The round, from 1.
    pub round: u32,
    /// The runner to act, by its place in `runners`.
    pub me: usize,
    /// Whether it owes a push.
    pub must_push: bool,
    /// All runners.
    pub runners: Vec<Runner>,
    /// Where the hunters are.
    pub hunters: Vec<Cell>,
    /// Walls that stand for ever.
    pub fixed_walls: BTreeSet<Wall>,
    /// Walls that were put up, and how many rounds they still stand.
    pub temporary_walls: BTreeMap<Wall, u32>,
    /// Where the lucky boxes are.
    pub boxes: Vec<Cell>,
    /// How many runners have arrived.
    pub arrived: u32,
    /// How many must arrive.
    pub needed: u32,
    /// What was wrong with your last action.
    pub errors: Vec<String>,
}

impl Game {
    fn new(seat: usize, config: Config) -> Game {
        Game {
            seat,
            rows: config.rows,
            cols: config.cols,
            core: config.core,
            max_rounds: config.max_rounds,
            seats: config.seats,
            round: 0,
            me: 0,
            must_push: false,
            runners: Vec::new(),
            hunters: Vec::new(),
            fixed_walls: config.walls.into_iter().collect(),
            temporary_walls: BTreeMap::new(),
            boxes: Vec::new(),
            arrived: 0,
            needed: 0,
            errors: Vec::new(),
        }
    }

    fn update(&mut self, view: View, errors: Vec<String>) {
        self.round = view.round;
        self.me = view.push.or(view.turn).unwrap_or(self.me);
        self.must_push = view.push.is_some();
        self.runners = view.runners;
        self.hunters = view.hunters;
        self.temporary_walls = view.walls.into_iter().map(|wall| (wall.wall, wall.life)).collect();
        self.boxes = view.boxes;
        self.arrived = view.arrived;
        self.needed = view.needed;
        self.errors = errors;
    }

    /// Whether the cell is on the board.
    pub fn inside(&self, cell: Cell) -> bool {
        (0..self.rows).contains(&cell.row) && (0..self.cols).contains(&cell.col)
    }

    /// Whether a wall stands there, so many rounds from now: temporary walls go when their life is used up.
    pub fn has_wall(&self, wall: Wall, later: u32) -> bool {
        self.fixed_walls.contains(&wall) || self.temporary_walls.get(&wall).is_some_and(|&life| life > later)
    }

    /// Whether one can step that way: inside the board and no wall between.
    pub fn is_open(&self, cell: Cell, way: Direction, later: u32) -> bool {
        let to = cell.step(way);
        self.inside(to) && !self.has_wall(Wall::between(cell, to), later)
    }

    /// The open ways from a cell, in the order up, down, left, right.
    pub fn neighbours(&self, cell: Cell, later: u32) -> impl Iterator<Item = (Direction, Cell)> + '_ {
        let open = move |way: &Direction| self.is_open(cell, *way, later);
        Direction::ALL.into_iter().filter(open).map(move |way| (way, cell.step(way)))
    }

    /// How many steps every cell is from `to`, around the walls that stand now.
    pub fn distances(&self, to: Cell) -> BTreeMap<Cell, u32> {
        let mut found = BTreeMap::from([(to, 0)]);
        let mut queue = VecDeque::from([(to, 0)]);
        while let Some((cell, steps)) = queue.pop_front() {
            for (_, beside) in self.neighbours(cell, 0) {
                found.entry(beside).or_insert_with(|| {
                    queue.push_back((beside, steps + 1));
                    steps + 1
                });
            }
        }
        found
    }

    /// Whether your runner may put up that wall: it has one left, nothing stands there, and it cuts nothing off.
    pub fn can_wall(&self, wall: Wall) -> bool {
        let cell = Cell { row: wall.row, col: wall.col };
        let other = cell.step(if wall.dir == Lie::H { Direction::Down } else { Direction::Right });
        let cells = (self.rows * self.cols) as usize;
        self.runners[self.me].walls > 0
            && self.inside(cell)
            && self.inside(other)
            && !self.has_wall(wall, 0)
            && self.with_wall(wall).distances(self.core).len() == cells
    }

    /// The same game with one more temporary wall, to think ahead.
    pub fn with_wall(&self, wall: Wall) -> Game {
        let mut game = self.clone();
        game.temporary_walls.insert(wall, 2);
        game
    }

    /// Where the hunters stand after their phase, with runners on these cells (in the order of their numbers, yours among
    /// them); `None` if they catch the one on the cell `mine`.
    pub fn hunters_after(
        &self,
        hunters: &[Cell],
        runners: &[Cell],
        mine: Cell,
        later: u32,
    ) -> Option<Vec<Cell>> {
        let (mut hunters, mut runners) = (hunters.to_vec(), runners.to_vec());
        for _ in 0..2 {
            hunters = hunters.iter().map(|&hunter| self.chase(hunter, &runners, later)).collect();
            if hunters.contains(&mine) {
                return None;
            }
            runners.retain(|runner| !hunters.contains(runner));
        }
        Some(hunters)
    }

    /// One step of a hunter: across if that closes in and is open, else along the column, else none.
    fn chase(&self, hunter: Cell, runners: &[Cell], later: u32) -> Cell {
        let Some(prey) = runners.iter().min_by_key(|runner| hunter.distance(**runner)) else { return hunter };
        let across = if prey.col > hunter.col { Direction::Right } else { Direction::Left };
        let along = if prey.row > hunter.row { Direction::Down } else { Direction::Up };
        if prey.col != hunter.col && self.is_open(hunter, across, later) {
            hunter.step(across)
        } else if prey.row != hunter.row && self.is_open(hunter, along, later) {
            hunter.step(along)
        } else {
            hunter
        }
    }
}

struct Config {
    rows: i32,
    cols: i32,
    core: Cell,
    walls: Vec<Wall>,
    max_rounds: u32,
    seats: usize,
}

from_json!(Config {
    rows: "rows",
    cols: "cols",
    core: "core",
    walls: "walls",
    max_rounds: "max_rounds",
    seats: "seats",
});

struct View {
    round: u32,
    turn: Option<usize>,
    push: Option<usize>,
    runners: Vec<Runner>,
    hunters: Vec<Cell>,
    walls: Vec<Temporary>,
    boxes: Vec<Cell>,
    arrived: u32,
    needed: u32,
}

from_json!(View {
    round: "round",
    turn: "turn",
    push: "push",
    runners: "runners",
    hunters: "hunters",
    walls: "walls",
    boxes: "boxes",
    arrived: "arrived",
    needed: "needed",
});

struct Temporary {
    wall: Wall,
    life: u32,
}

impl FromJson for Temporary {
    fn from_json(json: &Json) -> Result<Temporary, JsonError> {
        Ok(Temporary { wall: Wall::from_json(json)?, life: json.get("life")? })
    }
}

/// Whatever the match says.
enum Message {
    Start { seat: usize, config: Config },
    Turn { window: u32, view: View, errors: Vec<String> },
    Ok { window: u32, view: Option<View> },
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
            "ok" => Message::Ok { window: json.get("window")?, view: json.get("view")? },
            "end" => Message::End,
            _ => Message::Other,
        })
    }
}

/// Plays one match: `make_bot` makes the bot, which is then asked for an action in every turn.
pub fn play<B>(make_bot: fn(&Game) -> B, turn: fn(&mut B, &Game) -> Action) -> io::Result<()> {
    let mut line = Match::open()?;
    let mut seated: Option<(Game, B)> = None;
    while let Some(message) = line.receive()? {
        let (window, view, errors) = match message {
            Message::Start { seat, config } => {
                let game = Game::new(seat, config);
                let bot = make_bot(&game);
                seated = Some((game, bot));
                continue;
            }
            Message::Turn { window, view, errors } => (window, view, errors),
            // A box may let a runner act once more: then the answer has a view.
            Message::Ok { window, view: Some(view) } => (window, view, Vec::new()),
            Message::Ok { .. } | Message::Other => continue,
            Message::End => break,
        };
        let Some((game, bot)) = &mut seated else { continue };
        game.update(view, errors);
        // What went wrong is on standard error by then; the bot goes on with its next turn.
        match catch_unwind(AssertUnwindSafe(|| turn(bot, game))) {
            Ok(action) => line.act(window, &action)?,
            Err(_) => line.done(window)?,
        }
    }
    Ok(())
}

/// A game as the match would tell it, for tests.
#[cfg(test)]
pub fn game(config: Json, view: Json) -> Game {
    let mut game = Game::new(0, FromJson::from_json(&config).expect("a config"));
    game.update(FromJson::from_json(&view).expect("a view"), Vec::new());
    game
}
