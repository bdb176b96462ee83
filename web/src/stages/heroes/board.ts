import type { Ability, Cell, CellSet, Config, Direction, HeroClass, HeroView, View } from './types';

/** The rules that the picture and a person's hand must know: lines, sight, where an ability acts, ways around walls. */

export const STEPS: Record<Direction, Cell> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
};
export const DIRECTIONS = Object.keys(STEPS) as Direction[];

export const same = (a: Cell, b: Cell) => a.row === b.row && a.column === b.column;
export const step = (cell: Cell, to: Direction): Cell => ({ row: cell.row + STEPS[to].row, column: cell.column + STEPS[to].column });
export const away = (a: Cell, b: Cell) => Math.abs(a.row - b.row) + Math.abs(a.column - b.column);
export const within = (set: CellSet | null | undefined, { row, column }: Cell) => set?.[row]?.[column] === '#';
/** Even ids are team 0's; picks alternate. */
export const teamOf = (id: number): 0 | 1 => (id % 2 === 0 ? 0 : 1);
export const slotOf = (id: number) => Math.floor(id / 2);
export const heroOf = (view: View, id: number): HeroView | undefined => view.heroes[teamOf(id)].find((hero) => hero.id === id);

/** The cells of a set as runs along the rows: few rectangles instead of many. */
export function runs(set: CellSet): { row: number; column: number; length: number }[] {
  return set.flatMap((line, row) => [...line.matchAll(/#+/g)].map((run) => ({ row, column: run.index, length: run[0].length })));
}

export class Board {
  readonly rows: number;
  readonly columns: number;
  private readonly classes: Map<string, HeroClass>;
  private readonly abilities: Map<string, Ability>;

  constructor(readonly config: Config) {
    this.rows = config.walls.length;
    this.columns = config.walls[0]?.length ?? 0;
    this.classes = new Map(config.heroes.map((made) => [made.name, made]));
    this.abilities = new Map(config.abilities.map((made) => [made.name, made]));
  }

  classOf = (name: string) => this.classes.get(name);
  ability = (name: string) => this.abilities.get(name);
  holds = ({ row, column }: Cell) => row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  wall = (cell: Cell) => within(this.config.walls, cell);
  open = (cell: Cell) => this.holds(cell) && !this.wall(cell);

  /** The cells whose inside the line between two middles crosses, until a wall unless it flies over them. */
  ray(from: Cell, to: Cell, flies: boolean): Cell[] {
    const n = Math.abs(to.row - from.row);
    const m = Math.abs(to.column - from.column);
    const down = Math.sign(to.row - from.row);
    const right = Math.sign(to.column - from.column);
    const cells = [from];
    let [i, j] = [0, 0];
    while (i < n || j < m) {
      // Which border is met first, the next row's or the next column's; both at once is a corner.
      const [row, column] = [(2 * i + 1) * m, (2 * j + 1) * n];
      const here = { row: from.row + i * down, column: from.column + j * right };
      const downwards = j >= m || (i < n && row <= column);
      const sidewards = i >= n || (j < m && column <= row);
      const next = { row: here.row + (downwards ? down : 0), column: here.column + (sidewards ? right : 0) };
      if (!flies) {
        const beside = downwards && sidewards && (this.wall({ row: next.row, column: here.column }) || this.wall({ row: here.row, column: next.column }));
        if (beside || this.wall(next)) break;
      }
      if (downwards) i += 1;
      if (sidewards) j += 1;
      cells.push(next);
    }
    return cells;
  }

  sees(from: Cell, to: Cell): boolean {
    if (this.wall(from) || this.wall(to)) return false;
    const last = this.ray(from, to, false).at(-1);
    return last !== undefined && same(last, to);
  }

  /** Where an ability acts when it is aimed at a cell; `stops` are the cells of heroes that stop a shot in a line. */
  impact(ability: Ability, from: Cell, target: Cell, stops: readonly Cell[]): Cell {
    if (same(from, target)) return from;
    let reached = from;
    for (const cell of this.ray(from, target, ability.lobbing)) {
      if (away(from, cell) > ability.range) break;
      reached = cell;
      if (ability.kind !== 'dodge' && !ability.lobbing && stops.some((stop) => same(stop, cell))) break;
    }
    return reached;
  }

  /** The cells around an impact that an ability acts on. */
  area(ability: Ability, centre: Cell): Cell[] {
    const reach = ability.kind === 'dodge' ? 0 : ability.area;
    const cells: Cell[] = [];
    for (let row = centre.row - reach; row <= centre.row + reach; row += 1) {
      const rest = reach - Math.abs(row - centre.row);
      for (let column = centre.column - rest; column <= centre.column + rest; column += 1) {
        if (this.holds({ row, column })) cells.push({ row, column });
      }
    }
    return cells;
  }

  /** Every cell on which an ability can be made to act from here, walls left out. */
  reach(ability: Ability, from: Cell): Cell[] {
    const cells: Cell[] = [];
    for (let row = 0; row < this.rows; row += 1) {
      for (let column = 0; column < this.columns; column += 1) {
        const cell = { row, column };
        if (this.wall(cell) || away(from, cell) > ability.range) continue;
        if (ability.lobbing || this.sees(from, cell)) cells.push(cell);
      }
    }
    return cells;
  }

  /** A shortest way around the walls and around `taken` cells, without its first cell; null where there is none. */
  route(from: Cell, to: Cell, taken: readonly Cell[] = []): Cell[] | null {
    const clear = (cell: Cell) => this.open(cell) && !taken.some((other) => same(other, cell));
    if (!clear(to)) return null;
    const key = (cell: Cell) => cell.row * this.columns + cell.column;
    const steps = new Map([[key(to), 0]]);
    const queue = [to];
    for (let at = 0; at < queue.length; at += 1) {
      const cell = queue[at] as Cell;
      if (same(cell, from)) break;
      for (const dir of DIRECTIONS) {
        const next = step(cell, dir);
        if (!(clear(next) || same(next, from)) || steps.has(key(next))) continue;
        steps.set(key(next), (steps.get(key(cell)) ?? 0) + 1);
        queue.push(next);
      }
    }
    if (!steps.has(key(from))) return null;
    const way: Cell[] = [];
    for (let cell = from; !same(cell, to); ) {
      const next = DIRECTIONS.map((dir) => step(cell, dir)).find((near) => steps.get(key(near)) === (steps.get(key(cell)) ?? 0) - 1);
      if (next === undefined) return null;
      way.push(next);
      cell = next;
    }
    return way;
  }
}

/** The direction of a step between neighbours. */
export function directionOf(from: Cell, to: Cell): Direction | null {
  return DIRECTIONS.find((dir) => same(step(from, dir), to)) ?? null;
}
