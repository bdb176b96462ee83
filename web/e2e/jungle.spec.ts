import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { Layout } from '../src/stages/jungle/layout';
import type { Config } from '../src/stages/jungle/types';
import { begin, expect, played, settled, spot, test } from './arena';

const FOUR = { game: 'jungle', seats: ['house:jaguar', 'house:collector', 'house:random', 'house:jaguar'], map: 'grotto', seed: 8 };
const PATIENT = { timeout: 30_000 };

/** The map `grotto`, to know where its cells are on the screen. */
const GROTTO = { map: Array.from({ length: 11 }, () => '.'.repeat(15)) } as Config;

const output = (page: Page) => page.locator('.timeline output');
const status = (page: Page) => page.locator('.bar .status');

test.describe.configure({ timeout: 120_000 });

/** One match for all tests that only look; a worker that is started anew plays it again. */
let known: Promise<string> | null = null;
const four = (page: Page) => (known ??= played(page, FOUR));

/** Sits down on the first seat of a fresh match with a fixed seed. */
async function sit(page: Page): Promise<void> {
  const answer = await page.request.post('/api/matches', { data: { game: 'jungle', seats: ['human', 'house:random'], map: 'grotto', seed: 4 } });
  const { id, humans } = (await answer.json()) as { id: string; humans: { seat: number; key: string }[] };
  await page.goto(`/match/${id}#play=0:${humans[0]?.key ?? ''}`);
  await settled(page);
  await expect(status(page)).toContainText('Unit 1', PATIENT);
}

/** Where a cell is on the screen. */
const pointOf = (page: Page, x: number, y: number) => spot(page, new Layout(GROTTO).middle({ x, y }));

async function click(page: Page, x: number, y: number): Promise<void> {
  const at = await pointOf(page, x, y);
  await page.mouse.click(at.x, at.y);
}

test('a replay is scrubbed, stepped, reversed, and seen through a team’s eyes', async ({ page }) => {
  const id = await four(page);
  await page.goto(`/match/${id}?turn=39`);
  await settled(page);
  await expect(page.locator('.title p')).toHaveText('Tick 40 of 300 · team 1 plays first');
  await expect(page.locator('aside')).toContainText('Unit 7 pulls unit 4 away from its diamond');
  // The keys of the original's viewer.
  await page.keyboard.press('.');
  await expect(output(page)).toHaveText('40 / 300', PATIENT);
  await page.keyboard.press(',');
  await expect(output(page)).toHaveText('39 / 300', PATIENT);
  await page.keyboard.press('ArrowRight');
  await expect(output(page)).toHaveText('42 / 300');
  await page.keyboard.press('x');
  await expect(output(page)).toHaveText('300 / 300');
  await page.keyboard.press('z');
  await expect(output(page)).toHaveText('0 / 300');
  const line = page.locator('.timeline');
  const box = (await line.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
  await expect(output(page)).not.toHaveText('0 / 300');
  const there = Number((await output(page).textContent())!.split(' /')[0]);
  await page.keyboard.press('0');
  await page.keyboard.press('r');
  await expect.poll(async () => Number((await output(page).textContent())!.split(' /')[0]), PATIENT).toBeLessThan(there - 3);
  await page.keyboard.press(' ');
  await page.locator('.eyes select').selectOption('1');
  await expect(page.locator('.eyes select')).toHaveValue('1');
  await page.keyboard.press('x');
  await expect(output(page)).toHaveText('300 / 300', PATIENT);
  await expect(page.getByText('The match is over').first()).toBeVisible(PATIENT);
});

test('the document’s keys show more: chart, coordinates, counts, and the help tells them', async ({ page }) => {
  const id = await four(page);
  await page.goto(`/match/${id}?turn=39`);
  await settled(page);
  const shot = () => page.locator('.stage').screenshot();
  const plain = await shot();
  for (const key of ['d', 'g', 's']) {
    await page.keyboard.press(key);
    await expect.poll(async () => plain.equals(await shot())).toBe(false);
    await page.keyboard.press(key);
    await expect.poll(async () => plain.equals(await shot())).toBe(true);
  }
  await page.keyboard.press('h');
  const help = page.getByRole('dialog');
  await expect(help).toContainText('what the diamonds mean');
  await expect(help).toContainText('previous or next event');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a running match is followed', async ({ page }) => {
  const id = await begin(page, { ...FOUR, pace_ms: 150 });
  await page.goto(`/match/${id}?live`);
  await settled(page);
  await expect(page.locator('.live.following')).toBeVisible();
  await expect(output(page)).toHaveText(/^([5-9]|\d\d+) \//, PATIENT);
  await expect(page.locator('aside')).toContainText('comes out of a nest', PATIENT);
});

test('a person leads a team by pointer and by keys, and is told what cannot be done', async ({ page }) => {
  await sit(page);
  const message = page.locator('.message');
  // Nobody is on the map yet: the first presses choose nests.
  await click(page, 5, 5);
  await expect(message).toHaveText('Units appear in nests only.');
  await click(page, 1, 1);
  await expect(status(page)).toContainText('Unit 2 is not on the map');
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toContainText('2 units have no order yet');
  await page.keyboard.press('c');
  await expect(status(page)).toContainText('3 units have no order yet');
  await page.keyboard.press('a');
  await expect(message).toHaveText('Unit 2 is not on the map: it must come out of a nest first.');
  await page.keyboard.press('Enter');
  await expect(output(page)).toHaveText('1 / 1', PATIENT);
  await expect(page.locator('aside')).toContainText('Unit 1 comes out of a nest.');
  await expect(status(page)).toContainText('Unit 2', PATIENT);

  await page.keyboard.press('1');
  await expect(status(page)).toContainText('Unit 1: choose a cell to walk to');
  await page.keyboard.press('v');
  await expect(message).toHaveText('In a nest a unit can only walk or stand.');
  await click(page, 0, 0);
  await expect(message).toHaveText('Thicket and water let nobody through.');
  // A far cell by pointer; the unit goes on by itself in the ticks after.
  await click(page, 5, 2);
  await expect(page.getByRole('button', { name: /Unit 1 ✓/ })).toBeVisible();
  await page.getByRole('button', { name: 'End turn' }).click();
  await expect(output(page)).toHaveText('2 / 2', PATIENT);
  await expect(status(page)).toContainText('3 units have no order yet', PATIENT);
  await expect(page.getByRole('button', { name: /Unit 1 ✓/ })).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('Enter');
  await expect(output(page)).toHaveText('3 / 3', PATIENT);
});

for (const [lang, heading] of [['en', 'Strike and pull'], ['fa', 'زدن و کشیدن'], ['fr', 'Frapper et tirer']] as const) {
  test(`the rules have their pictures in ${lang}`, async ({ page }) => {
    await page.addInitScript((wished) => localStorage.setItem('meydan.lang', wished), lang);
    await page.goto('/rules/jungle');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.locator('figure img')).toHaveCount(6, PATIENT);
    if (lang === 'fa') expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}

for (const colours of ['light', 'dark'] as const) {
  test(`a vine, a summoning and rich diamonds, ${colours}`, async ({ page }) => {
    const id = await four(page);
    await page.emulateMedia({ colorScheme: colours });
    await page.goto(`/match/${id}?turn=39`);
    await settled(page);
    await expect(page.locator('.stage')).toHaveScreenshot(`jungle-${colours}.png`);
  });
}
