import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { kitsOf, smallBot } from '../src/start/bots';
import { aboutBot, aboutRuleset } from '../src/start/words';
import { en } from '../src/start/words.en';

const GAMES = ['labyrinth', 'heroes', 'gotham', 'jungle', 'galaxy'];

test('every game has a whole bot to copy and a kit in Python', async () => {
  for (const game of GAMES) {
    const bot = await smallBot(game);
    expect(bot, game).toContain('for line in sys.stdin');
    expect(kitsOf(game)).toContain('python');
  }
  expect(kitsOf('nothing')).toEqual([]);
});

test('every house bot is told of in a sentence', () => {
  for (const game of GAMES) {
    const source = readFileSync(join(import.meta.dirname, `../../crates/house/src/${game}.rs`), 'utf8');
    const names = /NAMES: [^=]*= &\[([^\]]*)\]/.exec(source)?.[1] ?? '';
    const found = [...names.matchAll(/"([a-z]+)"/g)].map(([, name]) => name);
    expect(found.length, game).toBeGreaterThan(1);
    for (const name of found) expect(aboutBot(game, `house:${name}`), `${game} ${name}`).not.toBeNull();
  }
  expect(aboutBot('jungle', 'human')).toBe(en['bot.human']);
  expect(aboutBot('jungle', 'house:stranger')).toBeNull();
});

test('every ruleset is told of in a sentence', () => {
  const all = ['labyrinth document', 'heroes official', 'gotham official-prelim', 'gotham official', 'jungle official', 'galaxy official'];
  for (const [game = '', ruleset = ''] of all.map((one) => one.split(' '))) expect(aboutRuleset(game, ruleset), `${game} ${ruleset}`).not.toBeNull();
});
