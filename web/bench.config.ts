import { defineConfig } from '@playwright/test';

import usual, { browser, quiet } from './playwright.config';

/**
 * `npm run bench`: how quick the page is. It prints and judges nothing; what must hold is in the tests.
 * The browser is as it is on a machine without a graphics card: it draws the page itself and only pretends a card to WebGL. The
 * tests' own switches make it draw the whole page with the pretended card, which takes most of the time.
 */
export default defineConfig<{ card: boolean }>({
  ...usual,
  projects: [{ name: 'bench', use: { card: false, launchOptions: { executablePath: browser, args: [...quiet, '--enable-unsafe-swiftshader'] } } }],
  testMatch: '*.bench.ts',
  retries: 0,
  timeout: 180_000,
});
