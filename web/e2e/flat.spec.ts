import { expect, played, settled, test, type Wish } from './arena';
import { test as replay } from './test';

/** A browser without 3D: the same pictures, drawn on a plain canvas. */

const SAME: [wish: Wish, moment: string, picture: string][] = [
  [{ game: 'heroes', seats: ['house:random', 'house:squad'], map: 'duel', seed: 5 }, 'step=117', 'heroes-light.png'],
  [{ game: 'gotham', seats: ['house:patrol', 'house:patrol'], map: 'riverside', seed: 3 }, 'step=34', 'gotham-light.png'],
  [{ game: 'jungle', seats: ['house:jaguar', 'house:collector', 'house:random', 'house:jaguar'], map: 'grotto', seed: 8 }, 'turn=39', 'jungle-light.png'],
  [{ game: 'galaxy', seats: ['house:greedy', 'house:greedy', 'house:greedy'], map: 'trefoil', seed: 3 }, 'step=109', 'galaxy-light.png'],
];

for (const [wish, moment, picture] of SAME) {
  test(`${wish.game} looks as it does with a graphics card`, async ({ page }) => {
    const id = await played(page, wish);
    await page.goto(`/match/${id}?${moment}`);
    await settled(page);
    await expect(page.locator('.stage canvas')).toHaveAttribute('data-drawing', 'canvas');
    await expect(page.locator('.stage')).toHaveScreenshot(picture);
  });
}

replay('labyrinth looks as it does with a graphics card', async ({ page }) => {
  await page.goto('/match/labyrinth-boxes?turn=9');
  await settled(page);
  await expect(page.locator('.stage canvas')).toHaveAttribute('data-drawing', 'canvas');
  await expect(page.locator('.stage')).toHaveScreenshot('labyrinth-boxes-light.png');
});

for (const game of ['Labyrinth', 'Jungle']) {
  test(`${game} is played without a graphics card`, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: new RegExp(`Play .*${game}`) }).click();
    await settled(page);
    await expect(page.locator('.bar.mine')).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('.data')).toHaveCount(0);
    await page.keyboard.press(game === 'Jungle' ? 'Enter' : 's');
    await expect(page.locator('.timeline output')).toHaveText(/ [1-9]\d*$/, { timeout: 20_000 });
  });
}

test('where nothing can be drawn a sentence says so', async ({ page, complaints }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
    (window as unknown as { OffscreenCanvas: unknown }).OffscreenCanvas = undefined;
  });
  const id = await played(page, SAME[0]![0]);
  await page.goto(`/match/${id}?step=5`);
  await expect(page.getByText('This browser cannot draw the picture')).toBeVisible();
  complaints.length = 0;
});
