/**
 * The labyrinth as a bot sees it: the board, who stands where, and what a runner can do.
 * @module
 */

import { Match, log } from "./meydan.js";

/** A cell of the board; row 0, column 0 is top left. */
export class Cell {
  row;
  col;

  constructor(row, col) {
    this.row = row;
    this.col = col;
  }

  /** Whether this is the same cell. */
  equals(other) {
    return this.row === other.row && this.col === other.col;
  }

  /** Steps to another cell if there were no walls. */
  distance(other) {
    return Math.abs(this.row - other.row) + Math.abs(this.col - other.col);
  }

  /** The next cell that way; it may be off the board. */
  step(direction) {
    const [rows, cols] = STEPS[direction];
    return new Cell(this.row + rows, this.col + cols);
  }

  toString() {
    return `${this.row},${this.col}`;
  }
}

/** A way to step. */
export const Direction = Object.freeze({
  UP: "up",
  DOWN: "down",
  LEFT: "left",
  RIGHT: "right",
});

const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const WAYS = Object.values(Direction);

/** How a runner fares. */
export const Status = Object.freeze({
  ON: "on",
  ARRIVED: "arrived",
  CAUGHT: "caught",
});

/** A wall between two cells: "h" lies under `cell`, "v" right of it. */
export class Wall {
  cell;
  dir;

  constructor(cell, dir) {
    this.cell = cell;
    this.dir = dir;
  }

  /** The wall that would part two neighbouring cells. */
  static between(a, b) {
    return new Wall(a.row < b.row || a.col < b.col ? a : b, a.col === b.col ? "h" : "v");
  }

  toString() {
    return `${this.cell} ${this.dir}`;
  }
}

/** A runner: where it is, how it fares (a `Status`), and how many walls it may still put up. */
export class Runner {
  at;
  status;
  walls;

  constructor(at, status, walls) {
    this.at = at;
    this.status = status;
    this.walls = walls;
  }
}

/** What a runner does with its turn, as the match reads it. */
export const Action = Object.freeze({
  /** One step. */
  move: (direction) => ({ move: direction }),
  /** A temporary wall: it stands for the hunters' phases of this round and the next. */
  wall: (wall) => ({ wall: { row: wall.cell.row, col: wall.cell.col, dir: wall.dir } }),
  /** Nothing. */
  stay: () => "stay",
  /** Puts a hunter on one of its open neighbour cells; only when a box gave you a push. */
  push: (hunter, to) => ({ push: { hunter, to: [to.row, to.col] } }),
});

/** All that is known about the match. Nothing is hidden but the draws to come. */
export class Game {
  seat;
  rows;
  cols;
  core;
  maxRounds;
  seats;
  round;
  me;
  mustPush;
  runners;
  hunters;
  fixedWalls;
  temporaryWalls;
  boxes;
  arrived;
  needed;
  errors;
  _fixed;

  /** @param start the first message of the match */
  constructor(start) {
    const { config } = start;
    this.seat = start.seat;
    this.rows = config.rows;
    this.cols = config.cols;
    this.core = cellOf(config.core);
    this.maxRounds = config.max_rounds;
    this.seats = config.seats;
    this.fixedWalls = config.walls.map(wallOf);
    this.temporaryWalls = new Map();
    this.errors = [];
    this._fixed = new Set(this.fixedWalls.map(String));
  }

  /** Takes in a fresh view. */
  update(view, errors = []) {
    this.round = view.round;
    this.mustPush = view.push !== null;
    this.me = this.mustPush ? view.push : view.turn;
    this.runners = view.runners.map((r) => new Runner(cellOf(r.at), r.status, r.walls));
    this.hunters = view.hunters.map(cellOf);
    this.temporaryWalls = new Map(view.walls.map((wall) => [String(wallOf(wall)), wall.life]));
    this.boxes = view.boxes.map(cellOf);
    this.arrived = view.arrived;
    this.needed = view.needed;
    this.errors = errors;
  }

  /** Whether the cell is on the board. */
  inside(cell) {
    return cell.row >= 0 && cell.row < this.rows && cell.col >= 0 && cell.col < this.cols;
  }

  /** Whether a wall stands there, so many rounds from now: temporary walls go when their life is used up. */
  hasWall(wall, later = 0) {
    const key = String(wall);
    return this._fixed.has(key) || (this.temporaryWalls.get(key) ?? 0) > later;
  }

  /** Whether one can step that way: inside the board and no wall between. */
  isOpen(cell, direction, later = 0) {
    const to = cell.step(direction);
    return this.inside(to) && !this.hasWall(Wall.between(cell, to), later);
  }

  /** The open ways from a cell, as `{ way, to }`, in the order up, down, left, right. */
  neighbours(cell, later = 0) {
    return WAYS.filter((way) => this.isOpen(cell, way, later)).map((way) => ({ way, to: cell.step(way) }));
  }

  /** How many steps every cell is from `to`, around the walls that stand now; by the cell's text. */
  distances(to) {
    const found = new Map([[String(to), 0]]);
    const queue = [to];
    for (const cell of queue) {
      for (const { to: beside } of this.neighbours(cell)) {
        if (found.has(String(beside))) continue;
        found.set(String(beside), found.get(String(cell)) + 1);
        queue.push(beside);
      }
    }
    return found;
  }

  /** Whether your runner may put up that wall: it has one left, nothing stands there, and it cuts nothing off. */
  canWall(wall) {
    const other = wall.cell.step(wall.dir === "h" ? Direction.DOWN : Direction.RIGHT);
    if (this.runners[this.me].walls === 0 || !this.inside(wall.cell) || !this.inside(other)) return false;
    return !this.hasWall(wall) && this.withWall(wall).distances(this.core).size === this.rows * this.cols;
  }

  /** The same game with one more temporary wall, to think ahead. */
  withWall(wall) {
    const game = Object.assign(Object.create(Game.prototype), this);
    game.temporaryWalls = new Map(this.temporaryWalls).set(String(wall), 2);
    return game;
  }

  /**
   * Where the hunters stand after their phase, with runners on these cells (in the order of their numbers, yours among
   * them); `null` if they catch the one on the cell `mine`.
   */
  huntersAfter(hunters, runners, mine, later = 0) {
    for (let step = 0; step < 2; step += 1) {
      hunters = hunters.map((hunter) => this._chase(hunter, runners, later));
      if (hunters.some((hunter) => hunter.equals(mine))) return null;
      runners = runners.filter((runner) => !hunters.some((hunter) => hunter.equals(runner)));
    }
    return hunters;
  }

  /** One step of a hunter: across if that closes in and is open, else along the column, else none. */
  _chase(hunter, runners, later) {
    const prey = runners.reduce((a, b) => (hunter.distance(b) < hunter.distance(a) ? b : a));
    const ways = [];
    if (prey.col !== hunter.col) ways.push(prey.col > hunter.col ? Direction.RIGHT : Direction.LEFT);
    if (prey.row !== hunter.row) ways.push(prey.row > hunter.row ? Direction.DOWN : Direction.UP);
    const way = ways.find((way) => this.isOpen(hunter, way, later));
    return way ? hunter.step(way) : hunter;
  }
}

function cellOf([row, col]) {
  return new Cell(row, col);
}

function wallOf({ row, col, dir }) {
  return new Wall(new Cell(row, col), dir);
}

/** Plays one match: `makeBot(game)` makes the bot, its `turn(game)` is asked for an action. */
export async function play(makeBot) {
  const match = Match.open();
  let game;
  let bot;
  for (let message; (message = await match.receive()) && message.type !== "end"; ) {
    if (message.type === "start") {
      game = new Game(message);
      bot = makeBot(game);
    } else if (message.type === "turn" || message.next === "more") {
      if (message.view) game.update(message.view, message.errors);
      try {
        match.act(message.window, bot.turn(game));
      } catch (error) {
        log(error);
        match.done(message.window);
      }
    }
  }
  match.close();
}
