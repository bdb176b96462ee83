import type { Outcome, Side } from '../reel/types';
import type { PlacedMark } from './session.svelte';

/** The sides that won: the first, where somebody is behind them; all of those who win together, where the game says so. */
export function winners({ reason, standings }: Outcome): Side[] {
  const first = [...new Set(standings.filter(({ rank }) => rank === 1).map(({ side }) => side))];
  const ranked = standings.some(({ rank }) => rank > 1);
  return ranked || reason === 'victory' ? first : [];
}

/** Whether it ended level. Sides that share one score, as runners do, win or lose together and are never level. */
export function drawn(outcome: Outcome, together: boolean): boolean {
  const sides = new Set(outcome.standings.map(({ side }) => side));
  return !together && sides.size > 1 && winners(outcome).length === 0;
}

/** Every side once, the best first, with its rank and its score. */
export function table({ standings }: Outcome): { side: Side; rank: number; score: number }[] {
  const sides = new Map<Side, { side: Side; rank: number; score: number }>();
  for (const { side, rank, score } of standings) {
    const known = sides.get(side);
    if (known === undefined || rank < known.rank) sides.set(side, { side, rank, score });
  }
  return [...sides.values()].sort((a, b) => a.rank - b.rank || a.side - b.side);
}

/** The order of two sides: by their ranks where those are known, else the one with more points first. */
export function better(a: { side: Side; rank: number }, b: { side: Side; rank: number }, scores: readonly number[]): number {
  return a.rank - b.rank || (scores[b.side] ?? 0) - (scores[a.side] ?? 0) || a.side - b.side;
}

/** A moment in which a match turned: the lead changed hands. */
export interface Turning {
  /** The window after which it is so. */
  window: number;
  side: Side;
}

/** A moment worth going back to once a match is over; where the lead changed, its text is still to be made. */
export interface Point {
  window: number;
  side: Side | null;
  text: string | null;
}

/**
 * The turning points of a match, at most so many: where the lead changed hands, else what the game marks as important. What a bot did
 * wrong is no turning point, and neither is the end.
 */
export function points(scores: readonly (readonly number[])[], marks: readonly PlacedMark[], most: number): Point[] {
  // Who led first did not turn the match.
  const leads: Point[] = turnings(scores).slice(1).slice(-most).map(({ window, side }) => ({ window, side, text: null }));
  const games = marks.filter(({ tone, kind, end }) => tone !== 'plain' && kind === undefined && end !== true);
  const more: Point[] = leads.length >= most ? [] : games.slice(leads.length - most).map(({ window, side, text }) => ({ window, side: side ?? null, text }));
  return [...leads, ...more].sort((a, b) => a.window - b.window);
}

/** When a side went past the one that led, from the scores after each window. A tie is nobody's lead and changes none. */
export function turnings(scores: readonly (readonly number[])[]): Turning[] {
  const found: Turning[] = [];
  let leader: Side | null = null;
  scores.forEach((row, window) => {
    const best = Math.max(...row);
    const first = row.indexOf(best);
    if (row.length < 2 || row.lastIndexOf(best) !== first || first === leader) return;
    leader = first;
    found.push({ window, side: first });
  });
  return found;
}
