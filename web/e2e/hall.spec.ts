import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@playwright/test';

import { fa as hall } from '../src/hall/words.fa';
import type { Backstage, FinalPage } from '../src/api/league';
import { binary } from './contest';
import { HEAD, inPersian, PHONE, School } from './school';

/** A whole final of sixteen teams with the real program, moderated from a phone in Persian; then the contest as files on a disk. */

/** A name is never a tag, wherever it stands. */
const ODD = '<b>تیم</b>';
const NAMES = Array.from({ length: 16 }, (_, n) => (n === 0 ? ODD : `تیم ${n + 1}`));
let school: School;

test.beforeAll(async () => {
  school = await School.open();
});

test.afterAll(() => school.close());

const text = (key: keyof typeof hall) => String(hall[key]);

/** Every file below a folder. */
function files(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

test.describe('a final', () => {
  test.use({ locale: 'fa', viewport: PHONE });

  test('of sixteen teams, from a phone, in Persian; then as files', async ({ page, browser }) => {
    test.setTimeout(420_000);
    const { address, folder, data } = school;
    const head = await school.head();
    const teams = await school.cup(head, 'cup', 'جام <i>جنگل</i>', 4, NAMES, school.brief());

    // The organiser opens it, with all matches played ahead, and makes a code.
    const wish = { format: { kind: 'blitz' }, table: 4, ahead: true, teams: teams.map(({ id }) => id) };
    const opened = (await (await school.ask('POST', '/contests/cup/final', head, wish)).json()) as FinalPage;
    expect(opened.teams).toHaveLength(16);
    const { code } = (await (await school.ask('POST', '/contests/cup/final/code', head)).json()) as { code: string };
    const backstage = () => school.told<Backstage>('/contests/cup/final/backstage', head);
    await expect(async () => expect((await backstage()).page.state).toBe('over')).toPass({ timeout: 150_000, intervals: [2000] });
    const all = (await backstage()).matches.map(({ id }) => id);

    // The phone comes in by the link, the laptop at the projector by the code.
    await inPersian(page);
    await page.goto(`${address}/hall#${code}`);
    await expect(page).toHaveURL(/\/hall\/cup$/);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const laptop = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'fa-IR' });
    const screen = await laptop.newPage();
    // In a hall there is no internet: nobody but this program is asked for anything.
    const outside: string[] = [];
    for (const one of [page, screen]) {
      one.on('request', (asked) => { if (!asked.url().startsWith(address) && !/^(data|blob):/.test(asked.url())) outside.push(asked.url()); });
      one.on('pageerror', (error) => outside.push(String(error)));
    }
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
    await shows.locator('canvas[data-drawing]').waitFor();
    await press('phone.pause');
    // A laptop that is started again goes on where it was; here it was far on, and the film stands still.
    const place = () => screen.evaluate(() => JSON.parse(sessionStorage.getItem('meydan.hall.place') ?? 'null') as { at: number } | null);
    await expect.poll(place).not.toBeNull();
    await expect(async () => {
      const kept = await place();
      await screen.evaluate((far) => sessionStorage.setItem('meydan.hall.place', far), JSON.stringify({ ...kept, at: 12 }));
      await screen.reload();
      await shows.locator('canvas[data-drawing]').waitFor();
      expect((await place())?.at).toBe(12);
    }).toPass({ timeout: 60_000 });
    await press('phone.resume');
    await press('phone.decisive');
    await press('phone.result');
    await expect(shows).toHaveAttribute('data-screen', 'result');
    await expect(shows.locator('.ranks li')).toHaveCount(4);

    // The commentators' screen knows all of it.
    const desk = await laptop.newPage();
    await inPersian(desk);
    await desk.goto(`${address}/hall/cup/desk`);
    await expect(desk.locator('.matches li.card')).toHaveCount(all.length);
    await expect(desk.locator('.matches li.card').filter({ hasText: text('desk.hidden') })).toHaveCount(all.length - 1);
    await desk.close();

    // What was shown is known to everybody, and nothing else is.
    const shown = (await school.told<FinalPage>('/contests/cup/final', '')).series.flatMap(({ games }) => games.flatMap(({ id }) => (id === null ? [] : [id])));
    expect(shown).toHaveLength(1);
    const hidden = all.filter((id) => !shown.includes(id));
    execFileSync(binary, ['arena', 'archive', 'cup', join(folder, 'half'), '--data', data]);
    for (const file of files(join(folder, 'half'))) {
      const held = readFileSync(file, 'latin1');
      for (const id of hidden) expect(held.includes(id) || file.includes(id), `${id} in ${file}`).toBe(false);
    }

    // The server is gone for a while: the projector keeps its picture, and goes on when it is back.
    await press('phone.next');
    await expect(shows).toHaveAttribute('data-screen', 'next');
    await school.stop();
    await expect(shows.locator('.names li')).toHaveCount(4);
    await school.again();
    await expect(async () => {
      await press('phone.play');
      await expect(shows).toHaveAttribute('data-screen', 'match', { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await shows.locator('canvas[data-drawing]').waitFor();
    await press('phone.result');
    await expect(shows).toHaveAttribute('data-screen', 'result');

    // The rest of the final: some matches are played, some only told, about which the phone asks.
    page.on('dialog', (dialog) => void dialog.accept());
    for (let left = all.length - 2; left > 0; left -= 1) {
      await press('phone.next');
      await expect(shows).toHaveAttribute('data-screen', 'next');
      await press(left % 2 === 0 ? 'phone.skip' : 'phone.result');
      await expect(shows).toHaveAttribute('data-screen', left % 2 === 0 ? 'bracket' : 'result');
    }
    await expect(page.getByText(text('phone.done'))).toBeVisible();
    await press('phone.places');
    await expect(shows).toHaveAttribute('data-screen', 'places');
    await expect(shows.locator('.ranks li').last()).toBeInViewport({ ratio: 1 });
    const { places, teams: known } = await school.told<FinalPage>('/contests/cup/final', '');
    expect(places.filter(({ place }) => place === 1)).toHaveLength(1);
    expect(places).toHaveLength(16);
    await expect(shows.getByRole('heading')).toHaveText(known[places[0]?.team ?? 0]?.name ?? '');
    expect(outside).toEqual([]);
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
    await expect(book.locator(`a[href="traces/${all[0] ?? ''}.trace"]`).first()).toBeAttached();
    expect(statSync(join(whole, 'traces', `${all[0] ?? ''}.trace`)).size).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
    await reader.close();
    // Nobody's own words are in it.
    const everything = files(whole).filter((file) => !file.endsWith('page.js')).map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(everything).not.toMatch(/"stderr":\[\[/);
    for (const secret of ['"password', '"code_hash', HEAD.password]) expect(everything.includes(secret), secret).toBe(false);

    // One record that the disk has damaged is left out and told of by the exit code, and all others are there.
    const record = readFileSync(join(whole, 'traces', `${all[0] ?? ''}.trace`));
    const blob = files(join(data, 'blobs')).find((file) => readFileSync(file).equals(record));
    expect(blob).toBeDefined();
    writeFileSync(blob ?? '', record.subarray(0, record.length / 2));
    expect(spawnSync(binary, ['arena', 'archive', 'cup', join(folder, 'damaged'), '--data', data]).status).toBe(1);
    expect(readdirSync(join(folder, 'damaged', 'traces')).sort()).toEqual(all.slice(1).map((id) => `${id}.trace`).sort());
  });
});
