import type { Page } from '@playwright/test';

import { boardOf, expect, settled, test } from './arena';

/** Every game under fingers, on a phone and on a tablet. */

const GAMES = ['Labyrinth', 'Heroes', 'Gotham', 'Jungle', 'Galaxy'] as const;
const PATIENT = { timeout: 30_000 };

/** What is said to the person, what they can do, and how far the match is. */
const said = (page: Page) => page.evaluate(() => ['.bar .status', '.bar .choices', '.timeline output'].map((part) => document.querySelector(part)?.textContent ?? '').join('\n'));

/** Whether a tap somewhere on the board was understood: it changed what is said or acted. */
async function understood(page: Page): Promise<boolean> {
  const { x, y, width, height } = await boardOf(page);
  const before = await said(page);
  const parts = 14;
  for (let row = 1; row < parts; row += 1) {
    for (let column = 1; column < parts; column += 1) {
      await page.touchscreen.tap(x + (width * column) / parts, y + (height * row) / parts);
      if ((await said(page)) !== before) return true;
    }
  }
  return false;
}

test('a finger that stays is told what it is on, and does nothing', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Jungle/ }).tap();
  await settled(page);
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  const { x, y, width, height } = await boardOf(page);
  const before = await said(page);
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await expect(page.locator('.stage .tip')).toContainText('diamond of level 1');
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  expect(await said(page)).toBe(before);
  await expect(page.locator('.message')).toHaveCount(0);
  // A short one is an order, and is answered.
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page.locator('.message')).toBeVisible();
  await expect(page.locator('.stage .tip')).toHaveCount(0);
});

for (const game of GAMES) {
  test(`a finger plays ${game} on its board`, async ({ page }, info) => {
    test.setTimeout(180_000);
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(`Play .*${game}`) }).tap();
    await settled(page);
    await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
    // Heroes are chosen with the buttons before anybody walks.
    for (let pick = 0; game === 'Heroes' && pick < 4; pick += 1) {
      const before = await said(page);
      await page.locator('.choices button').first().tap();
      await expect.poll(() => said(page), PATIENT).not.toBe(before);
      await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
    }
    expect(await understood(page)).toBe(true);
    // A finger needs room, and nothing is wider than the screen.
    for (const button of await page.locator('.choices button:visible').all()) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
    if (info.project.name === 'phone') expect((await boardOf(page)).width / page.viewportSize()!.width).toBeGreaterThan(0.95);
  });
}

test('who plays, and how it stands, can be read on a screen held upright while one plays', async ({ page }) => {
  for (const game of GAMES.slice(1)) {
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(`Play .*${game}`) }).tap();
    await settled(page);
    await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
    const names = page.locator('.play ul.strip li bdi');
    expect(await names.count(), game).toBeGreaterThan(1);
    for (const name of await names.all()) {
      const { text, size, cut, bottom } = await name.evaluate((node) => ({
        text: node.textContent,
        size: Number.parseFloat(getComputedStyle(node).fontSize),
        cut: node.scrollWidth - node.clientWidth,
        bottom: node.getBoundingClientRect().bottom,
      }));
      expect(text, game).not.toBe('');
      expect(size, game).toBeGreaterThanOrEqual(11);
      expect(cut, game).toBeLessThanOrEqual(0);
      expect(bottom, game).toBeLessThan((await boardOf(page)).y);
    }
  }
});
