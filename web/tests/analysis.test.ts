import { describe, expect, test } from 'vitest';

import { advantage, curve } from '../src/analysis/advantage';

describe('who leads', () => {
  test('the lead is the first before the second; level is nobody’s', () => {
    expect(advantage([[0, 0], [3, 1], [3, 9, 4], [5], []])).toEqual([
      { side: null, by: 0 },
      { side: 0, by: 2 },
      { side: 1, by: 5 },
      { side: null, by: 0 },
      { side: null, by: 0 },
    ]);
  });

  test('the first side’s lead goes up, that of the others down, the largest to the edge', () => {
    const shapes = curve(advantage([[0, 0], [2, 0], [2, 0], [0, 4]]), 4);
    expect(shapes).toEqual([
      { side: 0, path: 'M1 1L1 0.5L2 0.5L2 0.5L3 0.5L3 1z' },
      { side: 1, path: 'M3 1L3 2L4 2L4 1z' },
    ]);
  });

  test('a level match has no curve', () => {
    expect(curve(advantage([[1, 1], [2, 2]]), 10)).toEqual([]);
    expect(curve([], 10)).toEqual([]);
  });

  test('a long match is drawn no finer than can be seen', () => {
    const [shape] = curve(advantage(Array.from({ length: 100_000 }, (_, n) => [n + 1, 0])), 100);
    expect(shape?.path.split('L').length).toBeLessThan(250);
    expect(shape?.path.endsWith('L100 1z')).toBe(true);
  });
});
