import { defineConfig } from '@playwright/test';

import usual from './playwright.config';

/** `npm run bench`: how quick the page is. It prints and judges nothing; what must hold is in the tests. */
export default defineConfig({ ...usual, projects: [], testMatch: '*.bench.ts', retries: 0, timeout: 180_000 });
