import type { Page } from '@playwright/test';

import type { Opening, Seat } from '../src/reel/types';
import { Chart } from '../src/stages/galaxy/board';
import type { Config as GalaxyConfig, View as GalaxyView } from '../src/stages/galaxy/types';
import { City } from '../src/stages/gotham/city';
import type { Config as GothamConfig, View as GothamView } from '../src/stages/gotham/types';
import type { Config as HeroesConfig, View as HeroesView } from '../src/stages/heroes/types';
import type { View as JungleView } from '../src/stages/jungle/types';
import { boardOf, expect, spot, test } from './arena';

/** Whoever does what the first steps say comes to their small win. The labyrinth's are played in learn.spec.ts. */

const coach = (page: Page) => page.getByRole('region', { name: 'Your first match' });
const choice = (page: Page, name: RegExp | string) => page.locator('.choices button', { hasText: name });
const PATIENT = { timeout: 30_000 };

interface Lesson {
  config: unknown;
  /** What a seat of the person's was shown last. */
  view(seat: Seat): unknown;
}

async function begin(page: Page, game: string): Promise<Lesson> {
  const views = new Map<Seat, unknown>();
  page.on('websocket', (socket) => {
    const seat = Number(new URL(socket.url()).searchParams.get('seat') ?? '0');
    socket.on('framereceived', ({ payload }) => {
      const { view } = JSON.parse(String(payload)) as { view?: unknown };
      if (view !== undefined) views.set(seat, view);
    });
  });
  await page.goto('/');
  await page.getByRole('button', { name: new RegExp(`First steps in .?${game}`) }).click();
  await coach(page).getByRole('button', { name: 'Got it' }).click();
  await expect(coach(page)).toContainText('One move');
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { config } = await page.evaluate(async (match) => {
    const [seat, key] = (JSON.parse(localStorage.getItem(`meydan.match.${match}`) ?? '{}') as { mine: [number, string][] }).mine[0]!;
    const answer = await fetch(`/api/matches/${match}/reel?eyes=${seat}`, { headers: { authorization: `Bearer ${key}` } });
    const reader = answer.body!.getReader();
    let text = '';
    while (!text.includes('\n')) text += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    return JSON.parse(text.split('\n')[0]!) as Opening;
  }, id);
  return { config, view: (seat) => views.get(seat) };
}

/** Where the lesson is: its step, the win, or that it was lost. */
const stands = async (page: Page) => (await coach(page).locator('h2').textContent()) ?? '';

/** Does one thing after another, whenever the person is asked, until the small win. */
async function until(page: Page, act: () => Promise<void>): Promise<void> {
  for (let n = 0; n < 120; n += 1) {
    await expect(page.locator('.bar.mine').or(coach(page).getByText(/Well done!|Not this time/))).not.toHaveCount(0, PATIENT);
    if (/Well done|Not this/.test(await stands(page))) break;
    if ((await page.locator('.bar.mine').count()) > 0) await act();
  }
  await expect(coach(page)).toContainText('Well done!');
}

/** Clicks a cell of a board of squares. */
async function cell(page: Page, column: number, row: number): Promise<void> {
  const { x, y } = await boardOf(page);
  const scale = await page.locator('.stage canvas').evaluate((canvas) => Number((canvas as HTMLElement).dataset['world']?.split(' ')[2]));
  await page.mouse.click(x + (18 + (column + 0.5) * 100) * scale, y + (18 + (row + 0.5) * 100) * scale);
}

const find = (rows: readonly string[], sign: string) => rows.flatMap((line, row) => [...line].flatMap((found, column) => (found === sign ? [{ row, column }] : [])));

test('the first steps in Gotham are won by whoever hides, spreads the police, and follows a sighting', async ({ page }) => {
  test.setTimeout(150_000);
  const lesson = await begin(page, 'Gotham');
  const config = lesson.config as GothamConfig;
  const city = new City(config);
  const click = async (node: number) => {
    const { x, y } = await spot(page, city.place(node));
    await page.mouse.click(x, y);
  };
  const far = (from: number) => (a: number, b: number) => away(city, b, from) - away(city, a, from);
  const nodes = config.nodes.map(({ id }) => id);
  await click([...nodes].sort(far(config.units[1]!.node))[0]!);
  await expect(page.locator('.bar .status')).toContainText('Police 2', PATIENT);
  await expect(coach(page)).toContainText('One mistake');
  const here = (lesson.view(1) as GothamView).me!.node;
  // A click in the moment in which the picture still moves is nobody's mistake yet.
  await expect(async () => {
    await click([...nodes].sort(far(here))[0]!);
    await expect(coach(page)).toContainText('A small win', { timeout: 2_000 });
  }).toPass();
  let seen: number | null = null;
  await until(page, async () => {
    const unit = Number(/\d+/.exec((await page.locator('.bar .status').textContent()) ?? '')?.[0]);
    const { me, units } = lesson.view(unit - 1) as GothamView;
    if (me === null || me.id !== unit || me.moved) return;
    const turn = await page.locator('.bar .status').textContent();
    const thief = units.find(({ kind, team }) => kind === 'thief' && team !== me.team);
    if (thief !== undefined) seen = thief.node;
    const near = city.edgesOf(me.node).filter(({ road }) => road.path.price === 0).map(({ to }) => to);
    // Each takes another line, until somebody has seen the thief.
    const to: number | undefined = seen === null || seen === me.node ? near[(me.id + me.node) % near.length] : [...near].sort(far(seen)).at(-1);
    if (seen === me.node) seen = null;
    if (me.kind === 'thief' || to === undefined) await choice(page, 'Stay').click();
    else await click(to);
    await expect.poll(async () => (await page.locator('.bar .status').textContent()) !== turn || /Well|Not/.test(await stands(page))).toBe(true);
  });
});

/** How far two places are from one another on the map. */
function away(city: City, a: number, b: number): number {
  const [p, q] = [city.place(a), city.place(b)];
  return Math.hypot(p.x - q.x, p.y - q.y);
}

test('the first steps in Galaxy are won by whoever places on two strategic planets', async ({ page }) => {
  test.setTimeout(120_000);
  const lesson = await begin(page, 'Galaxy');
  const config = lesson.config as GalaxyConfig;
  const chart = new Chart(config);
  const click = async (planet: number) => {
    const { x, y } = await spot(page, chart.place(planet));
    await page.mouse.click(x, y);
  };
  const owners = () => (lesson.view(0) as GalaxyView).owners;
  const plain = owners().findIndex((owner, planet) => owner === null && !chart.worth.has(planet));
  await click(plain);
  await expect(coach(page)).toContainText('One mistake', PATIENT);
  await expect(page.locator('.bar.mine')).toBeVisible(PATIENT);
  await click(owners().findIndex((owner) => owner !== null && owner !== 0));
  await expect(coach(page)).toContainText('A small win');
  await until(page, async () => {
    const star = [...chart.worth.keys()].find((planet) => owners()[planet] === null);
    const left = await page.locator('.bar .status').textContent();
    await click(star ?? plain);
    await expect.poll(async () => (await page.locator('.bar .status').textContent()) !== left || /Well/.test(await stands(page)), PATIENT).toBe(true);
  });
});

test('the first steps in Heroes are won by whoever sends heroes into the golden zone', async ({ page }) => {
  test.setTimeout(150_000);
  const lesson = await begin(page, 'Heroes');
  const config = lesson.config as HeroesConfig;
  const [wall] = find(config.walls, '#');
  const zone = find(config.objective, '#');
  const view = () => lesson.view(0) as HeroesView;
  let told = false;
  await until(page, async () => {
    const now = await page.locator('.title p').textContent();
    if (view().phase === 'pick') {
      await page.locator('.choices button').nth(view().heroes[0].length % 4).click();
      await choice(page, 'Pick').click();
    } else if (view().phase === 'move') {
      if (!told) {
        await expect(coach(page)).toContainText('One mistake');
        await page.locator('.choices button').first().click();
        await cell(page, wall!.column, wall!.row);
        await expect(coach(page)).toContainText('A small win');
        told = true;
      }
      for (let hero = 0; hero < 4; hero += 1) {
        await page.locator('.choices button').nth(hero).click();
        const to = zone[(hero * 5) % zone.length]!;
        await cell(page, to.column, to.row);
      }
      await choice(page, 'On to the actions').click();
    } else await page.locator('.choices button.primary').last().click();
    await expect.poll(async () => (await page.locator('.title p').textContent()) !== now || /Well/.test(await stands(page)), PATIENT).toBe(true);
  });
});

test('the first steps in Jungle are won by whoever takes a diamond and puts it down', async ({ page }) => {
  test.setTimeout(150_000);
  const lesson = await begin(page, 'Jungle');
  const view = () => lesson.view(0) as JungleView;
  const own = () => view().teams[0]!.units;
  let told = false;
  await until(page, async () => {
    const now = await page.locator('.title p').textContent();
    for (const [index, { position, diamond }] of own().entries()) {
      await page.keyboard.press(String(index + 1));
      if (position === null) {
        for (let nest = 0; nest <= index; nest += 1) await page.keyboard.press('ArrowRight');
        continue;
      }
      if (!told && (await stands(page)) === 'One mistake') {
        // The edge of the board and thickets are one refusal or the other; both are the lesson's.
        for (let far = 0; far < 24 && (await stands(page)) === 'One mistake'; far += 1) await page.keyboard.press('ArrowLeft');
        told = true;
      }
      if (diamond === null) {
        const way = ({ position: at }: { position: { x: number; y: number } }) => Math.abs(at.x - position.x) + Math.abs(at.y - position.y);
        const nearest = view().diamonds.filter(({ owner }) => owner === null).sort((a, b) => way(a) - way(b))[0];
        if (nearest !== undefined) await cell(page, nearest.position.x, nearest.position.y);
      } else {
        await choice(page, 'Put down').click();
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) await cell(page, position.x + dx, position.y + dy);
      }
    }
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await page.locator('.title p').textContent()) !== now || /Well/.test(await stands(page)), PATIENT).toBe(true);
  });
});
