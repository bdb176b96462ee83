import { expect, settled, test } from './test';

/** What bots say and write, seat by seat. */

test('what a bot wrote to its error output has a tab of its own, in step with the picture', async ({ page }) => {
  await page.goto('/match/labyrinth-company?step=1');
  await settled(page);
  const tabs = page.getByRole('group', { name: 'Whose output' });
  const bot = tabs.getByRole('button').nth(1);
  await bot.click();
  await expect(bot).toHaveAttribute('aria-pressed', 'true');
  const lines = page.getByRole('list', { name: 'Log' }).locator('li.stderr');
  const early = await lines.count();
  await page.keyboard.press('End');
  await expect.poll(() => lines.count()).toBeGreaterThan(early);
  await expect(page.getByRole('list', { name: 'Log' }).locator('li.events')).toHaveCount(0);
  await tabs.getByRole('button', { name: 'Match' }).click();
  await expect(page.getByRole('list', { name: 'Log' }).locator('li.events').first()).toBeAttached();
});

test('a bubble wraps and stays inside the picture', async ({ page }) => {
  await page.goto('/match/labyrinth-company?step=1');
  await settled(page);
  const frame = (await page.locator('.stage .frame').boundingBox())!;
  let seen = 0;
  for (let step = 1; step <= 30; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(30);
    for (const box of await page.locator('.bubble').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
      seen += 1;
      expect(box.left).toBeGreaterThanOrEqual(frame.x);
      expect(box.right).toBeLessThanOrEqual(frame.x + frame.width);
      expect(box.top).toBeGreaterThanOrEqual(frame.y);
    }
  }
  expect(seen).toBeGreaterThan(0);
});
