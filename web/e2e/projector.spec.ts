import { boardOf, expect, settled, test } from './test';

/** A hall looks at a wall: no chrome, big names and scores, the board, the chart under it. */

test('a projector shows names, scores, the board and the chart, and goes on to the next match', async ({ page }) => {
  await page.goto('/match/labyrinth-company?caster&step=36&next=labyrinth-solver');
  await settled(page);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page.locator('.controls')).toHaveCount(0);
  await expect(page.locator('.strip li')).toHaveCount(4);
  // Before anybody has a point nobody leads.
  await expect(page.locator('.strip li.leads')).toHaveCount(0);
  expect(await page.locator('.strip').evaluate((strip) => Number.parseFloat(getComputedStyle(strip).fontSize))).toBeGreaterThan(30);
  await expect(page.getByRole('img', { name: /Score/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1080);
  await page.keyboard.press('End');
  await expect(page.getByText('The match is over')).toBeVisible();
  await expect(page).toHaveURL(/\/match\/labyrinth-solver\?caster/, { timeout: 15_000 });
  await expect(page.locator('.strip li')).toHaveCount(1);
});

test('a match that is not there does not hold up the list', async ({ page, complaints }) => {
  await page.goto('/match/nope?caster&next=labyrinth-solver');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('nope');
  // It is read from the last row.
  expect(await alert.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(30);
  await expect(page).toHaveURL(/\/match\/labyrinth-solver\?caster/, { timeout: 15_000 });
  await expect(page.locator('.strip li')).toHaveCount(1);
  // Chromium says of every answer that is no that it was one.
  complaints.length = 0;
});

for (const [id, sides] of [['heroes-duel', 2], ['gotham-harbour', 2], ['jungle-grotto', 4], ['galaxy-turns', 3]] as const) {
  test(`${id} has its names, the board and the chart on a projector`, async ({ page }) => {
    await page.goto(`/match/${id}?caster&step=12&autoplay=0`);
    await settled(page);
    await expect(page.locator('.strip li')).toHaveCount(sides);
    for (const name of await page.locator('.strip bdi').all()) {
      await expect(name).toHaveText(/\w/);
      // No name is cut.
      expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
    }
    await expect(page.getByRole('img', { name: /Score/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1080);
    // Names and scores are above; the board has all the room that is left.
    const { width, height } = await boardOf(page);
    const stage = (await page.locator('.stage').boundingBox())!;
    expect(Math.max(width / stage.width, height / stage.height)).toBeGreaterThan(0.85);
  });
}
