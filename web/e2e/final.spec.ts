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
  await page.getByLabel(/Like the Blitz contests/).check();
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
  await press('دوباره لحظهٔ سرنوشت‌ساز');
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

  // A match that was called and is not on the screen is played next, whatever is shown until then, and its decisive moment waits for that.
  await press('مسابقهٔ بعدی');
  await expect(shows).toHaveAttribute('data-screen', 'next');
  await press('پرده را تاریک کن');
  await expect(shows).toHaveAttribute('data-screen', 'blank');
  await expect(page.getByRole('button', { name: 'دوباره لحظهٔ سرنوشت‌ساز', exact: true })).toBeDisabled();
  await expect(page.locator('.keys .wide')).toHaveText('پخش مسابقه');
  await press('پخش مسابقه');
  await expect(shows).toHaveAttribute('data-screen', 'match');
  await press('جدول را نشان بده');
  await expect(shows).toHaveAttribute('data-screen', 'bracket');
  await expect(page.locator('.keys .wide')).toHaveText('پخش مسابقه');
  await press('نتیجه را نشان بده');
  await expect(shows).toHaveAttribute('data-screen', 'result');

  // A result before its match is asked about.
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.accept();
  });
  for (let left = 10 - 3; left > 0; left -= 1) {
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

test('a hall is told who goes on, also where two are called the same', async ({ page, mock }) => {
  const { final } = mock.league;
  final.opened = {};
  // The first table has seeds 1, 8, 9 and 16.
  final.names[7] = final.names[0] ?? '';
  await page.setViewportSize(LAPTOP);
  await page.goto('/hall#0123456789');
  await expect(page).toHaveURL(/\/hall\/grotto-cup$/);
  await page.goto('/hall/grotto-cup/screen');
  const shows = page.locator('.screen');
  await expect(shows).toHaveAttribute('data-screen', 'bracket');
  final.cue({ act: 'next' });
  await expect(shows).toHaveAttribute('data-screen', 'next');
  final.cue({ act: 'result' });
  await expect(shows.getByText('Through to the next round').first()).toBeVisible();
  await expect(shows.locator('h1')).toHaveText([SIXTEEN[0] ?? '', SIXTEEN[0] ?? '']);
  await expect(shows.locator('.ranks li')).toHaveCount(4);
  await expect(shows.locator('.ranks li.on')).toHaveCount(2);
  await expect(shows.getByText('all ticks were played')).toBeVisible();
  final.cue({ act: 'next' });
  await expect(shows.locator('.names li')).toHaveCount(4);
});

for (const lang of ['fa', 'en']) {
  test(`a name is cut at its own end and stands by its seed, in ${lang}`, async ({ page, mock }) => {
    const { final } = mock.league;
    final.opened = {};
    final.names[0] = 'آغازنام گروه بسیار بلند برنامه‌نویسان دانشگاه صنعتی شریف پایان';
    final.names[7] = 'BEGIN The very long team name of the university END';
    await speak(page, lang);
    await page.setViewportSize(LAPTOP);
    await page.goto('/hall#0123456789');
    await expect(page).toHaveURL(/\/hall\/grotto-cup$/);
    await page.goto('/hall/grotto-cup/screen');
    const first = page.locator('.series').first().locator('ol > li');
    await expect(first).toHaveCount(4);
    const measured = await first.evaluateAll((lines) => lines.map((line) => {
      const [name, seed] = [line.querySelector('bdi'), line.querySelector('.seed')];
      if (name === null || seed === null) throw new Error('a line has a name and a seed');
      const [own, by] = [name.getBoundingClientRect(), seed.getBoundingClientRect()];
      const { direction, textOverflow } = getComputedStyle(name);
      return { direction, textOverflow, cut: name.scrollWidth > name.clientWidth, gap: document.dir === 'rtl' ? by.left - own.right : own.left - by.right };
    }));
    // Whatever overflows is cut at the end of the direction of the box that holds it: that box is the name itself.
    expect(measured.slice(0, 2).map(({ direction, textOverflow, cut }) => [direction, textOverflow, cut])).toEqual([['rtl', 'ellipsis', true], ['ltr', 'ellipsis', true]]);
    for (const { gap } of measured) expect(gap).toBeLessThan(20);
  });
}

test('groups and long tables are read on a projector', async ({ page, mock }) => {
  const { final } = mock.league;
  final.opened = {};
  const slot = (team: number | null, group: number | null = null, rank: number | null = null) => ({ team, series: null, group, rank });
  const whole = final.page.bind(final);
  let groups: number[][] = [];
  final.page = (moderates, organiser, all) => {
    const known = whole(moderates, organiser, all);
    const [some] = known.series;
    const duels = groups.flatMap((teams, group) => teams.slice(1).map((team) => ({ ...some!, stage: 'group', group, through: 0, result: [], games: [], slots: [slot(teams[0] ?? 0), slot(team)] })));
    const last = groups.length < 2 ? [] : [{ ...some!, stage: 'final', through: 1, result: [], games: [], slots: [slot(null, 0, 0), slot(null, 1, 1)] }];
    return {
      ...known, teams: groups.flat().map((team) => ({ team: `t${team}`, name: `Team number ${team + 1}`, house: null, version: 1, gone: null })),
      groups: groups.map((teams) => teams.map((team) => ({ team, played: 3, won: 1, points: 1 }))),
      series: [...duels, ...last].map((one, number) => ({ ...one, number })), places: [],
    };
  };
  final.backstage = (organiser) => ({ page: final.page(true, organiser, true), matches: [], next: null });
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
  await page.setViewportSize(LAPTOP);
  for (const [shape, seen] of [[range(0, 8).map((group) => range(4 * group, 4 * group + 4)), 32], [[range(0, 100)], 24]] as const) {
    groups = shape.map((teams) => [...teams]);
    await page.goto('/hall#0123456789');
    await expect(page).toHaveURL(/\/hall\/grotto-cup$/);
    await page.goto('/hall/grotto-cup/screen');
    const names = page.locator('.board tbody th bdi');
    await expect(names).toHaveCount(seen);
    // What is smaller than this nobody reads from the last row.
    await expect.poll(() => names.evaluateAll((all) => all.every((name) => {
      const { top, bottom } = name.getBoundingClientRect();
      return bottom - top >= 24 && top >= 0 && bottom <= innerHeight;
    }))).toBe(true);
  }
  await expect(page.getByText('24 teams of 100')).toBeVisible();
});

test('a knock-out of sixty-four is read on a projector', async ({ page, mock }) => {
  const { final } = mock.league;
  final.opened = {};
  const whole = final.page.bind(final);
  final.page = (moderates, organiser, all) => {
    const known = whole(moderates, organiser, all);
    const [some] = known.series;
    const slot = (team: number | null, series: number | null = null) => ({ team, series, group: null, rank: series === null ? null : 0 });
    let number = 0;
    const rounds = [32, 16, 8, 4, 2, 1].map((width, round) => Array.from({ length: width }, (_, index) => ({
      ...some!, stage: round === 5 ? 'final' : 'main', round, width, group: null, through: 1, result: [], games: [], number: number++,
      slots: round === 0 ? [slot(2 * index), slot(2 * index + 1)] : [slot(null, index), slot(null, index)],
    })));
    return { ...known, teams: Array.from({ length: 64 }, (_, team) => ({ team: `t${team}`, name: `Team number ${team + 1}`, house: null, version: 1, gone: null })), groups: [], series: rounds.flat(), places: [] };
  };
  final.backstage = (organiser) => ({ page: final.page(true, organiser, true), matches: [], next: null });
  await page.setViewportSize(LAPTOP);
  await page.goto('/hall#0123456789');
  await expect(page).toHaveURL(/\/hall\/grotto-cup$/);
  await page.goto('/hall/grotto-cup/screen');
  const names = page.locator('.board .name bdi');
  await expect(names.first()).toBeVisible();
  await expect.poll(() => names.evaluateAll((all) => all.length >= 16 && all.every((name) => {
    const { top, bottom } = name.getBoundingClientRect();
    return bottom - top >= 18 && top >= 0 && bottom <= innerHeight;
  }))).toBe(true);
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

test('whatever a team is called the page fits a phone, and maps are voted for by their names', async ({ page, mock }) => {
  const final = mock.league.final;
  final.opened = {};
  final.names[0] = 'W'.repeat(40);
  final.ballots = [{ series: 0, votes: [3], own: null, may: true }];
  await speak(page, 'fa');
  await page.setViewportSize(PHONE);
  await page.goto('/contest/grotto-cup/final');
  await expect(page.getByRole('group').getByRole('button')).toContainText('غار');
  await fits(page);
  for (let left = 10; left > 0; left -= 1) {
    final.cue({ act: 'next' });
    final.cue({ act: 'result' });
  }
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(16, { timeout: 15_000 });
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
