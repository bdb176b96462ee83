import { describe, expect, test } from 'vitest';

import { between } from '../src/stages/labyrinth/board';
import { LabyrinthHand } from '../src/stages/labyrinth/play';
import { CELL, LabyrinthStage, middle, RIM } from '../src/stages/labyrinth/stage';
import type { Action, Cell, Config, Event, View } from '../src/stages/labyrinth/types';
import { makingOf, recorded } from './recorded';

/** A runner in the middle of an empty board of three by three. */
function sit(walls = 2) {
  const { opening } = recorded<Config, View, Event, Action>('labyrinth-solver');
  const config: Config = { ...opening.config, rows: 3, cols: 3, walls: [], seats: 1 };
  const at: Cell = [1, 1];
  const view: View = { ...opening.view, walls: [], hunters: [], push: null, turn: 0, runners: opening.view.runners.slice(0, 1).map((runner) => ({ ...runner, at, walls })) };
  const making = makingOf({ opening: { ...opening, config, view } });
  const sent: Action[] = [];
  const said: string[] = [];
  const proto = LabyrinthStage.prototype;
  const stage = Object.assign(Object.create(proto) as LabyrinthStage, { config, now: view });
  const hand = new LabyrinthHand(stage, [0], making, { send: (act) => sent.push(act), done: () => undefined, explain: (text) => said.push(text), changed: () => undefined });
  hand.open({ seat: 0, window: 1, clock: 'turn', mode: 'live', view });
  const point = (row: number, col: number) => ({ x: RIM + col * CELL, y: RIM + row * CELL });
  return { hand, sent, said, at, point, stage, making, view };
}

describe('a person’s hand', () => {
  test('a press anywhere in a lit cell is a step', () => {
    const { hand, sent } = sit();
    const { x, y } = middle([1, 2]);
    for (const [dx, dy] of [[0, 0], [-0.48, 0], [0.48, 0.48], [0, -0.48], [-0.45, 0.45]] as const) hand.press({ x: x + dx * CELL, y: y + dy * CELL });
    expect(sent).toEqual(Array(5).fill({ move: 'right' }));
  });

  test('a wall is asked for in its mode, and built when it is chosen again', () => {
    const { hand, sent, point, at } = sit();
    hand.key('w');
    const edge = point(1.5, 1.95);
    hand.press(edge);
    expect(sent).toEqual([]);
    expect(hand.task()).toContain('Build the wall here?');
    hand.press(point(1.1, 1.5));
    expect(sent).toEqual([]);
    hand.press(edge);
    hand.press(edge);
    expect(sent).toEqual([{ wall: between(at, 'right') }]);
  });

  test('by keys: W, an arrow, and the same arrow or Enter', () => {
    for (const last of ['ArrowUp', 'Enter']) {
      const { hand, sent, at } = sit();
      for (const key of ['w', 'ArrowUp', last]) expect(hand.key(key)).toBe(true);
      expect(sent).toEqual([{ wall: between(at, 'up') }]);
    }
    const { hand, sent } = sit();
    for (const key of ['w', 'ArrowUp', 'Escape', 'ArrowUp']) hand.key(key);
    expect(sent).toEqual([{ move: 'up' }]);
  });

  test('between two turns the walls that are left are told as before', () => {
    const { hand, at } = sit();
    const told = () => hand.choices().find(({ id }) => id === 'wall')?.text;
    expect(told()).toContain('2');
    hand.close();
    expect(told()).toContain('2');
    const builder = sit().hand;
    for (const key of ['w', 'ArrowUp', 'Enter']) builder.key(key);
    builder.close();
    expect(builder.choices().find(({ id }) => id === 'wall')?.text).toContain('1');
    expect(at).toEqual([1, 1]);
  });

  test('a hand that is new, as after a lost connection, tells what the picture tells', () => {
    const { stage, making, view } = sit();
    const hand = new LabyrinthHand(stage, [0], making, { send: () => undefined, done: () => undefined, explain: () => undefined, changed: () => undefined });
    const told = () => hand.choices().find(({ id }) => id === 'wall')?.text;
    expect(told()).toContain('2');
    // A wall that was just sent is gone at once, and is not taken away twice when the picture knows of it.
    hand.open({ seat: 0, window: 1, clock: 'turn', mode: 'live', view });
    for (const key of ['w', 'ArrowUp', 'Enter']) hand.key(key);
    hand.close();
    expect(told()).toContain('1');
    Object.assign(stage, { now: { ...view, runners: view.runners.map((runner) => ({ ...runner, walls: 1 })) } });
    expect(told()).toContain('1');
  });

  test('a long press is the short way to a wall', () => {
    const { hand, sent, point, at } = sit();
    expect(hand.hold(point(1.5, 1.9))).toBe(true);
    hand.press(point(1.5, 1.9));
    expect(sent).toEqual([{ wall: between(at, 'right') }]);
  });

  test('where no wall is left it is said at once', () => {
    const { hand, sent, said, point } = sit(0);
    hand.hold(point(1.5, 1.9));
    expect([sent, said]).toEqual([[], ['No walls are left.']]);
  });
});
