import type { Page } from '@playwright/test';

import { begin, played, settled, test, type Wish } from './arena';

const LONG: Wish[] = [
  { game: 'labyrinth', seats: ['house:solver', 'house:solver'], map: 'company', seed: 5 },
  { game: 'jungle', seats: ['house:jaguar', 'house:collector', 'house:jaguar', 'house:collector'], map: 'grotto', seed: 5 },
  { game: 'heroes', seats: ['house:squad', 'house:objective'], map: 'pillars', seed: 5 },
  { game: 'gotham', seats: ['house:patrol', 'house:patrol'], seed: 5 },
  { game: 'galaxy', seats: ['house:general', 'house:general', 'house:general'], ruleset: 'official', seed: 5 },
];

const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** From the address to the first picture, by the page's own clock: the canvas is there and was drawn. */
async function firstPicture(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.waitForFunction(() => 'drawn' in window);
  return page.evaluate(() => (window as unknown as { drawn: number }).drawn);
}

/** Makes a page note when its first picture is there. */
const noteDrawn = () => {
  const watch = new MutationObserver(() => {
    if (document.querySelector('.stage canvas') === null) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { drawn: performance.now() })));
  });
  watch.observe(document, { childList: true, subtree: true });
};

for (const wish of LONG) {
  test(`${wish.game}: the first picture of a long replay, and scrubbing through it`, async ({ page, browser, arena }) => {
    const id = await played(page, wish);
    // The server's own page, with its own caching; the first visit of a browser and the next ones.
    const address = `http://127.0.0.1:${arena.port}/match/${id}?turn=1`;
    const [first, again]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round += 1) {
      const context = await browser.newContext();
      const visit = await context.newPage();
      await visit.addInitScript(noteDrawn);
      first.push(await firstPicture(visit, address));
      await visit.waitForTimeout(500);
      again.push(await firstPicture(visit, address));
      await context.close();
    }
    await page.goto(`/match/${id}?turn=1`);
    await settled(page);
    const steps: number[] = await page.getByRole('slider', { name: 'Step' }).evaluate(async (slider: HTMLInputElement) => {
      const took: number[] = [];
      slider.dispatchEvent(new PointerEvent('pointerdown'));
      for (let step = 1; step <= 100; step += 1) {
        const start = performance.now();
        slider.value = String(Math.round((Number(slider.max) * step) / 100));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((next) => requestAnimationFrame(next));
        took.push(performance.now() - start);
      }
      slider.dispatchEvent(new PointerEvent('pointerup'));
      return took;
    });
    const shown = await page.locator('.timeline output').textContent();
    const ms = (list: number[]) => `${middle(list).toFixed(0)} ms`;
    const worst = Math.max(...steps).toFixed(1);
    console.log(`${wish.game}: first picture ${ms(first)}, on a later visit ${ms(again)}; a scrub step ${middle(steps).toFixed(1)} ms (worst ${worst}, at ${shown})`);
  });
}

test('the lag of a live match: from the server’s line to the page’s count', async ({ page, arena }) => {
  const id = await begin(page, { game: 'jungle', seats: ['house:collector', 'house:collector'], map: 'grotto', seed: 3, pace_ms: 250 });
  const came: number[] = [];
  const reader = fetch(`http://127.0.0.1:${arena.port}/api/matches/${id}/reel`).then(async (answer) => {
    const lines = answer.body!.getReader();
    for (let part = await lines.read(); !part.done && came.length < 60; part = await lines.read()) {
      for (const byte of part.value) if (byte === 10) came.push(Date.now());
    }
    await lines.cancel();
  });
  await page.goto(`/match/${id}`);
  await page.locator('.timeline output').waitFor();
  const shown: [count: number, at: number][] = await page.evaluate(
    () =>
      new Promise((done) => {
        const seen: [number, number][] = [];
        const output = document.querySelector('.timeline output')!;
        const count = () => Number(/\/ (\d+)/.exec(output.textContent ?? '')?.[1] ?? 0);
        let last = count();
        const watch = new MutationObserver(() => {
          if (count() === last) return;
          seen.push([(last = count()), Date.now()]);
          if (seen.length >= 30) {
            watch.disconnect();
            done(seen);
          }
        });
        watch.observe(output, { characterData: true, childList: true, subtree: true });
      }),
  );
  await reader;
  // Line 0 is the opening, so window n is line n.
  const lags = shown.flatMap(([count, at]) => (came[count] === undefined ? [] : [at - came[count]]));
  console.log(`live: lag ${middle(lags)} ms (worst ${Math.max(...lags)} of ${lags.length})`);
});
