import AxeBuilder from '@axe-core/playwright';

import { expect, test } from './test';

/** The first minutes: a match on the home page, a set-up that explains, a program of one's own. */

test('a match runs on the home page, can be stopped, and leads to itself', async ({ page }) => {
  await page.goto('/');
  const show = page.getByRole('region', { name: 'A match' });
  await expect(show.locator('canvas')).toBeVisible();
  // Who plays can be read, however small the picture is.
  const names = show.getByRole('listitem').locator('bdi');
  await expect(names.first()).toHaveText(/\w/);
  expect(await names.first().evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize))).toBeGreaterThan(12);
  const picture = show.getByRole('img');
  const before = await picture.getAttribute('aria-label');
  await expect(picture).not.toHaveAttribute('aria-label', before ?? '', { timeout: 15_000 });
  await show.getByRole('button', { name: 'Pause' }).click();
  await expect(show.getByRole('button', { name: 'Play' })).toBeVisible();
  await show.getByRole('link', { name: 'Open the match' }).click();
  await expect(page).toHaveURL(/\/match\//);
});

test('the set-up says how each bot plays', async ({ page }) => {
  await page.goto('/setup/labyrinth');
  await expect(page.getByText('Looks ahead for a forced win')).toBeVisible();
  await page.getByRole('combobox', { name: 'Seat 1' }).selectOption('house:random');
  await expect(page.getByText('Makes any move that is allowed')).toBeVisible();
});

for (const lang of ['en', 'fa', 'fr']) {
  test(`the page for a program of one’s own has a whole bot and what to type, in ${lang}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/own/jungle?lang=${lang}`);
    const code = page.locator('pre');
    await expect(code.first()).toContainText('for line in sys.stdin');
    await page.locator('.code button').first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('import json');
    await expect(code.filter({ hasText: 'meydan match jungle "python3 bot.py" house:' })).toBeVisible();
    await page.locator('article select').selectOption('rust');
    await expect(code.filter({ hasText: /^meydan new jungle rust my-bot$/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'my-bot/src/bot.rs' })).toBeVisible();
    await expect(code.filter({ hasText: 'thirty points' })).toContainText('pub struct Bot');
    await page.locator('details summary').last().click();
    await expect(code.last()).toContainText('Your bot: change this file');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
}

for (const lang of ['en', 'fa', 'fr']) {
  for (const [width, height] of [[1366, 768], [390, 844], [820, 1180], [1920, 1080]] as const) {
    test(`whoever comes can play from the first screen, ${width} wide, in ${lang}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`/?lang=${lang}`);
      await expect(page.getByRole('region').locator('canvas')).toBeVisible();
      const play = page.locator('.begin button.primary');
      await expect(play).toBeEnabled();
      const box = (await play.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(height);
      // The match that runs is on that screen as well.
      const show = (await page.locator('.showcase canvas').boundingBox())!;
      expect(show.y + show.height).toBeLessThan(height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}

test('the first screen plays the game that is chosen there', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Which game' }).selectOption('labyrinth');
  await page.locator('.begin').getByRole('button', { name: 'Play' }).click();
  await expect(page).toHaveURL(/\/match\/small/);
  await expect(page.locator('.bar .status')).toContainText('take a step');
});

test('the page for a program of one’s own leads to the book and says where the program is had', async ({ page }) => {
  await page.goto('/own/jungle?lang=en');
  await expect(page.getByRole('link', { name: 'What a bot hears and says' })).toHaveAttribute('href', '/docs/protocol');
  await expect(page.getByRole('link', { name: /What its view of/ })).toHaveAttribute('href', '/docs/jungle');
  await expect(page.getByRole('link', { name: 'How to get it' })).toHaveAttribute('href', '/docs/first-match');
});
