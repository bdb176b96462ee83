import { expect, test } from 'vitest';

import { filtersOf, wantedOf } from '../src/pages/filters';
import { en } from '../src/lang/en';
import { fa } from '../src/lang/fa';
import { fr } from '../src/lang/fr';

const of = (query: string) => filtersOf(new URLSearchParams(query));

test('the address is the filter, and what it cannot mean is left out', () => {
  expect(of('')).toEqual({ game: '', state: '', player: '', day: '' });
  expect(of('game=jungle&state=paused&player=Ali&day=2026-11-18&other=1')).toEqual({ game: 'jungle', state: 'paused', player: 'Ali', day: '2026-11-18' });
  expect(of('state=asleep&day=tomorrow')).toEqual({ game: '', state: '', player: '', day: '' });
});

test('only what was chosen is asked for', () => {
  expect(wantedOf(of('player=%20'), 'a person')).toEqual({});
  expect(wantedOf(of('game=jungle&player=%20Ali'), 'a person')).toEqual({ game: 'jungle', player: 'Ali' });
  expect(Object.keys(wantedOf(of('day=2026-11-18'), 'a person'))).toEqual(['since', 'until']);
});

test('people without a name are found by what the list calls them', () => {
  const asked = (player: string, nameless: string) => wantedOf({ ...of(''), player }, nameless).player;
  for (const { 'setup.human': word } of [en, fa, fr]) expect(asked(` ${String(word).toUpperCase()} `, String(word))).toBe('human');
  expect(asked('person', 'a person')).toBe('human');
  // What is only part of it may be part of a name.
  expect(asked('a', 'a person')).toBe('a');
  expect(asked('per', 'a person')).toBe('per');
});
