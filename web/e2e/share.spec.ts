import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

import { browser } from '../playwright.config';
import { binary } from './contest';

/** Every word that strangers choose tries to be more than text. */
const MARKUP = '</script><script>globalThis.bad = 1</script><img src=x onerror="globalThis.bad = 1">';
const BOT = `
import json, sys
markup = ${JSON.stringify(MARKUP)}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(markup, file=sys.stderr, flush=True)
        print(json.dumps({"window": message["window"], "note": "note " + markup, "act": {"move": "up"}}), flush=True)
`;

let folder = '';
const meydan = (...args: string[]) =>
  execFileSync(binary, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, XDG_DATA_HOME: folder, MEYDAN_BROWSER: browser } });

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-share-'));
  writeFileSync(join(folder, 'bot.py'), BOT);
  meydan('match', 'labyrinth', 'python3 bot.py', '--seed', '3', '--name', `0=${MARKUP}`, '--out', 'm.trace');
  meydan('export', 'm.trace', '--html');
  meydan('export', 'm.trace', '--html', '--discreet', '--out', 'discreet.html');
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const turn = '.timeline output';

test('a match in one file opens from a disk and plays, and whatever strangers wrote is text', async ({ page }) => {
  const asked: string[] = [];
  const troubles: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  await page.goto(`file://${join(folder, 'm.html')}`);
  await expect(page.locator(turn)).not.toHaveText(/^0 \//);
  await expect(page.getByText(MARKUP).first()).toBeVisible();
  await expect(page.getByText(`note ${MARKUP}`).first()).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByText('The match is over')).toBeVisible();
  expect(await page.evaluate(() => 'bad' in globalThis)).toBe(false);
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([]);
  expect(troubles).toEqual([]);
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations).toEqual([]);
});

test('a file for strangers holds no words of bots, and is read in Persian on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`file://${join(folder, 'discreet.html')}?lang=fa&theme=dark`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.keyboard.press('End');
  await expect(page.locator(turn)).not.toHaveText(/^0 \//);
  await expect(page.getByText(`note ${MARKUP}`)).toHaveCount(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
});

test('a picture and an animation show the steps that were asked for', async ({ page }) => {
  // Three browsers are started for it, and they draw without a card.
  test.setTimeout(150_000);
  for (const [step, name] of [[1, 'a'], [4, 'c']] as const) meydan('export', 'm.trace', '--png', '--turn', String(step), '--size', '480x360', '--out', `${name}.png`);
  meydan('export', 'm.trace', '--gif', '--from', '1', '--to', '4', '--size', '480x360');
  const read = (name: string) => readFileSync(join(folder, name));
  expect(read('a.png').equals(read('c.png'))).toBe(false);
  const decode = (name: string, type: string) =>
    page.evaluate(
      async ([data, kind]) => {
        const bytes = Uint8Array.from(atob(data ?? ''), (sign) => sign.charCodeAt(0));
        const decoder = new ImageDecoder({ data: bytes, type: kind ?? '' });
        await decoder.tracks.ready;
        await decoder.completed;
        const { image } = await decoder.decode();
        return { frames: decoder.tracks.selectedTrack?.frameCount ?? 0, width: image.displayWidth, height: image.displayHeight };
      },
      [read(name).toString('base64'), type],
    );
  // Pictures are decoded where a page may; an empty one has no such thing.
  await page.goto(`file://${join(folder, 'm.html')}`);
  expect(await decode('a.png', 'image/png')).toEqual({ frames: 1, width: 480, height: 360 });
  const film = await decode('m.gif', 'image/gif');
  expect(film.frames).toBeGreaterThan(3);
  expect([film.width, film.height]).toEqual([480, 360]);
});
