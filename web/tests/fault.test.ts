import { describe, expect, test } from 'vitest';

import { firstFault } from '../src/match/fault';
import type { Frame, Opening } from '../src/reel/types';

const opening = (...seats: [side: number, name: string][]): Opening =>
  ({ seats: seats.map(([side, name], seat) => ({ seat, side, name, label: '' })) }) as unknown as Opening;

const frames = (...faulty: number[][]): Frame[] =>
  faulty.map((seats, window) => ({ window, faults: seats.map((seat) => ({ seat })) })) as unknown as Frame[];

describe('the first mistake of the bot that is worked on', () => {
  test('is not that of an opponent', () => {
    const seats = opening([0, 'mine'], [1, 'random']);
    expect(firstFault(seats, frames([1], [], [1, 0], [0]))).toBe(2);
    expect(firstFault(seats, frames([1], [1]))).toBeNull();
    expect(firstFault(seats, [])).toBeNull();
  });

  test('may be an exception that its kit has caught', () => {
    const seats = opening([0, 'mine'], [1, 'random']);
    const [still, others, own] = frames([], [], []) as [Frame, Frame, Frame];
    const raised = [still, { ...others, exceptions: [[1, 'ValueError']] }, { ...own, exceptions: [[0, 'ValueError']] }] as Frame[];
    expect(firstFault(seats, raised)).toBe(2);
  });

  test('may come after the last window, and is found at its end', () => {
    const after = { faults: [], notes: [], stderr: [], exceptions: [[0, 'ValueError']] as [number, string][] };
    const seats = opening([0, 'mine'], [1, 'random']);
    expect(firstFault(seats, frames([1], [], []), after)).toBe(2);
    expect(firstFault(seats, frames([1], [0], []), after)).toBe(1);
    expect(firstFault(opening([0, 'random'], [1, 'mine']), frames([1]), { ...after, exceptions: [[1, 'ValueError']] })).toBeNull();
  });

  test('may be on any seat that it leads', () => {
    const seats = opening([0, 'mine'], [1, 'random'], [0, 'mine'], [0, 'other']);
    expect(firstFault(seats, frames([3], [1], [2]))).toBe(2);
  });
});
