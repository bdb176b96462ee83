import { expect, settled, spot, test } from './test';

test('a person plays by keys, is told what cannot be done, and wins', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  const status = page.locator('.bar .status');
  await expect(status).toContainText('take a step');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.message')).toContainText('The board ends there.');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.timeline output')).toHaveText('1 / 1');
  await expect(status).toContainText('take a step');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.message')).toContainText('A wall is in the way.');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.timeline output')).toHaveText('2 / 2');
  await expect(status).toContainText('take a step');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('The match is over: ⁨victory⁩.')).toBeVisible();
  // Whoever has no name is spoken to.
  await expect(page.getByRole('region', { name: 'How it ended' }).getByRole('heading', { level: 2 })).toHaveText(/You win/);
});

test('on a phone whoever explains a first match has the first word about its end', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${page.url()}?learn`);
  const coach = page.getByRole('region', { name: 'Your first match' });
  await expect(coach).toContainText('What it is about');
  for (const [done, key] of ['ArrowLeft', 'ArrowLeft', 'ArrowUp'].entries()) {
    await expect(page.locator('.timeline output')).toHaveText(`${done} / ${done}`);
    await expect(page.locator('.bar .status')).toContainText('take a step');
    await page.keyboard.press(key);
  }
  const end = page.getByRole('region', { name: 'How it ended' });
  await expect(end).toBeVisible();
  await expect(coach).toContainText('Well done!');
  expect((await coach.boundingBox())!.y).toBeLessThan((await end.boundingBox())!.y);
});

test('that a match is over is not said before its end is seen', async ({ page }) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const of = (part: string) => document.querySelector(part)?.textContent ?? '';
    new MutationObserver(() => told.push(`${of('.timeline output')}: ${of('.bar .status')}`)).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  for (const [done, key] of ['ArrowLeft', 'ArrowLeft', 'ArrowUp'].entries()) {
    await expect(page.locator('.timeline output')).toHaveText(`${done} / ${done}`);
    await expect(page.locator('.bar .status')).toContainText('take a step');
    await page.keyboard.press(key);
  }
  await expect(page.getByRole('region', { name: 'How it ended' })).toBeVisible();
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  expect(told.some((line) => line.startsWith('2 / 3: '))).toBe(true);
  expect(told.filter((line) => line.includes('The match is over') && !line.startsWith('3 / 3'))).toEqual([]);
});

test('whoever plays is told what stands under the pointer once it rests, and never beyond the picture', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step');
  const tip = page.locator('.stage .tip');
  const core = await spot(page, { x: 46 + 50, y: 46 + 20 });
  await page.mouse.move(core.x, core.y);
  await expect(tip).toBeVisible();
  const [words, frame] = [(await tip.boundingBox())!, (await page.locator('.stage').boundingBox())!];
  expect(words.y).toBeGreaterThanOrEqual(frame.y);
  expect(words.x).toBeGreaterThanOrEqual(frame.x);
  // A press is an answer: what it does is not covered.
  await page.mouse.click(core.x, core.y);
  await expect(tip).toHaveCount(0);
  await expect(page.locator('.message')).toBeVisible();
});

test('the shortest win on the board of the day is hidden until it was played', async ({ page }) => {
  await page.goto('/setup/labyrinth');
  const daily = page.getByTestId('daily');
  await expect(daily).toContainText('is revealed once you have played');
  await page.getByRole('button', { name: 'Play the board of the day' }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step');
  await expect(daily).toContainText('is revealed once you have played');
  await page.getByRole('button', { name: /Hint/ }).click();
  await expect(page.locator('.message')).toContainText('The best move is marked.');
  for (const [done, key] of ['ArrowLeft', 'ArrowLeft', 'ArrowUp'].entries()) {
    await expect(page.locator('.timeline output')).toHaveText(`${done} / ${done}`);
    await expect(page.locator('.bar .status')).toContainText('take a step');
    await page.keyboard.press(key);
  }
  await expect(daily).toContainText('You won in 3 rounds. The shortest win takes 3 rounds.');
  await page.goto('/setup/labyrinth');
  await expect(daily).toContainText('The shortest win takes 3 rounds.');
});

test('a person plays by mouse: a lit cell, a wall on an edge', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step');
  const at = (x: number, y: number) => spot(page, { x, y });
  const edge = await at(46 + 200, 46 + 150);
  await page.mouse.move(edge.x, edge.y);
  await page.keyboard.press('w');
  await expect(page.locator('.bar .status')).toContainText('Choose the edge');
  const wall = await at(46 + 150, 46 + 100);
  await page.mouse.click(wall.x, wall.y);
  await expect(page.locator('.message')).toContainText('A wall stands there already.');
  await page.keyboard.press('w');
  const cell = await at(46 + 150, 46 + 150);
  await page.mouse.click(cell.x, cell.y);
  await expect(page.locator('.timeline output')).toHaveText('1 / 1');
});

test('a hint is shown, and the match is saved and taken up again', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step');
  await page.getByRole('button', { name: /Hint/ }).click();
  await expect(page.locator('.message')).toContainText('You win in 3 rounds, and no sooner.');
  await page.getByRole('button', { name: /Save and leave/ }).click();
  await expect(page).toHaveURL(/\/matches$/);
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await expect(page.locator('.bar .status')).toContainText('take a step');
});

test('a number that does not fit is told of at its field, in the reader’s language', async ({ page }) => {
  await page.goto('/setup/labyrinth?lang=fr');
  await page.getByRole('combobox', { name: 'Carte' }).selectOption({ label: 'un plateau au hasard' });
  const rows = page.getByRole('spinbutton', { name: 'Lignes' });
  await rows.fill('999');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await expect(rows).toBeFocused();
  await expect(rows).toHaveAccessibleDescription(/nombre entier de 2 à 255/);
  await expect(page.getByText('Lignes', { exact: true })).toBeInViewport();
  await expect(page).toHaveURL(/\/setup\/labyrinth/);
});

test('two people play on two browsers', async ({ page, browser, mock }) => {
  await page.goto('/setup/labyrinth');
  await page.getByRole('combobox', { name: /Seat .*1/ }).selectOption('human');
  await page.getByRole('button', { name: 'Add a seat' }).click();
  // The usual map has one runner: what is played instead is chosen and said.
  await expect(page.getByRole('combobox', { name: 'Map' })).toHaveValue(/random/);
  await expect(page.getByText('The usual map has 1 seat')).toBeVisible();
  await page.getByRole('button', { name: 'Begin' }).click();
  await settled(page);
  const link = await page.locator('.invite code').textContent();
  const context = await browser.newContext({ baseURL: mock.url, locale: 'en-GB' });
  const other = await context.newPage();
  await other.goto(link!);
  await settled(other);
  await expect(page.locator('.bar .status')).toContainText('Runner 1: take a step');
  await expect(other.locator('.bar .status')).toContainText('Waiting');
  await page.keyboard.press('ArrowUp');
  await expect(other.locator('.bar .status')).toContainText('Runner 2: take a step');
  await other.keyboard.press('ArrowLeft');
  await expect(page.locator('.timeline output')).toHaveText('2 / 2');
  await expect(page.locator('.bar .status')).toContainText('Runner 1: take a step');
  await context.close();
});

test('matches are listed page by page, and by game and state', async ({ page, mock }) => {
  mock.page = 3;
  await page.goto('/matches');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'State' }).selectOption('paused');
  await expect(page.getByText('No match fits')).toBeVisible();
  // Whoever looks at something else and comes back finds the list as it was.
  await expect(page).toHaveURL(/\/matches\?state=paused$/);
  await page.getByRole('link', { name: 'Games' }).first().click();
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('paused');
  await expect(page.getByText('No match fits')).toBeVisible();
});

test('whoever began a match can cancel and delete it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await page.goto('/matches');
  // A second click in the same place deletes nothing, and before something is deleted the page asks.
  await page.getByRole('button', { name: 'Cancel' }).dblclick();
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await expect(remove).toBeEnabled();
  await remove.click();
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await remove.click();
  await page.getByRole('group', { name: 'Delete this match?' }).getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('button', { name: /Cancel|Delete|Resume/ })).toHaveCount(0);
});

test('a person sees how long they have, and why a match stopped', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.getByLabel('Time left')).toHaveText(/^1[45]:\d\d$/);
  await page.evaluate(() => fetch('/api/matches/small0/save', { method: 'POST' }));
  await expect(page.locator('.bar .status')).toContainText('The match has stopped: ⁨it was saved⁩.');
});

test('what lies over the game has the keys to itself', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  const [steps, dialog] = [page.locator('.timeline output'), page.getByRole('dialog')];
  await expect(page.locator('.bar .status')).toContainText('take a step');
  const text = dialog.getByRole('heading', { name: 'Walls of light' });
  await page.getByRole('button', { name: 'Rules' }).click();
  await expect(text).toBeVisible();
  for (const key of ['ArrowLeft', 'ArrowDown', 's']) await page.keyboard.press(key);
  // A press on the text takes the focus away; the keys stay with what lies above.
  await text.click();
  for (const key of ['ArrowLeft', 'ArrowDown', 's']) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  await expect(text).toBeVisible();
  await page.keyboard.press('g');
  await expect(dialog).toHaveCount(0);
  await expect(steps).toHaveText('0 / 0');
  await page.keyboard.press('ArrowLeft');
  await expect(steps).toHaveText('1 / 1');
});

test('what is folded is opened with its own keys', async ({ page }) => {
  await page.goto('/match/labyrinth-company?step=5');
  await settled(page);
  const closer = page.locator('details.analysis');
  for (const [key, open] of [['Enter', true], [' ', false]] as const) {
    await closer.locator('summary').focus();
    await page.keyboard.press(key);
    if (open) await expect(closer).toHaveAttribute('open', '');
    else await expect(closer).not.toHaveAttribute('open');
  }
  await expect(page.locator('.timeline output')).toHaveText('5 / 39');
});

test('the link to a moment has the eyes of whoever has played, and before the end says that it has not', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  await expect(page.locator('.bar .status')).toContainText('take a step');
  const [share, link] = [page.getByRole('button', { name: 'Share this match' }), page.getByRole('textbox', { name: 'This moment' })];
  await page.getByText('Look back').click();
  await share.click();
  await expect(link).toHaveValue(/\/match\/small\d+\?step=0$/);
  await expect(page.getByRole('dialog')).toContainText('not through your eyes');
  await page.keyboard.press('Escape');
  for (const [done, key] of ['ArrowLeft', 'ArrowLeft', 'ArrowUp'].entries()) {
    await expect(page.locator('.timeline output')).toHaveText(`${done} / ${done}`);
    await expect(page.locator('.bar .status')).toContainText('take a step');
    await page.keyboard.press(key);
  }
  await expect(page.getByRole('region', { name: 'How it ended' })).toBeVisible();
  await page.locator('.transport').getByRole('button', { name: 'Share this match' }).click();
  await expect(link).toHaveValue(/\/match\/small\d+\?step=3&eyes=0$/);
  await expect(page.getByRole('dialog')).toContainText('as you see it now');
  await page.keyboard.press('Escape');
  // Whoever has chosen to see everything shares that.
  await page.getByLabel('See as').selectOption('');
  await page.locator('.transport').getByRole('button', { name: 'Share this match' }).click();
  await expect(link).toHaveValue(/\/match\/small\d+\?step=3$/);
});

test('where a match is played on from, people go by their names', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Play .*Labyrinth/ }).click();
  await settled(page);
  for (const [done, key] of ['ArrowLeft', 'ArrowLeft', 'ArrowUp'].entries()) {
    await expect(page.locator('.timeline output')).toHaveText(`${done} / ${done}`);
    await expect(page.locator('.bar .status')).toContainText('take a step');
    await page.keyboard.press(key);
  }
  await expect(page.getByRole('region', { name: 'How it ended' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Look closer').click();
  const form = page.locator('.analysis form');
  await expect(form.locator('bdi')).toHaveText('a person');
});
