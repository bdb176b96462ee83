import { expect, settled, test } from './test';

/** A tablet held upright, and turned. */

for (const [name, width, height] of [['upright', 820, 1180], ['turned', 1180, 820]] as const) {
  test(`a match fits a tablet ${name}, and a finger steps through it`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/match/labyrinth-company?step=5');
    await settled(page);
    const board = (await page.locator('.stage').boundingBox())!;
    expect(board.width).toBeGreaterThan(width * 0.6);
    expect(board.height).toBeGreaterThan(height * 0.4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'One step forward' }).first().tap();
    await expect(page.locator('.timeline output')).toHaveText(/^6 /);
  });
}

test('whoever plays on a small tablet sees all of the panel', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step (tap a lit cell)');
  await page.getByText('Look back').click();
  const far = await page.locator('aside').evaluate((aside) => Math.max(...[...aside.querySelectorAll('.sides li, .score, .controls button')].map((part) => part.getBoundingClientRect().right)));
  expect(far).toBeGreaterThan(800);
  expect(far).toBeLessThanOrEqual(1024);
});
