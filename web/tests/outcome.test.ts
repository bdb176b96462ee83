import { describe, expect, test } from 'vitest';

import { better, table, turnings, winners } from '../src/match/outcome';
import type { Outcome } from '../src/reel/types';

const outcome = (reason: string, ...ranks: [side: number, rank: number, score: number][]): Outcome => ({
  reason,
  standings: ranks.map(([side, rank, score], seat) => ({ seat, side, rank, score })),
});

test('the best stands first, also before there are ranks', () => {
  const order = (scores: number[], ranks = [0, 0, 0]) => [0, 1, 2].map((side) => ({ side, rank: ranks[side] ?? 0 })).sort((a, b) => better(a, b, scores)).map(({ side }) => side);
  expect(order([15_128, 26_236, 7_026])).toEqual([1, 0, 2]);
  expect(order([4, 4, 9])).toEqual([2, 0, 1]);
  expect(order([])).toEqual([0, 1, 2]);
  // How it ended counts more than what is plotted.
  expect(order([9, 4, 7], [3, 1, 2])).toEqual([1, 2, 0]);
});

describe('who won', () => {
  test('the first, where somebody is behind them', () => {
    expect(winners(outcome('score', [0, 2, 4], [1, 1, 7], [2, 2, 4]))).toEqual([1]);
  });

  test('a lone runner who was caught did not win, and one who arrived did', () => {
    expect(winners(outcome('defeat', [0, 1, 0]))).toEqual([]);
    expect(winners(outcome('victory', [0, 1, 3]))).toEqual([0]);
  });

  test('a draw has no winner', () => {
    expect(winners(outcome('turn limit', [0, 1, 5], [1, 1, 5]))).toEqual([]);
  });

  test('a side of several seats stands once in the table', () => {
    expect(table(outcome('score', [0, 2, 4], [0, 2, 4], [1, 1, 7], [1, 1, 7]))).toEqual([
      { side: 1, rank: 1, score: 7 },
      { side: 0, rank: 2, score: 4 },
    ]);
  });
});

test('a match turns where the lead changes hands, and not at a tie', () => {
  expect(turnings([[0, 0], [1, 0], [1, 1], [2, 1], [2, 3], [3, 3], [3, 4], [9, 4]])).toEqual([
    { window: 1, side: 0 },
    { window: 4, side: 1 },
    { window: 7, side: 0 },
  ]);
  expect(turnings([[1], [2]])).toEqual([]);
});
