/**
 * The page's words. A message is a text with `{places}`, or one text for each plural form of the number `n`. `{with keys|with a finger}` says it
 * as whoever reads it can do it.
 * Numbers are written, and plural forms chosen, by the platform's Intl in the reader's language.
 */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Message = string | Plural;
export type Messages = Record<string, Message>;
/** The same keys as another language: a missing or a superfluous one does not compile. */
export type Same<Words> = Record<keyof Words, Message>;

export const LANGS = ['en', 'fa', 'fr'] as const;
export type Lang = (typeof LANGS)[number];
export type Value = string | number;
export type Values = Record<string, Value>;

/** French has a space before its tall signs and within its quotes, and no line ends there. */
export const tied = (lang: Lang, text: string): string => (lang === 'fr' ? text.replace(/ (?=[:;!?»])/g, '\u00a0').replace(/« /g, '«\u00a0') : text);

/** How a language writes: digits, direction. */
export const LOCALES: Record<Lang, { locale: string; dir: 'ltr' | 'rtl'; name: string }> = {
  en: { locale: 'en', dir: 'ltr', name: 'English' },
  fa: { locale: 'fa-IR', dir: 'rtl', name: 'فارسی' },
  fr: { locale: 'fr', dir: 'ltr', name: 'Français' },
};

/** A number with its sign before it. In a line from right to left the sign would come after the digits of Persian. */
export const signed = (sign: '+' | '−', digits: string): string => `\u2066${sign}${digits}\u2069`;

// Unicode isolates: a bot's name in another script must not turn the sentence around it.
const OPEN = '\u2068';
const CLOSE = '\u2069';

export class Writer {
  private readonly plain: Intl.NumberFormat;
  private readonly plural: Intl.PluralRules;
  private readonly formats = new Map<string, Intl.NumberFormat>();

  constructor(
    readonly lang: Lang,
    /** Whether the reader has fingers only: neither keys nor a pointer. */
    private readonly finger = false,
  ) {
    this.plain = new Intl.NumberFormat(LOCALES[lang].locale, { maximumFractionDigits: 2 });
    this.plural = new Intl.PluralRules(LOCALES[lang].locale);
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    if (options === undefined) return this.plain.format(value);
    const key = JSON.stringify(options);
    let format = this.formats.get(key);
    if (format === undefined) {
      format = new Intl.NumberFormat(LOCALES[this.lang].locale, options);
      this.formats.set(key, format);
    }
    return format.format(value);
  }

  write(message: Message, values: Values = {}): string {
    const text = tied(this.lang, this.pick(message, values)).replace(/\{([^{}|]*)\|([^{}|]*)\}/g, (_, keys: string, touch: string) => (this.finger ? touch : keys));
    return text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      if (value === undefined) return place;
      return typeof value === 'number' ? this.number(value) : `${OPEN}${value}${CLOSE}`;
    });
  }

  private pick(message: Message, values: Values): string {
    if (typeof message === 'string') return message;
    return message[this.plural.select(Number(values['n'] ?? 0))] ?? message.other;
  }
}

/**
 * How a reader writes dates: as the browser's own variant of the language does, so that only Americans put the month first. Persian is always of Iran,
 * with its calendar.
 */
export function dateLocale(lang: Lang, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.toLowerCase().split('-')[0] === lang);
  return lang === 'en' ? (own ?? 'en-GB') : LOCALES[lang].locale;
}

/** The first of the wanted languages that we have. */
export function choose(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const found = LANGS.find((lang) => tag.toLowerCase().split('-')[0] === lang);
    if (found !== undefined) return found;
  }
  return 'en';
}
