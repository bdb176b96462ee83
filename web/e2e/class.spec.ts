import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { fa } from '../src/class/words.fa';
import { fa as room } from '../src/room/words.fa';
import { fa as wall } from '../src/wall/words.fa';
import { cookieOf, inPersian, PHONE, School } from './school';

/** A class of thirty against the real program: they come in by a code, send programs, and are graded by matches. */

let school: School;

test.beforeAll(async () => {
  school = await School.open();
  school.kit();
});

test.afterAll(() => school.close());

const text = (key: keyof typeof fa) => String(fa[key]);
const say = (key: keyof typeof room) => String(room[key]);

/** A name may be one long word. */
const SLOW = `Slow${'W'.repeat(36)}`;

test.describe('a class', () => {
  test.use({ locale: 'fa', viewport: PHONE });

  test('of thirty comes in by a code, sends and is graded', async ({ page, browser }) => {
    test.setTimeout(480_000);
    const { address, folder } = school;
    const teacher = await school.head();
    const settings = {
      ranking: { kind: 'none' }, team_size: 1, maps: ['clearing'], time: { rate: 50 },
      class: { marks: [{ house: 'random', share: 0.4, confidence: 0.6, matches: 4 }] },
    };
    await school.ask('POST', '/contests', teacher, { slug: 'first', title: 'First year', game: 'jungle', settings, code: 'room 101' });
    await school.ask('POST', '/contests/first/state', teacher, { to: 'open' });
    const join30 = async (name: string, program?: Uint8Array) => {
      const joined = await school.ask('POST', '/class', '', { code: 'room 101', name });
      const { team } = (await joined.json()) as { team: string };
      if (program !== undefined) await school.ask('POST', `/teams/${team}/versions`, cookieOf(joined), program);
    };
    // Somebody whose program takes its time, so that there is something on the wall.
    await join30(SLOW, school.idle('slow', 0.1));

    // The first comes in by the page, on a phone, in Persian.
    await inPersian(page);
    await page.goto(`${address}/class`);
    await page.getByLabel(text('join.code'), { exact: true }).fill('room 102');
    await page.getByLabel(text('join.name'), { exact: true }).fill('سارا');
    await page.getByRole('button', { name: text('join.go') }).click();
    await expect(page.getByRole('alert')).toContainText('هیچ کلاسی این کد را ندارد');
    await page.getByLabel(text('join.code'), { exact: true }).fill('ROOM 101');
    await page.getByRole('button', { name: text('join.go') }).click();
    await expect(page.locator('.secret code')).toHaveText(/^[a-z0-9]{12}$/);
    await page.getByRole('link', { name: text('join.on') }).click();
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/versions'));
    await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(folder, 'bot'));
    await sent;

    // The wall shows what is being played, small; the teacher ends a match there, and takes somebody out of the class.
    await school.wear(page.context(), teacher);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${address}/wall/first`);
    const slow = page.locator('.wall > li:not(.over)').filter({ hasText: 'Slow' });
    // Its label tells the match's number, too.
    const [before = '', after = ''] = String(wall['wall.end.label']).split('{n}');
    await slow.getByRole('button', { name: new RegExp(`^${before}.*${after}$`) }).first().click({ timeout: 120_000 });
    await expect(page.locator('.wall > li.over').filter({ hasText: 'Slow' }).first()).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.board:not([data-drawn="0"])').first()).toBeVisible();
    await expect(slow.locator('button.danger', { hasText: 'Slow' }).first()).toBeVisible({ timeout: 120_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await slow.locator('button.danger', { hasText: 'Slow' }).first().click({ timeout: 120_000 });
    await expect(async () => {
      const { rows } = await school.told<{ rows: { name: string }[] }>('/contests/first/class', teacher);
      expect(rows.map(({ name }) => name)).not.toContain(SLOW);
    }).toPass();

    // The others do the same without a page; one of them sends nothing.
    const archive = school.idle('idle', 0);
    for (let n = 2; n <= 30; n += 1) await join30(`Student ${n}`, n < 30 ? archive : undefined);

    await page.goto(`${address}/desk/first?part=class`);
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(31);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    // A room for the class, without a chat; somebody comes in by its link, and is sent away again.
    await page.getByRole('link', { name: say('door.class') }).click();
    await page.getByLabel(say('door.name'), { exact: true }).fill('آموزگار');
    await expect(page.getByLabel(say('door.chat'))).not.toBeChecked();
    await page.getByRole('button', { name: say('door.open') }).click();
    await expect(page).toHaveURL(/\/room\/[a-z0-9]{8}$/);
    await expect(page.getByText(say('chat.off'))).toBeVisible();
    const other = await browser.newContext({ viewport: PHONE, locale: 'fa-IR' });
    const pupil = await other.newPage();
    await inPersian(pupil);
    await pupil.goto(page.url());
    await pupil.getByLabel(say('door.name'), { exact: true }).fill('سارا');
    await pupil.getByRole('button', { name: say('room.come') }).click();
    await expect(pupil.getByText(say('chat.off'))).toBeVisible();
    await page.getByRole('button', { name: say('people.kick.label').replace('{name}', '') }).click();
    await expect(pupil.getByRole('button', { name: say('room.come') })).toBeVisible();
    await other.close();
    await page.goto(`${address}/desk/first?part=class`);

    await expect(async () => {
      const { rows: all } = await school.told<{ rows: { name: string; marks: ({ passed: boolean | null } | null)[] }[] }>('/contests/first/class', teacher);
      // Whoever was taken out may have been graded before.
      expect(all.filter(({ name, marks }) => !name.startsWith('gone') && typeof marks[0]?.passed === 'boolean').map(({ name }) => name)).toHaveLength(29);
    }).toPass({ timeout: 300_000, intervals: [1000] });
    await expect(rows.filter({ hasText: 'سارا' })).toContainText(/رسیده|نرسیده/, { timeout: 15_000 });
    await expect(rows.filter({ hasText: 'Student 30' })).not.toContainText(/رسیده|نرسیده/);

    // All of them have sent the same program, and it is told.
    await page.getByRole('button', { name: text('alike.look') }).click();
    await expect(page.locator('details').filter({ hasText: /Student \d+.*Student \d+/s }).first()).toContainText('۱۰۰');
    const csv = await (await school.ask('GET', '/contests/first/class.csv', teacher)).text();
    expect(csv.trim().split('\n')).toHaveLength(32);
  });
});
