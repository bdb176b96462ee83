import { begin, expect, settled, test } from './arena';

/** What becomes of a running match when the server is started anew, seen by whoever plays and by whoever watches. */

const PATIENT = { timeout: 30_000 };

test('a person plays on after the server was started anew, without doing anything', async ({ page, arena, complaints }) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  await page.keyboard.press('s');
  await expect(page.locator('.timeline output')).toHaveText(/[1-9]\d*$/, PATIENT);
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  await arena.restart();
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  await expect(page.locator('.trouble')).toHaveCount(0);
  const before = Number((await page.locator('.timeline output').textContent())?.split('/').at(-1));
  await page.keyboard.press('s');
  await expect.poll(async () => Number((await page.locator('.timeline output').textContent())?.split('/').at(-1)), PATIENT).toBeGreaterThan(before);
  // The browser notes that the server was away.
  complaints.length = 0;
});

test('a running match opens at now; after the server was started anew whoever watches takes it up and keeps up', async ({ page, arena, complaints }) => {
  test.setTimeout(90_000);
  const id = await begin(page, { game: 'jungle', seats: ['house:random', 'house:collector'], map: 'clearing', seed: 4, pace_ms: 500 });
  await expect.poll(async () => ((await (await page.request.get(`/api/matches/${id}`)).json()) as { windows: number }).windows, PATIENT).toBeGreaterThan(4);
  await page.goto(`/match/${id}`);
  await expect(page.locator('.live.following')).toBeVisible(PATIENT);
  const at = async () => Number((await page.locator('.timeline output').textContent())?.split('/')[0]);
  expect(await at()).toBeGreaterThan(3);
  await arena.restart();
  await expect(page.getByText('The match has stopped here')).toBeVisible(PATIENT);
  const before = await at();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.locator('.live.following')).toBeVisible(PATIENT);
  await expect.poll(at, PATIENT).toBeGreaterThan(before);
  complaints.length = 0;
});
