import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { SIXTEEN } from './final';
import { expect, test } from './test';

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1366, height: 768 };

const speak = (page: Page, lang: string) => page.addInitScript((wanted) => localStorage.setItem('meydan.lang', wanted), lang);

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Nothing sticks out of the window sideways. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

test.beforeEach(() => test.slow());

test('an organiser opens a final and gives the hall a code', async ({ page, mock }) => {
  await page.context().addCookies([{ name: 'session', value: 'omid', url: mock.url }]);
  await page.addInitScript(() => localStorage.setItem('meydan.signed', '1'));
  await page.goto('/contest/grotto-cup/final');
  await page.getByLabel(/Groups, then a knock-out/).check();
  await page.getByLabel('Teams in a group').fill('8');
  await page.getByLabel(/As the Blitz contests/).check();
  await accessible(page);
  await page.getByRole('button', { name: 'Open the final' }).click();
  await expect(page.getByRole('heading', { name: 'Run the final' })).toBeVisible();
  expect(mock.league.final.opened).toMatchObject({ format: { kind: 'blitz', duels_from: 4 }, ahead: true, ties: 'again' });
  await page.getByRole('button', { name: 'Make a code' }).click();
  await expect(page.getByText('01234-56789')).toBeVisible();
  await expect(page.getByRole('link', { name: /\/hall#0123456789/ })).toBeVisible();
});

test('a final of sixteen teams is moderated from a phone, in Persian', async ({ page, mock, browser }) => {
  mock.league.final.opened = {};
  await speak(page, 'fa');
  await page.setViewportSize(PHONE);
  // The phone comes in by the link with the code.
  await page.goto('/hall#0123456789');
  await expect(page).toHaveURL(/\/hall\/grotto-cup$/);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await fits(page);
  await accessible(page);

  // The laptop at the projector types it.
  const laptop = await browser.newContext({ baseURL: mock.url, viewport: LAPTOP, locale: 'fa-IR' });
  const screen = await laptop.newPage();
  await speak(screen, 'fa');
  await screen.goto('/hall/grotto-cup/screen');
  await expect(screen).toHaveURL(/\/hall$/);
  await screen.getByLabel('کد').fill('01234-56789');
  await screen.getByRole('button', { name: 'ورود' }).click();
  await expect(screen).toHaveURL(/\/hall\/grotto-cup$/);
  await screen.getByRole('link', { name: 'نمایشگر' }).click();
  const shows = screen.locator('.screen');
  await expect(shows).toHaveAttribute('data-screen', 'bracket');
  await expect(shows).toHaveAttribute('data-loaded', '10');
  // Until something is shown the audience knows the first tables only.
  await expect(shows.getByText('شیرهای میدان')).toHaveCount(1);

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  await press('مسابقهٔ بعدی');
  await expect(shows).toHaveAttribute('data-screen', 'next');
  await expect(shows.locator('.names li')).toHaveText([0, 7, 8, 15].map((seed) => SIXTEEN[seed] ?? ''));
  await press('پخش مسابقه');
  await expect(shows).toHaveAttribute('data-screen', 'match');
  await shows.locator('canvas[data-drawing]').waitFor();
  await press('مکث');
  await press('ادامه');
  await press('دوباره نوبت سرنوشت‌ساز');
  await press('نتیجه را نشان بده');
  await expect(shows.getByRole('heading', { name: 'شیرهای میدان' })).toBeVisible();

  // The network of the hall is gone for a moment: the film that was loaded ahead is played all the same.
  await press('مسابقهٔ بعدی');
  await expect(shows).toHaveAttribute('data-screen', 'next');
  await screen.route('**/reel', (route) => route.abort());
  await press('پخش مسابقه');
  await expect(shows).toHaveAttribute('data-screen', 'match');
  await shows.locator('canvas[data-drawing]').waitFor();
  await press('نتیجه را نشان بده');
  await expect(shows.getByRole('heading', { name: SIXTEEN[1] ?? '' })).toBeVisible();

  // A result before its match is asked about.
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.accept();
  });
  for (let left = 10 - 2; left > 0; left -= 1) {
    await press('مسابقهٔ بعدی');
    await expect(shows).toHaveAttribute('data-screen', 'next');
    await press(left % 2 === 0 ? 'رد شو: تنها نتیجه' : 'نتیجه را نشان بده');
    await expect(shows).toHaveAttribute('data-screen', left % 2 === 0 ? 'bracket' : 'result');
  }
  expect(asked).toBe(4);
  await expect(page.getByText('همه چیز نشان داده شد.')).toBeVisible();
  await press('جایگاه‌ها را نشان بده');
  await expect(shows.getByText('قهرمان')).toBeVisible();
  await expect(shows.getByRole('heading', { name: 'شیرهای میدان' })).toBeVisible();
  expect(mock.league.final.shown.size).toBe(10);
  await laptop.close();
});

test('everybody sees what was shown, and no more', async ({ page, mock }) => {
  mock.league.final.opened = {};
  await page.setViewportSize(PHONE);
  await page.goto('/contest/grotto-cup/final');
  const second = page.getByRole('listitem').filter({ hasText: 'Match 5' }).first();
  await expect(second).toContainText('place 1 of match 1');
  await fits(page);
  await accessible(page);
  mock.league.final.cue({ act: 'next' });
  mock.league.final.cue({ act: 'result' });
  await expect(second).toContainText(SIXTEEN[0] ?? '', { timeout: 15_000 });
  await expect(page.getByRole('link', { name: 'Watch game 1' })).toHaveCount(1);
  await fits(page);
});

test('commentators see what the audience does not', async ({ page, mock }) => {
  mock.league.final.opened = {};
  await page.goto('/hall#0123456789');
  await page.getByRole('link', { name: 'Commentators' }).click();
  await expect(page.getByRole('heading', { name: 'What the audience does not see' })).toBeVisible();
  await expect(page.getByText('not shown').first()).toBeVisible();
  await expect(page.locator('.matches li')).toHaveCount(10);
  await accessible(page);
});
