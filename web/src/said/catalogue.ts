import { Writer, tied, type Lang } from '../lang/message';

/**
 * What the server says, by the sentence that it says. The server speaks English alone; here is every sentence that it can say to a person,
 * with a hole for each value. `{1}` holds anything, `{#1}` a number alone. In a translation, what is between backticks is a name or code:
 * it gets the quotation marks of the language, and stays as it is.
 */
export type Sentences = Record<string, string>;

export interface Words {
  sentences: Sentences;
  /** What is only known inside of another sentence: alone it would be found in what people write themselves. */
  parts: Sentences;
}

interface Template {
  key: string;
  translation: string;
  pattern: RegExp;
  /** Which hole each group of the pattern is. */
  holes: number[];
  /** How much of it is not a hole. */
  length: number;
}

const HOLE = /\{(#?)(\d+)\}/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NAMES = /^(?:`[^`]+`|[\w.:-]+)(?:, (?:`[^`]+`|[\w.:-]+))+$/;
// Unicode isolates: what is Latin must not turn the sentence around it.
const OPEN = '\u2068';
const CLOSE = '\u2069';

const QUOTES: Record<Lang, [string, string]> = { en: ['`', '`'], fa: ['«', '»'], fr: ['«\u00a0', '\u00a0»'] };
const COMMA: Record<Lang, string> = { en: ', ', fa: '، ', fr: ', ' };

function compile(key: string, translation: string): Template {
  const holes: number[] = [];
  let [pattern, last, length] = ['', 0, 0];
  const literal = (text: string) => {
    length += text.length;
    pattern += text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  };
  for (const hole of key.matchAll(HOLE)) {
    literal(key.slice(last, hole.index));
    last = hole.index + hole[0].length;
    const number = Number(hole[2]);
    const before = holes.indexOf(number);
    pattern += before >= 0 ? `\\${before + 1}` : hole[1] === '#' ? '(-?\\d+(?:\\.\\d+)?)' : '([\\s\\S]+?)';
    if (before < 0) holes.push(number);
  }
  literal(key.slice(last));
  return { key, translation, pattern: new RegExp(`^${pattern}$`), holes, length };
}

const firstWord = (text: string): string => text.split(/[\s:;,.]/, 1)[0] ?? '';

/** Templates by their first word; those that say most come first. */
class Shelf {
  private readonly whole = new Map<string, Template>();
  private readonly byWord = new Map<string, Template[]>();
  /** Those that begin with a hole. */
  private readonly open: Template[] = [];

  constructor(sentences: Sentences, lang: Lang) {
    for (const [key, translation] of Object.entries(sentences)) {
      const template = compile(key, tied(lang, translation));
      const word = firstWord(key);
      if (template.holes.length === 0) this.whole.set(key, template);
      else if (word.includes('{')) this.open.push(template);
      else this.byWord.set(word, [...(this.byWord.get(word) ?? []), template]);
    }
    const most = (a: Template, b: Template) => b.length - a.length;
    this.open.sort(most);
    for (const [word, found] of this.byWord) this.byWord.set(word, [...found, ...this.open].sort(most));
  }

  exact(text: string): Template | null {
    return this.whole.get(text) ?? null;
  }

  find(text: string): { template: Template; values: Map<number, string> } | null {
    const whole = this.exact(text);
    if (whole !== null) return { template: whole, values: new Map() };
    for (const template of this.byWord.get(firstWord(text)) ?? this.open) {
      const found = template.pattern.exec(text);
      if (found !== null) return { template, values: new Map(template.holes.map((hole, group) => [hole, found[group + 1] ?? ''])) };
    }
    return null;
  }
}

/** All that one language knows of the server's sentences. */
export class Catalogue {
  private readonly sentences: Shelf;
  private readonly inner: Shelf;
  private readonly writer: Writer;

  constructor(
    readonly lang: Lang,
    { sentences, parts }: Words,
  ) {
    this.sentences = new Shelf(sentences, lang);
    this.inner = new Shelf({ ...sentences, ...parts }, lang);
    this.writer = new Writer(lang);
  }

  /** A sentence of the server in this language; null where it is not known. `own`: it may be what a person wrote, so only whole sentences count. */
  translate(text: string, own = false): string | null {
    if (!own) return this.from(this.sentences, text);
    const whole = this.sentences.exact(text);
    return whole === null ? null : this.filled(whole.translation, new Map());
  }

  /** Which template a sentence is of, for the tests. */
  templateOf(text: string): string | null {
    return (this.sentences.find(text) ?? this.inner.find(text))?.template.key ?? null;
  }

  private from(shelf: Shelf, text: string): string | null {
    const found = shelf.find(text);
    if (found !== null) return this.filled(found.template.translation, found.values);
    // Where something failed, what the system said about it follows.
    const colon = text.indexOf(': ');
    const head = colon < 0 ? null : this.sentences.exact(text.slice(0, colon));
    return head === null ? null : `${this.filled(head.translation, new Map())}${this.lang === 'fr' ? ' : ' : ': '}${this.inside(text.slice(colon + 2))}`;
  }

  private filled(translation: string, values: Map<number, string>): string {
    const fill = (text: string, write: (value: string) => string) =>
      text.replace(HOLE, (place, _, number: string) => {
        const value = values.get(Number(number));
        return value === undefined ? place : write(value);
      });
    // What is between backticks is every second piece.
    const pieces = translation.split('`');
    return pieces.map((piece, index) => (index % 2 === 1 ? this.quoted(fill(piece, (value) => value)) : fill(piece, (value) => this.inside(value)))).join('');
  }

  private quoted(name: string): string {
    const [open, close] = QUOTES[this.lang];
    return `${open}${OPEN}${name}${CLOSE}${close}`;
  }

  /** What a hole holds. */
  private inside(value: string): string {
    if (NUMBER.test(value)) return this.writer.number(Number(value));
    const known = this.from(this.inner, value);
    if (known !== null) return known;
    if (NAMES.test(value)) return value.split(', ').map((name) => this.named(name)).join(COMMA[this.lang]);
    // An isolate ends with its line.
    return value.split('\n').map((line) => this.named(line)).join('\n');
  }

  private named(name: string): string {
    const quoted = /^`([^`]+)`$/.exec(name);
    return quoted === null ? `${OPEN}${name}${CLOSE}` : this.quoted(quoted[1] ?? '');
  }
}
