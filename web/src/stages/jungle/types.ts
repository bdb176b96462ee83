// To be generated from games/jungle (config, view, event, action); written by hand from its reels until then.

export interface Point {
  x: number;
  y: number;
}

export type Ruleset = 'document' | 'official';

export interface TeamConfig {
  id: string;
  name: string;
}

export interface Config {
  ruleset: Ruleset;
  map: string[];
  teams: TeamConfig[];
  units_per_team: number;
  ticks: number;
  time_limit_ms: number;
  diamond_ids: string[];
}

export interface Counts {
  summons: number;
  attacks: number;
  drops: number;
  vines: number;
}

export interface UnitView {
  unit: number;
  position: Point | null;
  placed: boolean;
  path: Point[];
  diamond: number | null;
  summoning: boolean;
  died_at: Point | null;
  attacked_by: number | null;
  vined_by: number | null;
}

export interface TeamView {
  score: number;
  deaths: number;
  left: boolean;
  errors: string[];
  counts: Counts;
  units: UnitView[];
}

export interface DiamondView {
  position: Point;
  level: number;
  points: number;
  owner: number | null;
  touched: boolean;
}

export interface View {
  tick: number;
  orders: number[][];
  teams: TeamView[];
  diamonds: DiamondView[];
}

export interface Held {
  diamond: number;
  level: number;
  points: number;
}

export type Event =
  | { turn: { team: number } }
  | { timed_out: { team: number } }
  | { left: { team: number } }
  | { spawned: { unit: number; at: Point } }
  | { moved: { unit: number; from: Point; to: Point } }
  | { took: { unit: number; diamond: number; at: Point } }
  | { summon_started: { unit: number; diamond: number; level: number; points: number } }
  | { summon_done: { unit: number; diamond: number; level: number } }
  | { dropped: { unit: number; diamond: number; at: Point; points: number; level: number } }
  | { gave: { unit: number; receiver: number; diamond: number; at: Point } }
  | { killed: { unit: number; from: Point; victim: number; at: Point; diamond: number | null } }
  | { vined: { unit: number; caller: Point; target: number; from: Point; to: Point; held: Held | null; lost: boolean } };

export interface OddTarget {
  x: string;
  y: string;
}

export type Target = Point | OddTarget;

export type Deed =
  | 'none'
  | 'summon'
  | { move: Target }
  | { spawn: Target }
  | { drop: Target }
  | { attack: Target }
  | { vine: Target }
  | { garbled: string };

export interface Order {
  unit: number;
  do: Deed;
}

export type Act = { orders: Order[] } | 'unreadable';
