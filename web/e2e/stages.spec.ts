import { expect, settled, test } from './test';

/** A picture per stage and look, kept; the rest of the page is covered by the other specs. */
for (const [name, address] of [
  ['labyrinth-company', '/match/labyrinth-company?turn=20'],
  ['labyrinth-boxes', '/match/labyrinth-boxes?turn=9'],
] as const) {
  for (const colours of ['light', 'dark'] as const) {
    test(`${name}, ${colours}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: colours });
      await page.goto(address);
      await settled(page);
      await expect(page.locator('.stage')).toHaveScreenshot(`${name}-${colours}.png`);
    });
  }
}

test('home', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /Watch/ }).first()).toBeEnabled();
  await expect(page).toHaveScreenshot('home.png');
});

test('home, in Persian on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('meydan.lang', 'fa'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: /تماشا/ }).first()).toBeEnabled();
  await expect(page).toHaveScreenshot('home-fa-phone.png');
});

test('a match in Persian on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('meydan.lang', 'fa'));
  await page.goto('/match/labyrinth-solver?turn=5');
  await settled(page);
  await expect(page).toHaveScreenshot('labyrinth-fa-phone.png');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
});
