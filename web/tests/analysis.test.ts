import { describe, expect, test } from 'vitest';

import { advantage, curve } from '../src/analysis/advantage';
import type { Describe } from '../src/stage/stage';
import { describe as galaxy } from '../src/stages/galaxy/describe';
import { describe as gotham } from '../src/stages/gotham/describe';
import { describe as heroes } from '../src/stages/heroes/describe';
import { describe as jungle } from '../src/stages/jungle/describe';
import { makingOf, recorded } from './recorded';

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
      { side: 0, path: 'M1 1L2 0.29L3 0.29L3.33 1L3.33 1z' },
      { side: 1, path: 'M3.33 1L4 2L4 1z' },
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

describe('how the sides stand', () => {
  const told: [game: string, part: Describe<never, never, never>, name: string][] = [
    ['galaxy', galaxy, 'galaxy-turns'],
    ['gotham', gotham, 'gotham-harbour'],
    ['heroes', heroes, 'heroes-duel'],
    ['jungle', jungle, 'jungle-grotto'],
  ];

  test.each(told)('%s is told for most of a match, and whoever wins leads at its end', (_, part, name) => {
    const reel = recorded<never, never, never, never>(name);
    const making = makingOf(reel);
    const leads = advantage(reel.frames.map(({ view }) => part.worth?.(view, making) ?? part.scores(view, making)));
    expect(leads.filter(({ side }) => side !== null).length).toBeGreaterThan(leads.length * 0.6);
    const scores = reel.frames.map(({ view }) => part.scores(view, making)).at(-1) ?? [];
    const [last] = advantage([scores]);
    if (last?.side !== null) expect(leads.at(-1)?.side).toBe(last?.side);
  });

  test('a seat of gotham is told nothing of thieves that it does not see', () => {
    const reel = recorded<never, never, never, never>('gotham-harbour-eyes');
    for (const { view } of reel.frames) expect(gotham.worth?.(view, makingOf(reel))).toEqual([]);
  });
});
