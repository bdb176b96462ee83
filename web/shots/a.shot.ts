import { test } from '../e2e/test';
const LIST: [string, string, string, number, string, string][] = [
  ['contests', '/contests', 'en', 1280, 'mina', 'light'],
  ['overview', '/contest/grotto-cup', 'en', 1280, '', 'light'],
  ['standing', '/contest/grotto-cup/standing', 'en', 1280, 'mina', 'dark'],
  ['standing-fa', '/contest/grotto-cup/standing', 'fa', 390, 'mina', 'light'],
  ['rounds', '/contest/grotto-cup/rounds', 'en', 1280, 'mina', 'light'],
  ['matches', '/contest/grotto-cup/matches?team=team1&against=team3', 'en', 1280, '', 'light'],
  ['matches-fa', '/contest/grotto-cup/matches', 'fa', 390, '', 'dark'],
  ['statistics', '/contest/grotto-cup/statistics', 'fr', 1280, '', 'light'],
  ['team', '/team/team1', 'en', 1280, 'mina', 'light'],
  ['team-fa', '/team/team1', 'fa', 390, 'mina', 'dark'],
  ['account', '/account', 'en', 1280, 'mina', 'light'],
  ['signin', '/signin', 'fa', 390, '', 'light'],
  ['match', '/league/m11', 'en', 1280, 'mina', 'light'],
  ['queued', '/league/m12', 'en', 390, '', 'light'],
  ['desk', '/desk', 'en', 1280, 'omid', 'light'],
  ['desk-settings', '/desk/grotto-cup?part=settings', 'en', 1280, 'omid', 'light'],
  ['desk-settings-fa', '/desk/grotto-cup?part=settings', 'fa', 390, 'omid', 'dark'],
  ['desk-matches', '/desk/grotto-cup?part=matches', 'fr', 1280, 'omid', 'light'],
  ['users', '/users', 'en', 1280, 'omid', 'dark'],
  ['casual', '/team/team1', 'en', 390, 'mina', 'light'],
];
test('shots', async ({ browser, mock, complaints }) => {
  for (const [name, path, lang, width, who, scheme] of LIST) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name)) continue;
    const context = await browser.newContext({ baseURL: mock.url, viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: scheme as 'dark', timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date(Date.UTC(2026, 10, 16, 12)));
    await page.addInitScript((l) => localStorage.setItem('meydan.lang', l), lang);
    if (who !== '') { await context.addCookies([{ name: 'session', value: who, url: mock.url }]); await page.addInitScript(() => localStorage.setItem('meydan.signed', '1')); }
    await page.goto(path);
    await page.waitForTimeout(name === 'match' ? 6000 : 2500);
    if (name === 'casual') { await page.getByRole('button', { name: 'Casual match' }).click(); await page.waitForTimeout(800); }
    await page.screenshot({ path: `/tmp/w/pages/shots/${name}.png`, fullPage: name !== 'match' && name !== 'casual' });
    await context.close();
  }
  complaints.splice(0);
});
