import { expect, test as base } from '@playwright/test';

import { startMock, type Mock } from './mock';

/** Gives the browser's pretended graphics card the name of a real one, so that the page draws with it as it does for most people. */
const nameCard = () => {
  for (const gl of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const get = gl.prototype.getParameter;
    const UNMASKED_RENDERER = 0x9246;
    gl.prototype.getParameter = function (name: number): unknown {
      return name === UNMASKED_RENDERER ? 'a real card' : get.call(this, name);
    };
  }
};

/** Every test has its own mock server, and fails when the page complains on the console. */
export const test = base.extend<{ mock: Mock; complaints: string[]; card: boolean }>({
  card: [true, { option: true }],
  page: async ({ page, card }, use) => {
    if (card) await page.addInitScript(nameCard);
    await use(page);
  },
  mock: async ({}, use) => {
    const mock = await startMock();
    await use(mock);
    await mock.close();
  },
  baseURL: async ({ mock }, use) => use(mock.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      await use(complaints);
      // The software renderer speaks of its own slowness; that is not the page's fault.
      expect(complaints.filter((text) => !/GPU stall|swiftshader|GL Driver Message/i.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits until the picture has been drawn and does not move. */
export async function settled(page: import('@playwright/test').Page): Promise<void> {
  await page.locator('.stage canvas').waitFor();
  await page.waitForTimeout(250);
}

/** Where a point of the stage's world is on the screen: the canvas says where it has the world. */
export async function spot(page: import('@playwright/test').Page, at: { x: number; y: number }): Promise<{ x: number; y: number }> {
  // The picture follows what is around it with the next picture of the screen.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  const [left, top, world] = await page.locator('.stage canvas').evaluate((canvas) => {
    const { x, y } = canvas.getBoundingClientRect();
    return [x, y, (canvas as HTMLElement).dataset['world'] ?? ''] as const;
  });
  const [x = 0, y = 0, scale = 1] = world.split(' ').map(Number);
  return { x: left + x + at.x * scale, y: top + y + at.y * scale };
}

/** The board on the screen, its frame with it. */
export async function boardOf(page: import('@playwright/test').Page): Promise<{ x: number; y: number; width: number; height: number }> {
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  return page.locator('.stage canvas').evaluate((canvas) => {
    const [x = 0, y = 0, width = 0, height = 0] = ((canvas as HTMLElement).dataset['board'] ?? '').split(' ').map(Number);
    const { x: left, y: top } = canvas.getBoundingClientRect();
    return { x: left + x, y: top + y, width, height };
  });
}
