import { describe, expect, test } from 'vitest';

import { en } from '../src/lang/en';
import { fa } from '../src/lang/fa';
import { fr } from '../src/lang/fr';
import { Writer, choose, type Message } from '../src/lang/message';

const places = (message: Message): string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')))].sort();
};

describe('the words', () => {
  test.each([['fa', fa], ['fr', fr]] as const)('%s has the same keys and places as English', (_, words) => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const [key, message] of Object.entries(en)) {
      expect(places((words as Record<string, Message>)[key] ?? ''), key).toEqual(places(message));
    }
  });

  test('no word is empty or left in English by mistake', () => {
    const same = Object.entries(en).filter(([key, text]) => typeof text === 'string' && (fa as Record<string, Message>)[key] === text);
    // Names of things that have no other name, and pure patterns.
    expect(same.map(([key]) => key).sort()).toEqual(['log.fault', 'log.stderr']);
    for (const words of [en, fa, fr]) for (const text of Object.values(words)) expect(text).not.toBe('');
  });

  test('Persian uses its own letters, not the Arabic ones', () => {
    for (const [key, text] of Object.entries(fa)) expect(JSON.stringify(text), key).not.toMatch(/[يك]/);
  });
});

describe('writing', () => {
  test('digits and plural forms are the language’s', () => {
    const message = { one: '{n} wall', other: '{n} walls' };
    expect(new Writer('en').write(message, { n: 1 })).toBe('1 wall');
    expect(new Writer('en').write(message, { n: 0 })).toBe('0 walls');
    expect(new Writer('fr').write(message, { n: 0 })).toBe('0 wall');
    expect(new Writer('fa').write('دور {n}', { n: 1234 })).toBe('دور ۱٬۲۳۴');
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
