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
  ['/own/jungle', { page: 'own', game: 'jungle' }],
  ['/own', { page: 'lost' }],
  ['/contests', { page: 'contests' }],
  ['/contest/grotto-cup', { page: 'contest', slug: 'grotto-cup', tab: 'overview' }],
  ['/contest/grotto-cup/standing', { page: 'contest', slug: 'grotto-cup', tab: 'standing' }],
  ['/contest/grotto-cup/else', { page: 'lost' }],
  ['/contest/grotto-cup/rounds/1', { page: 'lost' }],
  ['/team/abc', { page: 'team', id: 'abc' }],
  ['/version/abc', { page: 'version', id: 'abc' }],
  ['/league/abc', { page: 'league', id: 'abc' }],
  ['/desk', { page: 'desk', slug: null }],
  ['/desk/grotto-cup', { page: 'desk', slug: 'grotto-cup' }],
  ['/contest/grotto-cup/final', { page: 'contest', slug: 'grotto-cup', tab: 'final' }],
  ['/hall', { page: 'hall', slug: null, view: 'phone' }],
  ['/room', { page: 'room', code: null }],
  ['/room/k7mw3xqp', { page: 'room', code: 'k7mw3xqp' }],
  ['/room/k7mw3xqp/else', { page: 'lost' }],
  ['/hall/grotto-cup', { page: 'hall', slug: 'grotto-cup', view: 'phone' }],
  ['/hall/grotto-cup/screen', { page: 'hall', slug: 'grotto-cup', view: 'screen' }],
  ['/hall/grotto-cup/else', { page: 'lost' }],
  ['/signin', { page: 'signin' }],
  ['/users/1', { page: 'lost' }],
  ['/match', { page: 'lost' }],
  ['/match/1/2', { page: 'lost' }],
  ['/match/%', { page: 'lost' }],
  ['/other/1', { page: 'lost' }],
])('%s', (path, route) => expect(parseRoute(path)).toEqual(route));
