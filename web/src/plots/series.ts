import type { Reel } from '../reel/reel.svelte';
import type { SeatInfo, Side } from '../reel/types';

/** The numbers of the plots: one list per side, one value per state (0: before the first window). */
export type Series = (number | null)[];

export function scoreSeries(reel: Pick<Reel, 'frames' | 'opening'>, sides: Side[], scores: (view: unknown) => number[]): Series[] {
  const series: Series[] = sides.map(() => []);
  const add = (view: unknown) => {
    const now = scores(view);
    sides.forEach((side, index) => series[index]?.push(now[side] ?? null));
  };
  if (reel.opening !== null) add(reel.opening.view);
  for (const frame of reel.frames) add(frame.view);
  return series;
}

/** The time each side used in each window, in milliseconds: that of its slowest seat. Null where it was not asked. */
export function timeSeries(reel: Pick<Reel, 'frames'>, sides: Side[], seats: SeatInfo[]): Series[] {
  const sideOf = new Map(seats.map((seat) => [seat.seat, seat.side]));
  const series: Series[] = sides.map(() => [null]);
  for (const frame of reel.frames) {
    const used = new Map<Side, number>();
    for (const [seat, micros] of frame.times) {
      const side = sideOf.get(seat);
      if (side !== undefined) used.set(side, Math.max(used.get(side) ?? 0, micros / 1000));
    }
    sides.forEach((side, index) => series[index]?.push(used.get(side) ?? null));
  }
  return series;
}

/** The clock's limit in each window; null where there is none. */
export function limits(reel: Pick<Reel, 'frames'>, clocks: Record<string, number>): Series {
  return [null, ...reel.frames.map((frame) => clocks[frame.clock] || null)];
}

/** What the sides used before a state: the place of each series that has a number there, and its milliseconds. */
export function usedAt(times: Series[], at: number): { side: number; ms: number }[] {
  return times.flatMap((series, side) => {
    const ms = series[at] ?? null;
    return ms === null ? [] : [{ side, ms }];
  });
}

/** A state before which a side took long. */
export interface Slow {
  at: number;
  side: number;
  ms: number;
}

/** The windows in which sides took longest, the longest first; `side` is the place of the series. */
export function slowest(times: Series[], count: number): Slow[] {
  const all = times.flatMap((series, side) => series.flatMap((ms, at) => (ms === null || ms === 0 ? [] : [{ at, side, ms }])));
  return all.sort((a, b) => b.ms - a.ms || a.at - b.at).slice(0, count);
}
