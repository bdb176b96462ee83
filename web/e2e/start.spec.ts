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
  await expect(page.getByText('Does anything that is allowed')).toBeVisible();
});

for (const lang of ['en', 'fa', 'fr']) {
  test(`the page for a program of one’s own has a whole bot and what to type, in ${lang}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/own/jungle?lang=${lang}`);
    const code = page.locator('pre');
    await expect(code.first()).toContainText('for line in sys.stdin');
    await page.locator('.code button').first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('import json');
    await page.locator('select').last().selectOption('rust');
    await expect(code.filter({ hasText: 'meydan new jungle rust my-bot' })).toBeVisible();
    await page.locator('details summary').last().click();
    await expect(code.last()).toContainText('pub struct Bot');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
}
