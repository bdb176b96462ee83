import type { Page } from '@playwright/test';

import { begin, played, settled, test, type Wish } from './arena';

const LONG: Wish[] = [
  { game: 'jungle', seats: ['house:jaguar', 'house:collector', 'house:jaguar', 'house:collector'], map: 'grotto', seed: 5 },
  { game: 'heroes', seats: ['house:squad', 'house:objective'], map: 'pillars', seed: 5 },
  { game: 'gotham', seats: ['house:patrol', 'house:patrol'], seed: 5 },
  { game: 'galaxy', seats: ['house:general', 'house:general', 'house:general'], ruleset: 'official', seed: 5 },
];

const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** From the address to the first picture: the canvas is there and its first frame was drawn. */
async function firstPicture(page: Page, id: string): Promise<number> {
  const started = Date.now();
  await page.goto(`/match/${id}?turn=1`);
  await page.locator('.stage canvas').waitFor();
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  return Date.now() - started;
}

for (const wish of LONG) {
  test(`${wish.game}: the first picture of a long replay, and scrubbing through it`, async ({ page }) => {
    const id = await played(page, wish);
    await firstPicture(page, id);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) times.push(await firstPicture(page, id));
    await settled(page);
    const slider = (await page.getByRole('slider', { name: 'Turn' }).boundingBox())!;
    const steps: number[] = await page.evaluate(async ({ x, y, width }) => {
      const target = document.elementFromPoint(x + 5, y)!;
      const took: number[] = [];
      const fire = (kind: string, at: number) =>
        target.dispatchEvent(new PointerEvent(kind, { clientX: at, clientY: y, bubbles: true, pointerId: 1, button: 0, buttons: 1 }));
      fire('pointerdown', x);
      for (let step = 0; step <= 100; step += 1) {
        const start = performance.now();
        fire('pointermove', x + (width * step) / 100);
        await new Promise((next) => requestAnimationFrame(next));
        took.push(performance.now() - start);
      }
      fire('pointerup', x + width);
      return took;
    }, { x: slider.x, y: slider.y + slider.height / 2, width: slider.width });
    const worst = Math.max(...steps);
    console.log(`${wish.game}: first picture ${middle(times)} ms (best ${Math.min(...times)}), a scrub step ${middle(steps).toFixed(1)} ms (worst ${worst.toFixed(1)})`);
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
