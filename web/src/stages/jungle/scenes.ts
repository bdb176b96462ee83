import type { Frame } from '../../reel/types';
import type { Scene } from '../../stage/stage';
import type { Config, DiamondView, Event, Point as Cell, UnitView, View } from './types';

/** The pictures of the rules: small boards, drawn by the stage. */

type Place = Cell & { diamond?: number; summoning?: boolean; path?: Cell[] };
const at = (x: number, y: number, more: Omit<Place, 'x' | 'y'> = {}): Place => ({ x, y, ...more });

interface Board {
  map: string[];
  /** The units of each team; null waits for a nest. */
  teams: (Place | null)[][];
  diamonds?: { x: number; y: number; level?: number; points?: number }[];
  scores?: number[];
  orders?: number[][];
}

function viewOf({ teams, diamonds = [], scores = [], orders }: Board): View {
  let number = 0;
  const views = teams.map((units) => units.map((place): UnitView => unitOf((number += 1), place)));
  const carriers = new Map(views.flat().flatMap((unit) => (unit.diamond === null ? [] : [[unit.diamond, unit] as const])));
  return {
    tick: 12,
    orders: orders ?? [teams.map((_, team) => team)],
    teams: views.map((units, team) => ({
      score: scores[team] ?? 0, deaths: 0, left: false, errors: [], counts: { summons: 0, attacks: 0, drops: 0, vines: 0 }, units,
    })),
    diamonds: diamonds.map(({ x, y, level = 1, points = 0 }, index): DiamondView => {
      const carrier = carriers.get(index);
      return { position: carrier?.position ?? { x, y }, level, points, owner: carrier?.unit ?? null, touched: points > 0 };
    }),
  };
}

const unitOf = (unit: number, place: Place | null): UnitView => ({
  unit,
  position: place === null ? null : { x: place.x, y: place.y },
  placed: place !== null,
  path: place?.path ?? [],
  diamond: place?.diamond ?? null,
  summoning: place?.summoning ?? false,
  died_at: null,
  attacked_by: null,
  vined_by: null,
});

function scene(board: Board, then?: { events: Event[]; after: Partial<Board>; p: number }): Scene<Config, View, Event> {
  const { map, teams, diamonds = [] } = board;
  const config: Config = {
    ruleset: 'document', map, teams: teams.map((_, team) => ({ id: '', name: `${team + 1}` })), units_per_team: teams[0]?.length ?? 0,
    ticks: 300, time_limit_ms: 150, diamond_ids: diamonds.map(() => ''),
  };
  const before = viewOf(board);
  if (then === undefined) return { config, before, sides: teams.length };
  const frame: Frame<View, Event> = {
    kind: 'frame', window: 0, clock: 'tick', asked: [], acts: [], events: then.events, view: viewOf({ ...board, ...then.after }),
    times: [], faults: [], notes: [], stderr: [], left: [],
  };
  return { config, before, frame, p: then.p, sides: teams.length };
}

const open = (rows: number) => Array.from({ length: rows }, () => '.........');

export const scenes: Record<string, Scene<Config, View, Event>> = {
  board: scene({
    map: ['S..#.....~~', 'S..#..D..~~', '.....##....', '.,..D....S.', '.~~......SS'],
    teams: [[at(0, 0), at(4, 2, { path: [at(4, 3)] })], [at(7, 3, { diamond: 1, path: [at(7, 2), at(7, 1), at(8, 1)] }), null]],
    diamonds: [{ x: 4, y: 3 }, { x: 7, y: 3, level: 2, points: 14 }, { x: 6, y: 1 }],
    scores: [31, 18],
    orders: [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]],
  }),
  levels: scene({
    map: open(2),
    teams: [[at(0, 0, { diamond: 0 }), at(2, 0, { diamond: 1, summoning: true })], [at(4, 0, { diamond: 2 }), at(6, 0, { diamond: 3 })]],
    diamonds: [{ x: 0, y: 0, points: 3 }, { x: 2, y: 0, level: 2, points: 8 }, { x: 4, y: 0, level: 3, points: 27 }, { x: 6, y: 0, level: 4, points: 64 }, { x: 8, y: 0, level: 5, points: 130 }],
  }),
  drop: scene(
    { map: open(3), teams: [[at(3, 1, { diamond: 0 })], [at(7, 1)]], diamonds: [{ x: 3, y: 1, level: 4, points: 58 }], scores: [12, 40] },
    {
      events: [{ turn: { team: 0 } }, { dropped: { unit: 1, diamond: 0, at: { x: 4, y: 1 }, points: 58, level: 4 } }, { turn: { team: 1 } }],
      after: { teams: [[at(3, 1)], [at(7, 1)]], diamonds: [{ x: 4, y: 1 }], scores: [70, 40] },
      p: 1,
    },
  ),
  attack: scene(
    { map: open(3), teams: [[at(4, 1)], [at(5, 1, { diamond: 0 })]], diamonds: [{ x: 5, y: 1, level: 3, points: 22 }] },
    {
      events: [{ turn: { team: 0 } }, { killed: { unit: 1, from: { x: 4, y: 1 }, victim: 2, at: { x: 5, y: 1 }, diamond: 0 } }],
      after: { teams: [[at(4, 1, { diamond: 0 })], [null]] },
      p: 0.34,
    },
  ),
  vine: scene(
    {
      map: ['.........', '.........', '......##.', '.........'],
      teams: [[at(1, 1), at(1, 3)], [at(7, 1, { diamond: 0 }), at(6, 3)]],
      diamonds: [{ x: 7, y: 1, level: 2, points: 17 }],
    },
    {
      events: [
        { turn: { team: 0 } },
        { vined: { unit: 1, caller: { x: 1, y: 1 }, target: 3, from: { x: 7, y: 1 }, to: { x: 2, y: 1 }, held: { diamond: 0, level: 2, points: 17 }, lost: true } },
      ],
      after: { teams: [[at(1, 1), at(1, 3)], [at(2, 1), at(6, 3)]] },
      p: 0.6,
    },
  ),
  order: scene({
    map: ['.............', '.............'],
    teams: [[at(2, 0)], [at(3, 0)], [at(9, 1, { diamond: 0 })], [at(10, 1)]],
    diamonds: [{ x: 9, y: 1, level: 2, points: 9 }],
    scores: [12, 30, 7, 41],
    orders: [[2, 3, 0, 1], [3, 0, 1, 2], [0, 1, 2, 3], [1, 2, 3, 0], [3, 1, 0, 2]],
  }),
};
