import { expect, test } from 'vitest';

Object.assign(globalThis, { location: { pathname: '/', search: '' }, addEventListener: () => undefined });
const { parseRoute } = await import('../src/route.svelte');

test.each([
  ['/', { page: 'home' }],
  ['/matches', { page: 'matches' }],
  ['/match/a%20b', { page: 'match', id: 'a b' }],
  ['/replay', { page: 'replay' }],
  ['/setup/jungle', { page: 'setup', game: 'jungle' }],
  ['/rules/galaxy', { page: 'rules', game: 'galaxy' }],
  ['/match', { page: 'lost' }],
  ['/match/1/2', { page: 'lost' }],
  ['/match/%', { page: 'lost' }],
  ['/other/1', { page: 'lost' }],
])('%s', (path, route) => expect(parseRoute(path)).toEqual(route));
