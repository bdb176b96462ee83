import { expect, settled, test } from './test';

/** The buttons of a person who plays stay where they are, whatever is said beside them, in every language. */
for (const lang of ['en', 'fa', 'fr']) {
  for (const [name, width, height] of [['laptop', 1366, 768], ['phone', 390, 844], ['phone on its side', 844, 390]] as const) {
    test(`no button moves while a wall is planned, in ${lang} on a ${name}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`/?lang=${lang}`);
      await page.locator('.cards article').first().getByRole('button').nth(1).click();
      await settled(page);
      const status = page.locator('.bar .status');
      const choices = page.locator('.bar .choices');
      await expect(choices.getByRole('button').first()).toBeEnabled();
      const places = async () => (await Promise.all((await choices.getByRole('button').all()).map((button) => button.boundingBox()))).map((box) => [box?.x, box?.y]);
      const before = await places();
      expect(before.length).toBeGreaterThan(1);
      const said = new Set([await status.textContent()]);
      for (const key of ['w', 'ArrowUp', 'Escape', 'w', 'ArrowLeft']) {
        await page.keyboard.press(key);
        said.add(await status.textContent());
        expect(await places(), `after ${key}: ${await status.textContent()}`).toEqual(before);
      }
      expect(said.size).toBeGreaterThan(2);
    });
  }
}
