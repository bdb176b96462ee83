import type { Frame } from '../../reel/types';
import type { Scene } from '../../stage/stage';
import type { Cell, Config, Event, View, Wall } from './types';

/** The pictures of the rules: small boards, drawn by the stage. */

function scene(
  board: { rows: number; cols: number; core: Cell; runners: Cell[]; hunters: Cell[]; walls?: Wall[]; boxes?: Cell[] },
  then: { events?: Event[]; walls?: View['walls']; p?: number; turn?: number | null; view?: Partial<View> } = {},
): Scene<Config, View, Event> {
  const config: Config = { walls: [], boxes: [], ...board, max_rounds: 50, seats: board.runners.length };
  const before: View = {
    round: 1,
    turn: then.turn === undefined ? 0 : then.turn,
    push: null,
    result: null,
    runners: board.runners.map((at) => ({ at, status: 'on', walls: 2 })),
    hunters: board.hunters,
    walls: then.walls ?? [],
    boxes: config.boxes,
    arrived: 0,
    needed: 1,
    walls_used: 0,
  };
  if (then.events === undefined) return { config, before };
  const frame: Frame<View, Event> = {
    kind: 'frame', window: 0, clock: 'turn', asked: [0], acts: [], events: then.events,
    view: { ...before, ...then.view }, times: [], faults: [], notes: [], stderr: [], left: [],
  };
  return { config, before, frame, p: then.p ?? 1 };
}

const walls: Wall[] = [
  { row: 0, col: 1, dir: 'v' },
  { row: 1, col: 3, dir: 'h' },
  { row: 2, col: 0, dir: 'h' },
  { row: 1, col: 4, dir: 'v' },
];

export const scenes: Record<string, Scene<Config, View, Event>> = {
  board: scene({ rows: 4, cols: 7, core: [0, 6], runners: [[3, 0]], hunters: [[2, 4]], walls, boxes: [[1, 1]] }),
  hunters: scene(
    { rows: 3, cols: 7, core: [0, 6], runners: [[2, 1]], hunters: [[0, 4]] },
    {
      events: [
        { hunter_step: { hunter: 0, step: 1, from: [0, 5], to: [0, 4] } },
        { hunter_step: { hunter: 0, step: 2, from: [0, 4], to: [0, 3] } },
      ],
      view: { hunters: [[0, 3]] },
    },
  ),
  wall: scene(
    { rows: 3, cols: 7, core: [0, 0], runners: [[1, 2]], hunters: [[1, 4]], walls: [{ row: 0, col: 4, dir: 'h' }] },
    { walls: [{ row: 1, col: 2, dir: 'v', life: 2 }, { row: 1, col: 5, dir: 'h', life: 1 }] },
  ),
  caught: scene(
    { rows: 3, cols: 7, core: [0, 6], runners: [[1, 2], [2, 5]], hunters: [[1, 3]] },
    {
      events: [{ moved: { runner: 0, from: [1, 1], to: [1, 2] } }, { caught: { runner: 0, hunter: 0, at: [1, 2] } }],
      view: { turn: 1, runners: [{ at: [1, 2], status: 'caught', walls: 1 }, { at: [2, 5], status: 'on', walls: 2 }] },
    },
  ),
  box: scene(
    { rows: 3, cols: 7, core: [0, 6], runners: [[1, 2]], hunters: [[0, 5]], boxes: [[1, 3], [2, 6]] },
    {
      events: [
        { moved: { runner: 0, from: [1, 2], to: [1, 3] } },
        { box: { runner: 0, at: [1, 3], prize: 'walls' } },
      ],
      view: { runners: [{ at: [1, 3], status: 'on', walls: 4 }], boxes: [[2, 6]] },
      p: 0.72,
    },
  ),
};
