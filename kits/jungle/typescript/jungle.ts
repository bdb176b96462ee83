/**
 * The jungle as a bot sees it: one `Tick` after another, under the names of the rule document.
 * @module
 */

import { Match, log } from "./meydan.js";
import type { Config, Point, UnitView, View } from "./wire.js";

/** What a tile is. */
export type TileType = "EMPTY" | "WALL" | "SPAWN";

/** What a unit can do. */
export type ActionType = "SPAWN" | "MOVE" | "SUMMON" | "DROP" | "VINE" | "ATTACK" | "NONE";

/** A tile: `x` to the right, `y` down. */
export class Position {
  readonly x: number;
  readonly y: number;

  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }

  /** Whether this is the same tile. */
  equals(other: Position | null): boolean {
    return other !== null && this.x === other.x && this.y === other.y;
  }

  /** Steps to another tile if there were no walls. */
  distance(other: Position): number {
    return Math.abs(this.x - other.x) + Math.abs(this.y - other.y);
  }

  /** The four tiles beside this one: above, below, left, right. They may be off the map. */
  neighbours(): Position[] {
    const { x, y } = this;
    return [new Position(x, y - 1), new Position(x, y + 1), new Position(x - 1, y), new Position(x + 1, y)];
  }
}

/** One order for one unit. `target` is needed by all but SUMMON and NONE. */
export interface Action {
  unitId: string;
  action: ActionType;
  target?: Position;
}

/** A diamond. While it is carried, `ownerId` is its carrier and `position` the carrier's. */
export interface Diamond {
  id: string;
  position: Position;
  summonLevel: number;
  points: number;
  ownerId: string | null;
}

/** The tiles, `tiles[x][y]`, and the diamonds. */
export interface GameMap {
  tiles: TileType[][];
  diamonds: Diamond[];
}

/** What befell a unit in the last tick. */
export interface LastState {
  positionBefore: Position | null;
  positionBeforeDying: Position | null;
  wasAttackedBy: string | null;
  wasVinedBy: string | null;
  hasSummoned: boolean;
}

/** A unit; without a `position` it is not on the map and must be spawned. */
export interface Unit {
  id: string;
  teamId: string;
  position: Position | null;
  path: Position[];
  hasDiamond: boolean;
  diamondId: string | null;
  hasSpawned: boolean;
  isSummoning: boolean;
  lastState: LastState;
}

/** A team. `errors` say what was wrong with your last orders; those of others are hidden. */
export interface Team {
  id: string;
  name: string;
  score: number;
  units: Unit[];
  errors: string[];
  isDead: boolean;
}

/** Numbers of the rules. */
export interface GameConfig {
  pointsPerDiamond: number;
  maximumDiamondSummonLevel: number;
  initialDiamondSummonLevel: number;
  maximumUnitPerPosition: number;
  /** The ticks in which nothing scores; there are none. */
  warmUpPeriod: number;
}

/** The game as it is now. */
export class Tick {
  readonly tick: number;
  readonly totalTick: number;
  readonly map: GameMap;
  readonly gameConfig: GameConfig;
  readonly teamPlayOrderings: Record<number, string[]>;
  readonly teamId: string;
  readonly teams: Team[];

  /** The game as a view tells it; the tiles have been made from the config before. */
  constructor(seat: number, config: Config, tiles: TileType[][], view: View) {
    this.tick = view.tick;
    this.totalTick = config.ticks;
    this.map = {
      tiles,
      diamonds: view.diamonds.map((diamond, place) => ({
        id: config.diamond_ids[place] ?? String(place),
        position: new Position(diamond.position.x, diamond.position.y),
        summonLevel: diamond.level,
        points: diamond.points,
        ownerId: _text(diamond.owner),
      })),
    };
    this.gameConfig = {
      pointsPerDiamond: 1,
      maximumDiamondSummonLevel: 5,
      initialDiamondSummonLevel: 1,
      maximumUnitPerPosition: 1,
      warmUpPeriod: 0,
    };
    this.teamPlayOrderings = Object.fromEntries(
      view.orders.map((order, ahead) => [view.tick + ahead, order.map(String)]),
    );
    this.teamId = String(seat);
    this.teams = view.teams.map((team, place) => ({
      id: String(place),
      name: config.teams[place]?.name ?? String(place),
      score: team.score,
      units: team.units.map((unit) => _unit(unit, place, config.diamond_ids)),
      errors: team.errors,
      isDead: team.left,
    }));
  }

  /** Your team. */
  myTeam(): Team {
    const mine = this.teams.find((team) => team.id === this.teamId);
    if (!mine) throw new Error("every seat has a team");
    return mine;
  }

  /** The units of the other teams that are on the map. */
  foes(): (Unit & { position: Position })[] {
    const others = this.teams.filter((team) => team.id !== this.teamId).flatMap((team) => team.units);
    return others.flatMap((unit) => (unit.position ? [{ ...unit, position: unit.position }] : []));
  }

  /** What the tile is; WALL off the map. */
  tileAt(position: Position): TileType {
    return this.map.tiles[position.x]?.[position.y] ?? "WALL";
  }

  /** The unit that stands there. */
  unitAt(position: Position): Unit | undefined {
    return this.teams.flatMap((team) => team.units).find((unit) => position.equals(unit.position));
  }

  /** The diamond of that id. */
  diamond(id: string | null): Diamond | undefined {
    return this.map.diamonds.find((diamond) => diamond.id === id);
  }

  /** The diamonds that nobody carries. */
  looseDiamonds(): Diamond[] {
    return this.map.diamonds.filter((diamond) => diamond.ownerId === null);
  }

  /** Where units may come to life. */
  spawnTiles(): Position[] {
    const every = this.map.tiles.flatMap((column, x) => column.map((_, y) => new Position(x, y)));
    return every.filter((position) => this.tileAt(position) === "SPAWN");
  }

  /**
   * How many steps a unit needs to get to a tile from everywhere, around walls and through other units; ask it for a tile.
   * `Infinity` where there is no way. Nobody can step from the floor onto a spawn tile.
   */
  distances(to: Position): (from: Position) => number {
    const height = this.map.tiles[0]?.length ?? 0;
    const place = (at: Position): number => at.x * height + at.y;
    const steps = new Map([[place(to), 0]]);
    const queue = [to];
    for (const at of queue) {
      for (const beside of at.neighbours()) {
        const tile = this.tileAt(beside);
        const entered = tile === "EMPTY" && this.tileAt(at) === "SPAWN";
        if (tile === "WALL" || entered || steps.has(place(beside))) continue;
        steps.set(place(beside), (steps.get(place(at)) ?? 0) + 1);
        queue.push(beside);
      }
    }
    return (from) => steps.get(place(from)) ?? Infinity;
  }
}

/** The tiles of a match, as the config tells them: `tiles[x][y]`. */
export function tilesOf(config: Config): TileType[][] {
  const kinds: Record<string, TileType> = { S: "SPAWN", "#": "WALL", "~": "WALL" };
  const [first = ""] = config.map;
  return [...first].map((_, x) => config.map.map((row) => kinds[row[x] ?? "#"] ?? "EMPTY"));
}

/** An order as the match reads it. */
export function wire({ unitId, action, target }: Action): object {
  const deed = action.toLowerCase();
  const plain = !target || action === "SUMMON" || action === "NONE";
  return { unit: Number(unitId), do: plain ? deed : { [deed]: { x: target.x, y: target.y } } };
}

/** A bot: it is asked once in every tick. */
export interface Player {
  turn(tick: Tick): Action[];
}

function _position(at: Point | null): Position | null {
  return at && new Position(at.x, at.y);
}

function _text(number: number | null): string | null {
  return number === null ? null : String(number);
}

function _unit(seen: UnitView, team: number, diamonds: string[]): Unit {
  const at = _position(seen.position);
  return {
    id: String(seen.unit),
    teamId: String(team),
    position: at,
    path: seen.path.map((step) => new Position(step.x, step.y)),
    hasDiamond: seen.diamond !== null,
    diamondId: seen.diamond === null ? null : (diamonds[seen.diamond] ?? null),
    hasSpawned: at !== null,
    isSummoning: seen.summoning,
    lastState: {
      positionBefore: at,
      positionBeforeDying: _position(seen.died_at),
      wasAttackedBy: _text(seen.attacked_by),
      wasVinedBy: _text(seen.vined_by),
      hasSummoned: false,
    },
  };
}

/** Whatever the match says. */
type Message =
  | { type: "start"; seat: number; config: Config }
  | { type: "turn"; window: number; view: View; errors?: string[] }
  | { type: "ok" | "rejected" | "end" };

/** Plays one match: `makeBot()` makes the bot, its `turn(tick)` is asked for a list of actions. */
export async function play(makeBot: () => Player): Promise<void> {
  const match = Match.open();
  let game: { seat: number; config: Config; tiles: TileType[][]; bot: Player } | undefined;
  for (let message; (message = await match.receive<Message>()) && message.type !== "end"; ) {
    if (message.type === "start") {
      game = { seat: message.seat, config: message.config, tiles: tilesOf(message.config), bot: makeBot() };
    } else if (message.type === "turn" && game) {
      for (const error of message.errors ?? []) log(error);
      let orders: object[] = [];
      try {
        orders = game.bot.turn(new Tick(game.seat, game.config, game.tiles, message.view)).map(wire);
      } catch (error) {
        log(error);
      }
      match.act(message.window, { orders });
    }
  }
  match.close();
}
