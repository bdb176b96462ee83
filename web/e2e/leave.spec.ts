import { expect, test } from '@playwright/test';

import { fa as hall } from '../src/hall/words.fa';
import type { FinalPage } from '../src/api/league';
import { inPersian, PHONE, School } from './school';

/** A team leaves a final while it runs, with the real program: the moderator says so on the phone, and the hall sees who goes on. */

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
    const teams = await school.cup(head, 'جام', 2, NAMES);

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
