import AxeBuilder from '@axe-core/playwright';

import { expect, settled, test } from './test';

test('the language is the browser’s, until it is switched, and then it stays', async ({ browser, mock }) => {
  const context = await browser.newContext({ baseURL: mock.url, locale: 'fr-FR' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { name: 'Labyrinthe' })).toBeVisible();
  await page.getByRole('banner').getByRole('combobox').selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'هزارتو' })).toBeVisible();
  await context.close();
});

test('Persian is right to left with Persian digits', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('meydan.lang', 'fa'));
  await page.goto('/match/labyrinth-company?turn=20');
  await settled(page);
  await expect(page.locator('.timeline output')).toHaveText('۲۰ / ۳۹');
  await expect(page.locator('.title p')).toContainText('دور ۶');
  const panel = (await page.getByRole('complementary').boundingBox())!;
  expect(panel.x).toBe(0);
  // Time still runs from left to right.
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.timeline output')).toHaveText('۲۱ / ۳۹');
});

for (const [name, address] of [
  ['home', '/'],
  ['matches', '/matches'],
  ['setup', '/setup/labyrinth'],
  ['rules', '/rules/labyrinth'],
  ['match', '/match/labyrinth-company?turn=20'],
] as const) {
  for (const colours of ['light', 'dark'] as const) {
    test(`${name} is accessible, ${colours}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: colours });
      await page.goto(address);
      if (name === 'match') await settled(page);
      await page.waitForTimeout(500);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
    });
  }
}
