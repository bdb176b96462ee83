import { expect, test, vi } from 'vitest';

import { api, type MatchCard } from '../src/api';
import { peopleIn, rematchOf, unset } from '../src/play/again';
import { keep, keysFor, orderOf } from '../src/play/keys';

const person = { seat: 0, side: 0, name: 'Ali', kind: 'person' } as const;
const house = { seat: 1, side: 1, name: 'squad', kind: 'house' } as const;
const card = (map: string, seats: readonly (typeof person | typeof house)[]) => ({ id: 'ab', game: 'heroes', ruleset: 'official', map, seats, state: 'over' }) as unknown as MatchCard;

test('a rematch is all that was asked for, with another chance', () => {
  const asked = { game: 'heroes', seats: ['human', 'house:squad'], map: 'duel', seed: '3', set: { maxTurns: '5' }, pace_ms: 250 };
  expect(rematchOf(card('duel', [person, house]), ['duel'], asked)).toEqual({ game: 'heroes', seats: ['human', 'house:squad'], map: 'duel', set: { maxTurns: '5' }, pace_ms: 250 });
});

test('a board that was made comes again', () => {
  const asked = { game: 'labyrinth', seats: ['human'], seed: '3', board: { rows: '6' } };
  expect(rematchOf(card('random 3', [person]), [], asked)).toEqual(asked);
  // Whoever did not begin it begins that match anew, with the same board and the same people.
  expect(rematchOf(card('random 3', [person, house]), ['duel'], undefined)).toEqual({ from: 'ab', windows: 0, seats: ['human:Ali', 'house:squad'] });
  expect(rematchOf(card('random 3', [house]), ['duel'], undefined)).toBeNull();
});

test('whoever did not begin a match has what its card tells', () => {
  expect(rematchOf(card('duel', [house, person]), ['duel'], undefined)).toEqual({ game: 'heroes', ruleset: 'official', map: 'duel', seats: ['human:Ali', 'house:squad'] });
});

test('it is known whether a rematch has the settings of its match', () => {
  const asked = { game: 'heroes', seats: ['human', 'house:squad'], map: 'duel', set: { maxTurns: '5' } };
  const usual = rematchOf(card('duel', [person, house]), ['duel'], undefined);
  expect(unset(usual, undefined)).toBe(true);
  expect(unset(rematchOf(card('duel', [person, house]), ['duel'], asked), asked)).toBe(false);
  // That match begun anew has all that it had.
  expect(unset(rematchOf(card('random 3', [person, house]), ['duel'], undefined), undefined)).toBe(false);
  expect(unset(null, undefined)).toBe(false);
});

test('whoever plays a match still knows what was asked for when its page was opened', async () => {
  const asked = { game: 'jungle', seats: ['human', 'house:random'], ruleset: 'document', seed: '77', set: { ticks: '2' } };
  vi.spyOn(api, 'match').mockResolvedValue(card('clearing', [person, house]));
  await keep({ id: 'mine', owner: 'owner', humans: [{ seat: 0, key: 'key' }] }, asked);
  expect([...keysFor('mine', '').mine]).toEqual([[0, 'key']]);
  expect(orderOf('mine')).toEqual(asked);
});

test('a rematch of two people needs a link for one of them', () => {
  expect(peopleIn({ seats: ['human:Ali', 'human', 'house:humane'] })).toBe(2);
  expect(peopleIn({ seats: ['human', 'house:squad'] })).toBe(1);
});
