import type { Config, Point as Cell, UnitView, View } from './types';

/** The rules that a person's hand must know before it orders: what is open, whom a blow or a vine reaches. */

export type Tile = 'floor' | 'spawn' | 'stone' | 'water' | 'trap' | 'outside';

const TILES: Record<string, Tile> = { '.': 'floor', D: 'floor', S: 'spawn', '#': 'stone', '~': 'water', ',': 'trap' };

export const tileOf = (config: Config, { x, y }: Cell): Tile => TILES[config.map[y]?.[x] ?? ''] ?? 'outside';
export const same = (a: Cell | null, b: Cell | null) => a !== null && b !== null && a.x === b.x && a.y === b.y;
export const beside = (a: Cell, b: Cell) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1;
export const STEPS: readonly Cell[] = [{ x: 0, y: -1 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 1, y: 0 }];
const keyOf = ({ x, y }: Cell) => `${x},${y}`;
export const step = (cell: Cell, by: Cell): Cell => ({ x: cell.x + by.x, y: cell.y + by.y });

export type Verb = 'spawn' | 'move' | 'summon' | 'drop' | 'attack' | 'vine';

/** Why an order would fail; each has a sentence of its own. */
export type Refusal =
  | 'outside'
  | 'wall'
  | 'nest'
  | 'taken'
  | 'stone_there'
  | 'no_way'
  | 'dead'
  | 'on_nest'
  | 'locked'
  | 'alive'
  | 'not_nest'
  | 'full'
  | 'empty_hands'
  | 'top_level'
  | 'far'
  | 'no_floor'
  | 'has_one'
  | 'hands_full'
  | 'nobody'
  | 'safe'
  | 'self'
  | 'too_near'
  | 'no_line'
  | 'no_landing';

export class Board {
  readonly units: readonly UnitView[];

  constructor(
    readonly config: Config,
    readonly view: View,
    /** Units whose cells will be free before the next order is carried out. */
    private readonly leaving: ReadonlySet<number> = new Set(),
  ) {
    this.units = view.teams.flatMap(({ units }) => units);
  }

  unit(number: number): UnitView | undefined {
    return this.units[number - 1];
  }

  unitAt(cell: Cell): UnitView | undefined {
    return this.units.find(({ position }) => same(position, cell));
  }

  tile(cell: Cell): Tile {
    return tileOf(this.config, cell);
  }

  solid(cell: Cell): boolean {
    return ['stone', 'water', 'outside'].includes(this.tile(cell));
  }

  teamOf(unit: number): number {
    return Math.floor((unit - 1) / this.config.units_per_team);
  }

  /** Why a unit cannot walk onto a cell; null where it can. */
  closed(unit: UnitView, cell: Cell): Refusal | null {
    const tile = this.tile(cell);
    if (tile === 'outside') return 'outside';
    if (this.solid(cell)) return 'wall';
    const onNest = unit.position === null || this.tile(unit.position) === 'spawn';
    if (tile === 'spawn' && !onNest) return 'nest';
    const other = this.unitAt(cell);
    if (other !== undefined && !this.leaving.has(other.unit)) return 'taken';
    return unit.diamond !== null && this.view.diamonds.some(({ position }) => same(position, cell)) ? 'stone_there' : null;
  }

  /** Why an order cannot be carried out as things stand; null where it can. Teams that play earlier may still change that. */
  refused(unit: UnitView, verb: Verb, target: Cell): Refusal | null {
    if (verb === 'spawn') return this.noSpawn(unit, target);
    if (unit.position === null) return 'dead';
    if (verb !== 'move' && this.tile(unit.position) === 'spawn') return 'on_nest';
    if (unit.summoning) return 'locked';
    if (verb === 'move') return this.noMove(unit, unit.position, target);
    if (verb === 'summon') return this.noSummon(unit);
    if (verb === 'drop') return this.noDrop(unit, unit.position, target);
    if (unit.diamond !== null) return 'hands_full';
    const victim = this.unitAt(target);
    if (victim === undefined) return 'nobody';
    return verb === 'attack' ? this.noAttack(unit.position, target) : this.noVine(unit.position, target, victim);
  }

  /** All cells on which an order can be carried out. Steps go almost anywhere: they are asked for one by one. */
  targets(unit: UnitView, verb: Exclude<Verb, 'move' | 'summon'>): Cell[] {
    return this.config.map.flatMap((row, y) => [...row].map((_, x) => ({ x, y }))).filter((cell) => this.refused(unit, verb, cell) === null);
  }

  /** A shortest way from a unit to a cell, without its own cell; null where there is none. Another of the same length may be walked. */
  way(unit: UnitView, target: Cell): Cell[] | null {
    // Units that stand in the way now may be gone when the team plays.
    return this.trace(unit, target, false) ?? this.trace(unit, target, true);
  }

  private trace(unit: UnitView, target: Cell, through: boolean): Cell[] | null {
    const found = this.flood(unit, target, through);
    const way: Cell[] = [];
    for (let at = found.get(keyOf(target)); at !== undefined; at = at.before === null ? undefined : found.get(keyOf(at.before))) {
      if (at.before === null) return way;
      way.unshift(at.cell);
    }
    return null;
  }

  /** The cells a unit can get to, each with the one before it. */
  private flood(unit: UnitView, target: Cell, through: boolean): Map<string, { cell: Cell; before: Cell | null }> {
    const found = new Map<string, { cell: Cell; before: Cell | null }>();
    if (unit.position === null) return found;
    found.set(keyOf(unit.position), { cell: unit.position, before: null });
    const queue: Cell[] = [unit.position];
    for (const cell of queue) {
      if (same(cell, target)) break;
      for (const by of STEPS) {
        const to = step(cell, by);
        const why = this.closed(unit, to);
        if (found.has(keyOf(to)) || (why !== null && !(through && why === 'taken'))) continue;
        found.set(keyOf(to), { cell: to, before: cell });
        queue.push(to);
      }
    }
    return found;
  }

  /** Where a vine would put its target; null where there is no room. */
  landing(caller: Cell, target: Cell, pulled: UnitView): Cell | null {
    return this.line(caller, target)?.find((cell) => this.closed(pulled, cell) === null) ?? null;
  }

  /** The cells from beside the caller to the target; null where they do not see each other. */
  private line(caller: Cell, target: Cell): Cell[] | null {
    if (caller.x !== target.x && caller.y !== target.y) return null;
    const by = { x: Math.sign(target.x - caller.x), y: Math.sign(target.y - caller.y) };
    const cells: Cell[] = [];
    for (let cell = step(caller, by); ; cell = step(cell, by)) {
      if (this.solid(cell) || this.tile(cell) === 'spawn') return null;
      cells.push(cell);
      if (same(cell, target)) return cells;
    }
  }

  private noSpawn(unit: UnitView, target: Cell): Refusal | null {
    if (unit.position !== null) return 'alive';
    if (this.tile(target) !== 'spawn') return 'not_nest';
    if (this.unitAt(target) === undefined) return null;
    // The game takes a free nest beside a taken one.
    return STEPS.some((by) => this.tile(step(target, by)) === 'spawn' && this.unitAt(step(target, by)) === undefined) ? null : 'full';
  }

  private noMove(unit: UnitView, at: Cell, target: Cell): Refusal | null {
    if (same(at, target)) return null;
    return this.closed(unit, target) ?? (this.way(unit, target) === null ? 'no_way' : null);
  }

  private noSummon(unit: UnitView): Refusal | null {
    if (unit.diamond === null) return 'empty_hands';
    return (this.view.diamonds[unit.diamond]?.level ?? 1) >= 5 ? 'top_level' : null;
  }

  private noDrop(unit: UnitView, at: Cell, target: Cell): Refusal | null {
    if (unit.diamond === null) return 'empty_hands';
    if (!beside(at, target)) return 'far';
    if (this.solid(target) || this.tile(target) === 'spawn') return 'no_floor';
    const receiver = this.unitAt(target);
    return receiver !== undefined && receiver.diamond !== null ? 'has_one' : null;
  }

  private noAttack(at: Cell, target: Cell): Refusal | null {
    if (!beside(at, target)) return 'far';
    return this.tile(target) === 'spawn' ? 'safe' : null;
  }

  private noVine(at: Cell, target: Cell, victim: UnitView): Refusal | null {
    if (same(at, target)) return 'self';
    if (beside(at, target)) return 'too_near';
    if (this.tile(target) === 'spawn') return 'safe';
    if (this.line(at, target) === null) return 'no_line';
    return this.landing(at, target, victim) === null ? 'no_landing' : null;
  }
}
