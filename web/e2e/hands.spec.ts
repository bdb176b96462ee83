import type { Page } from '@playwright/test';

import { expect, settled, test, type Wish } from './arena';

/** What a person presses again and again stays where it is from window to window, and nothing else comes under the pointer. */

const PATIENT = { timeout: 30_000 };

interface Case {
  wish: Wish;
  /** Who is asked before the windows that are looked at, and what is pressed then. */
  before: [who: string, keys: string[]][];
  /** The button that is pressed, and how often. */
  name: RegExp;
  times: number;
}

const CASES: Case[] = [
  { wish: { game: 'gotham', seats: ['human', 'house:random'], map: 'harbour', seed: 3 }, before: [['Thief 1', ['ArrowUp', 'ArrowUp', 'Enter']], ['Thief 2', ['ArrowDown', 'ArrowDown', 'Enter']]], name: /Stay/, times: 5 },
  { wish: { game: 'galaxy', seats: ['human', 'house:random', 'house:random'], map: 'trefoil', seed: 3 }, before: [], name: /Place none/, times: 3 },
  { wish: { game: 'jungle', seats: ['human', 'house:random'], map: 'clearing', seed: 3 }, before: [], name: /End turn/, times: 3 },
];

/** Notes with every picture of the screen where the button is, and how low the way out reaches. */
async function watch(page: Page, name: RegExp): Promise<void> {
  await page.evaluate((source) => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const find = (pattern: RegExp) => [...document.querySelectorAll('.bar button')].find(({ textContent }) => pattern.test(textContent ?? ''));
    const look = () => {
      const [button, leave] = [find(new RegExp(source)), find(/Save and leave/)].map((found) => found?.getBoundingClientRect());
      seen.add([button === undefined ? 'gone' : `${button.x} ${button.y}`, leave === undefined ? 'gone' : `${leave.x} ${leave.y}`].join(', '));
      requestAnimationFrame(look);
    };
    look();
  }, name.source);
}

for (const { wish, before, name, times } of CASES) {
  test(`the buttons of ${wish.game} stay where they are from one window to the next`, async ({ page }) => {
    test.setTimeout(120_000);
    const answer = await page.request.post('/api/matches', { data: wish });
    const { id, owner, humans } = (await answer.json()) as { id: string; owner: string; humans: { seat: number; key: string }[] };
    await page.goto(`/match/${id}#play=${humans.map(({ seat, key }) => `${seat}:${key}`).join(',')}&owner=${owner}`);
    await settled(page);
    for (const [who, keys] of before) {
      await expect(page.locator('.bar .status')).toContainText(who, PATIENT);
      for (const key of keys) await page.keyboard.press(key);
    }
    const button = page.locator('.bar').getByRole('button', { name });
    await expect(button).toBeEnabled(PATIENT);
    await watch(page, name);
    for (let time = 0; time < times; time += 1) {
      const [status, output] = [await page.locator('.bar .status').textContent(), await page.locator('.timeline output').textContent()];
      await button.click();
      await expect.poll(async () => (await page.locator('.bar .status').textContent()) !== status || (await page.locator('.timeline output').textContent()) !== output, PATIENT).toBe(true);
      await expect(button).toBeEnabled(PATIENT);
    }
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain('gone');
  });
}
