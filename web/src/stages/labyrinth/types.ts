// To be generated from games/labyrinth (config, view, event, action); written by hand from its reels until then.

export type Cell = [row: number, col: number];
export type Dir = 'up' | 'down' | 'left' | 'right';
export type Lie = 'h' | 'v';
/** `h` lies under the cell, `v` right of it. */
export interface Wall {
  row: number;
  col: number;
  dir: Lie;
}
export type Ending = 'victory' | 'defeat' | 'out of time';
export type Prize = 'extra_turn' | 'walls' | 'earthquake' | 'push';

export interface Config {
  rows: number;
  cols: number;
  core: Cell;
  runners: Cell[];
  hunters: Cell[];
  walls: Wall[];
  boxes: Cell[];
  max_rounds: number;
  seats: number;
}

export interface Runner {
  at: Cell;
  status: 'on' | 'arrived' | 'caught';
  walls: number;
}

export interface View {
  round: number;
  turn: number | null;
  push: number | null;
  result: Ending | null;
  runners: Runner[];
  hunters: Cell[];
  walls: (Wall & { life: number })[];
  boxes: Cell[];
  arrived: number;
  needed: number;
  walls_used: number;
}

export type Event =
  | { moved: { runner: number; from: Cell; to: Cell } }
  | { wall_up: { runner: number; wall: Wall } }
  | { stayed: { runner: number; silent: boolean } }
  | { arrived: { runner: number } }
  | { caught: { runner: number; hunter: number; at: Cell } }
  | { box: { runner: number; at: Cell; prize: Prize } }
  | { runner_shaken: { runner: number; from: Cell; to: Cell } }
  | { hunter_shaken: { hunter: number; from: Cell; to: Cell } }
  | { pushed: { runner: number; hunter: number; from: Cell; to: Cell } }
  | { push_lapsed: { runner: number } }
  | { hunter_step: { hunter: number; step: number; from: Cell; to: Cell } }
  | { wall_down: { wall: Wall } }
  | { round: { round: number } }
  | { ended: { result: Ending } };

export type Act = { move: Dir } | { wall: Wall } | 'stay' | { push: { hunter: number; to: Cell } };
