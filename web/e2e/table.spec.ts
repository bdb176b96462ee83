import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { boardOf, expect, settled, test } from './arena';

/** How a person sits at the table: the board first, at every size. */

const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
const GAMES = ['Labyrinth', 'Heroes', 'Gotham', 'Jungle', 'Galaxy'] as const;
const PATIENT = { timeout: 30_000 };
const status = (page: Page) => page.locator('.bar .status');

async function sit(page: Page, game: string): Promise<void> {
  await page.goto('/');
  const play = page.getByRole('button', { name: new RegExp(`Play .*${game}`) });
  await expect(play).toBeEnabled();
  await play.click();
  await settled(page);
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
}

const canvas = async (page: Page) => (await page.locator('.stage canvas').boundingBox())!;

/** How much of the laptop's screen the drawn board has; all of it is on the screen. */
async function share(page: Page): Promise<number> {
  const { x, y, width, height } = await boardOf(page);
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(LAPTOP.width);
  expect(y + height).toBeLessThanOrEqual(LAPTOP.height);
  return (width * height) / (LAPTOP.width * LAPTOP.height);
}

for (const game of GAMES) {
  test(`the board of ${game} has the screen, and keeps its place while a person plays`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(LAPTOP);
    await sit(page, game);
    expect(await share(page)).toBeGreaterThan(0.55);
    const [before, drawn] = [await canvas(page), await boardOf(page)];
    await expect(page.locator('.timeline')).toBeHidden();
    await expect(page.getByRole('list', { name: 'Log' })).toBeHidden();
    await expect(page.getByText('Look back')).toBeVisible();

    // Whatever the buttons beside it say, nothing is moved under the pointer.
    const words = await status(page).textContent();
    const key = game === 'Heroes' ? '2' : game === 'Labyrinth' ? 's' : 'ArrowUp';
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(status(page)).not.toHaveText(words!, PATIENT);
    expect(await canvas(page)).toEqual(before);
    expect(await boardOf(page)).toEqual(drawn);

    await page.setViewportSize(PHONE);
    await expect.poll(async () => (await canvas(page)).width).toBe(PHONE.width);
    const small = await canvas(page);
    // Above it stand the bar and, in letters that can be read, who plays.
    expect(small.y).toBeLessThan(112);
    // All the width of a phone is the board's.
    await expect.poll(async () => (await boardOf(page)).width / PHONE.width).toBeGreaterThan(0.95);
    // The sheet with what a person can do begins below the board and is reached without scrolling the page.
    const sheet = (await status(page).boundingBox())!;
    expect(sheet.y).toBeGreaterThanOrEqual(small.y + small.height);
    expect(sheet.y + sheet.height).toBeLessThan(PHONE.height);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(PHONE.height);
    // A colour on its way to another is neither.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  });
}

/** Maps of other shapes than those one click plays on: square, wide, high. */
const SHAPES = [
  { game: 'labyrinth', seats: ['human'], map: 'company' },
  { game: 'heroes', seats: ['human', 'house:squad'], map: 'pillars' },
  { game: 'heroes', seats: ['human', 'house:squad'], map: 'river' },
  { game: 'heroes', seats: ['human', 'house:squad'], map: 'fortress' },
  { game: 'gotham', seats: ['human', 'house:patrol'], map: 'riverside' },
  { game: 'jungle', seats: ['human', 'house:collector', 'house:random'], map: 'trefoil' },
  { game: 'jungle', seats: ['human', 'house:random'], map: 'causeway' },
  { game: 'galaxy', seats: ['human', 'house:greedy', 'house:greedy'], map: 'cradle' },
  { game: 'galaxy', seats: ['human', 'house:greedy', 'house:greedy'], map: 'expanse' },
];

for (const shape of SHAPES) {
  test(`the board of ${shape.game} on ${shape.map} has the screen, too`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(LAPTOP);
    const answer = await page.request.post('/api/matches', { data: shape });
    const { id, humans } = (await answer.json()) as { id: string; humans: { seat: number; key: string }[] };
    await page.goto(`/match/${id}#play=0:${humans[0]?.key ?? ''}`);
    await settled(page);
    await expect(page.locator('.theatre.seated')).toBeVisible();
    await expect.poll(() => share(page), PATIENT).toBeGreaterThan(0.55);
  });
}

test('whoever comes back sees the present at once', async ({ page }) => {
  test.setTimeout(120_000);
  await sit(page, 'Jungle');
  for (let tick = 1; tick <= 6; tick += 1) {
    await page.keyboard.press('Enter');
    await expect(page.locator('.timeline output')).toHaveText(new RegExp(` ${tick}$`), PATIENT);
    await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  }
  // No picture of the past is shown on the way: the first number that is not 0 is the last.
  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      const text = document.querySelector('.timeline output')?.textContent ?? '';
      if (text !== '' && seen.at(-1) !== text) seen.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.reload();
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  await expect(page.locator('.timeline output')).toHaveText('6 / 6');
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.filter((text) => !text.startsWith('0 ') && !text.startsWith('6 '))).toEqual([]);
});
