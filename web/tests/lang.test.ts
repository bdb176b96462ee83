import { describe, expect, test } from 'vitest';

import { en } from '../src/lang/en';
import { fa } from '../src/lang/fa';
import { fr } from '../src/lang/fr';
import { en as leagueEn } from '../src/league/words.en';
import { fa as leagueFa } from '../src/league/words.fa';
import { fr as leagueFr } from '../src/league/words.fr';
import { en as hallEn } from '../src/hall/words.en';
import { fa as hallFa } from '../src/hall/words.fa';
import { fr as hallFr } from '../src/hall/words.fr';
import { en as roomEn } from '../src/room/words.en';
import { fa as roomFa } from '../src/room/words.fa';
import { fr as roomFr } from '../src/room/words.fr';
import { en as learnEn } from '../src/learn/words.en';
import { fa as learnFa } from '../src/learn/words.fa';
import { fr as learnFr } from '../src/learn/words.fr';
import { Writer, choose, signed, type Message } from '../src/lang/message';

const places = (message: Message): string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')))].sort();
};

describe('the words', () => {
  test.each([
    ['fa', fa, en],
    ['fr', fr, en],
    ['fa of the contests', leagueFa, leagueEn],
    ['fr of the contests', leagueFr, leagueEn],
    ['fa of the hall', hallFa, hallEn],
    ['fr of the hall', hallFr, hallEn],
    ['fa of the rooms', roomFa, roomEn],
    ['fr of the rooms', roomFr, roomEn],
  ] as const)('%s has the same keys and places as English', (_, words, english) => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english as Record<string, Message>)) {
      expect(places((words as Record<string, Message>)[key] ?? ''), key).toEqual(places(message));
    }
  });

  test('no word is empty or left in English by mistake', () => {
    const same = Object.entries(en).filter(([key, text]) => typeof text === 'string' && (fa as Record<string, Message>)[key] === text);
    // Names of things that have no other name, and pure patterns.
    expect(same.map(([key]) => key).sort()).toEqual(['log.times']);
    const left = Object.entries(leagueEn).filter(([key, text]) => typeof text === 'string' && (leagueFa as Record<string, Message>)[key] === text);
    expect(left).toEqual([]);
    expect(Object.keys(leagueEn).filter((key) => key in en)).toEqual([]);
    for (const words of [en, fa, fr, leagueEn, leagueFa, leagueFr, hallEn, hallFa, hallFr]) for (const text of Object.values(words)) expect(text).not.toBe('');
  });

  test('Persian uses its own letters, not the Arabic ones', () => {
    for (const [key, text] of Object.entries({ ...fa, ...leagueFa, ...hallFa })) expect(JSON.stringify(text), key).not.toMatch(/[يك]/);
  });
});

describe('writing', () => {
  test('whoever has only fingers is told of no keys', () => {
    const message = 'Runner {runner}: take a step ({arrows, or click a cell|tap a cell}){, or press W|}.';
    expect(new Writer('en').write(message, { runner: 2 })).toBe('Runner 2: take a step (arrows, or click a cell), or press W.');
    expect(new Writer('en', true).write(message, { runner: 2 })).toBe('Runner 2: take a step (tap a cell).');
    // What a person is told to do, in every language, as it is read on a phone.
    const keys = { en: /click|arrow|enter\b|\bkeys?\b|press W/i, fa: /کلیک|کلید|Enter/, fr: /cliqu|flèche|entrée|clavier/i };
    for (const [lang, lists] of [['en', [en, learnEn]], ['fa', [fa, learnFa]], ['fr', [fr, learnFr]]] as const) {
      const writer = new Writer(lang, true);
      const told = lists.flatMap((list) => Object.entries(list as Record<string, Message>).filter(([key]) => list !== lists[0] || key.includes('.task.')));
      expect(told.length).toBeGreaterThan(60);
      for (const [key, text] of told) expect(writer.write(text, { n: 1 }), `${key} in ${lang}`).not.toMatch(keys[lang]);
    }
  });

  test('whoever has a mouse is not told to tap', () => {
    const fingers = { en: /\btap/i, fr: /\btouchez/i };
    for (const [lang, lists] of [['en', [en, learnEn]], ['fr', [fr, learnFr]]] as const) {
      const writer = new Writer(lang);
      for (const [key, text] of lists.flatMap((list) => Object.entries(list as Record<string, Message>))) expect(writer.write(text, { n: 1 }), `${key} in ${lang}`).not.toMatch(fingers[lang]);
    }
  });

  test('digits and plural forms are the language’s', () => {
    const message = { one: '{n} wall', other: '{n} walls' };
    expect(new Writer('en').write(message, { n: 1 })).toBe('1 wall');
    expect(new Writer('en').write(message, { n: 0 })).toBe('0 walls');
    expect(new Writer('fr').write(message, { n: 0 })).toBe('0 wall');
    expect(new Writer('fa').write('دور {n}', { n: 1234 })).toBe('دور ۱٬۲۳۴');
  });

  test('no line of French ends before a tall sign or within quotes', () => {
    expect(new Writer('fr').write('Fin : « {text} » !', { text: 'a : b' })).toBe('Fin\u00a0: «\u00a0\u2068a : b\u2069\u00a0»\u00a0!');
    expect(new Writer('en').write('this : that')).toBe('this : that');
  });

  test('a name is isolated, so that it cannot turn the sentence round', () => {
    expect(new Writer('en').write('{name} wins', { name: 'ربات' })).toBe('\u2068ربات\u2069 wins');
  });

  test('what a bot is called is never taken for a place', () => {
    expect(new Writer('en').write('{name} and {other}', { name: '{other}', other: 'b' })).toBe('\u2068{other}\u2069 and \u2068b\u2069');
  });

  test('the browser’s first language that we have is chosen', () => {
    expect(choose(['de-DE', 'fr-CA', 'en'])).toBe('fr');
    expect(choose(['fa-IR'])).toBe('fa');
    expect(choose(['ja'])).toBe('en');
  });
});

describe('Persian', () => {
  test('speaks to one person, as to a friend, and writes the same words the same way', () => {
    const files = Object.entries(import.meta.glob(['../src/**/*fa.ts', '../src/said/fa/*.ts', '../src/stages/*/rules.fa.md', '../../docs/fa/*.md', '../../docs/*.fa.md'], { eager: true, query: '?raw', import: 'default' }) as Record<string, string>);
    expect(files.length).toBeGreaterThan(20);
    for (const [file, text] of files) {
      const found = text.match(/(?<!\p{L})شما(?!\p{L})|(?:کن|ده|زن|نویس|بین|باش|مان|خواه|توان|رو|گذار|گزین|دار|گیر|ساز|آور|فرست|یاب)ید(?!\p{L})|\u200cاید(?!\p{L})|(?<!\p{L})(?:آمد|بود|هست|کرد|گفت|داشت|گرفت|رفت|فرستاد)ید(?!\p{L})|آن‌چه|اینجا|آنجا|یونیت|[كي]/u);
      expect(found?.[0], file).toBeUndefined();
      // On the page a program that plays has one name.
      if (file.startsWith('../src/')) expect(text.match(/(?<!\p{L})(?:بات|کیت)(?!\p{L})/u)?.[0], file).toBeUndefined();
    }
  });
});

describe('a point between two things', () => {
  test('stands beside no number in Persian, where it would be read as a zero', () => {
    const lists = Object.values(import.meta.glob(['../src/**/words.fa.ts', '../src/lang/fa.ts'], { eager: true }) as Record<string, { fa: Record<string, Message> }>);
    expect(lists.length).toBeGreaterThan(10);
    const named = new Set(['room.game']);
    for (const { fa: words } of lists) for (const [key, text] of Object.entries(words)) if (!named.has(key)) expect(JSON.stringify(text), key).not.toContain('·');
  });
});

describe('a screen that is touched', () => {
  test.each([['en', en, /double click/i], ['fa', fa, /دوبار کلیک/], ['fr', fr, /double clic/i]] as const)('is not told of a double click in %s', (lang, words, click) => {
    const help = (finger: boolean) => new Writer(lang, finger).write(words['help.zoom']);
    expect(help(false)).toMatch(click);
    expect(help(true)).not.toMatch(click);
    expect(help(true)).not.toMatch(/[{|}]/);
  });
});

describe('a number with a sign', () => {
  test('keeps the sign before its digits, also in a line from right to left', () => {
    // What stands between these marks is laid out from left to right.
    expect(signed('+', new Writer('fa').number(12))).toBe('\u2066+۱۲\u2069');
  });
});

describe('what is read aloud', () => {
  test('holds the words that are seen, so that whoever says them to the browser is understood', () => {
    const lists = Object.entries(import.meta.glob(['../src/**/words.*.ts', '../src/lang/{en,fa,fr}.ts'], { eager: true }) as Record<string, Record<string, Record<string, Message>>>);
    let pairs = 0;
    const apart: string[] = [];
    for (const [file, exported] of lists) {
      for (const words of Object.values(exported)) {
        if (typeof words !== 'object') continue;
        for (const [key, seen] of Object.entries(words)) {
          const read = words[`${key}.label`];
          // That one is the label of a field.
          if (typeof seen !== 'string' || typeof read !== 'string' || key === 'account.tokens') continue;
          pairs += 1;
          const whole = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}\u200c’'-]+/gu, ' ').trim()} `;
          if (!whole(read).includes(whole(seen))) apart.push(`${key} in ${file}: ${seen} | ${read}`);
        }
      }
    }
    expect(apart).toEqual([]);
    expect(pairs).toBeGreaterThan(50);
  });
});
