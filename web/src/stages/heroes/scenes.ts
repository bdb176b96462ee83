import type { Frame } from '../../reel/types';
import type { Scene } from '../../stage/stage';
import { Board, teamOf } from './board';
import type { Ability, AbilityKind, Cell, CellSet, Config, Event, HeroClass, HeroView, View } from './types';

/** The pictures of the rules: small boards with the usual classes, drawn by the stage. */

const at = (row: number, column: number): Cell => ({ row, column });

function ability(name: string, kind: AbilityKind, cost: number, cooldown: number, power: number, area: number, range: number, lobbing: boolean): Ability {
  return { name, kind, cost, cooldown, power, area, range, lobbing, piercing: false };
}

const ABILITIES: Ability[] = [
  ability('SENTRY_ATTACK', 'offensive', 15, 1, 30, 0, 7, false),
  ability('SENTRY_DODGE', 'dodge', 25, 7, 0, 0, 3, true),
  ability('SENTRY_RAY', 'offensive', 25, 5, 50, 0, 10_000, false),
  ability('BLASTER_ATTACK', 'offensive', 15, 1, 30, 1, 4, false),
  ability('BLASTER_DODGE', 'dodge', 25, 6, 0, 0, 4, true),
  ability('BLASTER_BOMB', 'offensive', 25, 4, 40, 2, 5, true),
  ability('HEALER_ATTACK', 'offensive', 15, 1, 10, 0, 4, true),
  ability('HEALER_DODGE', 'dodge', 25, 6, 0, 0, 4, true),
  ability('HEALER_HEAL', 'defensive', 25, 3, 40, 0, 4, true),
  ability('GUARDIAN_ATTACK', 'offensive', 15, 1, 20, 1, 1, false),
  ability('GUARDIAN_DODGE', 'dodge', 25, 8, 0, 0, 2, true),
  ability('GUARDIAN_FORTIFY', 'fortify', 25, 8, 10_000, 0, 4, true),
];

const heroClass = (name: string, third: string, max_hp: number, move_cost: number): HeroClass => ({
  name,
  abilities: ['ATTACK', 'DODGE', third].map((kind) => `${name}_${kind}`),
  max_hp,
  move_cost,
  respawn_time: 5,
});

const CLASSES = [
  heroClass('SENTRY', 'RAY', 150, 6),
  heroClass('BLASTER', 'BOMB', 250, 4),
  heroClass('HEALER', 'HEAL', 200, 4),
  heroClass('GUARDIAN', 'FORTIFY', 400, 8),
];

/** A board from a drawing: `#` wall, `*` objective, `a` and `b` the respawn zones. */
function config(drawing: string[]): Config {
  const only = (sign: string): CellSet => drawing.map((line) => line.replace(/./g, (found) => (found === sign ? '#' : '.')));
  return {
    ruleset: 'document',
    constants: { max_ap: 100, max_turns: 100, max_score: 200, kill_score: 10, objective_score: 1, move_phases: 6, overtime: 1, overtime_gap: 0 },
    map_constants: [],
    walls: only('#'),
    respawn: [only('a'), only('b')],
    objective: only('*'),
    heroes: CLASSES,
    abilities: ABILITIES,
    notes: [],
  };
}

interface Placed {
  class: string;
  cell: Cell | null;
  hp?: number;
  path?: Cell[];
  respawn?: number;
  cooldowns?: number[];
}

function heroes(team: 0 | 1, placed: readonly Placed[]): HeroView[] {
  return placed.map((hero, slot) => ({
    id: slot * 2 + team,
    hp: hero.cell === null ? 0 : (CLASSES.find(({ name }) => name === hero.class)?.max_hp ?? 0),
    path: [],
    respawn: 0,
    cooldowns: [0, 0, 0],
    ...hero,
  }));
}

/** What a team sees, by the rules themselves. */
function vision(board: Board, team: readonly HeroView[]): CellSet {
  return Array.from({ length: board.rows }, (_, row) =>
    Array.from({ length: board.columns }, (__, column) => (team.some(({ cell }) => cell !== null && board.sees(cell, at(row, column))) ? '#' : '.')).join(''),
  );
}

function view(made: Config, first: readonly Placed[], second: readonly Placed[], more: Partial<View> = {}): View {
  const board = new Board(made);
  const teams: View['heroes'] = [heroes(0, first), heroes(1, second)];
  return {
    team: null, turn: 12, phase: 'move', move_phase: 0, over: false, scores: [0, 0], ap: [100, 100], used_ap: [0, 0],
    heroes: teams, vision: [vision(board, teams[0]), vision(board, teams[1])], casts: [], max_overtime: 1, remaining_overtime: -1, ...more,
  };
}

function frame(after: View, events: Event[] = []): Frame<View, Event> {
  return { kind: 'frame', window: 0, clock: 'action', asked: [0, 1], acts: [], events, view: after, times: [], faults: [], notes: [], stderr: [], left: [] };
}

const FIELD = ['aa........', 'aa..##....', '....#*....', '...***.#..', '....*#....', '....##..bb', '........bb'];
const OPEN = ['.........', '.........', '....#....', '.........', '.........'];

function board(): Scene<Config, View, Event> {
  const made = config(FIELD);
  return {
    config: made,
    sides: 2,
    before: view(
      made,
      [{ class: 'SENTRY', cell: at(0, 1) }, { class: 'BLASTER', cell: at(3, 3), hp: 190 }, { class: 'HEALER', cell: at(3, 1) }, { class: 'GUARDIAN', cell: at(4, 4), hp: 260 }],
      [{ class: 'GUARDIAN', cell: at(3, 6), hp: 330 }, { class: 'BLASTER', cell: at(2, 5) }, { class: 'SENTRY', cell: at(6, 9) }, { class: 'HEALER', cell: null, respawn: 3 }],
      { scores: [34, 27], ap: [84, 72], move_phase: 2 },
    ),
  };
}

function fog(): Scene<Config, View, Event> {
  const made = config(FIELD);
  const before = view(
    made,
    [{ class: 'SENTRY', cell: at(3, 0) }, { class: 'BLASTER', cell: at(3, 3) }, { class: 'HEALER', cell: at(1, 1) }, { class: 'GUARDIAN', cell: at(4, 4) }],
    [{ class: 'GUARDIAN', cell: at(3, 6) }, { class: 'BLASTER', cell: null }, { class: 'SENTRY', cell: null }, { class: 'HEALER', cell: null }],
    { scores: [12, 9], team: 0 },
  );
  const hidden = before.heroes[1].map((hero): HeroView => ({ ...hero, hp: null, cooldowns: null }));
  return { config: made, sides: 2, before: { ...before, heroes: [before.heroes[0], hidden], vision: [before.vision[0], null], ap: [100, null] } };
}

function pick(): Scene<Config, View, Event> {
  const made = config(['aa.........', 'aa.........', '...........', '...........', '.........bb', '.........bb']);
  const taken = (name: string): Placed => ({ class: name, cell: null, hp: CLASSES.find((other) => other.name === name)?.max_hp ?? 0 });
  return {
    config: made,
    sides: 2,
    before: view(made, [taken('BLASTER'), taken('HEALER')], [taken('GUARDIAN'), taken('BLASTER')], { phase: 'pick', move_phase: null, turn: 2 }),
  };
}

function move(): Scene<Config, View, Event> {
  const made = config(OPEN);
  const team = (first: Cell, second: Cell): Placed[] => [
    { class: 'BLASTER', cell: first, path: [at(3, 1), at(3, 2), first] },
    { class: 'HEALER', cell: second, path: [at(4, 1), at(3, 1), second] },
  ];
  const foes: Placed[] = [{ class: 'GUARDIAN', cell: at(1, 7), path: [at(0, 8), at(0, 7), at(1, 7)] }];
  return { config: made, sides: 2, before: view(made, team(at(3, 3), at(3, 2)), foes, { move_phase: 3, ap: [76, 84] }) };
}

/** A moment of an action phase: one team's heroes use abilities on the other's. */
function acting(before: View, casts: { hero: number; ability: string; to: Cell; hits?: [hero: number, hp: number][] }[], p: number, made: Config): Scene<Config, View, Event> {
  const cellOf = (id: number) => before.heroes[teamOf(id)].find((hero) => hero.id === id)?.cell ?? at(0, 0);
  const events = casts.map(({ hero, ability: name, to, hits = [] }): Event => ({
    cast: { hero, ability: name, from: cellOf(hero), to, affected: hits.map(([id, hp]) => ({ hero: id, hp })) },
  }));
  return { config: made, sides: 2, before, frame: frame({ ...before, phase: 'move', move_phase: 0, turn: before.turn + 1 }, events), p };
}

function lines(): Scene<Config, View, Event> {
  const made = config(OPEN);
  const before = view(
    made,
    [{ class: 'SENTRY', cell: at(0, 0) }, { class: 'BLASTER', cell: at(2, 1) }, { class: 'GUARDIAN', cell: at(0, 3) }],
    [{ class: 'HEALER', cell: at(0, 6) }, { class: 'BLASTER', cell: at(2, 6) }],
    { phase: 'action', move_phase: null, ap: [60, 80] },
  );
  return acting(before, [{ hero: 0, ability: 'SENTRY_RAY', to: at(0, 6), hits: [[1, 150]] }, { hero: 2, ability: 'BLASTER_ATTACK', to: at(2, 3) }], 0.5, made);
}

function bomb(): Scene<Config, View, Event> {
  const made = config(OPEN);
  const before = view(
    made,
    [{ class: 'BLASTER', cell: at(3, 1) }],
    [{ class: 'GUARDIAN', cell: at(2, 5) }, { class: 'HEALER', cell: at(1, 6), hp: 120 }, { class: 'SENTRY', cell: at(4, 8) }],
    { phase: 'action', move_phase: null, ap: [60, 80] },
  );
  return acting(before, [{ hero: 0, ability: 'BLASTER_BOMB', to: at(2, 5), hits: [[1, 360], [3, 80]] }], 0.72, made);
}

function help(): Scene<Config, View, Event> {
  const made = config(OPEN);
  const before = view(
    made,
    [{ class: 'HEALER', cell: at(1, 1) }, { class: 'BLASTER', cell: at(3, 2), hp: 90 }, { class: 'GUARDIAN', cell: at(3, 6) }, { class: 'SENTRY', cell: at(1, 7), hp: 60 }],
    [{ class: 'BLASTER', cell: at(4, 4) }],
    { phase: 'action', move_phase: null, ap: [50, 80] },
  );
  return acting(
    before,
    [{ hero: 4, ability: 'GUARDIAN_FORTIFY', to: at(1, 7), hits: [[6, 60]] }, { hero: 0, ability: 'HEALER_HEAL', to: at(3, 2), hits: [[2, 130]] }],
    0.64,
    made,
  );
}

export const scenes: Record<string, Scene<Config, View, Event>> = { board: board(), pick: pick(), fog: fog(), move: move(), lines: lines(), bomb: bomb(), help: help() };
