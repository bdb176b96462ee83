import type { Cell, Config, Dir, View, Wall } from './types';

/** The rules that a person's hand must know before it acts: what is open, where a wall may stand. */

export const STEPS: Record<Dir, Cell> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
export const DIRS = Object.keys(STEPS) as Dir[];

export type Refusal =
  | 'out_of_board'
  | 'fixed_wall'
  | 'temporary_wall'
  | 'no_walls_left'
  | 'wall_stands'
  | 'would_cut'
  | 'push_owed'
  | 'illegal_push';

export const wallKey = (wall: Wall) => `${wall.row},${wall.col},${wall.dir}`;
export const same = (a: Cell, b: Cell) => a[0] === b[0] && a[1] === b[1];
export const step = (cell: Cell, dir: Dir): Cell => [cell[0] + STEPS[dir][0], cell[1] + STEPS[dir][1]];

/** The wall between a cell and its neighbour. */
export function between(cell: Cell, dir: Dir): Wall {
  const [row, col] = cell;
  if (dir === 'up') return { row: row - 1, col, dir: 'h' };
  if (dir === 'left') return { row, col: col - 1, dir: 'v' };
  return { row, col, dir: dir === 'down' ? 'h' : 'v' };
}

export class Board {
  private readonly fixed: Set<string>;
  private readonly temporary: Set<string>;

  constructor(
    private readonly config: Config,
    view: View,
  ) {
    this.fixed = new Set(config.walls.map(wallKey));
    this.temporary = new Set(view.walls.map(wallKey));
  }

  holds([row, col]: Cell): boolean {
    return row >= 0 && col >= 0 && row < this.config.rows && col < this.config.cols;
  }

  /** Why a step cannot be made; null where it can. */
  blocked(cell: Cell, dir: Dir): Refusal | null {
    if (!this.holds(step(cell, dir))) return 'out_of_board';
    const key = wallKey(between(cell, dir));
    if (this.fixed.has(key)) return 'fixed_wall';
    return this.temporary.has(key) ? 'temporary_wall' : null;
  }

  /** Why a wall cannot be put up; null where it can. */
  refused(wall: Wall): Refusal | null {
    const beyond: Cell = wall.dir === 'h' ? [wall.row + 1, wall.col] : [wall.row, wall.col + 1];
    if (!this.holds([wall.row, wall.col]) || !this.holds(beyond)) return 'out_of_board';
    const key = wallKey(wall);
    if (this.fixed.has(key) || this.temporary.has(key)) return 'wall_stands';
    return this.cuts(key, [wall.row, wall.col], beyond) ? 'would_cut' : null;
  }

  /** Whether the two cells lose each other when one more wall stands. */
  private cuts(extra: string, from: Cell, to: Cell): boolean {
    const { cols } = this.config;
    const seen = new Set([from[0] * cols + from[1]]);
    const queue: Cell[] = [from];
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      if (same(cell, to)) return false;
      for (const dir of DIRS) {
        if (wallKey(between(cell, dir)) === extra || this.blocked(cell, dir) !== null) continue;
        const next = step(cell, dir);
        const index = next[0] * cols + next[1];
        if (seen.has(index)) continue;
        seen.add(index);
        queue.push(next);
      }
    }
    return true;
  }
}
