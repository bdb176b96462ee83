import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { fa } from '../src/class/words.fa';
import { binary, openArena, type Arena } from './contest';

/** A class of the labyrinth's course with the real program: programs are judged phase by phase, behind walls. */

const folder = mkdtempSync(join(tmpdir(), 'meydan-course-'));
const TEACHER = { name: 'teacher', password: 'a sentence of hers' };
let arena: Arena;
let address = '';

/** Prints the board that it reads, which is all of phase 1 and nothing of phase 2. */
const PRINTS = `import sys
words = sys.stdin.read().split()
print("board")
print("\\n".join(words))
`;

function zipped(name: string, program: string): Uint8Array {
  const dir = join(folder, name);
  mkdirSync(dir);
  writeFileSync(join(dir, 'main.py'), program);
  execFileSync('python3', ['-c', 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[1])', dir]);
  return new Uint8Array(readFileSync(`${dir}.zip`));
}

test.beforeAll(async () => {
  const data = join(folder, 'data');
  execFileSync(binary, ['arena', 'admin', TEACHER.name, '--data', data], { input: `${TEACHER.password}\n` });
  arena = await openArena(data);
  address = arena.address;
});

test.afterAll(async () => {
  await arena.stop();
  rmSync(folder, { recursive: true });
});

async function ask(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
  const json = body !== undefined && !(body instanceof Uint8Array);
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { origin: address, cookie, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : Buffer.from(body as Uint8Array) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

const cookieOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

test.describe('a class of the course', () => {
  test.use({ locale: 'fa', viewport: { width: 1280, height: 800 } });

  test('is judged by phases, with the first rule that is broken', async ({ page }) => {
    test.setTimeout(240_000);
    const teacher = cookieOf(await ask('POST', '/signin', '', TEACHER));
    const settings = { ranking: { kind: 'none' }, team_size: 1, class: { phases: [1, 2] } };
    await ask('POST', '/contests', teacher, { slug: 'course', title: 'Course', game: 'labyrinth', settings, code: 'room 7' });
    await ask('POST', '/contests/course/state', teacher, { to: 'open' });
    for (const [name, program] of [['Sara', PRINTS], ['Ali', 'print("hello")\n']] as const) {
      const joined = await ask('POST', '/class', '', { code: 'room 7', name, lang: 'fa' });
      const { team } = (await joined.json()) as { team: string };
      await ask('POST', `/teams/${team}/versions`, cookieOf(joined), zipped(name, program));
    }
    const [name, value] = teacher.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: address }]);
    await page.addInitScript(() => localStorage.setItem('meydan.lang', 'fa'));
    await page.goto(`${address}/desk/course?part=class`);
    const sara = page.locator('tbody tr').filter({ hasText: 'Sara' });
    await expect(sara).toContainText(/پذیرفته/, { timeout: 180_000 });
    await expect(sara.locator('td code').first()).toBeVisible({ timeout: 60_000 });
    const ali = page.locator('tbody tr').filter({ hasText: 'Ali' });
    await expect(ali.locator('td code').first()).toBeVisible({ timeout: 120_000 });
    await expect(ali).not.toContainText(/پذیرفته/);
    await ali.locator('summary').first().click();
    await expect(ali.getByText(String(fa['phase.expected'])).first()).toBeVisible();
    const csv = await (await ask('GET', '/contests/course/class.csv', teacher)).text();
    expect(csv).toMatch(/Sara.*,passed,/);
    expect(csv.split('\n')[0]).toContain('phase 2 first rule');
  });
});
