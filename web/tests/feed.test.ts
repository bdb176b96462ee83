import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Refusal } from '../src/api';
import type { ShowCard } from '../src/api/league';

// These look at once where they are.
Object.assign(globalThis, { location: { pathname: '/', search: '' }, addEventListener: () => undefined });
const { Feed } = await import('../src/hall/feed.svelte');
const { league } = await import('../src/league/ask');

const card = (step: number): ShowCard => ({ step, screen: 'bracket', series: null, game: null, id: null, paused: false, replay: 0, seen: false });
const missing = () => Promise.reject(new Refusal('this contest has no final', 'missing'));
let stop: () => void = () => undefined;

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a final that is called off is no lost connection, and the next one is shown from its first picture', async () => {
  const show = vi.spyOn(league, 'show').mockResolvedValue(card(5));
  const feed = new Feed('cup');
  stop = feed.follow(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect([feed.show?.step, feed.none, feed.lost]).toEqual([5, null, false]);
  show.mockImplementation(() => Promise.reject(new TypeError('the network is gone')));
  await vi.advanceTimersByTimeAsync(400);
  expect([feed.show?.step, feed.none, feed.lost]).toEqual([5, null, true]);
  show.mockImplementation(missing);
  await vi.advanceTimersByTimeAsync(4000);
  expect([feed.show, feed.none, feed.lost]).toEqual([null, 'dropped', false]);
  show.mockResolvedValue(card(0));
  await vi.advanceTimersByTimeAsync(1600);
  expect([feed.show?.step, feed.none, feed.lost]).toEqual([0, null, false]);
});

test('where there is no final yet, that is said', async () => {
  vi.spyOn(league, 'show').mockImplementation(missing);
  const feed = new Feed('cup');
  stop = feed.follow(() => undefined);
  await vi.advanceTimersByTimeAsync(2000);
  expect([feed.show, feed.none, feed.lost]).toEqual([null, 'yet', false]);
});
