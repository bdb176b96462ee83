import { keep, recall } from '../kept';
import { en } from './en';
import { fa } from './fa';
import { fr } from './fr';
import { LANGS, LOCALES, Writer, choose, dateLocale, type Lang, type Message, type Same, type Values } from './message';

export type Key = keyof typeof en;
export type Say = (key: Key, values?: Values) => string;

const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };
const STORED = 'meydan.lang';

function first(): Lang {
  // What the address asks for, as a frame on another page does, else what the reader chose.
  const stored = new URLSearchParams(globalThis.location?.search ?? '').get('lang') ?? recall(STORED);
  const found = LANGS.find((lang) => lang === stored);
  return found ?? choose(navigator.languages);
}

/** A screen that is touched, without a mouse: whoever reads there has no keys either. */
const FINGER = matchMedia('(pointer: coarse)').matches;

/** The reader's language: what the browser asks for, until the reader switches. */
class Speech {
  lang = $state<Lang>(first());
  readonly writer = $derived(new Writer(this.lang, FINGER));
  readonly dir = $derived(LOCALES[this.lang].dir);

  switch(lang: Lang): void {
    this.lang = lang;
    keep(STORED, lang);
  }
}

export const speech = new Speech();

/** The sentence for a key in the reader's language. */
export const say: Say = (key, values) => speech.writer.write(WORDS[speech.lang][key], values);

/** The same for a key that is only known while running, as those of faults; the key itself where there is no sentence. */
export function sayIfKnown(key: string, values?: Values): string | null {
  const message: Message | undefined = (WORDS[speech.lang] as Record<string, Message>)[key];
  return message === undefined ? null : speech.writer.write(message, values);
}

/** Dates and times as the reader writes them. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(dateLocale(speech.lang, navigator.languages), options);
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return speech.writer.number(value, options);
}
