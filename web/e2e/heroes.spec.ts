import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { begin, boardOf, expect, played, settled, test } from './arena';

/** A match with rays, bombs, dodges and deaths, the same every time. */
const FIGHT = { game: 'heroes', seats: ['house:random', 'house:squad'], map: 'duel', seed: 5 };
/** The window in which a bomb kills and a ray misses. */
const TELLING = 117;

/** Played once for all tests: the server keeps it. */
let fight: Promise<string> | null = null;
const fought = (page: Page) => (fight ??= played(page, FIGHT));

const turn = (page: Page) => page.locator('.timeline output');
const status = (page: Page) => page.locator('.bar .status');

/** Clicks the middle of a cell of the duel map: nine by nine cells of 100 units in a frame of 18. */
async function clickCell(page: Page, row: number, column: number): Promise<void> {
  const { x, y, width } = await boardOf(page);
  const unit = width / 936;
  await page.mouse.click(x + (18 + (column + 0.5) * 100) * unit, y + (18 + (row + 0.5) * 100) * unit);
}

/** Follows the plans until the actions may be ordered; an enemy that comes into sight stops the way there. */
async function goToActions(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('s');
    await expect(status(page)).toContainText('Ordered', { timeout: 1500 });
  }).toPass({ timeout: 60_000 });
}

test('a replay is opened, scrubbed and reversed', async ({ page }) => {
  test.setTimeout(90_000);
  const id = await fought(page);
  await page.goto(`/match/${id}?turn=${TELLING}`);
  await settled(page);
  await expect(page.locator('.title p')).toHaveText('Turn 17 of 100 · move 1 of 6');
  const log = page.getByRole('list', { name: 'Log' });
  // Names are isolated, so that they cannot turn a sentence in another script around.
  await expect(log).toContainText('⁨● Sentry 1⁩ of team 1 dies.');
  await expect(log).toContainText('⁨◆ Blaster 1⁩, ⁨bomb⁩: hits ⁨⁨● Sentry 4⁩ (30 HP), ⁨● Sentry 1⁩ (0 HP)⁩.');
  const slider = page.getByRole('slider', { name: 'Step' });
  const box = (await slider.boundingBox())!;
  await page.mouse.click(box.x + 3, box.y + box.height / 2);
  await expect(page.locator('.title p')).toHaveText(/Getting ready|Pick 1 of 4/);
  await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2);
  await expect(turn(page)).toHaveText(/^6\d \/ 201/);
  await page.keyboard.press('End');
  await expect(page.getByText('the score limit was reached')).toBeVisible();
  await page.keyboard.press('9');
  await page.keyboard.press('r');
  await expect(turn(page)).toHaveText(/^1[0-8]\d \/ 201/, { timeout: 40_000 });
});

test('a live match is followed', async ({ page }) => {
  test.setTimeout(60_000);
  const id = await begin(page, { ...FIGHT, pace_ms: 300 });
  await page.goto(`/match/${id}?live`);
  await settled(page);
  await expect(page.locator('.live.following')).toBeVisible();
  const shown = async () => Number((await turn(page).textContent())?.split(' ')[0]);
  await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThan(4);
  const before = await shown();
  await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThan(before + 2);
});

test('a person picks, moves by pointer and by keys, aims, and is told what cannot be done', async ({ page }) => {
  test.setTimeout(150_000);
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Heroes/ }).click();
  await settled(page);
  await page.keyboard.press('9');
  for (const pick of [1, 2, 3, 4]) {
    await expect(status(page)).toContainText(`Pick ${pick} of 4`, { timeout: 20_000 });
    if (pick === 1) await page.getByRole('button', { name: 'Blaster 2' }).click();
    else await page.keyboard.press('2');
    await expect(status(page)).toContainText('Chosen: ⁨Blaster⁩.');
    await page.keyboard.press('Enter');
  }
  // The respawn zone of this map has just four cells, so all of them are taken.
  await expect(status(page)).toContainText('Planned 0 of 100 AP', { timeout: 20_000 });
  await clickCell(page, 0, 1);
  await clickCell(page, 2, 2);
  await expect(page.locator('.message')).toHaveText('There is a wall there.');
  await clickCell(page, 0, 4);
  await expect(status(page)).toContainText('Planned 12 of 100 AP');
  await page.keyboard.press('u');
  await expect(status(page)).toContainText('Planned 0 of 100 AP');
  await clickCell(page, 0, 2);
  await expect(status(page)).toContainText('Planned 4 of 100 AP');
  await clickCell(page, 1, 1);
  await page.keyboard.press('ArrowDown');
  await expect(status(page)).toContainText('Planned 8 of 100 AP');
  await page.keyboard.press('Enter');
  await expect(page.locator('.title p')).toHaveText('Turn 1 of 100 · move 2 of 6', { timeout: 20_000 });
  await expect(status(page)).toContainText('Planned 0 of 92 AP');
  await goToActions(page);
  await clickCell(page, 0, 2);
  await page.keyboard.press('e');
  await clickCell(page, 8, 8);
  await expect(page.locator('.message')).toHaveText('Too far: it reaches 5 steps.');
  await clickCell(page, 3, 4);
  await expect(status(page)).toContainText('Ordered 25 of 92 AP');
  await page.getByRole('button', { name: /Clear/ }).click();
  await expect(status(page)).toContainText('Ordered 0 of 92 AP');
  await clickCell(page, 2, 1);
  await page.keyboard.press('q');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Ordered 15 of 92 AP');
  await page.keyboard.press('Enter');
  await expect(page.locator('.title p')).toHaveText('Turn 2 of 100 · move 1 of 6', { timeout: 20_000 });
  // The ability that was used recovers within the turn; the bomb that was taken back was never thrown.
  await expect(status(page)).toContainText('of 100 AP', { timeout: 20_000 });
});

test('through a team’s eyes the other’s secrets stay hidden', async ({ page }) => {
  const id = await fought(page);
  await page.goto(`/match/${id}?turn=${TELLING}`);
  await settled(page);
  const secrets = page.getByRole('complementary').getByText(/^action points\s*\d+$/);
  await expect(secrets).toHaveCount(2);
  await page.getByRole('combobox', { name: /See as/ }).selectOption({ index: 2 });
  await expect(secrets).toHaveCount(1);
  await expect(turn(page)).toHaveText(`${TELLING} / 201`);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(turn(page)).toHaveText(`${TELLING} / 201`);
});

for (const [lang, heading] of [['en', 'Death and return'], ['fa', 'مرگ و بازگشت'], ['fr', 'Mort et retour']] as const) {
  test(`the rules in ${lang} have their pictures`, async ({ page }) => {
    await page.addInitScript((wished) => localStorage.setItem('meydan.lang', wished), lang);
    await page.goto('/rules/heroes');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.locator('figure img')).toHaveCount(7, { timeout: 20_000 });
    await expect(page.locator('figure')).toHaveCount(7);
  });
}

for (const colours of ['light', 'dark'] as const) {
  test(`a telling moment, ${colours}, looks right and is accessible`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: colours });
    const id = await fought(page);
    await page.goto(`/match/${id}?turn=${TELLING}`);
    await settled(page);
    await expect(page.locator('.stage')).toHaveScreenshot(`heroes-${colours}.png`);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  });
}
