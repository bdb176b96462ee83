// Your bot: change this file.

import { Action, ActionType, TileType } from "./jungle.js";
import { log } from "./meydan.js";

/** Fetches the nearest diamonds, raises them while nobody is near, and drops them for their points when somebody comes. */
export class Bot {
  /** What another unit of yours is about to take: tiles to stand on, diamonds to fetch. */
  #taken = [];

  /** Decides what each of your units does in this tick. */
  turn(tick) {
    const team = tick.myTeam();
    team.errors.forEach((error) => log(error));
    this.#taken = [];
    return team.units.map((unit) => this.order(tick, unit));
  }

  /** Decides what one unit does. */
  order(tick, unit) {
    if (unit.position === null) return this.spawn(tick, unit);
    if (unit.isSummoning) return new Action(unit.id, ActionType.NONE);
    if (unit.hasDiamond) return this.hold(tick, unit);
    if (tick.tileAt(unit.position) === TileType.EMPTY) {
      const prey = tick.foes().find((foe) => foe.hasDiamond && foe.position.distance(unit.position) === 1);
      if (prey) return new Action(unit.id, ActionType.ATTACK, prey.position);
    }
    return this.fetch(tick, unit);
  }

  /** Comes to life as near to a diamond as can be. */
  spawn(tick, unit) {
    const ways = tick.map.diamonds.map((diamond) => tick.distances(diamond.position));
    const steps = (tile) => Math.min(...ways.map((way) => way[tile.x][tile.y]));
    const tiles = tick.spawnTiles().filter((tile) => !this.isTaken(tile) && !tick.unitAt(tile));
    if (tiles.length === 0) return new Action(unit.id, ActionType.NONE);
    const tile = tiles.reduce((a, b) => (steps(b) < steps(a) ? b : a));
    this.#taken.push(tile);
    return new Action(unit.id, ActionType.SPAWN, tile);
  }

  /** Makes the most of a diamond. */
  hold(tick, unit) {
    const diamond = tick.diamond(unit.diamondId);
    const ways = tick.distances(unit.position);
    const hunters = tick.foes().filter((foe) => !foe.hasDiamond);
    const danger = Math.min(...hunters.map((foe) => ways[foe.position.x][foe.position.y]));
    const left = tick.totalTick - tick.tick;
    if (left === 1 || (danger <= 2 && diamond.points > 0)) {
      const isFree = (tile) => tick.tileAt(tile) === TileType.EMPTY && !tick.unitAt(tile);
      const beside = unit.position.neighbours().find(isFree);
      if (beside) return new Action(unit.id, ActionType.DROP, beside);
    }
    const rising = diamond.summonLevel + 1;
    const best = tick.gameConfig.maximumDiamondSummonLevel;
    if (diamond.summonLevel < best && danger > rising + 2 && left > 2 * rising) {
      return new Action(unit.id, ActionType.SUMMON);
    }
    return new Action(unit.id, ActionType.NONE);
  }

  /** Goes for the nearest diamond that lies about, else for the nearest foe that carries one. */
  fetch(tick, unit) {
    const isGoal = (tile) => !this.isTaken(tile) && this.isFree(tick, unit, tile);
    let goals = tick.looseDiamonds().map((diamond) => diamond.position).filter(isGoal);
    if (goals.length === 0) {
      const carriers = tick.foes().filter((foe) => foe.hasDiamond);
      goals = carriers.flatMap((foe) => foe.position.neighbours()).filter(isGoal);
    }
    let best = Infinity;
    let goal = null;
    for (const tile of goals) {
      const steps = tick.distances(tile)[unit.position.x][unit.position.y];
      if (steps < best) [best, goal] = [steps, tile];
    }
    if (goal === null) return new Action(unit.id, ActionType.NONE);
    this.#taken.push(goal);
    return new Action(unit.id, ActionType.MOVE, goal);
  }

  /** Whether another unit of yours is about to take that tile. */
  isTaken(tile) {
    return this.#taken.some((other) => other.equals(tile));
  }

  /** Whether the unit could stand on that tile. */
  isFree(tick, unit, tile) {
    const there = tick.unitAt(tile);
    return tick.tileAt(tile) === TileType.EMPTY && (!there || there.id === unit.id);
  }
}
