import type { Page } from '@playwright/test';

import { expect, test } from './test';

/** A game that the server plays and the page has no stage for. */
const NIM = {
  name: 'nim', about: 'two players take stones', seats: { least: 2, most: 2 }, maps: ['first'], rulesets: ['document'],
  clocks: [], house_bots: ['random'], knobs: [], options: [], wire: null,
};
const seats = (names: string[]) => names.map((name, seat) => ({ seat, side: seat, label: `player ${seat + 1}`, name }));
const view = (heap: number, turn: number | null) => ({ heap, most: Math.min(heap, 3), turn, winner: heap === 0 ? 1 : null });
const opening = (names: string[]) => ({
  kind: 'opening', game: 'nim', rules: 1, ruleset: 'document', map: 'first', seed: '1', seats: seats(names), clocks: { turn: 0 },
  config: { heap: 4, most: 3 }, view: view(4, 0),
});
const frame = (window: number, seat: number, stones: number, left: number) => ({
  kind: 'frame', window, clock: 'turn', asked: [seat], acts: [[seat, { take: stones }]], events: [{ took: { seat, stones } }],
  view: view(left, left === 0 ? null : 1 - seat), times: [], faults: [], notes: [], stderr: [], left: [],
});
const standing = (seat: number, score: number) => ({ seat, side: seat, rank: 2 - score, score });
const end = { kind: 'end', outcome: { reason: 'last stone', standings: [standing(0, 0), standing(1, 1)] } };

/** Has the server play nim: what it was asked to begin, and the reel it gives. */
async function serve(page: Page, reel: object[], humans: object[], state = 'running'): Promise<{ asked: string[] }> {
  const seen = { asked: [] as string[] };
  await page.route('**/api/games', async (route) => {
    const games = (await (await route.fetch()).json()) as object[];
    await route.fulfill({ json: [...games, NIM] });
  });
  await page.route('**/api/matches', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    seen.asked = (route.request().postDataJSON() as { seats: string[] }).seats;
    await route.fulfill({ status: 201, json: { id: 'nim', humans } });
  });
  const card = { id: 'nim', game: 'nim', ruleset: 'document', map: 'first', state, outcome: null, windows: 0, started: 0 };
  await page.route('**/api/matches/nim', (route) => route.fulfill({ json: { ...card, seats: seats(seen.asked) } }));
  await page.route('**/api/matches/nim/reel*', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: reel.map((line) => `${JSON.stringify(line)}\n`).join('') }),
  );
  return seen;
}

test('a game without a stage is on the home page, and is shown as data', async ({ page }) => {
  const seen = await serve(page, [opening(['house:random', 'house:random']), frame(0, 0, 1, 3), frame(1, 1, 3, 0), end], []);
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByText('two players take stones')).toBeVisible();
  await page.getByRole('button', { name: /Watch house bots play .*nim/ }).click();
  await expect(page.locator('.data')).toContainText('There is no picture of this game yet');
  expect(seen.asked).toEqual(['house:random', 'house:random']);
  await page.keyboard.press('End');
  await expect(page.locator('.data pre')).toContainText('"heap": 0');
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('{"took":{"seat":1,"stones":3}}');
  await expect(page.locator('.sides .final')).toHaveText(['1', '0']);
});

test('in a game without a stage a person writes acts as JSON', async ({ page }) => {
  const heard: unknown[] = [];
  await page.routeWebSocket('**/api/matches/nim/play*', (socket) => {
    const say = (line: object) => socket.send(JSON.stringify(line));
    socket.onMessage((text) => {
      heard.push(JSON.parse(String(text)));
      say({ type: 'rejected', window: 0, next: 'more', reason: 'take 1 to 3' });
    });
    say({ type: 'start', protocol: 1, game: 'nim', seat: 0, side: 0, config: {} });
    say({ type: 'turn', window: 0, clock: { name: 'turn', ms: 0 }, mode: 'live', view: view(4, 0) });
  });
  const seen = await serve(page, [opening(['human', 'house:random'])], [{ seat: 0, key: 'key0' }], 'paused');
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*nim/ }).click();
  const act = page.getByRole('textbox', { name: 'Your turn: write your act as JSON.' });
  await act.fill('take three');
  await act.press('Enter');
  await expect(page.getByText('This is not JSON.')).toBeVisible();
  await act.fill('{"take":9}');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/Refused: .*take 1 to 3/)).toBeVisible();
  expect(seen.asked).toEqual(['human', 'house:random']);
  expect(heard).toEqual([{ window: 0, act: { take: 9 } }]);
});
