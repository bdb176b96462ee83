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
    // What is gone before it is measured has no place.
    for (const box of await page.locator('.bubble').evaluateAll((all) => all.filter((one) => one.isConnected).map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
      seen += 1;
      expect(box.left).toBeGreaterThanOrEqual(frame.x);
      expect(box.right).toBeLessThanOrEqual(frame.x + frame.width);
      expect(box.top).toBeGreaterThanOrEqual(frame.y);
    }
  }
  expect(seen).toBeGreaterThan(0);
});

test('what a bot says after the end stands in the log once, and beside its piece', async ({ page, mock }) => {
  const lines = (await (await page.request.get(`${mock.url}/api/matches/labyrinth-company/reel`)).text()).trimEnd().split('\n');
  const end = { ...(JSON.parse(lines.pop() ?? '') as object), after: { faults: [{ seat: 0, window: lines.length - 1, kind: 'gone', text: 'gone' }], notes: [[0, 'well played']], stderr: [[0, 'a last word\n']] } };
  await page.route('**/api/matches/labyrinth-company/reel', (route) => route.fulfill({ contentType: 'application/x-ndjson', body: `${[...lines, JSON.stringify(end)].join('\n')}\n` }));
  await page.goto('/match/labyrinth-company?step=38');
  await settled(page);
  const log = page.getByRole('list', { name: 'Log' });
  await expect(log).not.toContainText('well played');
  await page.keyboard.press('End');
  await expect(log.getByText('After the end')).toBeVisible();
  for (const text of ['well played', 'a last word']) await expect(log.getByText(text)).toHaveCount(1);
  await expect(log.locator('.turn').last()).toHaveText('After the end');
  await expect(page.locator('.bubble', { hasText: 'well played' })).toBeVisible();
});
