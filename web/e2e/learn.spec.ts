import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, played, test } from './arena';

/** The first steps in a game, the board before a match, and what can be learnt after it. With the real server. */

const coach = (page: Page) => page.getByRole('region', { name: 'Your first match' });
const KEYS: Record<string, string> = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test('the first steps in the labyrinth lead from the goal over a move and a mistake to a win', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await page.getByRole('button', { name: /First steps in .?Labyrinth/ }).click();
  await expect(coach(page)).toContainText('What it is about');
  await coach(page).getByRole('button', { name: 'Got it' }).click();
  await expect(coach(page)).toContainText('One move');
  await axe(page);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const key = await page.evaluate((match) => (JSON.parse(localStorage.getItem(`meydan.match.${match}`) ?? '{}') as { mine: [number, string][] }).mine[0]?.[1], id);
  /** Does what the solver advises; false where nobody is asked now. */
  const step = async (): Promise<boolean> => {
    const hint = await page.request.get(`/api/matches/${id}/hint?seat=0`, { headers: { authorization: `Bearer ${key}` } });
    if (!hint.ok()) return false;
    const { act } = (await hint.json()) as { act: { move?: string } | 'stay' };
    const before = await page.locator('.title p').textContent();
    await page.keyboard.press(typeof act === 'object' ? (KEYS[act.move ?? ''] ?? 's') : 's');
    await expect.poll(async () => (await page.locator('.title p').textContent()) !== before || (await coach(page).textContent())?.includes('Well done!')).toBe(true);
    return true;
  };
  await expect.poll(step, { timeout: 20_000 }).toBe(true);
  await expect(coach(page)).toContainText('One mistake');
  // At most one corner of the board is beside the runner: another one is too far away.
  const { width, height } = (await page.locator('.stage canvas').boundingBox())!;
  const side = Math.min(width, height);
  // How much of the canvas the board has depends on the screen.
  for (const part of [0.42, 0.36, 0.3]) {
    for (const [x, y] of [[-1, -1], [1, 1], [1, -1], [-1, 1]] as const) {
      if (await coach(page).getByText('A small win').isVisible()) break;
      await page.locator('.stage canvas').click({ position: { x: width / 2 + x * part * side, y: height / 2 + y * part * side } });
    }
  }
  await expect(coach(page)).toContainText('A small win');
  await expect(coach(page).locator('.told')).toContainText('A wall stops you and the hunter alike');
  await expect
    .poll(async () => (await coach(page).getByText('Well done!').isVisible()) || ((await step()), false), { timeout: 60_000 })
    .toBe(true);
  await expect(coach(page).getByRole('link', { name: 'Play a whole match' })).toBeVisible();
});

for (const game of ['Heroes', 'Gotham', 'Jungle', 'Galaxy']) {
  test(`the first steps in ${game} begin with its goal and ask for a move`, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(`First steps in .?${game}`) }).click();
    await expect(coach(page)).toContainText('What it is about');
    await coach(page).getByRole('button', { name: 'Got it' }).click();
    await expect(coach(page)).toContainText('One move');
    await expect(page.locator('.stage canvas')).toBeVisible();
  });
}

test('the first steps in Jungle wait until every unit is on the board, and then take a thicket for the mistake', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /First steps in .?Jungle/ }).click();
  await coach(page).getByRole('button', { name: 'Got it' }).click();
  const mine = page.locator('.bar.mine');
  // Two units come out, two have yet to: what is asked for stays the same.
  for (const [units, step] of [[['1', '2'], 'One move'], [['3', '4'], 'One mistake']] as const) {
    await expect(mine).toBeVisible({ timeout: 20_000 });
    for (const unit of units) {
      await page.keyboard.press(unit);
      for (let nest = 0; nest < Number(unit); nest += 1) await page.keyboard.press('ArrowRight');
    }
    const before = await page.locator('.title p').textContent();
    await page.keyboard.press('Enter');
    await expect(page.locator('.title p')).not.toHaveText(before ?? '', { timeout: 20_000 });
    await expect(mine).toBeVisible({ timeout: 20_000 });
    await expect(coach(page)).toContainText(step);
  }
  // The edge of the board and thickets are one refusal or the other; both are the lesson's.
  await page.keyboard.press('1');
  for (let far = 0; far < 24 && !(await coach(page).getByText('A small win').isVisible()); far += 1) await page.keyboard.press('ArrowLeft');
  await expect(coach(page)).toContainText('A small win');
});

test('the set-up draws the board that will be played, and says what does not fit where one looks', async ({ page, complaints }) => {
  await page.goto('/setup/jungle');
  const picture = page.getByRole('img', { name: /before the first step/ });
  await expect(picture).toBeVisible();
  const usual = await picture.getAttribute('src');
  await page.getByRole('combobox', { name: 'Map' }).selectOption({ label: 'a random board' });
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('9');
  await expect(picture).not.toHaveAttribute('src', usual ?? '');
  await expect(page.locator('figcaption')).toContainText('Random');
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('3');
  await expect(page.locator('figure .trouble')).toBeVisible();
  // The browser notes the refusal, too.
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  complaints.length = 0;
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('9');
  await expect(page.locator('figure .trouble')).toBeHidden();
  await page.getByText('More settings').click();
  await page.getByRole('spinbutton', { name: 'Ticks' }).fill('4');
  await axe(page);
  const seen = (await page.locator('figcaption').textContent()) ?? '';
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/match\//);
  // What was seen is what is played.
  await expect(page.locator('.title small')).toHaveText(/Random \d+/);
  expect(seen).toContain((await page.locator('.title small').textContent()) ?? '?');
});

test('after a match a strong bot says what it would have done, and the match is played on from there', async ({ page }) => {
  const id = await played(page, { game: 'jungle', seats: ['house:random', 'house:collector'], map: 'clearing', seed: 4 });
  await page.goto(`/match/${id}?still&step=20`);
  await page.getByText('Look closer').click();
  await page.getByRole('button', { name: /What would .?panther.? do here/ }).click();
  await expect(page.locator('.told')).toContainText('panther', { timeout: 20_000 });
  // Heading and board are of a moment that never was, and say so.
  await expect(page.locator('.title p')).toContainText('What if');
  await expect(page.locator('.stage').getByText('What if')).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Back to the match' }).click();
  await expect(page.locator('.told')).toBeHidden();
  await expect(page.getByText('What if')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Side 1' }).selectOption('human');
  await page.getByRole('button', { name: /Play on from step .?20/ }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.locator('.title p')).toContainText(/Tick 2\d/);
  await expect(page.locator('.bar .status')).not.toHaveText('Connecting…');
});
