import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from './test';

/** What a first visit of a match fetches besides the match, packed as a server packs it. */
const MOST = 400_000;
const DIST = join(import.meta.dirname, '../dist');

for (const recorded of ['labyrinth-company', 'heroes-duel', 'gotham-harbour', 'jungle-grotto', 'galaxy-turns']) {
  test(`the page of ${recorded} is small on a first visit`, async ({ page, mock }) => {
    mock.replay = recorded;
    const fetched = new Set<string>();
    page.on('request', (request) => fetched.add(new URL(request.url()).pathname));
    await page.goto('/replay');
    await expect(page.locator('.stage canvas')).toHaveAttribute('data-board', /\d/, { timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    const files = [...fetched].filter((path) => path.startsWith('/assets/'));
    const bytes = ['/index.html', ...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(DIST, path))).length, 0);
    expect(files.length).toBeGreaterThan(5);
    expect(bytes).toBeLessThan(MOST);
    // Built files are kept by their name, which is another one for another content.
    for (const path of files) expect(path).toMatch(/-[\w-]{8}\.\w+$/);
  });
}
