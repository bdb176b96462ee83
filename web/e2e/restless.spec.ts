import type { Page } from '@playwright/test';

import { expect, settled, test } from './test';

/** What comes late, what goes away, and people who do not wait. The page must not complain (`test.ts` looks). */

const PATIENT = { timeout: 30_000 };
const output = (page: Page) => page.locator('.timeline output');
const shot = (page: Page) => page.locator('.stage').screenshot();

test.describe.configure({ timeout: 150_000 });

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
      for (const step of [7, 8, 9]) {
        await page.keyboard.press('ArrowRight');
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
    card?.restoreContext();
    await back;
  });
  await expect.poll(async () => (await shot(page)).equals(usual), PATIENT).toBe(true);
});

test('nobody who hurries is told of an error', async ({ page, mock }) => {
  const recorded = ['labyrinth-company', 'heroes-duel', 'gotham-harbour', 'jungle-grotto', 'galaxy-turns'];
  for (const [round, name] of recorded.entries()) {
    mock.replay = name;
    // Left before it is there, and opened again.
    await page.goto('/replay', { waitUntil: 'commit' });
    await page.goto('/matches');
    await page.goto('/replay?step=4');
    await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, PATIENT);
    // Another size while it plays, another look, another language, the rules drawn beside it.
    await page.keyboard.press(' ');
    for (const [width, height] of [[500, 800], [1400, 500], [700, 700], [1280, 800]] as const) await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: round % 2 === 0 ? 'dark' : 'light' });
    await page.keyboard.press('g');
    for (const key of ['End', 'Home', 'r', 'n', 'p', '9', 'r', 'd', 'd']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    for (const lang of ['fa', 'fr', 'en']) await page.getByRole('combobox', { name: /Language|زبان|Langue/ }).selectOption(lang);
    const line = (await page.getByRole('slider').first().boundingBox())!;
    await page.mouse.move(line.x + 4, line.y + line.height / 2);
    await page.mouse.down();
    for (let part = 0; part <= 10; part += 1) await page.mouse.move(line.x + (line.width * part) / 10, line.y + line.height / 2);
    await page.mouse.up();
    await page.mouse.wheel(0, -400);
    // Away within the page, while the picture still moves, and back.
    await page.getByRole('link', { name: 'Matches' }).click();
    await page.goBack();
    await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, PATIENT);
  }
  await page.goto('/match/live');
  await expect(page.locator('.live')).toBeVisible(PATIENT);
  for (const key of ['Home', 'End', 'l', 'ArrowLeft', 'ArrowLeft', 'l']) await page.keyboard.press(key);
  await page.getByRole('link', { name: 'Games' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
