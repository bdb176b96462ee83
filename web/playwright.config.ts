import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  workers: 1,
  forbidOnly: true,
  retries: 2,
  timeout: 40_000,
  reporter: 'list',
  expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.02, threshold: 0.25 }, timeout: 10_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    launchOptions: { executablePath, args: [...quiet, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] },
  },
  projects: [
    { name: 'usual', testIgnore: 'flat.spec.ts' },
    // A browser that cannot draw in three dimensions at all.
    { name: 'flat', testMatch: 'flat.spec.ts', use: { launchOptions: { executablePath, args: [...quiet, '--disable-gpu', '--disable-3d-apis'] } } },
  ],
});
