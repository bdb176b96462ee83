// To be generated from games/heroes (config, view, event, action); written by hand from its reels until then.

export interface Cell {
  row: number;
  column: number;
}
/** A set of cells as rows: `#` where a cell is in it. */
export type CellSet = string[];
export type Direction = 'up' | 'down' | 'left' | 'right';
export type Phase = 'init' | 'pick' | 'move' | 'action';
export type Ruleset = 'document' | 'official';
export type AbilityKind = 'offensive' | 'defensive' | 'dodge' | 'fortify';
export type Refusal = 'poor' | 'blocked' | 'wall' | 'killed';

export interface Constants {
  max_ap: number;
  max_turns: number;
  max_score: number;
  kill_score: number;
  objective_score: number;
  move_phases: number;
  overtime: number;
  overtime_gap: number;
}

export interface HeroClass {
  name: string;
  abilities: string[];
  max_hp: number;
  move_cost: number;
  respawn_time: number;
}

export interface Ability {
  name: string;
  kind: AbilityKind;
  range: number;
  cost: number;
  cooldown: number;
  area: number;
  power: number;
  lobbing: boolean;
  piercing: boolean;
}

export interface Config {
  ruleset: Ruleset;
  constants: Constants;
  map_constants: [string, number][];
  walls: CellSet;
  respawn: [CellSet, CellSet];
  objective: CellSet;
  heroes: HeroClass[];
  abilities: Ability[];
  notes: string[];
}

export interface HeroView {
  id: number;
  class: string;
  hp: number | null;
  cell: Cell | null;
  path: Cell[];
  respawn: number;
  cooldowns: number[] | null;
}

export interface CastView {
  team: number;
  caster: number | null;
  ability: string;
  from: Cell | null;
  to: Cell | null;
  targets: number[];
}

export interface View {
  team: number | null;
  turn: number;
  phase: Phase;
  move_phase: number | null;
  over: boolean;
  scores: [number, number];
  ap: [number | null, number | null];
  used_ap: [number | null, number | null];
  heroes: [HeroView[], HeroView[]];
  vision: [CellSet | null, CellSet | null];
  casts: CastView[];
  max_overtime: number;
  remaining_overtime: number;
}

export interface Affected {
  hero: number;
  hp: number;
}

export type Event =
  | { picked: { hero: number; class: string; drawn: boolean } }
  | { spawned: { hero: number; cell: Cell } }
  | { moved: { hero: number; from: Cell; to: Cell } }
  | { cast: { hero: number; ability: string; from: Cell; to: Cell; affected: Affected[] } }
  | { slashed: { hero: number; ability: string; affected: Affected[] } }
  | { stayed: { hero: number; why: Refusal } }
  | { died: { hero: number; cell: Cell } }
  | { turn: { turn: number; scores: [number, number]; holding: [number, number]; unused_ap: [number, number] } }
  | { overtime: { remaining: number; longest: number } };

export type Act =
  | { pick: { class: string } }
  | { move: { hero: number; direction: Direction } }
  | { cast: { hero: number; ability: string; row: number; column: number } }
  | 'pass';
