import { describe, expect, test } from 'vitest';

import { better, drawn, points, table, turnings, winners } from '../src/match/outcome';
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
    const level = outcome('turn limit', [0, 1, 5], [1, 1, 5]);
    expect(winners(level)).toEqual([]);
    expect(drawn(level, false)).toBe(true);
    expect(drawn(outcome('score', [0, 2, 4], [1, 1, 7]), false)).toBe(false);
    // Runners who are caught together have lost, and one alone is level with nobody.
    expect(drawn(outcome('defeat', [0, 1, 0], [1, 1, 0]), true)).toBe(false);
    expect(drawn(outcome('turns', [0, 1, 0]), false)).toBe(false);
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

test('turning points are the game’s own: no bot’s mistakes, and not the end itself', () => {
  const mark = (window: number, more: object = {}) => ({ window, text: `at ${window}`, tone: 'bad' as const, ...more });
  const marks = [mark(1), mark(2, { kind: 'garbage', side: 0 }), mark(3, { tone: 'plain' }), mark(4, { side: 1 }), mark(5, { kind: 'timeout' }), mark(6, { end: true, tone: 'good' })];
  expect(points([], marks, 4)).toEqual([{ window: 1, side: null, text: 'at 1' }, { window: 4, side: 1, text: 'at 4' }]);
  // Where the lead changed hands comes first.
  expect(points([[1, 0], [1, 2], [3, 2]], marks, 2)).toEqual([{ window: 1, side: 1, text: null }, { window: 2, side: 0, text: null }]);
});
