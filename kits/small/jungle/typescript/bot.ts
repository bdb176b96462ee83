// Fetches the nearest diamond and keeps it until it is worth thirty points.
import type { Action, Position, Tick, Unit } from "./jungle.js";

export class Bot {
  turn(tick: Tick): Action[] {
    return tick.myTeam().units.map((unit) => this.order(tick, unit));
  }

  order(tick: Tick, unit: Unit): Action {
    const at = unit.position;
    if (at === null) {
      const nest = tick.spawnTiles().find((tile) => !tick.unitAt(tile));
      return nest ? { unitId: unit.id, action: "SPAWN", target: nest } : { unitId: unit.id, action: "NONE" };
    }
    const isFree = (tile: Position): boolean => tick.tileAt(tile) === "EMPTY" && !tick.unitAt(tile);
    if (unit.hasDiamond) {
      const beside = at.neighbours().find(isFree);
      const rich = (tick.diamond(unit.diamondId)?.points ?? 0) >= 30;
      return rich && beside ? { unitId: unit.id, action: "DROP", target: beside } : { unitId: unit.id, action: "NONE" };
    }
    const way = tick.distances(at);
    const [goal] = tick.looseDiamonds().map((diamond) => diamond.position).filter(isFree).sort((a, b) => way(a) - way(b));
    return goal ? { unitId: unit.id, action: "MOVE", target: goal } : { unitId: unit.id, action: "NONE" };
  }
}
