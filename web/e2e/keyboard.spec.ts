import { expect, settled, test } from './test';

/** A whole game without a pointer: from the home page to the end. */
test('a game is found, played and won with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  const play = page.getByRole('button', { name: /Play .*Labyrinth/ });
  await expect(play).toBeEnabled();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await play.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(play).toBeFocused();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.locator('.bar.mine')).toBeVisible();
  for (const [step, key] of ['ArrowLeft', 'ArrowLeft', 'ArrowUp'].entries()) {
    await expect(page.locator('.bar.mine')).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.locator('.timeline output')).toHaveText(new RegExp(` ${step + 1}$`));
  }
  await expect(page.getByText(/victory|reached|won/i).first()).toBeVisible();
});

test('the tab says which page it is', async ({ page }) => {
  for (const [address, title] of [['/', 'Meydan'], ['/matches', 'Matches · Meydan'], ['/own/jungle', /Jungle.* · Meydan/], ['/setup/galaxy', /Galaxy.* · Meydan/], ['/nowhere', 'There is nothing here · Meydan'], ['/setup/zzz', 'There is nothing here · Meydan']] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(title);
  }
});
