import { expect, test } from 'vitest';

import { path, scale, ticks } from '../src/league/lines';

const at = (rating: number) => ({ rating, low: rating - 50, high: rating + 50 });

test('a line begins where the team had played', () => {
  expect(path([null, at(0), at(100)], { low: 0, high: 100 })).toBe('M50.00 100.00L100.00 0.00');
  expect(path([null, null], { low: 0, high: 100 })).toBe('');
});

test('the scale has round figures and room for everybody', () => {
  const lines = [{ id: 'a', name: 'a', points: [at(-130), null, at(215)] }];
  expect(scale(lines)).toEqual({ low: -200, high: 300 });
  expect(ticks({ low: -200, high: 300 })).toEqual([-200, -100, 0, 100, 200, 300]);
  expect(ticks({ low: -1000, high: 1000 }).length).toBeLessThanOrEqual(6);
  expect(scale([])).toEqual({ low: -100, high: 100 });
});

test('teams that are all equal have a scale too', () => {
  const { low, high } = scale([{ id: 'a', name: 'a', points: [at(0)] }]);
  expect(high).toBeGreaterThan(low);
});
