import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { startMock } from './mock';
import { startReal, type Real } from './real';
import { test as base } from './test';

/**
 * The page against the real server, one for all tests of a worker. `MEYDAN` names the binary; without it the one that
 * `cargo build` made is taken.
 */
const binary = process.env.MEYDAN ?? join(dirname(fileURLToPath(import.meta.url)), '../../target/debug/meydan');

export const test = base.extend<object, { arena: Real }>({
  arena: [
    async ({}, use) => {
      if (!existsSync(binary)) throw new Error(`there is no ${binary}: run \`cargo build -p meydan-cli\`, or name a binary with MEYDAN`);
      const arena = await startReal(binary);
      await use(arena);
      await arena.stop();
    },
    { scope: 'worker' },
  ],
  mock: async ({ arena }, use) => {
    const mock = await startMock(arena);
    await use(mock);
    await mock.close();
  },
});

export { boardOf, expect, settled, spot } from './test';

/** What a match is to be: the body of `POST /api/matches`. */
export interface Wish {
  game: string;
  seats: string[];
  map?: string;
  ruleset?: string;
  seed?: number;
  pace_ms?: number;
}

/** Starts a match without the page's help; a fixed seed makes it the same every time. */
export async function begin(page: Page, wish: Wish): Promise<string> {
  const answer = await page.request.post('/api/matches', { data: wish });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

/** The same, and waits until it is over. */
export async function played(page: Page, wish: Wish): Promise<string> {
  const id = await begin(page, wish);
  for (let tries = 0; tries < 300; tries += 1) {
    const { state } = (await (await page.request.get(`/api/matches/${id}`)).json()) as { state: string };
    if (state !== 'running') return id;
    await page.waitForTimeout(100);
  }
  throw new Error(`match ${id} does not end`);
}
