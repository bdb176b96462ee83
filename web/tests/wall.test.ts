import { describe, expect, it } from 'vitest';

import type { LeagueMatch, WallMatch } from '../src/api/league';
import { asks, listed } from '../src/frozen/thaw';
import { fileOf } from '../src/frozen/frozen';
import { hung, seenOf, STAYS } from '../src/wall/boards';

const seat = (side: number, name: string, team: string | null = null) => ({ seat: side, side, team, name, house: null });
const card = (id: string, seq: number, more: object = {}) =>
  ({ id, seq, kind: 'casual', state: 'running', map: 'hill', round: null, tags: [], seats: [seat(0, 'Ali', 'a'), seat(1, 'Sara', 'b')], ...more }) as unknown as LeagueMatch;
const opening = JSON.stringify({ kind: 'opening', game: 'jungle', seats: [{ seat: 0, side: 0, name: 'bot', label: '' }], view: 'begin' });
const frame = (view: string) => JSON.stringify({ kind: 'frame', view });
const found = (id: string, seq: number, place: number, view: string | null, first = true): WallMatch => ({ card: card(id, seq), opening: first ? opening : null, place, frame: view === null ? null : frame(view) });

describe('the wall', () => {
  it('keeps boards in their places and asks for what is new', () => {
    const first = hung([], { matches: [found('y', 2, 0, null), found('x', 1, 30, 'one')], waiting: null }, 0);
    expect(first.map(({ card: { id }, view }) => [id, view])).toEqual([['x', 'one'], ['y', 'begin']]);
    expect(first[0]?.opening?.seats[0]?.name).toBe('Ali');
    expect(seenOf(first)).toBe('x:30,y:0');
    const second = hung(first, { matches: [found('y', 2, 40, 'two', false), found('x', 1, 30, null, false)], waiting: null }, 1);
    expect(second.map(({ card: { id }, view, place }) => [id, view, place])).toEqual([['x', 'one', 30], ['y', 'two', 40]]);
  });

  it('lets go of what has ended, after a while', () => {
    const first = hung([], { matches: [found('x', 1, 30, 'one')], waiting: null }, 0);
    const ended = hung(first, { matches: [], waiting: null }, 10);
    expect(ended[0]?.ended).toBe(10);
    expect(seenOf(ended)).toBe('');
    expect(hung(ended, { matches: [], waiting: null }, 10 + STAYS)).toEqual([]);
  });
});

describe('an archive', () => {
  const all = Array.from({ length: 120 }, (_, n) => card(`m${120 - n}`, 120 - n, { kind: n % 2 === 0 ? 'ranked' : 'casual', state: 'over' }));

  it('lists matches as the server does', () => {
    const page = listed(all, new URLSearchParams());
    expect([page.matches.length, page.next]).toEqual([50, 71]);
    expect(listed(all, new URLSearchParams({ before: '71' })).matches[0]?.seq).toBe(70);
    const last = listed(all, new URLSearchParams({ before: '21' }));
    expect([last.matches.length, last.next]).toEqual([20, null]);
    expect(listed(all, new URLSearchParams({ kind: 'ranked' })).matches.every(({ kind }) => kind === 'ranked')).toBe(true);
    expect(asks(card('x', 1), { text: 'sar' })).toBe(true);
    expect(asks(card('x', 1), { team: 'a', against: 'b' })).toBe(true);
    expect(asks(card('x', 1), { team: 'c' })).toBe(false);
  });

  it('has files for what can be downloaded, and nothing outside of it', () => {
    expect(fileOf('/api/v1/matches/m_1/trace')).toBe('traces/m_1.trace');
    expect(fileOf('/api/v1/contests/cup/history.csv')).toBe('tables/history.csv');
    expect(fileOf('/api/v1/contests/cup/duels.csv')).toBe('tables/duels.csv');
    expect(fileOf('/api/v1/teams/t_1/history.csv')).toBe('tables/teams/t_1.csv');
    expect(fileOf('/api/v1/contests/cup/export.tar')).toBeNull();
    expect(fileOf('/api/v1/../../trace')).toBeNull();
  });
});
