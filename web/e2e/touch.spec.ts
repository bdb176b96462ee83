import { expect, settled, spot, test } from './test';

/** The page under fingers: a phone held upright. */

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step');
});

test('a tap near the edge of a lit cell is a step, not a wall', async ({ page }) => {
  const at = await spot(page, { x: 46 + 192, y: 46 + 150 });
  await page.touchscreen.tap(at.x - 8, at.y);
  await expect(page.locator('.timeline output')).toHaveText('1 / 1');
  await expect(page.locator('.bar .status')).toContainText('take a step');
});

test('what cannot be done is said below the board, until something else is done', async ({ page }) => {
  // Only what the person does takes the words away.
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, wait: number) => (wait === 6000 ? 0 : later(run, wait)) });
  });
  const far = await spot(page, { x: 46 + 50, y: 46 + 50 });
  await page.touchscreen.tap(far.x, far.y);
  const message = page.locator('.bar .message');
  await expect(message).toContainText('One step at a time');
  await expect(page.locator('.stage .message')).toHaveCount(0);
  const at = await spot(page, { x: 46 + 150, y: 46 + 150 });
  await page.touchscreen.tap(at.x, at.y);
  await expect(page.locator('.timeline output')).toHaveText('1 / 1');
  await expect(message).toHaveCount(0);
});

test('a long press shows a wall, and does not build it', async ({ page }) => {
  const at = await spot(page, { x: 46 + 205, y: 46 + 50 });
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: at.x, y: at.y }] });
  await expect(page.locator('.bar .status')).toContainText('Build the wall here?');
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.locator('.timeline output')).toHaveText('0 / 0');
  await page.getByRole('button', { name: /Wall/ }).tap();
  await expect(page.locator('.bar .status')).toContainText('take a step');
});

test('a button that was tapped and stays pressed can be read', async ({ page }) => {
  const button = page.getByRole('button', { name: /Wall/ });
  await button.tap();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // Its colours come over a moment, and then stay.
  await page.waitForTimeout(1000);
  const contrast = await button.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [dark = 0, bright = 0] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  });
  expect(contrast).toBeGreaterThan(4.5);
});

test('two fingers zoom the picture, and then one finger moves it', async ({ page }) => {
  const canvas = page.locator('.stage canvas');
  const touch = () => canvas.evaluate((element) => (element as HTMLElement).style.touchAction);
  expect(await touch()).toBe('pan-x pan-y');
  const { x, y } = await spot(page, { x: 196, y: 146 });
  const client = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [{ x: x - apart, y, id: 0 }, { x: x + apart, y, id: 1 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
  for (const apart of [30, 45, 60]) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(touch).toBe('none');
  await expect(page.locator('.timeline output')).toHaveText('0 / 0');
});
