import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, settled, test } from './test';

const NOON = new Date(Date.UTC(2026, 10, 16, 12));

test.beforeEach(async ({ page }) => {
  // Going through a page for what is not accessible takes long on a busy machine.
  test.slow();
  // Only dates are fixed; timers run.
  await page.clock.setFixedTime(NOON);
});

/** Comes in as somebody who has signed in before. */
async function as(page: Page, name: string): Promise<void> {
  const { hostname } = new URL(page.url() === 'about:blank' ? 'http://127.0.0.1' : page.url());
  await page.context().addCookies([{ name: 'session', value: name, domain: hostname, path: '/' }]);
  await page.addInitScript(() => localStorage.setItem('meydan.signed', '1'));
}

const speak = (page: Page, lang: string) => page.addInitScript((wanted) => localStorage.setItem('meydan.lang', wanted), lang);

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Nothing sticks out of the window sideways. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

test('what has become of the teams is drawn, and told in words', async ({ page }) => {
  await page.goto('/contest/grotto-cup/statistics');
  const chart = page.getByRole('img', { name: 'Ratings over time' });
  await expect(chart.locator('path')).toHaveCount(4);
  // The lines keep to the box that is there for them.
  const [box, inside] = [await chart.boundingBox(), await chart.locator('path').last().boundingBox()];
  expect(inside!.y + inside!.height).toBeLessThanOrEqual(box!.y + box!.height + 4);
  await page.getByRole('button', { name: /Sea Otters/ }).click();
  await expect(chart.locator('path.faint')).toHaveCount(3);
  await expect(page.getByRole('row', { name: /Les Lucioles/ }).getByTitle('5 won, 1 drawn, 1 lost')).toHaveText('79');
  await page.waitForTimeout(400);
  await accessible(page);
  await page.getByRole('link', { name: 'Sea Otters' }).click();
  await expect(page.getByText('the version in force is clearly better than the one before')).toBeVisible();
  await expect(page.getByRole('row', { name: /clearly better/ })).toContainText('+200 ± 140');
  await page.waitForTimeout(400);
  await accessible(page);
});

test('from signing up to a casual match', async ({ page, mock }) => {
  await page.goto('/contests');
  await page.getByRole('link', { name: 'Grotto Cup' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('nadia');
  await page.getByLabel('Password').fill('a long enough one');
  await page.getByRole('button', { name: 'Sign up' }).click();
  // Back where she was, and known. The address that she left ends alike.
  await expect(page).toHaveURL(/^[^?]*\/contest\/grotto-cup$/);
  await expect(page.getByRole('link', { name: /Your account/ })).toContainText('nadia');
  await page.getByLabel('The team’s name').fill('Night Shift');
  await page.getByRole('button', { name: 'Make a team' }).click();
  await expect(page.getByRole('heading', { name: 'Night Shift' })).toBeVisible();

  await page.locator('[data-pick=file]').setInputFiles({ name: 'bot.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert')).toContainText('is not a ZIP file');
  await page.locator('[data-pick=file]').setInputFiles({ name: 'big.zip', mimeType: 'application/zip', buffer: Buffer.concat([Buffer.from('PK'), Buffer.alloc(1_200_000)]) });
  await expect(page.getByRole('alert')).toContainText('1.1 MB');
  await page.getByLabel('Note').fill('first try');
  await page.locator('[data-pick=file]').setInputFiles({ name: 'bot.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04 a bot') });
  await expect(page.getByText('Version 1 has arrived.')).toBeVisible();
  const log = page.getByRole('log');
  await expect(log).toContainText('recognised: Python');
  await expect(log).toContainText('built in 3.2 s');
  await expect(page.getByText('ready', { exact: true }).first()).toBeVisible();
  expect(mock.league.sent.some(({ path }) => path.endsWith('/versions?note=first+try'))).toBe(true);

  await page.getByRole('button', { name: 'Casual match' }).click();
  await expect(page.getByText(/Not yet: .*the best .*50.*of the standing/)).toBeVisible();
  await page.getByRole('checkbox', { name: /تیم پلنگ/ }).check();
  await page.getByRole('button', { name: 'Ask for the match' }).click();
  await expect(page.getByText('The match is waiting for its turn.')).toBeVisible();
  expect(mock.league.sent.at(-1)?.body).toEqual({ opponents: [{ team: 'team2' }], person: false });
  // It opens by itself.
  await settled(page);
  await expect(page.getByRole('region', { name: 'About this match' })).toContainText('checked: its record gives the same result');
});

test('a folder is packed here and sent', async ({ page, mock }) => {
  await as(page, 'mina');
  await page.goto('/team/team1');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/versions'));
  await page.evaluate(async () => {
    const files = [new File(['print(1)'], 'bot.py'), new File(['x'], 'HEAD')];
    Object.defineProperty(files[0], 'webkitRelativePath', { value: 'my-bot/src/bot.py' });
    Object.defineProperty(files[1], 'webkitRelativePath', { value: 'my-bot/.git/HEAD' });
    while (document.querySelector('[data-pick=folder]') === null) await new Promise((next) => setTimeout(next, 20));
    const input = document.querySelector<HTMLInputElement>('[data-pick=folder]')!;
    Object.defineProperty(input, 'files', { value: files });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await sent;
  await expect(page.getByText('Version 3 has arrived.')).toBeVisible();
  const body = mock.league.sent.find(({ path }) => path.includes('/versions'))?.body as Buffer;
  expect(body.toString('latin1')).toContain('src/bot.py');
  expect(body.toString('latin1')).not.toContain('HEAD');
});

test('a wrong password is told, and who is not signed in is led to the door and back', async ({ page, complaints }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/signin\?to=%2Faccount$/);
  await page.getByLabel('Name').fill('mina');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.');
  // The browser itself says so, too.
  expect(complaints.splice(0).join()).toContain('401');
  await page.getByLabel('Password').fill('correct horse');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('heading', { name: 'mina' })).toBeVisible();
});

test('an account: a token is shown once, a new name, the way out', async ({ page, mock }) => {
  await as(page, 'mina');
  await page.goto('/account');
  await page.getByText('Make a token').first().click();
  await page.getByLabel('What it is for').fill('laptop');
  await page.getByRole('checkbox', { name: /play/ }).check();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByText('mdn_7kq2w9xh4c5r8t3v')).toBeVisible();
  expect(mock.league.sent.at(-1)?.body).toEqual({ label: 'laptop', scopes: ['read', 'submit', 'play'] });
  await page.getByRole('button', { name: /Revoke the token/ }).click();
  await expect(page.getByText('There are no tokens yet.')).toBeVisible();
  await accessible(page);
  await page.getByLabel('Language').nth(1).selectOption('fr');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('heading', { name: 'Vos équipes' })).toBeVisible();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
});

test('a link for a new password', async ({ page }) => {
  await page.goto('/reset#abc');
  await expect(page).toHaveURL(/\/reset$/);
  await page.getByLabel('New password').fill('quite another one');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your new password is set.')).toBeVisible();
});

test('matches are searched, and the address says how', async ({ page }) => {
  await page.goto('/contest/grotto-cup/matches');
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(8);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(rows).toHaveCount(12);
  await page.getByRole('combobox', { name: 'State' }).selectOption('void');
  await expect(page).toHaveURL(/matches\?state=void$/);
  await expect(rows).toHaveCount(1);
  await page.goto('/contest/grotto-cup/matches?team=team1&against=team3');
  await expect(page.getByText(/Sea Otters.* ahead: 3/)).toBeVisible();
  await accessible(page);
});

test('a league match has its teams’ names, and its own log only for its own', async ({ page }) => {
  await page.goto('/league/m11?turn=5');
  await settled(page);
  await expect(page.locator('.sides strong').first()).toHaveText('Sea Otters');
  await expect(page.getByRole('list', { name: 'Log' })).not.toContainText('tiles in sight');
  await as(page, 'mina');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('14 tiles in sight');
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('going for the diamond from seat 0');
  await accessible(page);
});

test('signing in elsewhere, and linking an account', async ({ page, mock }) => {
  mock.league.elsewhere = { name: 'The school' };
  await page.goto('/signin?elsewhere=stale&to=/contest/grotto-cup');
  await expect(page.getByRole('alert')).toContainText('Please begin again');
  await accessible(page);
  await page.getByRole('button', { name: /Sign in with .*The school/ }).click();
  // Back where she was, and known.
  await expect(page).toHaveURL(/\/contest\/grotto-cup$/);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Link the account' }).click();
  await expect(page.getByText('Your account is linked.')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('button', { name: 'Link the account' })).toBeVisible();
});

test('the organiser’s desk', async ({ page, mock }) => {
  await as(page, 'omid');
  await page.goto('/desk');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused: no new jobs are started.')).toBeVisible();
  await page.getByRole('button', { name: /Retry job .*job2/ }).click();
  await expect(page.getByRole('button', { name: /Retry job/ })).toHaveCount(0);
  // A worker on another machine is in trouble, and says why.
  await expect(page.getByText('takes nothing for now')).toBeVisible();
  await expect(page.getByText(/nothing can be written here/)).toBeVisible();
  await page.getByText('Make a token').first().click();
  await page.getByLabel('What it is for').fill('hall');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByText('mw_secret')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: /Revoke the token .*hall/ }).click();
  await expect(page.getByText('There are no tokens yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Contests' }).nth(1).click();
  await page.getByRole('link', { name: 'Grotto Cup' }).click();
  await page.getByLabel('Text').fill('Lunch is served.');
  await page.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByText('Lunch is served.')).toBeVisible();
  await page.getByRole('button', { name: 'Freeze' }).click();
  await expect(page.getByRole('heading', { name: /The contest is .*frozen/ })).toBeVisible();
  await page.getByRole('button', { name: 'Hold matches back' }).click();
  await expect(page.getByText('Matches are held back.')).toBeVisible();
  await page.getByRole('button', { name: 'Let matches go' }).click();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Minutes between rounds').fill('15');
  await page.getByRole('checkbox', { name: 'solver' }).check();
  await page.getByLabel('Replay files of matches').fill('30');
  await expect(page.getByText('the replay files of 12 matches')).toBeVisible();
  await expect(page.getByText('1 log', { exact: true })).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(mock.league.settings).toMatchObject({
    ranking: { kind: 'groups', every_minutes: 15 }, house: [{ name: 'random', top: 1 }, { name: 'greedy', top: 0.5 }, { name: 'solver', top: 1 }],
    keep: { records_days: 30 },
  });

  await page.getByRole('link', { name: 'Teams' }).click();
  await page.getByRole('button', { name: /Disqualify .*Byte Club/ }).click();
  await page.getByLabel('Reason').fill('copied code');
  await page.getByRole('dialog').getByRole('button', { name: /Disqualify/ }).click();
  await expect(page.getByRole('row', { name: /Byte Club/ })).toContainText('copied code');

  await page.getByRole('link', { name: 'Rejudge' }).click();
  await page.getByLabel('Reason').fill('the map was wrong');
  await page.getByRole('button', { name: 'Play these again' }).click();
  await expect(page.getByText('2 of 2 played, 1 with another result')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('applied')).toBeVisible();
});

test('an admin finds an account and makes a link for it', async ({ page }) => {
  await as(page, 'omid');
  await page.goto('/users');
  await page.getByRole('button', { name: /reset link for .*mina/ }).click();
  await expect(page.getByText(/\/reset#abc$/)).toBeVisible();
  await accessible(page);
});

test('what the server says is said in the reader’s language', async ({ page }) => {
  await speak(page, 'fa');
  await as(page, 'mina');
  await page.goto('/version/v2');
  const reason = page.getByRole('alert').locator('bdi');
  await expect(reason).toContainText('یک وابستگی نیست («\u2068torch\u2069»)');
  await expect(reason).toHaveAttribute('lang', 'fa');

  await as(page, 'omid');
  await page.goto('/desk?part=audit');
  await expect(page.getByRole('row', { name: /نسخه ساخته شد/ })).toContainText('با کد خروج ۱۲۷ پایان یافت');
  await expect(page.getByRole('row', { name: /تیم محروم شد/ })).toContainText('two accounts sent the same bot');

  // A field for a date shows another calendar than the page.
  await page.goto('/desk/grotto-cup?part=settings');
  await page.locator('input[type=datetime-local]').first().fill('2027-03-21T10:30');
  await expect(page.getByText('۱ فروردین ۱۴۰۶')).toBeVisible();
});

test('a refusal is told in French, and what is not known in English', async ({ page, complaints }) => {
  await speak(page, 'fr');
  await page.goto('/signup');
  await page.getByLabel('Nom').fill('mina');
  await page.getByLabel('Mot de passe').fill('a long enough one');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('alert')).toHaveText(/ce nom est déjà .*\s; choisissez-en un autre/i);
  await page.goto('/reset#old');
  await page.getByLabel('Nouveau mot de passe').fill('a long enough one');
  await page.getByRole('button').last().click();
  const told = page.getByRole('alert').locator('bdi');
  await expect(told).toHaveText('this link was used or is too old; ask for another');
  await expect(told).toHaveAttribute('lang', 'en');
  await expect(told).toHaveAttribute('dir', 'auto');
  // The browser itself complains about what was refused.
  complaints.length = 0;
});

/** All pages, in the language that turns everything round, on a small screen and in the dark: what fits here fits. */
for (const [name, address, who] of [
  ['contests', '/contests', ''],
  ['overview', '/contest/grotto-cup', ''],
  ['standing', '/contest/grotto-cup/standing', 'mina'],
  ['rounds', '/contest/grotto-cup/rounds', 'mina'],
  ['matches', '/contest/grotto-cup/matches', ''],
  ['statistics', '/contest/grotto-cup/statistics', ''],
  ['teams', '/contest/grotto-cup/teams', ''],
  ['team', '/team/team1', 'mina'],
  ['version', '/version/v2', 'mina'],
  ['sign up', '/signup', ''],
  ['queued match', '/league/m12', ''],
  ['desk', '/desk', 'omid'],
  ['audit', '/desk?part=audit', 'omid'],
  ['accounts', '/users', 'omid'],
  ['settings', '/desk/grotto-cup?part=settings', 'omid'],
  ['matches of the desk', '/desk/grotto-cup?part=matches', 'omid'],
] as const) {
  test(`${name}: in Persian, on a phone, in the dark`, async ({ page, mock }) => {
    // A name may be one long word.
    const [, , third] = mock.league.teams;
    if (third !== undefined && ['statistics', 'teams'].includes(name)) third.name = 'W'.repeat(40);
    if (name === 'team') mock.league.title = mock.league.members.get('team1')![1]!.name = 'W'.repeat(40);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await speak(page, 'fa');
    if (who !== '') await as(page, who);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.waitForTimeout(400);
    await fits(page);
    await accessible(page);
  });
}
