import type { Frame } from '../../reel/types';
import type { Scene } from '../../stage/stage';
import type { Config, Event, Kind, Team, UnitState, View, Way } from './types';

/** The pictures of the rules: a small city, drawn by the stage. */

const NODES: [x: number, y: number][] = [[450, 150], [70, 40], [250, 90], [640, 60], [840, 30], [110, 260], [300, 270], [610, 270], [830, 230]];
const PATHS: [from: number, to: number, way: Way][] = [
  [2, 3, 'walk'], [3, 1, 'walk'], [1, 4, 'walk'], [4, 5, 'walk'], [2, 6, 'walk'], [6, 7, 'walk'], [7, 1, 'walk'], [1, 8, 'walk'],
  [8, 9, 'walk'], [5, 9, 'walk'], [3, 7, 'walk'], [6, 3, 'bus'], [8, 5, 'bus'], [7, 8, 'bus'], [2, 4, 'metro'],
];
const PRICES: Record<Way, number> = { walk: 0, bus: 25, metro: 50 };

type Piece = [team: Team, kind: Kind, node: number];

interface Then {
  /** Where units go, by their number. */
  moves?: Record<number, number>;
  said?: Record<number, string>;
  caught?: number[];
  visible?: boolean;
  p?: number;
}

function scene(pieces: Piece[], { turn = 4, visible = false, official = false }: { turn?: number; visible?: boolean; official?: boolean } = {}, then?: Then): Scene<Config, View, Event> {
  const units = pieces.map(([team, kind, node], i): UnitState => ({ id: i + 1, team, kind, node, dead: false, caught_at: -1, balance: 100, ready: true, moved: false, sent: false }));
  const config: Config = {
    ruleset: official ? 'official' : 'document',
    nodes: NODES.map(([x, y], i) => ({ id: i + 1, x, y })),
    paths: PATHS.map(([from, to, way], i) => ({ id: i + 1, from, to, way, price: PRICES[way] })),
    units: units.map(({ id, team, kind, balance }) => ({ id, team, kind, node: 1, balance })),
    order: units.map((_, i) => i),
    income: { police: 10, thieves: 10 },
    max_turns: 30,
    visible_turns: [5, 10, 14, 18, 21, 24, 26, 28, 29, 30],
    chat: { box_size: 100, cost: 1 },
    radii: official ? { thief: 7, joker: 4, batman: 3 } : { thief: 0, joker: 0, batman: 0 },
  };
  const before = view(units, turn, visible);
  if (then === undefined) return { config, before };
  const events: Event[] = [];
  const after = units.map((unit) => ({ ...unit, node: then.moves?.[unit.id] ?? unit.node, dead: then.caught?.includes(unit.id) ?? false }));
  for (const [id, text] of Object.entries(then.said ?? {})) events.push({ said: { unit: Number(id), text, price: text.length, balance: 0 } });
  for (const { id, node } of units) {
    const to = then.moves?.[id];
    if (to !== undefined) events.push({ moved: { unit: id, from: node, to, price: fare(node, to), balance: 0 } });
  }
  for (const { id, node, kind, dead } of after) if (dead) events.push(kind === 'joker' ? { joker_caught: { unit: id, node } } : { caught: { unit: id, node } });
  const frame: Frame<View, Event> = {
    kind: 'frame', window: 0, clock: 'half_turn', asked: [], acts: [], events, view: view(after, turn, then.visible ?? visible),
    times: [], faults: [], notes: [], stderr: [], left: [],
  };
  return { config, before, frame, p: then.p ?? 1 };
}

function view(units: UnitState[], number: number, visible: boolean): View {
  return {
    phase: 'ongoing', winner: null, turn: { number, half: 'police' }, visible_turn: visible, me: null, units, chat: [],
    overview: { units, chats: [] },
  };
}

const fare = (a: number, b: number) => PRICES[PATHS.find(([from, to]) => (from === a && to === b) || (from === b && to === a))?.[2] ?? 'walk'];

export const scenes: Record<string, Scene<Config, View, Event>> = {
  city: scene([['first', 'thief', 6], ['first', 'police', 1], ['first', 'police', 1], ['second', 'thief', 5], ['second', 'police', 1], ['second', 'police', 1]], { turn: 1 }),
  lines: scene(
    [['first', 'thief', 6], ['first', 'police', 8], ['second', 'thief', 2], ['second', 'police', 1]],
    {},
    { moves: { 1: 3, 2: 9, 3: 4, 4: 7 } },
  ),
  open: scene([['first', 'thief', 3], ['first', 'police', 8], ['second', 'thief', 5], ['second', 'police', 7]], { turn: 5, visible: true }),
  hidden: scene(
    [['first', 'thief', 3], ['first', 'police', 8], ['second', 'thief', 5], ['second', 'police', 7]],
    { turn: 6, visible: true },
    { moves: { 1: 2, 3: 4 }, visible: false },
  ),
  caught: scene(
    [['first', 'thief', 2], ['first', 'police', 8], ['second', 'thief', 9], ['second', 'police', 7]],
    { turn: 7 },
    { moves: { 2: 9 }, caught: [3], p: 0.9 },
  ),
  chat: scene(
    [['first', 'thief', 2], ['first', 'police', 8], ['first', 'police', 1], ['second', 'thief', 5], ['second', 'police', 7]],
    { turn: 8 },
    { said: { 2: '0101', 3: '11' }, moves: { 3: 4 } },
  ),
  finals: scene(
    [['first', 'joker', 5], ['first', 'batman', 3], ['first', 'police', 7], ['second', 'joker', 9], ['second', 'thief', 6], ['first', 'police', 8], ['first', 'police', 8], ['second', 'batman', 1]],
    { turn: 14, official: true, visible: true },
    { moves: { 6: 9, 7: 9 }, caught: [4], p: 0.9 },
  ),
};
