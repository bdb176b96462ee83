import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { fa } from '../src/class/words.fa';
import { binary, openArena, type Arena } from './contest';

/** A class of thirty against the real program: they come in by a code, send programs, and are graded by matches. */

const folder = mkdtempSync(join(tmpdir(), 'meydan-class-'));
const TEACHER = { name: 'teacher', password: 'a sentence of hers' };
let arena: Arena;
let address = '';

test.beforeAll(async () => {
  const data = join(folder, 'data');
  execFileSync(binary, ['new', 'jungle', 'python', join(folder, 'bot')]);
  execFileSync('python3', ['-c', 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[1])', join(folder, 'bot')]);
  execFileSync(binary, ['arena', 'admin', TEACHER.name, '--data', data], { input: `${TEACHER.password}\n` });
  arena = await openArena(data);
  address = arena.address;
});

test.afterAll(async () => {
  await arena.stop();
  rmSync(folder, { recursive: true });
});

async function ask(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
  const json = body !== undefined && !(body instanceof Uint8Array);
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { origin: address, cookie, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : Buffer.from(body as Uint8Array) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

const text = (key: keyof typeof fa) => String(fa[key]);

const cookieOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

test.describe('a class', () => {
  test.use({ locale: 'fa', viewport: { width: 390, height: 844 } });

  test('of thirty comes in by a code, sends and is graded', async ({ page }) => {
    test.setTimeout(420_000);
    const teacher = cookieOf(await ask('POST', '/signin', '', TEACHER));
    const settings = { ranking: { kind: 'none' }, team_size: 1, maps: ['clearing'], class: { marks: [{ house: 'random', share: 0.4, confidence: 0.6, matches: 4 }] } };
    await ask('POST', '/contests', teacher, { slug: 'first', title: 'First year', game: 'jungle', settings, code: 'room 101' });
    await ask('POST', '/contests/first/state', teacher, { to: 'open' });

    // The first comes in by the page, on a phone, in Persian.
    await page.goto(`${address}/class`);
    await page.getByLabel(text('join.code'), { exact: true }).fill('room 102');
    await page.getByLabel(text('join.name'), { exact: true }).fill('سارا');
    await page.getByRole('button', { name: text('join.go') }).click();
    await expect(page.getByRole('alert')).toContainText('هیچ کلاسی این کد را ندارد');
    await page.getByLabel(text('join.code'), { exact: true }).fill('ROOM 101');
    await page.getByRole('button', { name: text('join.go') }).click();
    await expect(page.locator('.secret code')).toHaveText(/^[a-z0-9]{12}$/);
    await page.getByRole('link', { name: text('join.on') }).click();
    await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(folder, 'bot'));

    // The others do the same without a page; one of them sends nothing.
    const archive = readFileSync(join(folder, 'bot.zip'));
    for (let n = 2; n <= 30; n += 1) {
      const joined = await ask('POST', '/class', '', { code: 'room 101', name: `Student ${n}` });
      const { team } = (await joined.json()) as { team: string };
      if (n < 30) await ask('POST', `/teams/${team}/versions`, cookieOf(joined), new Uint8Array(archive));
    }

    const context = page.context();
    await context.clearCookies();
    const [name, value] = teacher.split('=') as [string, string];
    await context.addCookies([{ name, value, url: address }]);
    await page.goto(`${address}/desk/first?part=class`);
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(30);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // The wall shows what is being played, small.
    await page.goto(`${address}/wall/first`);
    const board = page.locator('.wall > li:not(.over)').filter({ has: page.locator('canvas') }).first();
    await expect(board).toBeVisible({ timeout: 120_000 });
    await expect(page.locator('.board:not([data-drawn="0"])').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.goto(`${address}/desk/first?part=class`);
    await expect(rows).toHaveCount(30);
    await expect(async () => {
      const { rows: all } = (await (await ask('GET', '/contests/first/class', teacher)).json()) as { rows: { marks: ({ passed: boolean | null } | null)[] }[] };
      expect(all.filter(({ marks }) => typeof marks[0]?.passed === 'boolean')).toHaveLength(29);
    }).toPass({ timeout: 330_000, intervals: [2000] });
    await expect(rows.filter({ hasText: 'سارا' })).toContainText(/رسیده|نرسیده/, { timeout: 15_000 });
    await expect(rows.filter({ hasText: 'Student 30' })).not.toContainText(/رسیده|نرسیده/);

    // All of them sent the kit, which is nobody's own work.
    await page.getByRole('button', { name: text('alike.look') }).click();
    await expect(page.getByText(text('alike.none'))).toBeVisible();
    const csv = await (await ask('GET', '/contests/first/class.csv', teacher)).text();
    expect(csv.trim().split('\n')).toHaveLength(31);
  });
});
