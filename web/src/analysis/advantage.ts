import type { Side } from '../reel/types';

/** Who leads after a window, and by how much; nobody where the best are level. */
export interface Lead {
  side: Side | null;
  by: number;
}

/** The lead after each window: the first before the second. */
export function advantage(scores: readonly (readonly number[])[]): Lead[] {
  return scores.map((row) => {
    const [best, second] = [...row].sort((a, b) => b - a);
    if (best === undefined || second === undefined || best === second) return { side: null, by: 0 };
    return { side: row.indexOf(best), by: best - second };
  });
}

/** A stretch of the match in which one side leads, as a filled shape. */
export interface Shape {
  side: Side;
  path: string;
}

/**
 * The leads as shapes in a box `wide` × 2 whose middle is a level match: the first side's lead goes up, that of all others down, the
 * largest lead to the edge. A match in which nobody ever led has none.
 */
export function curve(leads: readonly Lead[], wide: number): Shape[] {
  const most = leads.reduce((most, { by }) => Math.max(most, by), 0);
  if (most === 0) return [];
  const shapes: { side: Side; points: string[]; last: number }[] = [];
  const step = wide / leads.length;
  // Where there are more windows than can be seen, the last of each few speaks for them.
  const stride = Math.max(1, Math.floor(leads.length / wide));
  for (let window = stride - 1; window < leads.length; window += stride) {
    const { side, by } = leads[window] ?? { side: null, by: 0 };
    if (side === null) continue;
    const [from, to] = [round((window + 1 - stride) * step), round((window + 1) * step)];
    const y = round(1 + (side === 0 ? -1 : 1) * (by / most));
    let shape = shapes.at(-1);
    if (shape === undefined || shape.side !== side || shape.last !== from) shapes.push((shape = { side, points: [`M${from} 1`], last: from }));
    shape.points.push(`L${from} ${y}L${to} ${y}`);
    shape.last = to;
  }
  return shapes.map(({ side, points, last }) => ({ side, path: `${points.join('')}L${last} 1z` }));
}

const round = (value: number) => Math.round(value * 100) / 100;
