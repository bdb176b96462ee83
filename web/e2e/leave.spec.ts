import { expect, test } from '@playwright/test';

import { fa as hall } from '../src/hall/words.fa';
import type { FinalPage } from '../src/api/league';
import { inPersian, PHONE, School } from './school';

/** Finals whose matches are played when they are called, with the real program: a team leaves, and a match is watched while it is played. */

/** Names may be as long as these, and without a space. */
const NAMES = ['شیرها', 'نام‌خیلی‌خیلی‌طولانی‌بدون‌فاصله', 'W'.repeat(40)];
let school: School;

test.beforeAll(async () => {
  school = await School.open();
});

test.afterAll(() => school.close());

const text = (key: keyof typeof hall) => String(hall[key]);

test.describe('a team that leaves a final', () => {
  test.use({ locale: 'fa', viewport: PHONE });

  test('is said so on the phone, and the hall sees who goes on without a match', async ({ page, browser }) => {
    test.setTimeout(240_000);
    const { address } = school;
    const head = await school.head();
    const teams = await school.cup(head, 'cup', 'جام', 2, NAMES, school.brief());

    // Matches are played when they are called; for now they are held back, so that the first one waits.
    await school.ask('POST', '/contests/cup/hold', head, { paused: true });
    await school.ask('POST', '/contests/cup/final', head, { format: { kind: 'single' }, table: 2, ahead: false, teams: teams.map(({ id }) => id) });
    const { code } = (await (await school.ask('POST', '/contests/cup/final/code', head)).json()) as { code: string };
    await inPersian(page);
    await page.goto(`${address}/hall#${code}`);
    const laptop = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'fa-IR' });
    const screen = await laptop.newPage();
    await inPersian(screen);
    await screen.goto(`${address}/hall#${code}`);
    await screen.getByRole('link', { name: text('hall.screen') }).click();
    const shows = screen.locator('.screen');
    const press = (key: keyof typeof hall) => page.getByRole('button', { name: text(key), exact: true }).first().click();

    await press('phone.next');
    await expect(shows).toHaveAttribute('data-screen', 'next');
    await expect(shows.locator('.names li:not(.versus)')).toHaveText([NAMES[1] ?? '', NAMES[2] ?? '']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const name of await shows.locator('.names li').all()) await expect(name).toBeInViewport({ ratio: 1 });
    expect(await shows.locator('.names').evaluate((list) => [...list.children].some((one) => one.scrollWidth > list.clientWidth))).toBe(false);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByText(text('phone.gone'), { exact: true }).click();
    await page.getByRole('button', { name: `${NAMES[1]}: ${text('final.gone.withdrawn')}` }).click();
    await expect(shows.locator('[data-walkover]')).toContainText(text('final.walkover'));
    await expect(shows.getByRole('heading')).toHaveText(NAMES[2] ?? '');
    await expect(shows.locator('[data-walkover]')).toContainText(`${NAMES[1]}: ${text('final.gone.withdrawn')}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const known = await school.told<FinalPage>('/contests/cup/final', '');
    expect(known.teams.map(({ gone }) => gone)).toEqual([null, 'withdrawn', null]);

    // The phone goes on with the final, which is played now.
    await school.ask('POST', '/contests/cup/hold', head, { paused: false });
    await press('phone.next');
    await expect(shows.locator('.names li:not(.versus)')).toHaveText([NAMES[0] ?? '', NAMES[2] ?? '']);
    await expect(page.getByRole('button', { name: text('phone.result'), exact: true })).toBeEnabled({ timeout: 60_000 });
    await press('phone.result');
    await expect(shows).toHaveAttribute('data-screen', 'result');
    await press('phone.bracket');
    await expect(shows.locator('.series').first()).toContainText(text('final.walkover'));
    await press('phone.places');
    await expect(shows).toHaveAttribute('data-screen', 'places');
    const { state, places } = await school.told<FinalPage>('/contests/cup/final', '');
    expect(state).toBe('over');
    expect(places.map(({ team }) => team).at(-1)).toBe(1);
    // Nobody can leave what is over.
    await expect(page.getByText(text('phone.gone'), { exact: true })).toHaveCount(0);
    await laptop.close();
  });
});

test.describe('a match of a live final', () => {
  test.use({ locale: 'fa', viewport: PHONE });

  test('is watched in the hall while it is played, and the phone tells how far it is', async ({ page }) => {
    test.setTimeout(240_000);
    const { address } = school;
    const head = await school.head();
    // Their programs take their time.
    const teams = await school.cup(head, 'live', 'فینال زنده', 2, ['کندها', 'آرام‌ها'], school.idle('slow', 0.05));
    await school.ask('POST', '/contests/live/final', head, { format: { kind: 'single', best_of: 1, last: 1 }, table: 2, ahead: false, teams: teams.map(({ id }) => id) });
    const { code } = (await (await school.ask('POST', '/contests/live/final/code', head)).json()) as { code: string };
    await inPersian(page);
    const screen = await page.context().newPage();
    await inPersian(screen);
    await screen.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${address}/hall#${code}`);
    await expect(page).toHaveURL(/\/hall\/live$/);
    await screen.goto(`${address}/hall/live/screen`);
    const shows = screen.locator('.screen');
    const button = (key: keyof typeof hall) => page.getByRole('button', { name: text(key), exact: true }).first();

    await button('phone.next').click();
    await expect(shows).toHaveAttribute('data-screen', 'next');
    const going = '[data-running]:not([data-running="0"])';
    await expect(page.locator(going)).toBeVisible();
    await expect(shows.locator(going)).toBeVisible();
    await expect(button('phone.result')).toBeDisabled();
    // Nothing was played that could be shown, and that is not worth a line.
    await expect(page.getByText(/نشان داده نشده/)).toHaveCount(0);
    await button('phone.play').click();
    await expect(shows).toHaveAttribute('data-screen', 'match');
    await shows.locator('canvas[data-drawing]').waitFor();
    // The film goes on although the match is not over.
    const at = () => screen.evaluate(() => (JSON.parse(sessionStorage.getItem('meydan.hall.place') ?? '{}') as { at?: number }).at ?? 0);
    await expect.poll(at).toBeGreaterThan(1);
    await expect(page.locator(going)).toBeVisible();
    await expect(button('phone.decisive')).toBeDisabled();
    // The program ends and is back; the match waits to be played once more, and its film has its end then.
    await school.ask('POST', '/contests/live/hold', head, { paused: true });
    await school.stop();
    await school.again();
    await expect(shows.getByText(text('phone.queued'))).toBeVisible();
    await school.ask('POST', '/contests/live/hold', head, { paused: false });
    await expect(button('phone.result')).toBeEnabled({ timeout: 120_000 });
    await expect(shows.locator('.film')).toHaveAttribute('data-windows', '300');
    await button('phone.decisive').click();
    await button('phone.result').click();
    await expect(shows).toHaveAttribute('data-screen', 'result');
  });
});

test.describe('a final that is called off in front of the hall', () => {
  test.use({ locale: 'fa', viewport: PHONE });

  test('is said so on every screen, and the next one is shown from its beginning', async ({ page }) => {
    test.setTimeout(120_000);
    const { address } = school;
    const head = await school.head();
    const teams = await school.cup(head, 'off', 'فینال لغوشده', 2, ['یکم‌ها', 'دوم‌ها', 'سوم‌ها'], school.brief());
    const open = (count: number) => school.ask('POST', '/contests/off/final', head, { format: { kind: 'single' }, table: 2, ahead: false, teams: teams.slice(0, count).map(({ id }) => id) });
    await school.ask('POST', '/contests/off/hold', head, { paused: true });
    await open(3);
    const { code } = (await (await school.ask('POST', '/contests/off/final/code', head)).json()) as { code: string };
    await inPersian(page);
    const [screen, desk] = [await page.context().newPage(), await page.context().newPage()];
    for (const other of [screen, desk]) await inPersian(other);
    await screen.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${address}/hall#${code}`);
    await expect(page).toHaveURL(/\/hall\/off$/);
    await screen.goto(`${address}/hall/off/screen`);
    await desk.goto(`${address}/hall/off/desk`);
    const shows = screen.locator('.screen');
    await page.getByRole('button', { name: text('phone.next'), exact: true }).first().click();
    await expect(shows).toHaveAttribute('data-screen', 'next');
    await expect(desk.getByText(text('phone.screen.next'))).toBeVisible();

    await school.ask('DELETE', '/contests/off/final', head);
    for (const one of [page, screen, desk]) {
      await expect(one.getByRole('heading', { name: text('hall.dropped'), exact: true })).toBeVisible();
      await expect(one.getByText(text('hall.lost'))).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: text('phone.next'), exact: true })).toHaveCount(0);

    // Its pictures are counted from 0 again.
    await open(2);
    await expect(shows).toHaveAttribute('data-screen', 'bracket');
    await page.getByRole('button', { name: text('phone.next'), exact: true }).first().click();
    await expect(shows.locator('.names li:not(.versus)')).toHaveText(['یکم‌ها', 'دوم‌ها']);
    await expect(desk.getByRole('heading', { name: text('hall.dropped'), exact: true })).toHaveCount(0);
  });
});
