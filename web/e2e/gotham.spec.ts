import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { City } from '../src/stages/gotham/city';
import type { Config } from '../src/stages/gotham/types';
import { begin, expect, played, settled, spot, test } from './arena';

const turn = (page: Page) => page.locator('.timeline output');
const status = (page: Page) => page.locator('.bar .status');
/** These bots do not talk, so that nothing depends on who is faster: the same match every time. */
const FIXED = { game: 'gotham', seats: ['house:patrol', 'house:patrol'], map: 'riverside', seed: 3 };

/** The city of the map on which one click plays, as a recorded match has it. */
function harbour(): City {
  const [opening] = readFileSync(join(import.meta.dirname, 'fixtures/gotham-harbour.reel'), 'utf8').split('\n');
  return new City((JSON.parse(opening ?? '') as { config: Config }).config);
}

/** Clicks a node of the city. */
async function click(page: Page, city: City, node: number): Promise<void> {
  const { x, y } = await spot(page, city.place(node));
  await page.mouse.click(x, y);
}

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

test('a match of a fixed seed is opened, stepped, scrubbed and reversed', async ({ page }) => {
  test.setTimeout(90_000);
  const id = await played(page, FIXED);
  await page.goto(`/match/${id}?turn=14`);
  await settled(page);
  await expect(turn(page)).toHaveText('14 / 74');
  await expect(page.locator('.title p')).toHaveText('Round 7 of 60 · thieves to move');
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('⁨Thief 8⁩ is caught on 32.');
  await page.keyboard.press('ArrowLeft');
  await expect(turn(page)).toHaveText('13 / 74');
  await page.keyboard.press('n');
  await expect(turn(page)).toHaveText('14 / 74');
  await page.keyboard.press('End');
  await expect(page.getByText(/The match is over/)).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Step' });
  const box = (await slider.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.1, box.y + box.height / 2);
  await expect(turn(page)).toHaveText(/^[5-9] \/ 74/);
  await page.keyboard.press('9');
  await page.keyboard.press('r');
  await expect(turn(page)).toHaveText('0 / 74', { timeout: 40_000 });
  await expect(page.locator('.title p')).toHaveText('The thieves choose their hiding places');
});

for (const [colours, at] of [['light', 34], ['dark', 66]] as const) {
  test(`the city, ${colours}`, async ({ page }) => {
    test.setTimeout(90_000);
    const id = await played(page, FIXED);
    await page.emulateMedia({ colorScheme: colours });
    await page.goto(`/match/${id}?turn=${at}`);
    await settled(page);
    await expect(turn(page)).toHaveText(`${at} / 74`);
    await expect(page.locator('.stage')).toHaveScreenshot(`gotham-${colours}.png`);
    if (colours === 'dark') await accessible(page);
  });
}

test('a seat sees its own thieves and not those of the enemy', async ({ page }) => {
  const id = await played(page, FIXED);
  await page.goto(`/match/${id}?turn=34&eyes=3`);
  await settled(page);
  const panel = page.getByRole('complementary');
  await expect(panel.getByText('out of sight')).toHaveCount(3);
  await expect(panel.getByText('coins')).toHaveCount(1);
  // In a visible round everybody is seen.
  await page.keyboard.press('ArrowRight');
  await expect(turn(page)).toHaveText('35 / 74');
  await expect(panel.getByText('out of sight')).toHaveCount(0);
  await panel.getByRole('combobox').selectOption('');
  await expect(panel.getByText('coins')).toHaveCount(11);
});

test('a live match is followed, under the rules of the finals', async ({ page }) => {
  test.setTimeout(90_000);
  const id = await begin(page, { ...FIXED, map: 'finals', ruleset: 'official', pace_ms: 200 });
  await page.goto(`/match/${id}?live`);
  await settled(page);
  await expect(page.getByRole('button', { name: /Live/ })).toBeVisible();
  await expect(page.locator('.title p')).toContainText('Half-turn');
  await expect(page.getByRole('complementary').getByText('Batman')).not.toHaveCount(0);
  // At the head while it grows.
  await expect(turn(page)).toHaveText(/^(\d{2,}) \/ \1$/, { timeout: 40_000 });
});

test('a person leads a side: by pointer, by keys, with a message, and is told what cannot be done', async ({ page }) => {
  test.setTimeout(120_000);
  const city = harbour();
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Gotham/ }).click();
  await settled(page);
  const waits = { timeout: 30_000 };

  await expect(status(page)).toContainText('⁨Thief 1⁩: choose a place to hide', waits);
  await click(page, city, 1);
  await expect(page.locator('.message')).toContainText('caught at once');
  await click(page, city, 22);
  await expect(status(page)).toContainText('⁨Thief 2⁩: choose', waits);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key);

  await expect(turn(page)).toHaveText('1 / 1', waits);
  await expect(status(page)).toContainText('⁨Police 3⁩, 100 coins', waits);
  await click(page, city, 22);
  await expect(page.locator('.message')).toContainText('No line leads from 1 to 22');
  await accessible(page);
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);

  await expect(status(page)).toContainText('⁨Police 4⁩, 100 coins', waits);
  for (const key of ['0', '1', '1']) await page.keyboard.press(key);
  await expect(status(page)).toContainText('⁨Police 4⁩ will say “⁨011⁩” (3 coins)');
  await page.keyboard.press('Backspace');
  await expect(status(page)).toContainText('“⁨01⁩” (2 coins)');
  const [near] = city.edgesOf(1).filter(({ road }) => road.path.price === 0);
  await click(page, city, near!.to);

  await expect(status(page)).toContainText('⁨Police 5⁩, 100 coins', waits);
  await page.getByRole('button', { name: /Stay/ }).click();
  await expect(turn(page)).toHaveText('2 / 2', waits);
  // A round later its purse tells that it spoke.
  await expect(status(page)).toContainText('⁨Thief 1⁩, 100 coins', waits);
  await page.keyboard.press('s');
  await expect(status(page)).toContainText('⁨Thief 2⁩, 100 coins', waits);
  await page.keyboard.press('s');
  await expect(status(page)).toContainText('⁨Police 3⁩, 110 coins', waits);
  await page.getByRole('button', { name: /^Police 4$|Police.*4/ }).first().click();
  await expect(status(page)).toContainText('⁨Police 4⁩, 108 coins', waits);

  // The log tells what all of the person's units were told, each of them once, and nothing of the enemy's secrets.
  await page.locator('details.log summary').click();
  const log = page.getByRole('list', { name: 'Log' });
  const told = (who: string) => log.locator('li.events', { hasText: who });
  await expect(told('⁨Police 4⁩ says “⁨01⁩”')).toHaveCount(1, waits);
  await expect(told('⁨Thief 1⁩')).toHaveCount(1);
  await expect(told('⁨Thief 2⁩')).toHaveCount(1);
  await expect(log.getByText(/(Thief|Police) ([6-9]|10)/)).toHaveCount(0);
});

for (const [lang, title] of [['en', 'The rules of'], ['fa', 'قوانین'], ['fr', 'Les règles']] as const) {
  test(`the rules have their pictures in ${lang}`, async ({ page }) => {
    await page.addInitScript((wished) => localStorage.setItem('meydan.lang', wished), lang);
    await page.goto('/rules/gotham');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page.locator('figure img')).toHaveCount(7);
    if (lang === 'fa') await accessible(page);
  });
}
