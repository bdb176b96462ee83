import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';

import { en as shell } from '../src/lang/en';
import { en } from '../src/room/words.en';
import { fa } from '../src/room/words.fa';
import { openArena, openArenaAt, type Arena } from './contest';

/** Two people in two browsers meet in a room of the real program, one of them on a phone in Persian. */

const data = mkdtempSync(join(tmpdir(), 'meydan-room-'));
let arena: Arena;
test.beforeAll(async () => {
  arena = await openArena(data);
});
test.afterAll(async () => {
  await arena.stop();
  rmSync(data, { recursive: true });
});

async function guest(browser: Browser, locale: string, width: number): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width, height: 844 } });
  return context.newPage();
}

/** Names that are put into a sentence stand between marks that nobody sees. */
const filled = (text: unknown, values: Record<string, string | number>) =>
  new RegExp(String(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{(\w+)\\\}/g, (_, name: string) => `[\u2068]?${String(values[name])}[\u2069]?`));

/** Everybody stays where they are whenever they are asked, until it is so. */
async function play(people: [Page, RegExp][], until: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    for (const [page, step] of people) {
      const [status] = await page.locator('.bar .status').allTextContents();
      if (status !== undefined && step.test(status)) await page.keyboard.press('s');
    }
    expect(await until()).toBe(true);
  }).toPass({ timeout: 90_000, intervals: [150] });
}

test('two browsers play, talk, lose the server, go on and play again', async ({ browser }) => {
  test.setTimeout(240_000);
  const [ada, bob] = [await guest(browser, 'en-GB', 1280), await guest(browser, 'fa', 390)];
  await ada.goto(`${arena.address}/room?game=labyrinth`);
  await ada.getByLabel(en['door.name'], { exact: true }).fill('Ada');
  await ada.getByRole('button', { name: en['door.open'], exact: true }).click();
  await expect(ada).toHaveURL(/\/room\/[a-z0-9]{8}$/);
  const address = ada.url();
  await bob.goto(address);
  await bob.getByLabel(String(fa['door.name']), { exact: true }).fill('بهرام');
  await bob.getByRole('button', { name: String(fa['room.come']), exact: true }).click();
  await bob.getByRole('button', { name: filled(fa['seats.sit.label'], { n: '۲' }) }).click();
  await ada.getByRole('button', { name: filled(en['seats.sit.label'], { n: 1 }) }).click();
  for (const page of [ada, bob]) {
    await expect(page.locator('ol strong')).toHaveText([/Ada/, /بهرام/]);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  expect(await bob.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await ada.getByLabel(en['chat.say']).fill('hello <b>you</b>');
  await ada.keyboard.press('Enter');
  await expect(bob.getByRole('log')).toContainText('hello <b>you</b>');
  await bob.getByLabel(String(fa['chat.say'])).fill('سلام');
  await bob.keyboard.press('Enter');
  await expect(ada.getByRole('log')).toContainText('سلام');
  await ada.getByRole('button', { name: en['rule.chat.off'] }).click();
  await expect(bob.getByText(String(fa['chat.off']))).toBeVisible();
  await ada.getByRole('button', { name: en['rule.chat.on'] }).click();

  // Somebody watches, and is counted.
  const eve = await guest(browser, 'en-GB', 1000);
  await eve.goto(address);
  await eve.getByLabel(en['door.name'], { exact: true }).fill('Eve');
  await eve.getByRole('button', { name: en['room.come'], exact: true }).click();
  await expect(ada.getByText(filled(en['people.watching'].one, { n: 1 }))).toBeVisible();

  await ada.getByRole('button', { name: en['seats.start'], exact: true }).click();
  const steps: [Page, RegExp][] = [[ada, /take a step/], [bob, /یک قدم برو/]];
  const windows = async () => Number.parseInt((await ada.locator('.timeline output').textContent()) ?? '0', 10);
  await play(steps, async () => (await windows()) >= 2);
  // Whoever is asked sees a clock; its place is kept for those who are not.
  const clocks = async () =>
    (await Promise.all([ada, bob].map((page) => page.locator('.bar .left').allTextContents()))).flat().filter((clock) => clock !== '');
  await expect.poll(clocks).toEqual([expect.stringMatching(/^[\d۰-۹]+:[\d۰-۹]{2}$/)]);
  await eve.locator('.stage canvas').waitFor();

  // The program is killed in the middle of the match, and everybody is back by themselves.
  await arena.kill();
  await expect(ada.getByText(en['room.lost']).or(ada.getByText(shell['play.lost'])).first()).toBeVisible();
  arena = await openArenaAt(arena.address.replace('http://', ''), data);
  await expect(ada.getByText(en['room.lost'])).toHaveCount(0, { timeout: 30_000 });
  const before = await windows();
  await play(steps, async () => (await windows()) > before);
  await expect(ada.getByRole('log')).toContainText('سلام');

  // The same link, the other seats.
  await ada.getByRole('button', { name: en['room.back'] }).click();
  await ada.getByRole('button', { name: en['now.end'] }).click();
  await bob.getByRole('button', { name: String(fa['seats.swap.again']) }).click();
  await expect(ada.getByText(en['now.running'])).toHaveCount(0);
  await play(steps, async () => (await windows()) >= 1);
  await expect(ada).toHaveURL(address);
  await ada.getByRole('button', { name: en['room.back'] }).click();
  await expect(ada.locator('ol strong')).toHaveText([/بهرام/, /Ada/]);
  await ada.getByRole('button', { name: en['now.end'] }).click();

  // Bots take the seats, and the room counts who wins.
  await ada.getByRole('button', { name: filled(en['seats.clear.label'], { n: 1 }) }).click();
  await ada.getByLabel(filled(en['seats.who'], { n: 1 })).selectOption('greedy');
  await ada.getByRole('button', { name: en['seats.stand'] }).click();
  await ada.getByLabel(filled(en['seats.who'], { n: 2 })).selectOption('random');
  await ada.getByRole('button', { name: en['seats.again'], exact: true }).click();
  for (const [page, words] of [[ada, en], [bob, fa]] as const) {
    await expect(page.getByRole('region', { name: String(words['score.title']), exact: true }).locator('tbody tr')).toHaveCount(2, { timeout: 20_000 });
  }
  await ada.getByRole('button', { name: en['room.back'] }).click();
  await ada.getByRole('button', { name: en['rule.close'] }).click();
  await ada.getByRole('button', { name: en['rule.close.sure'] }).click();
  for (const [page, words] of [[ada, en], [bob, fa]] as const) await expect(page.getByRole('alert')).toHaveText(String(words['room.gone']));
});
