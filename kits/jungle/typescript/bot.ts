// Your bot: change this file.

import type { Action, Position, Tick, Unit } from "./jungle.js";
import { log } from "./meydan.js";

/** A unit that is on the map. */
type Placed = Unit & { position: Position };

/** Fetches the nearest diamonds, raises them while nobody is near, and drops them for their points when somebody comes. */
export class Bot {
  /** What another unit of yours is about to take: tiles to stand on, diamonds to fetch. */
  #taken: Position[] = [];

  /** Decides what each of your units does in this tick. */
  turn(tick: Tick): Action[] {
    const team = tick.myTeam();
    team.errors.forEach((error) => log(error));
    this.#taken = [];
    return team.units.map((unit) => this.order(tick, unit));
  }

  /** Decides what one unit does. */
  order(tick: Tick, unit: Unit): Action {
    if (unit.position === null) return this.spawn(tick, unit);
    const placed = { ...unit, position: unit.position };
    if (unit.isSummoning) return { unitId: unit.id, action: "NONE" };
    if (unit.hasDiamond) return this.hold(tick, placed);
    if (tick.tileAt(placed.position) === "EMPTY") {
      const prey = tick.foes().find((foe) => foe.hasDiamond && foe.position.distance(placed.position) === 1);
      if (prey) return { unitId: unit.id, action: "ATTACK", target: prey.position };
    }
    return this.fetch(tick, placed);
  }

  /** Comes to life as near to a diamond as can be. */
  spawn(tick: Tick, unit: Unit): Action {
    const ways = tick.map.diamonds.map((diamond) => tick.distances(diamond.position));
    const tiles = tick.spawnTiles().filter((tile) => !this.isTaken(tile) && !tick.unitAt(tile));
    const tile = nearest(tiles, (tile) => Math.min(999, ...ways.map((way) => way(tile))));
    if (!tile) return { unitId: unit.id, action: "NONE" };
    this.#taken.push(tile);
    return { unitId: unit.id, action: "SPAWN", target: tile };
  }

  /** Makes the most of a diamond. */
  hold(tick: Tick, unit: Placed): Action {
    const diamond = tick.diamond(unit.diamondId);
    if (!diamond) return { unitId: unit.id, action: "NONE" };
    const way = tick.distances(unit.position);
    const hunters = tick.foes().filter((foe) => !foe.hasDiamond);
    const danger = Math.min(...hunters.map((foe) => way(foe.position)));
    const left = tick.totalTick - tick.tick;
    if (left === 1 || (danger <= 2 && diamond.points > 0)) {
      const isFree = (tile: Position): boolean => tick.tileAt(tile) === "EMPTY" && !tick.unitAt(tile);
      const beside = unit.position.neighbours().find(isFree);
      if (beside) return { unitId: unit.id, action: "DROP", target: beside };
    }
    const rising = diamond.summonLevel + 1;
    const best = tick.gameConfig.maximumDiamondSummonLevel;
    const rises = diamond.summonLevel < best && danger > rising + 2 && left > 2 * rising;
    return { unitId: unit.id, action: rises ? "SUMMON" : "NONE" };
  }

  /** Goes for the nearest diamond that lies about, else for the nearest foe that carries one. */
  fetch(tick: Tick, unit: Placed): Action {
    const isGoal = (tile: Position): boolean => !this.isTaken(tile) && this.isFree(tick, unit, tile);
    let goals = tick.looseDiamonds().map((diamond) => diamond.position).filter(isGoal);
    if (goals.length === 0) {
      const carriers = tick.foes().filter((foe) => foe.hasDiamond);
      goals = carriers.flatMap((foe) => foe.position.neighbours()).filter(isGoal);
    }
    const goal = nearest(goals, (tile) => tick.distances(tile)(unit.position));
    if (!goal) return { unitId: unit.id, action: "NONE" };
    this.#taken.push(goal);
    return { unitId: unit.id, action: "MOVE", target: goal };
  }

  /** Whether another unit of yours is about to take that tile. */
  isTaken(tile: Position): boolean {
    return this.#taken.some((other) => other.equals(tile));
  }

  /** Whether the unit could stand on that tile. */
  isFree(tick: Tick, unit: Unit, tile: Position): boolean {
    const there = tick.unitAt(tile);
    return tick.tileAt(tile) === "EMPTY" && (!there || there.id === unit.id);
  }
}

/** The first of the tiles with the fewest steps that can be reached at all. */
function nearest(tiles: Position[], steps: (tile: Position) => number): Position | undefined {
  let best = Infinity;
  let found: Position | undefined;
  for (const tile of tiles) {
    const here = steps(tile);
    if (here < best) [best, found] = [here, tile];
  }
  return found;
}
