import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { kitBot, kitsOf, languageOf, smallBot } from '../src/start/bots';
import { Refusal, type KnobCard } from '../src/api';
import { speech } from '../src/lang/lang.svelte';
import { learnt } from '../src/said/said.svelte';
import { crowd, crowded } from '../src/start/crowd';
import { asked, misfit } from '../src/start/knobs';
import { labelled, whyNot } from '../src/start/unfit';
import { aboutBot, aboutKnob, aboutRuleset } from '../src/start/words';
import { en } from '../src/start/words.en';

const KITS = join(import.meta.dirname, '../../kits');
const GAMES = ['labyrinth', 'heroes', 'gotham', 'jungle', 'galaxy'];

test('every game has a whole bot to copy in every language that has a kit', async () => {
  for (const game of GAMES) {
    expect(kitsOf(game)).toContain('python');
    for (const language of kitsOf(game)) {
      const bot = await smallBot(game, language);
      const lines = bot?.files.map(({ text }) => text.split('\n').length) ?? [];
      expect(lines.length, `${game} ${language}`).toBeGreaterThan(0);
      // A page to copy, not one to study.
      expect(Math.max(...lines), `${game} ${language}`).toBeLessThan(62);
      // Where it needs the kit, it takes the place of files that the kit has; else one file is all.
      if (bot?.start === null) for (const { file } of bot.files) expect(existsSync(join(KITS, game, language, file)), `${game} ${language} ${file}`).toBe(true);
      else expect(bot?.start).toContain(bot?.files[0]?.file);
    }
  }
  expect((await smallBot('gotham', 'go'))?.files.map(({ file }) => file)).toEqual(['thief_ai.go', 'police_ai.go']);
  expect(kitsOf('nothing')).toEqual([]);
  expect(await smallBot('jungle', 'cobol')).toBeNull();
});

test('every kit shows the file that is changed, and its language by name', async () => {
  for (const game of GAMES) {
    for (const kit of kitsOf(game)) {
      const bot = await kitBot(game, kit);
      expect(bot?.text.length ?? 0, `${game} ${kit}`).toBeGreaterThan(100);
      expect(languageOf(kit), kit).toMatch(/^[A-Z]/);
    }
  }
  expect(await kitBot('jungle', 'csharp')).toMatchObject({ file: 'Bot.cs' });
  expect(await kitBot('jungle', 'cobol')).toBeNull();
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

test('every knob and option of a game has words of its own', () => {
  for (const game of GAMES) {
    const source = readFileSync(join(import.meta.dirname, `../../crates/catalog/src/games/${game}.rs`), 'utf8');
    const names = [...source.matchAll(/Knob::(?:number|switch|choice)\(\s*"(\w+)"/g)].map(([, name]) => name ?? '');
    expect(names.length, game).toBeGreaterThan(1);
    const card = (name: string): KnobCard => ({ name, kind: { is: 'switch' }, default: '', about: 'only the server knows' });
    for (const name of names) expect(aboutKnob(game, card(name)), `${game} ${name}`).not.toBe('only the server knows');
    expect(aboutKnob(game, card('stranger'))).toBe('only the server knows');
  }
});

test('an order has the knobs that were turned, and only those', () => {
  const rows: KnobCard = { name: 'rows', kind: { is: 'number', least: 2, most: 9 }, default: '8', about: '' };
  const odd: KnobCard = { name: 'odd', kind: { is: 'switch' }, default: 'no', about: '' };
  expect(asked([rows, odd], {})).toBeNull();
  expect(asked([rows, odd], { rows: ' 5 ', odd: '', stranger: '1' })).toEqual({ rows: '5' });
  expect(['', '2', '9'].map((value) => misfit(rows, value))).toEqual([false, false, false]);
  expect(['1', '10', '2.5', 'x'].map((value) => misfit(rows, value))).toEqual([true, true, true, true]);
});

test('a refusal calls a knob as its field does, and speaks of no command line and of no map that nobody has', async () => {
  const knob = (name: string): KnobCard => ({ name, kind: { is: 'number', least: 1, most: 200 }, default: '', about: '' });
  const knobs = ['maxTurns', 'rows', 'walls'].map(knob);
  const refused = [
    '`--maxTurns 201` does not fit: give a whole number from 1 to 200', '`rows` must be from 7 to 128, not `6`; correct it in the map',
    '`walls (per hundred)` must be from 0 to 60, not `61`; correct it in the map',
  ];
  const told = () => Promise.all(refused.map(async (text) => (await whyNot(new Refusal(text), 'heroes', knobs)).replace(/[\u2068\u2069]/g, '')));
  expect(await told()).toEqual([
    'The server says: “Turns” cannot be 201: give a whole number from 1 to 200', 'The server says: “Rows” must be from 7 to 128, not 6',
    'The server says: “Walls per hundred cells” must be from 0 to 60, not 61',
  ]);
  try {
    speech.switch('fa');
    await learnt();
    expect(await told()).toEqual([
      'سرور می‌گوید: «نوبت‌ها» نمی‌تواند ۲۰۱ باشد؛ عددی درست از ۱ تا ۲۰۰ بده', 'سرور می‌گوید: «ردیف‌ها» باید از ۷ تا ۱۲۸ باشد، نه ۶',
      'سرور می‌گوید: «دیوار در هر صد خانه» باید از ۰ تا ۶۰ باشد، نه ۶۱',
    ]);
  } finally {
    speech.switch('en');
  }
  expect(labelled('`company` and `--seed x` stay', 'heroes', knobs)).toBe('`company` and `--seed x` stay');
});

test('more seats than the usual map has runners for are led on a board that is made for them', () => {
  const knob = (name: string): KnobCard => ({ name, kind: { is: 'number', least: 1, most: 512 }, default: '1', about: '' });
  expect(crowd([knob('rows'), knob('runners')], 2)).toEqual({ runners: '2' });
  expect(crowd([knob('teams')], 3)).toEqual({ teams: '3' });
  expect(crowd([knob('rows')], 2)).toEqual({});
  expect(crowded([knob('rows'), knob('runners')], 2, 1)).toBe(true);
  expect(crowded([knob('rows'), knob('runners')], 1, 1)).toBe(false);
  // A map of teams takes more of them, and without a generator there is only the usual map.
  expect(crowded([knob('teams')], 4, 2)).toBe(false);
  expect(crowded([knob('rows')], 2, 1)).toBe(false);
});
