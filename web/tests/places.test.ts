import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { speech } from '../src/lang/lang.svelte';
import { digits, mapName, plain, rulesetName } from '../src/lang/places';
import { LANGS } from '../src/lang/message';

const games = readdirSync('../games');

test('every map that comes with the program has a name in every language', () => {
  const maps = readdirSync('../maps').flatMap((game) => readdirSync(`../maps/${game}`).filter((file) => file !== 'README.md').map((file) => file.replace(/\.\w+$/, '')));
  expect(maps.length).toBeGreaterThan(30);
  for (const lang of LANGS) {
    speech.lang = lang;
    for (const map of maps) expect(mapName(map), `${map} in ${lang}`).not.toBe(map);
  }
});

test('every ruleset has a name, too', () => {
  // As the games name them: a list of words after `RULESETS` or `NAMES`.
  const lists = games.flatMap((game) => ['setup', 'config'].map((file) => readFileSync(`../games/${game}/src/${file}.rs`, 'utf8')));
  const named = lists.flatMap((text) => [...text.matchAll(/(?:RULESETS|NAMES): [^=]*= &\[([^\]]*)\]/g)].flatMap(([, list]) => [...(list ?? '').matchAll(/"([\w-]+)"/g)].map(([, name]) => name ?? '')));
  expect(new Set(named)).toEqual(new Set(['document', 'official', 'official-prelim']));
  for (const lang of LANGS) {
    speech.lang = lang;
    for (const name of named) expect(rulesetName(name), `${name} in ${lang}`).not.toBe(name);
  }
});

test('a map that was made from a seed is called so', () => {
  const names = LANGS.map((lang) => {
    speech.lang = lang;
    return mapName('random 18446744073709551615');
  });
  expect(names).toEqual(['Random 18446744073709551615', 'تصادفی ۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵', 'Aléatoire 18446744073709551615']);
});

test('what the page does not know is shown as it is', () => {
  expect([mapName('my-board'), rulesetName('later'), mapName('constructor')]).toEqual(['my-board', 'later', 'constructor']);
});

test('a seed is read in the digits it is written in', () => {
  speech.lang = 'fa';
  const seed = '18446744073709551615';
  expect(digits(seed)).toBe('۱۸۴۴۶۷۴۴۰۷۳۷۰۹۵۵۱۶۱۵');
  expect(plain(` ${digits(seed)} `)).toBe(seed);
  expect(plain('٤٥٦')).toBe('456');
});
