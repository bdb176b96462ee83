import type { Page } from '@playwright/test';

import { expect, settled, test } from './test';

/** What comes late, what goes away, and people who do not wait. The page must not complain (`test.ts` looks). */

const PATIENT = { timeout: 30_000 };
const output = (page: Page) => page.locator('.timeline output');
const shot = (page: Page) => page.locator('.stage').screenshot();

test.describe.configure({ timeout: 180_000 });

for (const drawing of ['webgl', 'canvas'] as const) {
  for (const [game, recorded] of [['gotham', 'gotham-finals'], ['jungle', 'jungle-grotto']] as const) {
    test(`a part of ${game} that is fetched after the ${drawing} is ready looks as it does when it is early`, async ({ page, mock }) => {
      mock.replay = recorded;
      const address = `/replay?still&draw=${drawing}&step=6`;
      await page.goto(address);
      await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, PATIENT);
      await settled(page);
      const usual = await shot(page);
      const held: (() => Promise<void>)[] = [];
      let hold = true;
      await page.route(new RegExp(`/assets/${game}-`), async (route) => {
        if (hold) held.push(() => route.continue());
        else await route.continue();
      });
      await page.goto('about:blank');
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator('.stage canvas').waitFor(PATIENT);
      expect(held.length).toBeGreaterThan(0);
      hold = false;
      for (const go of held) await go();
      await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, PATIENT);
      await expect.poll(async () => (await shot(page)).equals(usual), PATIENT).toBe(true);
      // A word that moves is where a missing part would have been an error.
      for (const step of [7, 8]) {
        await page.getByRole('button', { name: 'One step forward' }).click();
        await expect(output(page)).toHaveText(new RegExp(`^${step} `), PATIENT);
      }
    });
  }
}

test('a graphics card that is taken away and given back draws the same picture', async ({ page, mock }) => {
  mock.replay = 'gotham-harbour';
  await page.goto('/replay?still&draw=webgl&step=9');
  await settled(page);
  const usual = await shot(page);
  await page.locator('.stage canvas').evaluate(async (canvas) => {
    const card = (canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const heard = (name: string) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
    const [lost, back] = [heard('webglcontextlost'), heard('webglcontextrestored')];
    card?.loseContext();
    await lost;
    // It can be given back once everybody has heard that it is lost.
    await new Promise((next) => setTimeout(next));
    card?.restoreContext();
    await back;
  });
  await expect.poll(async () => (await shot(page)).equals(usual), PATIENT).toBe(true);
});

for (const recorded of ['labyrinth-company', 'heroes-duel', 'gotham-harbour', 'jungle-grotto', 'galaxy-turns']) {
  test(`nobody who hurries through ${recorded} is told of an error`, async ({ page, mock }) => {
    mock.replay = recorded;
    // Left before it is there, and opened again.
    await page.goto('/replay', { waitUntil: 'commit' });
    await page.goto('/replay?step=4');
    await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, PATIENT);
    // Another size while it plays, another look, another language, the rules drawn beside it.
    await page.keyboard.press(' ');
    for (const [width, height] of [[500, 800], [1400, 500], [1280, 800]] as const) await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Rules' }).click();
    for (const key of ['Escape', 'End', 'Home', 'r', 'n', 'p', '9', 'r']) await page.keyboard.press(key);
    await page.locator('header select').selectOption('fa');
    const line = (await page.getByRole('slider').first().boundingBox())!;
    await page.mouse.move(line.x + 4, line.y + line.height / 2);
    await page.mouse.down();
    for (let part = 0; part <= 6; part += 1) await page.mouse.move(line.x + (line.width * part) / 6, line.y + line.height / 2);
    await page.mouse.up();
    // Away within the page, while the picture still moves, and back.
    await page.locator('header nav a[href="/matches"]').click();
    await expect(page.locator('.stage canvas')).toHaveCount(0);
    await page.evaluate(() => history.back());
    await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, PATIENT);
  });
}
