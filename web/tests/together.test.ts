import { expect, test } from 'vitest';

import { together } from '../src/reel/together';
import type { Frame } from '../src/reel/types';

const frame = (events: unknown[], more: Partial<Frame> = {}): Frame => ({ kind: 'frame', window: 4, clock: 'half_turn', asked: [0, 1], acts: [], events, view: 'mine', times: [], faults: [], notes: [], stderr: [], left: [], ...more });

test('what several seats were told is told once, and what each was told in its order', () => {
  const [first, second, third] = [[{ moved: 1 }, 'turn', { said: 1 }, 'caught'], ['turn', { said: 2 }, 'caught', { paid: 2 }], [{ moved: 3 }, 'turn', 'caught']].map((events) => frame(events));
  const made = together(first!, [second!, third!]);
  expect(made.events).toEqual([{ moved: 1 }, { moved: 3 }, 'turn', { said: 1 }, { said: 2 }, 'caught', { paid: 2 }]);
  expect(made.view).toBe('mine');
});

test('what a seat did twice stays twice, and the first frame as it was', () => {
  const first = frame(['turn', 'turn']);
  expect(together(first, [frame(['turn', 'turn', 'turn'])]).events).toEqual(['turn', 'turn', 'turn']);
  expect(first.events).toEqual(['turn', 'turn']);
});

test('mistakes and words of every own seat are there', () => {
  const fault = (seat: number) => ({ seat, window: 4, kind: 'timeout' as const, text: 'too late' });
  const made = together(frame([], { faults: [fault(0)], notes: [[0, 'a']] }), [frame([], { faults: [fault(2)], stderr: [[2, 'x']], exceptions: [[2, 'ValueError']] })]);
  expect(made.faults.map(({ seat }) => seat)).toEqual([0, 2]);
  expect([made.notes, made.stderr, made.exceptions]).toEqual([[[0, 'a']], [[2, 'x']], [[2, 'ValueError']]]);
});
