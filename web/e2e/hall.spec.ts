import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test, type Page } from '@playwright/test';

import { fa as hall } from '../src/hall/words.fa';
import type { Backstage, FinalPage, TeamPage, VersionList } from '../src/api/league';
import { binary, openArena, type Arena } from './contest';

/** A whole final of sixteen teams with the real program, moderated from a phone in Persian; then the contest as files on a disk. */

const folder = mkdtempSync(join(tmpdir(), 'meydan-hall-'));
const data = join(folder, 'data');
const HEAD = { name: 'head', password: 'a sentence of hers' };
const PHONE = { width: 390, height: 844 };
/** A name is never a tag, wherever it stands. */
const ODD = '<b>تیم</b>';
const NAMES = Array.from({ length: 16 }, (_, n) => (n === 0 ? ODD : `تیم ${n + 1}`));
let arena: Arena;
let address = '';

test.beforeAll(async () => {
  execFileSync(binary, ['new', 'jungle', 'python', join(folder, 'bot')]);
  execFileSync('python3', ['-c', 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[1])', join(folder, 'bot')]);
  execFileSync(binary, ['arena', 'admin', HEAD.name, '--data', data], { input: `${HEAD.password}\n` });
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

const told = async <T>(path: string, cookie: string) => (await (await ask('GET', path, cookie)).json()) as T;
const cookieOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
const text = (key: keyof typeof hall) => String(hall[key]);

/** Every file below a folder. */
function files(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

async function inPersian(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('meydan.lang', 'fa'));
}

test.describe('a final', () => {
  test.use({ locale: 'fa', viewport: PHONE });

  test('of sixteen teams, from a phone, in Persian; then as files', async ({ page, browser }) => {
    test.setTimeout(420_000);
    const head = cookieOf(await ask('POST', '/signin', '', HEAD));
    const settings = { ranking: { kind: 'none' }, players: 4, team_size: 1, maps: ['clearing'] };
    await ask('POST', '/contests', head, { slug: 'cup', title: 'جام <i>جنگل</i>', game: 'jungle', settings });
    await ask('POST', '/contests/cup/state', head, { to: 'open' });
    const archive = new Uint8Array(readFileSync(join(folder, 'bot.zip')));
    const teams: { id: string; cookie: string }[] = [];
    for (const [n, name] of NAMES.entries()) {
      const cookie = cookieOf(await ask('POST', '/signup', '', { name: `Person ${n + 1}`, password: 'a sentence of mine' }));
      const { team } = (await (await ask('POST', '/contests/cup/teams', cookie, { name })).json()) as TeamPage;
      await ask('POST', `/teams/${team.id}/versions`, cookie, archive);
      teams.push({ id: team.id, cookie });
    }
    await expect(async () => {
      for (const { id, cookie } of teams) {
        const { versions } = await told<VersionList>(`/teams/${id}/versions`, cookie);
        expect(versions[0]?.state).toBe('ready');
      }
    }).toPass({ timeout: 240_000, intervals: [2000] });

    // The organiser opens it, with all matches played ahead, and makes a code.
    const wish = { format: { kind: 'blitz' }, table: 4, ahead: true, teams: teams.map(({ id }) => id) };
    const opened = (await (await ask('POST', '/contests/cup/final', head, wish)).json()) as FinalPage;
    expect(opened.teams).toHaveLength(16);
    const { code } = (await (await ask('POST', '/contests/cup/final/code', head)).json()) as { code: string };
    const backstage = () => told<Backstage>('/contests/cup/final/backstage', head);
    await expect(async () => expect((await backstage()).page.state).toBe('over')).toPass({ timeout: 150_000, intervals: [2000] });
    const all = (await backstage()).matches.map(({ id }) => id);

    // The phone comes in by the link, the laptop at the projector by the code.
    await inPersian(page);
    await page.goto(`${address}/hall#${code}`);
    await expect(page).toHaveURL(/\/hall\/cup$/);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const laptop = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'fa-IR' });
    const screen = await laptop.newPage();
    await inPersian(screen);
    await screen.goto(`${address}/hall`);
    await screen.getByLabel(text('hall.enter.code')).fill(code);
    await screen.getByRole('button', { name: text('hall.enter.go') }).click();
    await screen.getByRole('link', { name: text('hall.screen') }).click();
    const shows = screen.locator('.screen');
    await expect(shows).toHaveAttribute('data-screen', 'bracket');
    await expect(shows).toHaveAttribute('data-loaded', String(all.length));

    const press = (key: keyof typeof hall) => page.getByRole('button', { name: text(key), exact: true }).first().click();
    await press('phone.next');
    await expect(shows).toHaveAttribute('data-screen', 'next');
    await expect(shows.locator('.names li')).toHaveCount(4);
    await expect(shows.locator('.names')).toContainText(ODD);
    await press('phone.play');
    await expect(shows).toHaveAttribute('data-screen', 'match');
    await shows.locator('canvas').waitFor();
    await press('phone.pause');
    await press('phone.resume');
    await press('phone.decisive');
    await press('phone.result');
    await expect(shows).toHaveAttribute('data-screen', 'result');
    await expect(shows.locator('.ranks li')).toHaveCount(4);

    // What was shown is known to everybody, and nothing else is.
    const shown = (await told<FinalPage>('/contests/cup/final', '')).series.flatMap(({ games }) => games.flatMap(({ id }) => (id === null ? [] : [id])));
    expect(shown).toHaveLength(1);
    const hidden = all.filter((id) => !shown.includes(id));
    execFileSync(binary, ['arena', 'archive', 'cup', join(folder, 'half'), '--data', data]);
    for (const file of files(join(folder, 'half'))) {
      const held = readFileSync(file, 'latin1');
      for (const id of hidden) expect(held.includes(id) || file.includes(id), `${id} in ${file}`).toBe(false);
    }

    // The rest of the final: some matches are played, some only told.
    for (let left = all.length - 1; left > 0; left -= 1) {
      await press('phone.next');
      await expect(shows).toHaveAttribute('data-screen', 'next');
      await press(left % 2 === 0 ? 'phone.skip' : 'phone.result');
      await expect(shows).toHaveAttribute('data-screen', left % 2 === 0 ? 'bracket' : 'result');
    }
    await expect(page.getByText(text('phone.done'))).toBeVisible();
    await press('phone.places');
    await expect(shows).toHaveAttribute('data-screen', 'places');
    const { places, teams: known } = await told<FinalPage>('/contests/cup/final', '');
    expect(places.filter(({ place }) => place === 1)).toHaveLength(1);
    expect(places).toHaveLength(16);
    await expect(shows.getByRole('heading')).toHaveText(known[places[0]?.team ?? 0]?.name ?? '');
    await laptop.close();

    // The contest as files, opened from the disk: nothing is asked of any server.
    const whole = join(folder, 'whole');
    execFileSync(binary, ['arena', 'archive', 'cup', whole, '--data', data]);
    const index = pathToFileURL(join(whole, 'index.html')).href;
    const reader = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'fa-IR' });
    const book = await reader.newPage();
    const wrong: string[] = [];
    book.on('pageerror', (error) => wrong.push(String(error)));
    book.on('request', (asked) => { if (!asked.url().startsWith('file:') && !/^(data|blob):/.test(asked.url())) wrong.push(asked.url()); });
    await inPersian(book);
    await book.goto(index);
    await expect(book.getByRole('heading', { level: 1 })).toHaveText('جام <i>جنگل</i>');
    await book.goto(`${index}#/contest/cup/final`);
    await expect(book.getByText(ODD).first()).toBeVisible();
    await expect(book.locator('b', { hasText: /^تیم$/ })).toHaveCount(0);
    await book.goto(`${index}#/league/${all[0] ?? ''}`);
    await expect(book.locator('canvas').first()).toBeVisible({ timeout: 30_000 });
    // It plays: the place in the film moves on by itself.
    await expect(book.locator('.timeline output')).not.toHaveText(/^[0۰] \//, { timeout: 30_000 });
    await expect(book.locator(`a[href="traces/${all[0] ?? ''}.trace"]`)).toHaveCount(1);
    expect(statSync(join(whole, 'traces', `${all[0] ?? ''}.trace`)).size).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
    await reader.close();
    // Nobody's own words are in it.
    const everything = files(whole).filter((file) => !file.endsWith('page.js')).map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(everything).not.toMatch(/"stderr":\[\[/);
    for (const secret of ['"password', '"code_hash', HEAD.password]) expect(everything.includes(secret), secret).toBe(false);
  });
});
