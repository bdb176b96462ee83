import { defineConfig } from '@playwright/test';

export const browser = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Of the games that are played with keys alone, all but this one. Those of all five are played in the usual browser. */
const keysOf = (game: string) => ({ grepInvert: new RegExp(`(?<!${game}) is played to its end with the keyboard alone`) });

export default defineConfig<{ card: boolean }>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  workers: 1,
  forbidOnly: true,
  retries: 2,
  timeout: 90_000,
  reporter: 'list',
  expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.02, threshold: 0.25 }, timeout: 30_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    // Whoever waits longer for a button waits for one that is not there.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    launchOptions: { executablePath: browser, args: [...quiet, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] },
  },
  projects: [
    { name: 'usual', testIgnore: ['flat.spec.ts', 'cardless.spec.ts', 'tablet.spec.ts', 'touch.spec.ts', 'fingers.spec.ts', 'projector.spec.ts'] },
    { name: 'phone', testMatch: ['touch.spec.ts', 'fingers.spec.ts', 'keys.spec.ts'], ...keysOf('labyrinth'), use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'tablet', testMatch: ['tablet.spec.ts', 'fingers.spec.ts', 'keys.spec.ts'], ...keysOf('gotham'), use: { viewport: { width: 820, height: 1180 }, hasTouch: true, deviceScaleFactor: 2 } },
    { name: 'projector', testMatch: ['projector.spec.ts', 'keys.spec.ts'], ...keysOf('jungle'), use: { viewport: { width: 1920, height: 1080 } } },
    // A browser that pretends a graphics card, as on a machine that has none.
    { name: 'cardless', testMatch: 'cardless.spec.ts', use: { card: false, launchOptions: { executablePath: browser, args: [...quiet, '--enable-unsafe-swiftshader'] } } },
    // A browser that cannot draw in three dimensions at all.
    { name: 'flat', testMatch: ['flat.spec.ts', 'keys.spec.ts'], ...keysOf('galaxy'), use: { launchOptions: { executablePath: browser, args: [...quiet, '--disable-gpu', '--disable-3d-apis'] } } },
  ],
});
