import AxeBuilder from '@axe-core/playwright';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { expect, settled, test } from './test';

const turn = (page: Page) => page.locator('.timeline output');
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));

/** Drops a file on the page, as a hand with a mouse would. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, base64]) => {
      const made = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64 ?? ''), (c) => c.charCodeAt(0));
      made.items.add(new File([bytes], file ?? ''));
      return made;
    },
    [name, content.toString('base64')],
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('home: one click watches house bots', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByRole('button', { name: /Watch house bots play .*Labyrinth/ }).click();
  await expect(page).toHaveURL(/\/match\/labyrinth-company/);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Labyrinth');
  // It plays by itself.
  await expect(turn(page)).not.toHaveText('0 / 39');
});

test('a replay is opened, scrubbed, stepped, reversed and linked to', async ({ page }) => {
  await page.goto('/match/labyrinth-company?turn=20');
  await settled(page);
  await expect(turn(page)).toHaveText('20 / 39');
  await page.keyboard.press('ArrowRight');
  await expect(turn(page)).toHaveText('21 / 39');
  await expect(page).toHaveURL(/step=21/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(turn(page)).toHaveText('19 / 39');
  await page.keyboard.press('Home');
  await expect(turn(page)).toHaveText('0 / 39');
  await page.keyboard.press('n');
  await expect(turn(page)).toHaveText('1 / 39');
  await page.keyboard.press('End');
  await expect(turn(page)).toHaveText('39 / 39');
  await expect(page.getByText('The match is over')).toBeVisible();
  await page.keyboard.press('9');
  await page.keyboard.press('r');
  await expect(turn(page)).toHaveText('0 / 39', { timeout: 20_000 });
  const slider = page.getByRole('slider', { name: 'Step' });
  const box = (await slider.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(turn(page)).toHaveText(/^(19|20) \/ 39/);
});

test('the comment says where a win was thrown away, and a line of it leads there', async ({ page }) => {
  await page.goto('/match/labyrinth-company?turn=3');
  await settled(page);
  await page.getByText('Commentary', { exact: true }).click();
  await expect(page.getByText('From the start the game is won in 8 rounds, and no sooner.')).toBeVisible();
  const thrown = page.getByRole('button', { name: /The win is thrown away/ });
  await expect(thrown).toContainText('Before that: a win in 3 rounds');
  await expect(thrown).toContainText('wall');
  await thrown.click();
  await expect(turn(page)).toHaveText('20 / 39');
  await page.getByRole('checkbox', { name: 'mistakes only' }).check();
  await expect(page.locator('.comment ol button')).toHaveCount(2);
});

test('the log, notes, stderr and faults are in step with the turn, as text', async ({ page }) => {
  await page.goto('/match/labyrinth-company?turn=8');
  await settled(page);
  const log = page.getByRole('list', { name: 'Log' });
  await expect(log).toContainText('a fixed wall is in the way');
  await expect(log).toContainText('<b>not bold</b>');
  await expect(log.locator('b, i')).toHaveCount(0);
  await expect(page.locator('.bubble')).toHaveText('here');
  await expect(page.locator('.spot')).toHaveCount(2);
  await page.goto('/match/labyrinth-company?turn=4');
  await settled(page);
  await expect(page.locator('.bubble')).toHaveText('heading <i>right</i>');
});

test('help opens with H and closes with H or Escape', async ({ page }) => {
  await page.goto('/match/labyrinth-solver?turn=2');
  await settled(page);
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('h');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('charts open with D: score over time, time used with its limit', async ({ page }) => {
  await page.goto('/match/labyrinth-company?turn=12');
  await settled(page);
  await page.keyboard.press('d');
  await expect(page.getByRole('img', { name: /Score/ })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Time used' })).toBeVisible();
  // The chart is a picture; what it shows of this step is there in words, the limit as well.
  await expect(page.getByText('Step 12:', { exact: true })).toBeVisible();
  await expect(page.getByText(/^limit [\d,]+ ms$/)).toBeVisible();
});

test('whoever works on a bot keeps the charts and the eyes as they are from save to save', async ({ page, mock }) => {
  mock.replay = 'labyrinth-company';
  mock.works = true;
  await page.goto('/replay');
  await settled(page);
  const times = page.getByRole('img', { name: 'Time used' });
  const save = async () => {
    const again = page.waitForRequest(/\/api\/replay(\?|$)/);
    mock.save();
    await again;
    await settled(page);
  };
  // How long the bot took is there without being asked for.
  await expect(times).toBeVisible();
  await save();
  await expect(times).toBeVisible();
  await page.keyboard.press('d');
  await expect(times).toHaveCount(0);
  await page.getByLabel('See as').selectOption('1');
  await settled(page);
  await save();
  await expect(times).toHaveCount(0);
  await expect(page.getByLabel('See as')).toHaveValue('1');
});

test('the rules are one click away, with pictures', async ({ page }) => {
  await page.goto('/match/labyrinth-solver?turn=2');
  await settled(page);
  await page.getByRole('button', { name: 'Rules' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Walls of light' })).toBeVisible();
  await expect(page.getByRole('dialog').locator('img')).toHaveCount(5);
});

test('a reel and a trace dropped anywhere are opened', async ({ page }) => {
  await page.goto('/matches');
  await drop(page, 'mine.reel', fixture('labyrinth-boxes.reel'));
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('prizes');
  await drop(page, 'mine.trace', Buffer.from('TRACE…'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Boxes');
});

test.describe('what cannot be shown is said in words', () => {
  test('a file that is no replay', async ({ page, complaints }) => {
    await page.goto('/');
    await drop(page, 'photo.png', Buffer.from('not a trace'));
    await expect(page.getByRole('alert')).toContainText('this is no trace');
    complaints.length = 0;
  });

  test('a recording that breaks off', async ({ page }) => {
    await page.goto('/match/cut?turn=11');
    await settled(page);
    await expect(page.getByRole('alert')).toContainText('breaks off after 11 steps');
    await expect(turn(page)).toHaveText('11 / 11');
  });

  test('a damaged line', async ({ page }) => {
    await page.goto('/match/garbled?turn=3');
    await settled(page);
    await expect(page.getByRole('alert')).toContainText('Line 10');
    await expect(turn(page)).toHaveText('3 / 8');
  });

  test('a match that is not there', async ({ page, complaints }) => {
    await page.goto('/match/nowhere');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('there is no match');
    // It is the page: said where one looks, in the title, and with a way on.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This match cannot be shown');
    await expect(page).toHaveTitle('This match cannot be shown · Meydan');
    const { y, height } = (await alert.boundingBox())!;
    expect(y + height).toBeLessThan(500);
    await alert.getByRole('link', { name: 'To the games' }).click();
    await expect(page).toHaveURL(/\/$/);
    complaints.length = 0;
  });
});

test('the file given on the command line opens at the root', async ({ page, mock }) => {
  mock.replay = 'labyrinth-gauntlet';
  await page.goto('/?turn=3');
  await expect(page).toHaveURL(/\/replay\?step=3$/);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gauntlet');
  await expect(page.locator('.timeline output')).toHaveText(/^3 \//);
});

test('embed mode shows the match and nothing around it', async ({ page }) => {
  await page.goto('/match/labyrinth-solver?embed&turn=3');
  await settled(page);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(turn(page)).toHaveText('3 / 8');
});

test('a live match opens at now, with the way back to its beginning', async ({ page }) => {
  await page.goto('/match/live');
  await settled(page);
  // It starts at the head, not at the beginning, and stays there while windows come.
  await expect(turn(page)).not.toHaveText(/^[0-5] \//);
  await expect(turn(page)).toHaveText('29 / 29', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Watch it from the beginning' }).click();
  await expect(turn(page)).toHaveText(/^[0-6] \//);
  await page.getByRole('button', { name: /Live/ }).click();
  await expect(turn(page)).toHaveText(/^(\d+) \/ \1$/);
});

test('a lost connection is said, and taken up again by itself', async ({ page, mock, complaints }) => {
  mock.away = true;
  await page.goto('/match/torn');
  await settled(page);
  await expect(page.getByText('The connection is lost; trying again…')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  mock.away = false;
  await expect(turn(page)).toHaveText(/\/ 39$/);
  await expect(page.getByText('The connection is lost; trying again…')).toHaveCount(0);
  // Chromium says of every stream that was cut off that it was.
  complaints.length = 0;
});

test('nothing moves from under a pointer when it is known whether there can be a rematch', async ({ page }) => {
  let told = (): void => undefined;
  const held = new Promise<void>((done) => (told = done));
  await page.route('**/api/games', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/match/labyrinth-company');
  await settled(page);
  await page.keyboard.press('End');
  const card = page.getByRole('region', { name: 'How it ended' });
  const [rematch, replay] = [card.getByRole('button', { name: 'Rematch' }), card.getByRole('button', { name: 'Watch it again' })];
  await expect(rematch).toBeDisabled();
  const before = await replay.boundingBox();
  told();
  await expect(rematch).toBeEnabled();
  await expect(rematch).toHaveAttribute('title', /usual settings/);
  expect(await replay.boundingBox()).toEqual(before);
});

test('the end card says who won and leads to the turning points, the picture and the link', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto('/match/labyrinth-company?eyes=1');
  await settled(page);
  await page.keyboard.press('End');
  const card = page.getByRole('region', { name: 'How it ended' });
  await expect(card).toContainText('The match is over');
  await expect(card.getByRole('row')).toHaveCount(4);
  // What the runners share is told once.
  await expect(card.getByText(/arrived: \d/)).toHaveCount(1);
  // A bot's mistake turned nothing.
  await expect(card.getByRole('list')).not.toContainText('in the way');
  // It covers nothing of the board.
  const [end, stage] = [(await card.boundingBox())!, (await page.locator('.stage').boundingBox())!];
  expect(end.x >= stage.x + stage.width || end.y >= stage.y + stage.height).toBe(true);
  const saved = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Save the picture' }).click();
  expect((await saved).suggestedFilename()).toBe('labyrinth-39.png');
  // Without a clipboard the link is shown, with the step and the eyes.
  await card.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'This moment' })).toHaveValue(/\?eyes=1&step=39$/);
  await page.keyboard.press('Escape');
  await card.getByRole('listitem').first().getByRole('button').click();
  await expect(turn(page)).not.toHaveText('39 / 39');
  await expect(card).toHaveCount(0);
});

test('an idle page draws nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    (window as unknown as { asked: number }).asked = 0;
    window.requestAnimationFrame = (callback) => {
      (window as unknown as { asked: number }).asked += 1;
      return ask(callback);
    };
  });
  await page.goto('/match/labyrinth-company?turn=5');
  await settled(page);
  await page.waitForTimeout(500);
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  const before = await asked();
  await page.waitForTimeout(1200);
  expect(await asked()).toBe(before);
});

test('a frame on another page says its colours, its language and what it shows', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 340 });
  await page.goto('/match/labyrinth-solver?embed&theme=dark&lang=fr&autoplay=0&title=0');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  await expect(page.locator('.title')).toHaveCount(0);
  await expect(page.locator('.timeline output')).toHaveText('0 / 8');
  const box = (await page.locator('.stage canvas').boundingBox())!;
  expect(box.height).toBeGreaterThan(200);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(340);
  // Neither the colours nor the language are the reader's own choice from now on.
  expect(await page.evaluate(() => [localStorage.getItem('meydan.theme'), localStorage.getItem('meydan.lang')])).toEqual([null, null]);
  await page.goto('/match/labyrinth-solver?embed&loop&controls=0&step=7');
  await settled(page);
  await expect(page.locator('.controls')).toHaveCount(0);
});

test('a frame that loops begins again after the end', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 340 });
  await page.goto('/match/labyrinth-solver?embed&loop');
  await settled(page);
  const output = page.locator('.timeline output');
  await expect(output).toHaveText('8 / 8', { timeout: 40_000 });
  await expect(output).toHaveText(/^[0-4] /, { timeout: 20_000 });
});

test('whoever shares a match is offered a projector with a list, and a frame for another page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/match/labyrinth-company?step=5');
  await settled(page);
  await page.getByRole('button', { name: 'Share this match' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this match' });
  await expect(dialog.getByRole('textbox', { name: 'This moment' })).toHaveValue(/\/match\/labyrinth-company\?step=5$/);
  await dialog.getByText('Then show other matches').click();
  await dialog.getByRole('checkbox').nth(1).check();
  await dialog.getByRole('checkbox').first().check();
  await expect(dialog.getByRole('textbox', { name: 'For a projector' })).toHaveValue(/\/match\/labyrinth-company\?caster&next=labyrinth-boxes,labyrinth-solver$/);
  await expect(dialog.getByRole('textbox', { name: 'For another page' })).toHaveValue(/^<iframe src="[^"]+\/match\/labyrinth-company\?embed" width="480" height="340" title="Labyrinth"><\/iframe>$/);
  await dialog.getByRole('button', { name: /Copy.*For a projector/ }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('?caster&next=');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});
