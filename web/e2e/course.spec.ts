import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { fa } from '../src/class/words.fa';
import { cookieOf, inPersian, School } from './school';

/** A class of the labyrinth's course with the real program: programs are judged phase by phase, behind walls. */

let school: School;

/** Prints the board that it reads, which is all of phase 1 and nothing of phase 2. */
const PRINTS = `import sys
words = sys.stdin.read().split()
print("board")
print("\\n".join(words))
`;

function zipped(name: string, program: string): Uint8Array {
  const dir = join(school.folder, name);
  mkdirSync(dir);
  writeFileSync(join(dir, 'main.py'), program);
  return school.zipped(name);
}

test.beforeAll(async () => {
  school = await School.open();
});

test.afterAll(() => school.close());

test.describe('a class of the course', () => {
  test.use({ locale: 'fa', viewport: { width: 1280, height: 800 } });

  test('is judged by phases, with the first rule that is broken', async ({ page }) => {
    test.setTimeout(240_000);
    const teacher = await school.head();
    const settings = { ranking: { kind: 'none' }, team_size: 1, class: { phases: [1, 2] } };
    await school.ask('POST', '/contests', teacher, { slug: 'course', title: 'Course', game: 'labyrinth', settings, code: 'room 7' });
    await school.ask('POST', '/contests/course/state', teacher, { to: 'open' });
    for (const [name, program] of [['Sara', PRINTS], ['Ali', 'print("hello")\n']] as const) {
      const joined = await school.ask('POST', '/class', '', { code: 'room 7', name, lang: 'fa' });
      const { team } = (await joined.json()) as { team: string };
      await school.ask('POST', `/teams/${team}/versions`, cookieOf(joined), zipped(name, program));
    }
    await school.wear(page.context(), teacher);
    await inPersian(page);
    await page.goto(`${school.address}/desk/course?part=class`);
    const sara = page.locator('tbody tr').filter({ hasText: 'Sara' });
    await expect(sara).toContainText(/پذیرفته/, { timeout: 180_000 });
    await expect(sara.locator('td code').first()).toBeVisible({ timeout: 60_000 });
    const ali = page.locator('tbody tr').filter({ hasText: 'Ali' });
    await expect(ali.locator('td code').first()).toBeVisible({ timeout: 120_000 });
    await expect(ali).not.toContainText(/پذیرفته/);
    await ali.locator('summary').first().click();
    await expect(ali.getByText(String(fa['phase.expected'])).first()).toBeVisible();
    const csv = await (await school.ask('GET', '/contests/course/class.csv', teacher)).text();
    expect(csv).toMatch(/Sara.*,passed,/);
    expect(csv.split('\n')[0]).toContain('phase 2 first rule');
  });
});
