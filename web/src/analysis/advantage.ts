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
 * largest lead to the edge, small ones more than their share (else a match that ends high looks level before), in straight lines from one
 * window to the next. A match in which nobody ever led has none.
 */
export function curve(leads: readonly Lead[], wide: number): Shape[] {
  const most = leads.reduce((most, { by }) => Math.max(most, by), 0);
  if (most === 0) return [];
  const shapes: { side: Side; points: string[]; last: number }[] = [];
  const step = wide / leads.length;
  // Where there are more windows than can be seen, the last of each few speaks for them.
  const stride = Math.max(1, Math.floor(leads.length / wide));
  let before: Lead & { x: number } = { side: null, by: 0, x: 0 };
  const height = ({ side, by }: Lead) => round(1 + (side === 0 ? -1 : 1) * Math.sqrt(by / most));
  const begin = (side: Side, x: number) => shapes.push({ side, points: [`M${round(x)} 1`], last: x });
  const on = (lead: Lead, x: number) => {
    const shape = shapes.at(-1);
    shape?.points.push(`L${round(x)} ${height(lead)}`);
    if (shape !== undefined) shape.last = x;
  };
  for (let window = stride - 1; window < leads.length; window += stride) {
    const now = { ...(leads[window] ?? { side: null, by: 0 }), x: (window + 1) * step };
    if (before.side !== now.side) {
      // One lead is over where it comes to nothing; the next begins there.
      const level = before.x + (now.x - before.x) * (before.by / Math.max(before.by + now.by, 1e-9));
      if (before.side !== null) on({ side: null, by: 0 }, level);
      if (now.side !== null) begin(now.side, level);
    }
    if (now.side !== null) on(now, now.x);
    before = now;
  }
  return shapes.map(({ side, points, last }) => ({ side, path: `${points.join('')}L${round(last)} 1z` }));
}

const round = (value: number) => Math.round(value * 100) / 100;
