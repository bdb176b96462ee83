import { expect, test } from 'vitest';

import { en as shellEn } from '../src/lang/en';
import { fa as shellFa } from '../src/lang/fa';
import { fr as shellFr } from '../src/lang/fr';
import { Writer, type Message } from '../src/lang/message';
import { fa as startFa } from '../src/start/words.fa';
import { fr as startFr } from '../src/start/words.fr';
import { en as startEn } from '../src/start/words.en';

const WORDS = { en: shellEn, fa: shellFa, fr: shellFr } as Record<'en' | 'fa' | 'fr', Record<string, Message>>;
const START = { en: startEn, fa: startFa, fr: startFr };
const LANGS = ['en', 'fa', 'fr'] as const;
const write = (lang: 'en' | 'fa' | 'fr', key: string, values: Record<string, number>, finger = false) => new Writer(lang, finger).write(WORDS[lang][key] ?? '', values);

test('one star is one star', () => {
  expect(write('en', 'galaxy.rail.won', { player: 1, n: 1 })).toBe('Commander 1 holds 1 star: victory');
  expect(write('en', 'galaxy.rail.won', { player: 1, n: 4 })).toBe('Commander 1 holds 4 stars: victory');
  expect(write('fr', 'galaxy.rail.won', { player: 1, n: 1 })).toMatch(/1 étoile\b/);
});

test('on a phone a hand of jungle names the button that sends, as the button does', () => {
  for (const lang of LANGS) {
    const button = write(lang, 'play.done', {});
    for (const key of ['jungle.task.left', 'jungle.task.send']) {
      expect(write(lang, key, { n: 4 }, true), `${lang} ${key}`).toContain(button);
      expect(write(lang, key, { n: 4 }), `${lang} ${key}`).not.toContain(button);
    }
  }
});

test('what is not known has the question mark of the language', () => {
  expect(LANGS.map((lang) => write(lang, 'heroes.strip.unknown', {}))).toEqual(['?', '؟', '?']);
  for (const [key, message] of Object.entries(WORDS.fa)) expect(JSON.stringify(message), key).not.toMatch(/[\u0600-\u06ff]\s*\?/);
});

test('a board of units is not counted in the seats of the form', () => {
  for (const lang of LANGS) {
    const told = new Writer(lang).write(START[lang]['preview.units'], { map: 'x', n: 16, sides: 2 });
    expect(told, lang).not.toMatch(/seat|place|صندلی/);
    expect(told, lang).not.toContain('{');
  }
});
