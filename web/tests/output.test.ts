import { expect, test } from 'vitest';

import type { Fault } from '../src/reel/types';
import { gathered, linesOf, writers } from '../src/shell/lines';

const words = { tell: () => [], sideOf: (seat: number) => seat % 2, left: (seat: number) => `seat ${seat} has left`, fault: ({ text }: Fault) => text, exception: (text: string) => `exception: ${text}` };
const fault = (seat: number, text: string): Fault => ({ seat, window: 0, kind: 'rejected', text });

test('a hundred equal mistakes of a seat are one line with a count', () => {
  const faults = [...Array.from({ length: 100 }, () => fault(3, 'no such cell')), fault(1, 'no such cell')];
  expect(gathered(faults).map(({ fault: { seat }, count }) => [seat, count])).toEqual([[3, 100], [1, 1]]);
  const lines = linesOf(4, { faults, notes: [], stderr: [], left: [] }, words);
  expect(lines.map(({ seat, side, count, kind }) => ({ seat, side, count, kind }))).toEqual([
    { seat: 3, side: 1, count: 100, kind: 'faults' },
    { seat: 1, side: 1, count: 1, kind: 'faults' },
  ]);
});

test('a note is its seat’s, and one that is data is folded under its words', () => {
  const notes: [number, unknown][] = [[4, 'to the left'], [4, { text: 'a plan', depth: 3 }], [2, { depth: 4 }]];
  const lines = linesOf(0, { faults: [], notes, stderr: [], left: [] }, words);
  expect(lines.map(({ seat, text, data }) => [seat, text, data])).toEqual([
    [4, 'to the left', undefined],
    [4, 'a plan', { text: 'a plan', depth: 3 }],
    [2, '', { depth: 4 }],
  ]);
});

test('only whoever has written by then has a tab', () => {
  const frames: { stderr: [number, string][] }[] = [{ stderr: [[2, 'x']] }, { stderr: [] }, { stderr: [[0, 'y']] }];
  expect(writers(frames, 2)).toEqual([2]);
  expect(writers(frames, 3)).toEqual([0, 2]);
});

test('an exception that a kit has caught stands among the faults, before the output that tells of it', () => {
  const exceptions: [number, string][] = [[1, 'ValueError: boom']];
  const lines = linesOf(2, { faults: [], notes: [], stderr: [[1, 'Traceback\n']], exceptions, left: [] }, words);
  expect(lines.map(({ kind, text, seat, tone }) => [kind, text, seat, tone])).toEqual([
    ['faults', 'exception: ValueError: boom', 1, 'bad'],
    ['stderr', 'Traceback', 1, 'plain'],
  ]);
});

test('what turns the direction of text is shown as a sign', () => {
  const fault = { seat: 0, window: 0, kind: 'rejected' as const, text: 'no \u202eexe.txt' };
  const lines = linesOf(0, { faults: [fault], notes: [[0, 'a\u202eb']], stderr: [[0, 'c\u2066d']], left: [] }, words);
  expect(lines.map(({ text }) => text)).toEqual(['a\ufffdb', 'no \ufffdexe.txt', 'c\ufffdd']);
});
