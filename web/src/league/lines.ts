/** Ratings over time as the points of a drawing. */
import type { Rated } from '../api/league';

/** What is drawn of one team. */
export interface Line {
  id: string;
  name: string;
  points: readonly (Rated | null)[];
}

/** The lowest and highest rating of all lines, rounded outwards to whole hundreds, so that the scale has round figures. */
export function scale(lines: readonly Line[]): { low: number; high: number } {
  const all = lines.flatMap(({ points }) => points.flatMap((point) => (point === null ? [] : [point.rating])));
  if (all.length === 0) return { low: -100, high: 100 };
  const low = Math.floor(Math.min(...all) / 100) * 100;
  return { low, high: Math.max(Math.ceil(Math.max(...all) / 100) * 100, low + 100) };
}

/** The figures beside the scale: at most six, from the lowest to the highest. */
export function ticks({ low, high }: { low: number; high: number }): number[] {
  const step = Math.ceil((high - low) / 100 / 5) * 100;
  const found = [];
  for (let at = low; at <= high; at += step) found.push(at);
  return found;
}

/** The path of a line in a box of 100 by 100; it begins where the team had played. */
export function path(points: readonly (Rated | null)[], { low, high }: { low: number; high: number }): string {
  const across = Math.max(points.length - 1, 1);
  let text = '';
  points.forEach((point, at) => {
    if (point === null) return;
    const x = ((at / across) * 100).toFixed(2);
    const y = (100 - ((point.rating - low) / (high - low)) * 100).toFixed(2);
    text += `${text === '' ? 'M' : 'L'}${x} ${y}`;
  });
  return text;
}
