/**
 * The jungle as a bot sees it: one `Tick` after another, under the names of the rule document.
 * @module
 */

import { Match, log } from "./meydan.js";

/** What a tile is. */
export const TileType = Object.freeze({
  EMPTY: "EMPTY",
  WALL: "WALL",
  SPAWN: "SPAWN",
});

/** What a unit can do. */
export const ActionType = Object.freeze({
  SPAWN: "SPAWN",
  MOVE: "MOVE",
  SUMMON: "SUMMON",
  DROP: "DROP",
  VINE: "VINE",
  ATTACK: "ATTACK",
  NONE: "NONE",
});

/** A tile: `x` to the right, `y` down. */
export class Position {
  x;
  y;

  constructor(x, y) {
    this.x = x;
    this.y = y;
  }

  /** Whether this is the same tile. */
  equals(other) {
    return other !== null && this.x === other.x && this.y === other.y;
  }

  /** Steps to another tile if there were no walls. */
  distance(other) {
    return Math.abs(this.x - other.x) + Math.abs(this.y - other.y);
  }

  /** The four tiles beside this one: above, below, left, right. They may be off the map. */
  neighbours() {
    const { x, y } = this;
    return [new Position(x, y - 1), new Position(x, y + 1), new Position(x - 1, y), new Position(x + 1, y)];
  }
}

/** One order for one unit. `target` is needed by all but SUMMON and NONE. */
export class Action {
  unitId;
  action;
  target;

  constructor(unitId, action, target = null) {
    this.unitId = unitId;
    this.action = action;
    this.target = target;
  }

  /** The order as the match reads it. */
  wire() {
    const deed = this.action.toLowerCase();
    const plain = this.target === null || this.action === ActionType.SUMMON || this.action === ActionType.NONE;
    return { unit: Number(this.unitId), do: plain ? deed : { [deed]: { x: this.target.x, y: this.target.y } } };
  }
}

/**
 * A diamond. While it is carried, `ownerId` is its carrier and `position` the carrier's.
 * @typedef {{ id: string, position: Position, summonLevel: number, points: number, ownerId: string | null }} Diamond
 *
 * What befell a unit in the last tick.
 * @typedef {{ positionBefore: Position | null, positionBeforeDying: Position | null, wasAttackedBy: string | null,
 *   wasVinedBy: string | null, hasSummoned: boolean }} LastState
 *
 * A unit; without a `position` it is not on the map and must be spawned.
 * @typedef {{ id: string, teamId: string, position: Position | null, path: Position[], hasDiamond: boolean,
 *   diamondId: string | null, hasSpawned: boolean, isSummoning: boolean, lastState: LastState }} Unit
 *
 * A team. `errors` say what was wrong with your last orders; those of others are hidden.
 * @typedef {{ id: string, name: string, score: number, units: Unit[], errors: string[], isDead: boolean }} Team
 *
 * The tiles, `tiles[x][y]`, and the diamonds.
 * @typedef {{ tiles: string[][], diamonds: Diamond[] }} GameMap
 *
 * Numbers of the rules.
 * @typedef {{ pointsPerDiamond: number, maximumDiamondSummonLevel: number, initialDiamondSummonLevel: number,
 *   maximumUnitPerPosition: number, warmUpPeriod: number }} GameConfig
 */

/** The game as it is now. */
export class Tick {
  /** @type {number} */ tick;
  /** @type {number} */ totalTick;
  /** @type {GameMap} */ map;
  /** @type {GameConfig} */ gameConfig;
  /** @type {Object<string, string[]>} the teams' order in this tick and the next ones */ teamPlayOrderings;
  /** @type {string} */ teamId;
  /** @type {Team[]} */ teams;

  constructor(fields) {
    Object.assign(this, fields);
  }

  /** Your team. */
  myTeam() {
    return this.teams.find((team) => team.id === this.teamId);
  }

  /** The units of the other teams that are on the map. */
  foes() {
    const others = this.teams.filter((team) => team.id !== this.teamId);
    return others.flatMap((team) => team.units).filter((unit) => unit.position !== null);
  }

  /** What the tile is; WALL off the map. */
  tileAt(position) {
    return this.map.tiles[position.x]?.[position.y] ?? TileType.WALL;
  }

  /** The unit that stands there. */
  unitAt(position) {
    return this.teams.flatMap((team) => team.units).find((unit) => position.equals(unit.position));
  }

  /** The diamond of that id. */
  diamond(id) {
    return this.map.diamonds.find((diamond) => diamond.id === id);
  }

  /** The diamonds that nobody carries. */
  looseDiamonds() {
    return this.map.diamonds.filter((diamond) => diamond.ownerId === null);
  }

  /** Where units may come to life. */
  spawnTiles() {
    const every = this.map.tiles.flatMap((column, x) => column.map((_, y) => new Position(x, y)));
    return every.filter((position) => this.tileAt(position) === TileType.SPAWN);
  }

  /**
   * How many steps a unit needs to get to a tile from everywhere, around walls and through other units: `steps[x][y]`,
   * `Infinity` where there is no way. Nobody can step from the floor onto a spawn tile.
   */
  distances(to) {
    const steps = this.map.tiles.map((column) => column.map(() => Infinity));
    steps[to.x][to.y] = 0;
    const queue = [to];
    for (const at of queue) {
      for (const beside of at.neighbours()) {
        const tile = this.tileAt(beside);
        const entered = tile === TileType.EMPTY && this.tileAt(at) === TileType.SPAWN;
        if (tile === TileType.WALL || entered || steps[beside.x][beside.y] !== Infinity) continue;
        steps[beside.x][beside.y] = steps[at.x][at.y] + 1;
        queue.push(beside);
      }
    }
    return steps;
  }
}

/** Makes ticks out of what the match says. */
export class Game {
  #seat;
  #config;
  #tiles;

  constructor(start) {
    this.#seat = start.seat;
    this.#config = start.config;
    const rows = start.config.map;
    const kinds = { S: TileType.SPAWN, "#": TileType.WALL, "~": TileType.WALL };
    this.#tiles = [...rows[0]].map((_, x) => rows.map((row) => kinds[row[x]] ?? TileType.EMPTY));
  }

  /** The game as a view tells it. */
  tick(view) {
    const { ticks, teams, diamond_ids } = this.#config;
    return new Tick({
      tick: view.tick,
      totalTick: ticks,
      map: {
        tiles: this.#tiles,
        diamonds: view.diamonds.map((diamond, place) => ({
          id: diamond_ids[place],
          position: position(diamond.position),
          summonLevel: diamond.level,
          points: diamond.points,
          ownerId: text(diamond.owner),
        })),
      },
      gameConfig: {
        pointsPerDiamond: 1,
        maximumDiamondSummonLevel: 5,
        initialDiamondSummonLevel: 1,
        maximumUnitPerPosition: 1,
        warmUpPeriod: 0,
      },
      teamPlayOrderings: Object.fromEntries(view.orders.map((order, ahead) => [view.tick + ahead, order.map(String)])),
      teamId: String(this.#seat),
      teams: view.teams.map((team, place) => ({
        id: String(place),
        name: teams[place].name,
        score: team.score,
        units: team.units.map((one) => unit(one, place, diamond_ids)),
        errors: team.errors,
        isDead: team.left,
      })),
    });
  }
}

function position(at) {
  return at === null ? null : new Position(at.x, at.y);
}

function text(number) {
  return number === null ? null : String(number);
}

function unit(one, team, diamonds) {
  const at = position(one.position);
  return {
    id: String(one.unit),
    teamId: String(team),
    position: at,
    path: one.path.map(position),
    hasDiamond: one.diamond !== null,
    diamondId: one.diamond === null ? null : diamonds[one.diamond],
    hasSpawned: at !== null,
    isSummoning: one.summoning,
    lastState: {
      positionBefore: at,
      positionBeforeDying: position(one.died_at),
      wasAttackedBy: text(one.attacked_by),
      wasVinedBy: text(one.vined_by),
      hasSummoned: false,
    },
  };
}

/** Plays one match: `makeBot()` makes the bot, its `turn(tick)` is asked for a list of actions. */
export async function play(makeBot) {
  const match = Match.open();
  let game;
  let bot;
  for (let message; (message = await match.receive()) && message.type !== "end"; ) {
    if (message.type === "start") {
      game = new Game(message);
      bot = makeBot();
    } else if (message.type === "turn") {
      for (const error of message.errors ?? []) log(error);
      let orders = [];
      try {
        orders = bot.turn(game.tick(message.view)).map((action) => action.wire());
      } catch (error) {
        log(error);
      }
      match.act(message.window, { orders });
    }
  }
  match.close();
}
