import { expect, settled, test } from './test';

/** A machine without a graphics card: the browser's pretended one is slower than a plain canvas. */

test('a plain canvas draws where the graphics card is only pretended', async ({ page }) => {
  await page.goto('/match/labyrinth-company?step=20');
  await settled(page);
  await expect(page.locator('.stage canvas')).toHaveAttribute('data-drawing', 'canvas');
  await expect(page.locator('.stage canvas')).toBeVisible();
});

test('the address may ask for WebGL all the same', async ({ page }) => {
  await page.goto('/match/labyrinth-company?step=20&draw=webgl');
  await settled(page);
  await expect(page.locator('.stage canvas')).toHaveAttribute('data-drawing', 'webgl');
});
