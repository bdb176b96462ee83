import { expect, settled, test } from './arena';

/** The page against the real server. */

test('every game the server has can be watched', async ({ page }) => {
  test.setTimeout(120_000);
  for (const game of ['Labyrinth', 'Heroes', 'Gotham', 'Jungle', 'Galaxy']) {
    await page.goto('/');
    const watch = page.getByRole('button', { name: new RegExp(`Watch house bots play .*${game}`) });
    await expect(page.getByRole('button', { name: /Watch .*Labyrinth/ })).toBeEnabled();
    await expect(watch).toBeEnabled();
    await watch.click();
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(game);
    await expect(page.locator('.timeline output')).not.toHaveText(/^0 \//);
  }
});

test('a person plays labyrinth: a hint, two turns, saved and taken up again', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  const status = page.locator('.bar .status');
  for (let turn = 1; turn <= 2; turn += 1) {
    await expect(status).toContainText('take a step', { timeout: 20_000 });
    await page.getByRole('button', { name: /Hint/ }).click();
    await expect(page.locator('.message')).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.locator('.timeline output')).toHaveText(new RegExp(`^${turn} / `), { timeout: 20_000 });
  }
  await page.getByRole('button', { name: /Save and leave/ }).click();
  await expect(page).toHaveURL(/\/matches$/);
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await expect(status).toContainText('take a step');
});

test('a gotham side is several seats for one person', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /Play .*Labyrinth/ })).toBeEnabled();
  const play = page.getByRole('button', { name: /Play .*Gotham/ });
  await expect(play).toBeEnabled();
  await play.click();
  await settled(page);
  await expect(page.locator('.bar .seats button')).not.toHaveCount(0);
});

test('whoever is invited to the other gotham side has all its seats with one link', async ({ page, browser }) => {
  await page.goto('/setup/gotham');
  for (const side of [1, 2]) await page.getByRole('combobox', { name: `Seat ${side}` }).selectOption('human');
  await page.getByRole('button', { name: 'Begin' }).click();
  await settled(page);
  await expect(page.locator('.invite code')).toHaveCount(1);
  const mine = await page.locator('.bar .seats button').allTextContents();
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-GB' });
  const other = await context.newPage();
  await other.goto((await page.locator('.invite code').textContent())!);
  await settled(other);
  const theirs = other.locator('.bar .seats button');
  await expect(theirs).toHaveCount(mine.length);
  for (const name of await theirs.allTextContents()) expect(mine).not.toContain(name);
  await context.close();
});

test('a seat that is opened on a second page is left by the first', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  const status = page.locator('.bar .status');
  await expect(status).toContainText('take a step', { timeout: 20_000 });
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.locator('.bar .status')).toContainText('take a step', { timeout: 20_000 });
  await expect(status).toContainText('another page');
  await page.reload();
  await expect(status).toContainText('take a step', { timeout: 20_000 });
  await expect(second.locator('.bar .status')).toContainText('another page');
});
