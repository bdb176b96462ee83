import { expect, settled, test } from './test';

/** A picture per stage and look, kept under a pixel tolerance. */
for (const [name, address] of [
  ['labyrinth-company', '/match/labyrinth-company?turn=20'],
  ['labyrinth-boxes', '/match/labyrinth-boxes?turn=9'],
] as const) {
  for (const colours of ['light', 'dark'] as const) {
    test(`${name}, ${colours}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: colours });
      await page.goto(address);
      await settled(page);
      await expect(page.locator('.stage')).toHaveScreenshot(`${name}-${colours}.png`);
    });
  }
}

/** Text is drawn with the system's fonts, so whole pages are not compared; they must fit, on a phone and on a projector. */
for (const [width, height] of [[360, 740], [390, 844], [1024, 700], [3840, 2160]] as const) {
  for (const lang of ['en', 'fa', 'fr'] as const) {
    test(`nothing sticks out at ${width} pixels in ${lang}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript((wished) => localStorage.setItem('meydan.lang', wished), lang);
      for (const address of ['/', '/setup/labyrinth', '/matches', '/match/labyrinth-solver?turn=5']) {
        await page.goto(address);
        if (address.startsWith('/match/')) await settled(page);
        if (address.startsWith('/setup')) await page.getByRole('combobox').nth(1).waitFor();
        const [scrollWidth, clientWidth] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      }
    });
  }
}
