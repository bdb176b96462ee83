import { expect, test as base } from '@playwright/test';

import { startMock, type Mock } from './mock';

/** Every test has its own mock server, and fails when the page complains on the console. */
export const test = base.extend<{ mock: Mock; complaints: string[] }>({
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
