import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { en } from '../src/league/words.en';
import { fa } from '../src/league/words.fa';
import { binary, openArena, type Arena } from './contest';

/** A whole contest against the real program: an account, a team, a bot that is sent, built and tried, a casual match, the ladder. */

const folder = mkdtempSync(join(tmpdir(), 'meydan-story-'));
let arena: Arena;
let address = '';

test.beforeAll(async () => {
  execFileSync(binary, ['new', 'jungle', 'python', join(folder, 'bot')]);
  arena = await openArena(join(folder, 'data'), '--demo', 'jungle');
  address = arena.address;
});

test.afterAll(async () => {
  await arena.stop();
  rmSync(folder, { recursive: true });
});

for (const { lang, words, name } of [
  { lang: 'en', words: en, name: 'پریسا' },
  { lang: 'fa', words: fa, name: 'Dana' },
]) {
  test.describe(lang, () => {
    test.use({ locale: lang });

    test('from sign-up to the standing', async ({ page }) => {
      test.setTimeout(180_000);
      const text = (key: keyof typeof en) => String(words[key]);
      await page.goto(`${address}/signup?to=${encodeURIComponent('/contest/demo')}`);
      await page.getByLabel(text('account.name'), { exact: true }).fill(name);
      await page.getByLabel(text('account.password'), { exact: true }).fill('a sentence of mine');
      await page.getByRole('button', { name: text('signup.title') }).click();
      await expect(page).toHaveURL(/\/contest\/demo$/);

      await page.getByLabel(text('overview.part.name'), { exact: true }).fill(`Team ${name}`);
      await page.getByRole('button', { name: text('overview.part.make'), exact: true }).click();
      await expect(page).toHaveURL(/\/team\//);
      const team = page.url();

      const files = readdirSync(join(folder, 'bot'), { withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files.length).toBeGreaterThan(2);
      await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(folder, 'bot'));
      // Its card and its own page may both say so.
      const ready = page.getByText(text('version.state.ready'), { exact: true }).first();
      await expect(ready).toBeVisible({ timeout: 120_000 });

      await page.goto(team);
      await page.getByRole('button', { name: text('casual.ask') }).click();
      await expect(page.getByLabel(text('casual.version'), { exact: true })).toHaveValue('');
      await page.getByRole('button', { name: text('casual.go') }).click();
      await expect(page).toHaveURL(/\/league\//);
      await expect(page.locator('canvas').first()).toBeVisible({ timeout: 60_000 });

      // A person sits down for the team: the page offers an act.
      await page.goto(team);
      await page.getByRole('button', { name: text('casual.ask') }).click();
      await page.getByLabel(text('casual.version'), { exact: true }).selectOption({ label: text('casual.version.person') });
      await page.getByRole('button', { name: text('casual.go') }).click();
      await expect(page).toHaveURL(/\/league\//);
      await expect(page.locator('.play')).toBeVisible({ timeout: 60_000 });

      // The ladder finds the team by itself.
      await expect(async () => {
        await page.goto(`${address}/contest/demo/standing`);
        const row = page.getByRole('row').filter({ hasText: `Team ${name}` });
        await expect(row.getByRole('cell').last()).not.toHaveText(/^[0۰]$/, { timeout: 2000 });
      }).toPass({ timeout: 90_000 });
    });
  });
}
