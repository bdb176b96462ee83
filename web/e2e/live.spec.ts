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
  // All that the button of the walls says meanwhile: a person has two of them, whoever is away.
  await page.evaluate(() => {
    const told = new Set<string>();
    Object.assign(window, { told });
    const look = () => document.querySelectorAll('.choices button').forEach(({ textContent }) => /Wall/.test(textContent ?? '') && told.add(/\d+/.exec(textContent ?? '')?.[0] ?? ''));
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const restarted = arena.restart();
  // An arrow that is pressed while nobody is asked does not lead into the past.
  await expect(page.locator('.bar.mine')).toHaveCount(0, PATIENT);
  await page.keyboard.press('ArrowLeft');
  await restarted;
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  await expect(page.locator('.trouble')).toHaveCount(0);
  expect(await page.evaluate(() => [...(window as unknown as { told: Set<string> }).told])).toEqual(['2']);
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
  const before = await at();
  await arena.restart();
  // Only house bots play: whoever watches may take it up again, and the page does.
  await expect.poll(at, PATIENT).toBeGreaterThan(before);
  complaints.length = 0;
});

test('whoever begins a match at a pace follows it and keeps up', async ({ page, arena }) => {
  void arena;
  test.setTimeout(120_000);
  await page.goto('/setup/jungle');
  await page.getByLabel('Pace').selectOption('1000');
  await page.locator('form button.primary, button.primary').last().click();
  await expect(page.locator('.live.following')).toBeVisible(PATIENT);
  const places = async () => ((await page.locator('.timeline output').textContent()) ?? '').split('/').map(Number);
  await expect.poll(async () => (await places())[1] ?? 0, { timeout: 60_000 }).toBeGreaterThan(9);
  const [at = 0, newest = 0] = await places();
  expect(newest - at).toBeLessThan(6);
});
