import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { limits, scoreSeries, slowest, timeSeries, usedAt } from '../src/plots/series';
import type { Frame, Opening } from '../src/reel/types';
import { parseMarkdown } from '../src/rules/markdown';
import { keyOf } from '../src/shell/keyboard';
import { noteLine, noteMarks, noteText, stderrLine } from '../src/shell/notes';
import { Score } from '../src/stage/motion';

const frame = (part: Partial<Frame>): Frame => ({
  kind: 'frame', window: 0, clock: 'turn', asked: [], acts: [], events: [], view: {}, times: [], faults: [], notes: [], stderr: [], left: [], ...part,
});

describe('plots', () => {
  test('a side’s time is that of its slowest seat, in milliseconds', () => {
    const frames = [frame({ times: [[0, 1500], [1, 4000], [2, 7000]] }), frame({ times: [[2, 1000]] })];
    const seats = [0, 1, 2].map((seat) => ({ seat, side: seat < 2 ? 0 : 1, label: '', name: '' }));
    expect(timeSeries({ frames }, [0, 1], seats)).toEqual([[null, 4, null], [null, 7, 1]]);
  });

  test('the slowest steps come first, whoever took them', () => {
    const times = [[null, 4, null, 0], [null, 7, 1, 4]];
    expect(slowest(times, 3)).toEqual([{ at: 1, side: 1, ms: 7 }, { at: 1, side: 0, ms: 4 }, { at: 3, side: 1, ms: 4 }]);
  });

  test('what was used in a step is told of those who were asked', () => {
    const times = [[null, 4, null], [null, 7, 1]];
    expect(usedAt(times, 1)).toEqual([{ side: 0, ms: 4 }, { side: 1, ms: 7 }]);
    expect(usedAt(times, 2)).toEqual([{ side: 1, ms: 1 }]);
    expect(usedAt(times, 9)).toEqual([]);
  });

  test('a clock of zero is no limit', () => {
    const frames = [frame({ clock: 'move' }), frame({ clock: 'ready' })];
    expect(limits({ frames }, { move: 200, ready: 0 })).toEqual([null, 200, null]);
  });

  test('scores begin with the opening', () => {
    const opening = { view: [0, 0] } as unknown as Opening;
    expect(scoreSeries({ opening, frames: [frame({ view: [1, 3] })] }, [0, 1], (view) => view as number[])).toEqual([[0, 1], [0, 3]]);
  });
});

describe('notes', () => {
  test('a text, or an object’s text, is drawn; everything is listed', () => {
    expect(noteText('hello')).toBe('hello');
    expect(noteText({ text: 'there' })).toBe('there');
    expect(noteText({ other: 1 })).toBeNull();
    expect(noteText('x'.repeat(9999))?.length).toBe(280);
    expect(noteLine({ other: 1 })).toBe('{"other":1}');
  });

  test('marks that make no sense are left out', () => {
    expect(noteMarks({ marks: [{ at: [1, 2], text: 'a' }, 3, null, { text: 'no place' }] })).toEqual([{ at: [1, 2], text: 'a' }]);
    expect(noteMarks({ marks: 'all' })).toEqual([]);
    expect(noteMarks(null)).toEqual([]);
  });
});

describe('motion', () => {
  test('parts follow each other', () => {
    const score = new Score<string>().add('a', 100).add('b', 300);
    expect(score.length).toBe(400);
    expect([...score.at(0.5)]).toEqual([['a', 1], ['b', 1 / 3]]);
    expect([...new Score<string>().add('only', 0).at(1)]).toEqual([['only', 1]]);
  });
});

const stages = new URL('../src/stages/', import.meta.url);
const games = readdirSync(stages).filter((name) => existsSync(new URL(`${name}/rules.en.md`, stages)));

describe('rules', () => {
  test('the small Markdown becomes data', () => {
    expect(parseMarkdown('## A\n\nb **c** `d`\n\n- e\n- f\n\n![g](scene:h)\n\n| i | j |\n|---|---|\n| k | l |')).toEqual([
      { kind: 'heading', spans: [{ kind: 'text', text: 'A' }] },
      { kind: 'text', spans: [{ kind: 'text', text: 'b ' }, { kind: 'bold', text: 'c' }, { kind: 'text', text: ' ' }, { kind: 'code', text: 'd' }] },
      { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'e' }], [{ kind: 'text', text: 'f' }]] },
      { kind: 'picture', caption: 'g', scene: 'h' },
      { kind: 'table', head: [[{ kind: 'text', text: 'i' }], [{ kind: 'text', text: 'j' }]], rows: [[[{ kind: 'text', text: 'k' }], [{ kind: 'text', text: 'l' }]]] },
    ]);
  });

  test('a link leads to the web or to our own pages, and nowhere else', () => {
    const kinds = (text: string) => parseMarkdown(text).flatMap((block) => ('spans' in block ? block.spans.map((span) => (span.kind === 'link' ? span.href : span.kind)) : []));
    expect(kinds('[a](https://example.org/x) [b](/rules/jungle)')).toEqual(['https://example.org/x', 'text', '/rules/jungle']);
    for (const wrong of ['javascript:alert(1)', '//example.org', 'data:text/html,x', 'ftp://example.org']) expect(new Set(kinds(`[a](${wrong})`))).toEqual(new Set(['text']));
  });

  test.each(games)('%s has the same pictures and parts in all languages', async (game) => {
    const shapes = ['en', 'fa', 'fr'].map((lang) => {
      const text = readFileSync(new URL(`../src/stages/${game}/rules.${lang}.md`, import.meta.url), 'utf8');
      return parseMarkdown(text).map((block) => (block.kind === 'picture' ? `picture ${block.scene}` : block.kind));
    });
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });
});

test.each([
  [{ key: 'd', code: 'KeyD' }, 'd'],
  [{ key: 'D', code: 'KeyD' }, 'D'],
  [{ key: 'ی', code: 'KeyD' }, 'd'],
  [{ key: '۳', code: 'Digit3' }, '3'],
  [{ key: 'a', code: 'KeyQ' }, 'a'],
  [{ key: '-', code: 'Digit6' }, '-'],
  [{ key: 'ArrowLeft', code: 'ArrowLeft' }, 'ArrowLeft'],
  [{ key: '؟', code: 'Slash' }, '؟'],
])('%o means %s', (event, meant) => {
  expect(keyOf(event)).toBe(meant);
});

test.each([
  ['a line\n', 'a line'],
  ['\n  indented\nand more', '  indented\nand more'],
  ['\r\n', ''],
])('error output %j is shown as %j', (text, shown) => {
  expect(stderrLine(text)).toBe(shown);
});

test('a button’s writing and what is behind it change together', () => {
  const css = readFileSync(new URL('../src/app.css', import.meta.url), 'utf8');
  const moving = [...css.matchAll(/transition: ([^;]*);/g)].map(([, all]) => all ?? '');
  expect(moving.length).toBeGreaterThan(0);
  for (const all of moving) expect(all).not.toMatch(/background|(?<!-)\bcolor|\ball\b/);
});
