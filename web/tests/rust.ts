import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text in a Rust source, and what stands right before it. */
export interface Literal {
  file: string;
  line: number;
  text: string;
  before: string;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', '\\': '\\', '"': '"', "'": "'" };

/** What a plain string literal means; a backslash at the end of a line swallows the space after it. */
function unescaped(raw: string): string {
  const joined = raw.replace(/\\\n\s*/g, '').replace(/\\u\{([0-9a-fA-F]+)\}/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
  return joined.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

// What may hold a quotation mark that opens no text, and the texts themselves.
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"([\s\S]*?)"\1|b?"((?:[^"\\]|\\[\s\S])*)"|b?'(?:\\[^']+|[^\\'])'/g;

/** The texts of a Rust source, without those of its tests: a module of tests is the last thing in a file. */
export function literals(file: string, source: string): Literal[] {
  const tests = source.search(/#\[cfg\(test\)\]\s*(?:pub\s*)?mod\s+\w+\s*\{/);
  const code = tests < 0 ? source : source.slice(0, tests);
  const found: Literal[] = [];
  // What stands before a text is asked for without the comments in it.
  let before = '';
  let [last, line] = [0, 1];
  for (const token of code.matchAll(TOKEN)) {
    const gap = code.slice(last, token.index);
    before = (before + gap).slice(-600);
    line += gap.split('\n').length - 1;
    last = token.index + token[0].length;
    const [whole, , raw, plain] = token;
    if (raw !== undefined) found.push({ file, line, text: raw, before });
    else if (plain !== undefined && !whole.startsWith('b')) found.push({ file, line, text: unescaped(plain), before });
    if (!whole.startsWith('/')) before += '"…"';
    line += whole.split('\n').length - 1;
  }
  return found;
}

/** All files of Rust below a folder. */
export function rustFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? rustFiles(join(folder, entry.name)) : entry.name.endsWith('.rs') ? [join(folder, entry.name)] : []))
    .sort();
}

export const readRust = (root: string, folder: string): Literal[] =>
  rustFiles(join(root, folder)).flatMap((file) => literals(file.slice(root.length + 1), readFileSync(file, 'utf8')));

/** A text as the page's catalogue names it: every value that Rust puts in is a numbered hole, the same value the same hole. */
export function template(text: string): string {
  const names = new Map<string, number>();
  let holes = 0;
  return text.replace(/\{\{|\}\}|\{(\.?\w*)(?::[^{}]*)?\}/g, (whole, name: string | undefined) => {
    if (whole === '{{' || whole === '}}') return whole[0] ?? '';
    const known = name === undefined || name === '' ? undefined : names.get(name);
    if (known !== undefined) return `{${known}}`;
    holes += 1;
    if (name !== undefined && name !== '') names.set(name, holes);
    return `{${holes}}`;
  });
}

const UNHEARD = /(?:tracing::\w+!|\.expect|\.unwrap_or_else\(\|error\| tracing::\w+!|writeln!|panic!|unreachable!|assert\w*!|include_str!|query\w*)\s*\(/g;

/** Whether a text stands in a call whose texts only a log or a developer sees. */
export function isUnheard({ before }: Literal): boolean {
  const last = [...before.matchAll(UNHEARD)].at(-1);
  if (last === undefined) return false;
  let depth = 0;
  for (const letter of before.slice(last.index + last[0].length)) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return true;
}

/** Whether somebody could take it for a sentence, or a part of one: two words at least. */
export const isSentence = ({ text }: Literal): boolean => /[a-z`}] [a-z`{(]/.test(text);
