import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { speech } from '../src/lang/lang.svelte';
import { Catalogue, type Words } from '../src/said/catalogue';
import { words as fa } from '../src/said/fa';
import { words as fr } from '../src/said/fr';
import { faultText, markText } from '../src/said/fault';
import { learnt } from '../src/said/said.svelte';
import { isSentence, isUnheard, literals, readRust, template, type Literal } from './rust';
import { SPOKEN, UNREAD, UNSAID, WHOLE, isScript } from './unsaid';

const ROOT = join(import.meta.dirname, '../..');
const all = (words: Words) => ({ ...words.sentences, ...words.parts });
/** A template as Rust has it, which knows nothing of holes for numbers. */
const plain = (key: string) => key.replaceAll('{#', '{');
const holes = (text: string) => [...new Set(text.match(/\{#?\d+\}/g)?.map(plain))].sort();

const texts: Literal[] = SPOKEN.flatMap((place) => {
  const path = join(ROOT, place);
  return statSync(path).isDirectory() ? readRust(ROOT, place) : literals(place, readFileSync(path, 'utf8'));
});
const spoken = texts.filter((text) => isSentence(text) && !isUnheard(text) && !isScript(text.text) && !(text.file in UNREAD));
const known = new Set(Object.keys(all(fa)).map(plain));
const unsaid = new Set(UNSAID.flatMap(([, list]) => list));

describe('what the server says', () => {
  test('why a program was rejected is known as a whole, with the words that it wrote at last', () => {
    for (const [lang, words, begins] of [['fa', fa, 'در نخستین مسابقه‌اش'], ['fr', fr, 'dans sa première partie']] as const) {
      const told = new Catalogue(lang, words).translate('in its first match, it ended with exit code 1. It last wrote:\nTraceback: boom') ?? '';
      const [first, last] = told.split('\n');
      expect(first).toMatch(new RegExp(`^${begins}`));
      expect(first).not.toMatch(/exit code|wrote/);
      expect(last).toContain('Traceback: boom');
    }
  });

  test('every sentence of it is translated, or is left out for a reason', () => {
    const missing = spoken.filter(({ text }) => ![known, unsaid].some((set) => set.has(template(text))) && !(template(text) in WHOLE));
    expect(missing.map(({ file, line, text }) => `${file}:${line}: ${template(text)}`)).toEqual([]);
  });

  test('so is what a client of the original contests did wrong', () => {
    const faults = readRust(ROOT, 'protocols').filter(({ before, file }) => !file.includes('/tests/') && /FaultKind::\w+,\s*(?:format!\(\s*)?$/.test(before));
    expect(faults.map(({ text }) => template(text))).toContain('the command for tick {1} came too late');
    // An address and what the system said of it has no words.
    const missing = faults.filter((fault) => isSentence(fault) && /[a-z]{3}/.test(template(fault.text)) && !known.has(template(fault.text)));
    expect(missing.map(({ file, line, text }) => `${file}:${line}: ${template(text)}`)).toEqual([]);
  });

  test('the tests find the sentences: many, and these', () => {
    expect(spoken.length).toBeGreaterThan(400);
    const found = new Set(spoken.map(({ text }) => template(text)));
    for (const text of ['there is no such team', '{1} has 1 to {2} characters, not {3}', 'version built', 'in its first match, {1}']) expect(found).toContain(text);
  });

  test('so are the words that the store puts into its sentences: of what kind a thing is, and in which state', () => {
    const parts = new Set(Object.keys(fa.parts));
    const store = readRust(ROOT, 'crates/store/src');
    const kinds = store.filter(({ before }) => /\bwhat: $/.test(before)).map(({ text }) => text);
    const states = literals('', readFileSync(join(ROOT, 'crates/store/src/states.rs'), 'utf8')).filter(({ before }) => /\b\w+ of \"…\" in \"…\" \{[^}]*= $/.test(before));
    expect(kinds.length).toBeGreaterThan(20);
    expect(states.length).toBeGreaterThan(20);
    expect([...kinds, ...states.map(({ text }) => text)].filter((word) => !parts.has(word))).toEqual([]);
  });

  test('sentences that are put together from pieces have all their wholes in the catalogue', () => {
    const keys = Object.keys(all(fa));
    for (const wholes of Object.values(WHOLE)) for (const whole of wholes) expect(keys).toContain(whole);
  });

  test('nothing is translated that nobody says', () => {
    const page = readFileSync(join(ROOT, 'web/src/api/index.ts'), 'utf8');
    const said = new Set([...[...readRust(ROOT, 'crates'), ...readRust(ROOT, 'games'), ...readRust(ROOT, 'protocols')].map(({ text }) => template(text)), ...Object.values(WHOLE).flat().map(plain)]);
    const stale = Object.keys(all(fa)).filter((key) => !said.has(plain(key)) && !page.includes(`'${key}'`));
    expect(stale).toEqual([]);
  });

  test('nothing is left out that is not there any more', () => {
    const there = new Set(texts.map(({ text }) => template(text)));
    expect([...unsaid, ...Object.keys(WHOLE)].filter((text) => !there.has(text))).toEqual([]);
    expect(Object.keys(UNREAD).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

describe.each([['fa', fa], ['fr', fr]] as const)('the catalogue of %s', (lang, words) => {
  const catalogue = new Catalogue(lang, words);

  test('has the same sentences as the others', () => {
    expect(Object.keys(words.sentences)).toEqual(Object.keys(fa.sentences));
    expect(Object.keys(words.parts)).toEqual(Object.keys(fa.parts));
    expect(Object.keys(words.parts).filter((key) => key in words.sentences)).toEqual([]);
  });

  test('has the same holes on both sides, and closes what it quotes', () => {
    for (const [key, translation] of Object.entries(all(words))) {
      expect(holes(translation), key).toEqual(holes(key));
      expect(translation.split('`').length % 2, key).toBe(1);
    }
  });

  test('no sentence is taken for another one', () => {
    for (const key of Object.keys(all(words))) {
      const filled = key.replace(/\{(#?)(\d+)\}/g, (_, number: string, hole: string) => (number === '#' ? `7${hole}` : `thing${hole}`));
      expect(catalogue.templateOf(filled), filled).toBe(key);
    }
  });
});

describe('a sentence', () => {
  const [persian, french] = [new Catalogue('fa', fa), new Catalogue('fr', fr)];
  const bare = (text: string | null) => text?.replace(/[\u2068\u2069]/g, '').replace(/\u00a0(?=[:;!?])/g, ' ') ?? null;

  test('keeps names as they are, and writes numbers in the digits of the language', () => {
    expect(bare(persian.translate('`jaguar` can be met by the best 33 % of the standing'))).toBe('تنها ۳۳٪ بالای جدول با «jaguar» بازی می‌کنند');
    expect(bare(french.translate('`jaguar` can be met by the best 33 % of the standing'))).toBe('seuls les 33 % meilleurs du classement peuvent affronter «\u00a0jaguar\u00a0»');
  });

  test('is translated within a sentence', () => {
    expect(bare(persian.translate('in its first match, it was ended by signal 11 (segmentation fault)'))).toBe('در نخستین مسابقه‌اش، با سیگنال ۱۱ پایان یافت (خطای دسترسی به حافظه)');
    expect(bare(french.translate('versions are taken while the contest is open; it is frozen'))).toBe('les versions sont acceptées tant que le concours est ouvert ; il est gelé');
    expect(bare(french.translate('it ended with exit code 127; the end of its log says why'))).toBe('il s’est terminé avec le code de sortie 127 ; la fin de son journal dit pourquoi');
    expect(bare(french.translate('in its first match, it ended with exit code 1 after the match'))).toBe('dans sa première partie, il s’est terminé avec le code de sortie 1, après la partie');
  });

  test('keeps the last words of a program line by line', () => {
    const text = 'in its first match, it ended with exit code 1. It last wrote:\nTraceback\nKeyError: 3';
    expect(persian.translate(text)).toBe('در نخستین مسابقه‌اش، با کد خروج ۱ پایان یافت. آخرین نوشته‌اش:\n\u2068Traceback\u2069\n\u2068KeyError: 3\u2069');
  });

  test('names lists with the commas of the language', () => {
    expect(bare(persian.translate('there is no game `chess`; the games are galaxy, gotham, heroes'))).toBe('بازی «chess» نیست؛ بازی‌ها: galaxy، gotham، heroes');
    expect(bare(persian.translate('a match of jungle has 2 or 3 or 4 teams, not 5'))).toBe('هر مسابقهٔ jungle ۲ یا ۳ یا ۴ تیم دارد، نه ۵');
  });

  test('may be followed by what the system said', () => {
    expect(bare(french.translate('the record cannot be kept: No space left on device'))).toBe('l’enregistrement ne peut pas être conservé : No space left on device');
  });

  test('that is not known stays as it is', () => {
    expect(persian.translate('the moon is full')).toBeNull();
  });

  test('that a person wrote is not taken for one of the server', () => {
    expect(persian.translate('in its first match, it cheated', true)).toBeNull();
    expect(persian.translate('open')).toBeNull();
    expect(persian.translate('everybody has left it', true)).not.toBeNull();
  });
});

test('what is too large is told in whole words, not in brackets', () => {
  const told = (lang: 'fa' | 'fr', words: Words) => new Catalogue(lang, words).translate('a city of 999999 cells is too large; at most 512 are taken')?.replace(/[\u2066-\u2069]/g, '');
  expect(told('fr', fr)?.replace(/\s/g, ' ')).toBe('une ville de 999 999 cases, c’est trop grand ; 512 au plus');
  expect(told('fa', fa)).toBe('شهر با ۹۹۹٬۹۹۹ خانه زیادی بزرگ است؛ حداکثر ۵۱۲');
});

test('what a seat did wrong is told in the reader’s language, or only of what kind it is', async () => {
  speech.lang = 'fa';
  await learnt();
  expect(faultText({ kind: 'rejected', text: 'hero 3 is dead and appears again in 2 turns' })).toBe('قهرمان ۳ کشته شده و ۲ نوبت دیگر برمی‌گردد');
  expect(faultText({ kind: 'timeout', text: 'not done after 1000 ms (further faults of this kind are not kept)' })).toContain('پس از ۱٬۰۰۰ میلی‌ثانیه تمام نشد');
  expect(faultText({ kind: 'late', text: 'late' })).toBe('پاسخش دیر رسید.');
  // What a bot says of itself is its own.
  expect(markText({ kind: 'exception', text: 'the match is over' })).toBe('the match is over');
  speech.lang = 'en';
});

test.each([
  '`--maxTurns 201` does not fit: give a whole number from 1 to 200', '`--rows abc` does not fit: give a whole number', '`--finals maybe` does not fit: give yes or no',
  'a board of `1` rows and `8` columns is not possible; each must be from 2 to 255', 'a board of 513 pieces is too large; at most 512 are taken',
  '`64516` walls do not fit on 8 × 8 cells; the largest number that does is 49',
  'none of 400 boards was rated insane (300 easy, 60 medium, 2 hard, 38 without a forced win, 0 too large to rate); try another seed, a larger board or another number of walls',
  'the map `course` cannot be played: 10 seats cannot lead the runners of this board; give one',
  '`rows` must be from 7 to 128, not `6`; correct it in the map', '`walls (per hundred)` must be from 0 to 60, not `61`; correct it in the map',
  'the map `random` cannot be played: `graph.nodes` of the map is `512`: the document allows at most 250 nodes; choose another ruleset for a larger city',
  'a city of 513 cells is too large; at most 512 are taken', 'a map of 20 × 4 cannot be made; ask for 5 to 128 each way', 'a map cannot have 8 planets; ask for 9 to 1000',
])('a set-up is refused in the reader’s words: %s', (text) => {
  const names = new Set(text.match(/(?<=`(?:--)?)[a-z][\w. ()]*/gi)?.flatMap((name) => name.split(/[ ()]+/)));
  const [persian, french] = [new Catalogue('fa', fa).translate(text), new Catalogue('fr', fr).translate(text)];
  const latin = persian?.match(/[a-z]{2,}[\w.]*/gi)?.filter((word) => !names.has(word) && !['yes', 'no'].includes(word));
  expect(latin ?? []).toEqual([]);
  expect(french).not.toBeNull();
  expect(french?.replace(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/\b(the|must|give|ask|cannot|rated|correct|without|to)\b/);
});
