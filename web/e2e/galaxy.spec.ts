import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';

import { Chart } from '../src/stages/galaxy/board';
import type { Config, View } from '../src/stages/galaxy/types';
import { begin, expect, played, settled, spot, test } from './arena';

const GREEDY = ['house:greedy', 'house:greedy', 'house:greedy'];
const MATCH = { game: 'galaxy', seats: GREEDY, map: 'trefoil', seed: 3 };
const turn = (page: Page) => page.locator('.timeline output');
const status = (page: Page) => page.locator('.bar .status');

/** One match for all tests that only watch: a worker has one server. */
let watched: Promise<string> | null = null;
const watchedMatch = (page: Page) => (watched ??= played(page, MATCH));

/** The first lines of a reel; that of a running match does not end by itself. */
async function linesOf(page: Page, id: string, count: number, query = '', key = ''): Promise<unknown[]> {
  const lines = await page.evaluate(
    async ([address, wished, shown]) => {
      const headers: Record<string, string> = shown === '' ? {} : { authorization: `Bearer ${shown}` };
      const reader = (await fetch(address, { headers })).body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (text.split('\n').length <= wished) text += (await reader.read()).value ?? '';
      await reader.cancel();
      return text.split('\n').slice(0, wished);
    },
    [`/api/matches/${id}/reel${query}`, count, key] as const,
  );
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Where a planet is on the screen. */
const placeOf = (page: Page, chart: Chart, planet: number) => spot(page, chart.place(planet));

test('a replay is opened, stepped, reversed, scrubbed and asked', async ({ page }) => {
  test.setTimeout(90_000);
  const id = await watchedMatch(page);
  await page.goto(`/match/${id}?turn=108`);
  await settled(page);
  await expect(page.locator('.title p')).toHaveText('Turn 109 of 165 · commander 2 · ⁨deploy⁩');
  await page.keyboard.press('9');
  await page.keyboard.press('ArrowRight');
  await expect(turn(page)).toHaveText('109 / 113');
  const log = page.getByRole('list', { name: 'Log' });
  await expect(log).toContainText('Commander 2 takes the star 1; 26 troops move in.');
  await expect(log).toContainText('Planet 17 holds out against commander 2.');
  await expect(log).toContainText('Commander 2 moves 6 troops from planet 32 to planet 7.');
  await page.keyboard.press('ArrowLeft');
  await expect(turn(page)).toHaveText('108 / 113');
  const [opening] = (await linesOf(page, id, 1)) as [{ config: Config }];
  const strongest = await placeOf(page, new Chart(opening.config), 14);
  await page.mouse.move(strongest.x, strongest.y);
  await expect(page.locator('.tip')).toContainText('commander 3, 18 troops');
  await expect(page.locator('.tip')).toContainText('can attack');
  await page.keyboard.press('End');
  await expect(page.getByText('victory by strategic planets')).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('70,640 points');
  await page.keyboard.press('r');
  await expect(turn(page)).toHaveText('0 / 113', { timeout: 40_000 });
  const slider = (await page.getByRole('slider', { name: 'Step' }).boundingBox())!;
  await page.mouse.click(slider.x + slider.width / 2, slider.y + slider.height / 2);
  await expect(turn(page)).toHaveText(/^5\d \/ 113/);
  await expect(page.locator('.title p')).toContainText('Start phase · turn 5');
});

test('a live match is followed', async ({ page }) => {
  const id = await begin(page, { ...MATCH, pace_ms: 400 });
  await page.goto(`/match/${id}?live`);
  await settled(page);
  await expect(page.locator('.live.following')).toBeVisible();
  const windows = async () => Number(/^(\d+)/.exec((await turn(page).textContent()) ?? '')?.[1] ?? 0);
  const now = await windows();
  await expect.poll(windows, { timeout: 20_000 }).toBeGreaterThan(now + 5);
});

test('through one seat’s eyes the others’ reserves are not told', async ({ page }) => {
  const id = await watchedMatch(page);
  await page.goto(`/match/${id}?turn=109&eyes=1`);
  await settled(page);
  // They are sorted by rank.
  const seat = (name: string) => page.getByRole('complementary').locator('.seats li').filter({ hasText: name });
  await expect(seat('commander 1')).toContainText(/reserve\s*\?/);
  await expect(seat('commander 2')).toContainText(/reserve\s*3/);
  await page.getByRole('combobox', { name: 'See as' }).selectOption('');
  await expect(seat('commander 1')).toContainText(/reserve\s*3/);
});

for (const colours of ['light', 'dark'] as const) {
  test(`galaxy, ${colours}`, async ({ page }) => {
    const id = await watchedMatch(page);
    await page.emulateMedia({ colorScheme: colours });
    await page.goto(`/match/${id}?turn=109`);
    await settled(page);
    await expect(page.locator('.stage')).toHaveScreenshot(`galaxy-${colours}.png`);
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });
}

/** Plays the start phase without the page: one planet each turn, free ones first. */
async function playStart(port: number, id: string, key: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/matches/${id}/play?seat=0`, ['meydan', `key.${key}`]);
    socket.on('error', fail);
    socket.on('message', (data) => {
      const line = JSON.parse(String(data)) as { type: string; window: number; view: { phase: string; owners: (number | null)[] } };
      if (line.type !== 'turn') return;
      if (line.view.phase === 'main') {
        socket.close();
        return done();
      }
      const planet = [33, 1, 13, 37, 21, 7].find((wished) => line.view.owners[wished] === null) ?? line.view.owners.indexOf(0);
      socket.send(JSON.stringify({ window: line.window, act: { place: { planet } } }));
      socket.send(JSON.stringify({ window: line.window, done: true }));
    });
  });
}

test('a person plays with the pointer and with keys, and is told what cannot be done', async ({ page, arena }) => {
  test.setTimeout(90_000);
  const answer = await page.request.post('/api/matches', { data: { ...MATCH, seats: ['human', 'house:random', 'house:random'] } });
  const { id, humans } = (await answer.json()) as { id: string; humans: { key: string }[] };
  const key = humans[0]!.key;
  await page.goto(`/match/${id}#play=0:${key}`);
  await settled(page);
  const [opening, , frame] = (await linesOf(page, id, 3, '?eyes=0', key)) as [{ config: Config }, unknown, { view: View }];
  const chart = new Chart(opening.config);
  const click = async (planet: number) => {
    // The canvas follows the buttons below it with the next pictures of the screen.
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next, 100)))));
    const { x, y } = await placeOf(page, chart, planet);
    await page.mouse.click(x, y);
  };

  // The start phase: a planet of another commander, then a free one.
  await expect(status(page)).toContainText('35 left', { timeout: 20_000 });
  const { owners } = frame.view;
  await click(owners.findIndex((owner) => owner !== null));
  await expect(page.locator('.message')).toContainText('That planet is another commander’s');
  await click(owners.indexOf(null));
  await expect(status(page)).toContainText('34 left', { timeout: 20_000 });
  // By keys: the cursor begins where something can be done.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('33 left', { timeout: 20_000 });

  // A seat has one socket: the page's own is closed first.
  await page.goto('about:blank');
  await playStart(arena.port, id, key);
  await page.goto(`/match/${id}?turn=107`);
  await settled(page);
  await expect(status(page)).toContainText('Deploy: choose', { timeout: 20_000 });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Put');
  const put = page.getByRole('button', { name: /^Put/ });
  const all = Number(/\d+/.exec((await put.textContent())!)![0]);
  await page.keyboard.press('-');
  await expect(put).toContainText(`Put ${all - 1}`);
  const middle = await placeOf(page, chart, 24);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, 60);
  await expect(put).toContainText(`Put ${all - 2}`);
  await page.keyboard.press('a');
  await expect(put).toContainText(`Put ${all}`);
  await put.click();
  await expect(status(page)).toContainText('Your reserve is empty');
  await page.getByRole('button', { name: /On to attack/ }).click();
  await expect(page.locator('.title p')).toContainText('attack');
  await expect(status(page)).toContainText('Attack: choose');

  // An attack by pointer: first on a planet that is too far, then twice on a neighbour.
  const main = ((await linesOf(page, id, 108, '?eyes=0', key)).at(-1) as { view: View }).view;
  const strong = chart.held(main.owners, 0).filter((planet) => (main.troops[planet] ?? 0) > 1 && chart.targets(main.owners, planet).length > 0);
  const from = strong.reduce((a, b) => ((main.troops[b] ?? 0) > (main.troops[a] ?? 0) ? b : a));
  const far = main.owners.findIndex((owner, planet) => owner !== null && owner !== 0 && !chart.near[planet]!.some((other) => main.owners[other] === 0));
  await click(from);
  await expect(status(page)).toContainText(`Attack from planet ${from}`);
  await click(far);
  await expect(page.locator('.message')).toContainText('is not a neighbour');
  const target = chart.targets(main.owners, from)[0]!;
  await click(target);
  await expect(status(page)).toContainText('to win');
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: /Never stop/ })).toBeVisible();
  // The dice roll at once, though the turn is not over: the picture moves, and then rests.
  const drawing = page.locator('.stage .frame');
  await drawing.evaluate((element) => {
    new MutationObserver(() => element.toggleAttribute('data-moved', true)).observe(element, { attributeFilter: ['data-moving'] });
  });
  await click(target);
  await expect(status(page)).toContainText(`Planet ${target} is taken`);
  await expect(drawing).toHaveAttribute('data-moved');
  await expect(page.locator('.message')).toHaveCount(0);
  await expect(drawing).toHaveAttribute('data-moving', 'false');

  // Then some of the rest follow, and build a fort.
  await page.keyboard.press('n');
  await expect(status(page)).toContainText('Move once');
  await click(from);
  await click(target);
  await expect(status(page)).toContainText(`from ${from} to ${target}?`);
  await click(target);
  await expect(status(page)).toContainText('Troops have been moved');
  await page.keyboard.press('n');
  await expect(status(page)).toContainText('Fort, once in a match');
  await click(target);
  await expect(status(page)).toContainText('that only defend');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Your fort is built');
  await page.keyboard.press('n');
  await expect(turn(page)).toHaveText(/ 110$/, { timeout: 20_000 });
});

test('the start phase can be left to the page', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Galaxy/ }).click();
  await settled(page);
  await expect(status(page)).toContainText('35 left', { timeout: 20_000 });
  await page.getByRole('button', { name: /Place the rest for me/ }).click();
  await expect(status(page)).toContainText(/Deploy: choose|Your reserve is empty/, { timeout: 45_000 });
  await expect(page.locator('aside .sides li').first()).toContainText(/planets\s*[1-9]/);
  await expect(page.getByText('Contest server')).toBeVisible();
});

test('the rules have their pictures in three languages', async ({ page }) => {
  await page.goto('/rules/galaxy');
  for (const [lang, words] of [['en', 'Start phase'], ['fa', 'مرحلهٔ آغازین'], ['fr', 'La mise en place']] as const) {
    await page.getByRole('combobox').selectOption(lang);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(page.locator('.rules img')).toHaveCount(7, { timeout: 20_000 });
  }
});
