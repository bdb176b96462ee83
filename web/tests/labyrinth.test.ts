import { describe, expect, test } from 'vitest';

import type { Frame } from '../src/reel/types';
import { Board } from '../src/stages/labyrinth/board';
import { daily } from '../src/stages/labyrinth/daily';
import { claimed, describe as tells, direction, unpack } from '../src/stages/labyrinth/describe';
import { beats } from '../src/stages/labyrinth/stage';
import type { Config, Event, View } from '../src/stages/labyrinth/types';
import { makingOf, recorded, type Recorded } from './recorded';

type Reel = Recorded<Config, View, Event>;

const reelOf = (name: string): Reel => recorded(name);
describe('sentences', () => {
  test.each(['labyrinth-solver', 'labyrinth-company', 'labyrinth-boxes', 'labyrinth-gauntlet'])('%s is told without a gap', (name) => {
    const reel = reelOf(name);
    const making = makingOf(reel);
    const told = reel.frames.flatMap((frame) => frame.events.map((event) => tells.sentence(event, making, frame)));
    const texts = told.flatMap((sentence) => (sentence === null ? [] : [sentence.text]));
    expect(texts.length).toBeGreaterThan(reel.frames.length - 1);
    for (const text of texts) expect(text).not.toMatch(/[{}]|undefined/);
    for (const frame of reel.frames) expect(tells.heading(frame.view, making)).toMatch(/^Round \d+/);
  });

  test('a caught runner is a mark, a step is not', () => {
    const reel = reelOf('labyrinth-company');
    const making = makingOf(reel);
    const [frame] = reel.frames as [Frame<View, Event>];
    expect(tells.mark({ caught: { runner: 1, hunter: 0, at: [0, 0] } }, making, frame)).toEqual({
      text: 'Hunter 1 has caught runner 2.', tone: 'bad', side: 1,
    });
    expect(tells.mark({ moved: { runner: 1, from: [0, 0], to: [0, 1] } }, making, frame)).toBeNull();
  });

  test('a score is unpacked into what it says', () => {
    expect(unpack(2_999_910_000_199_998)).toEqual({ rounds: 8, arrived: 1, walls: 1 });
  });

  test('directions', () => {
    expect([direction([1, 1], [0, 1]), direction([1, 1], [1, 0]), direction([1, 1], [2, 1]), direction([1, 1], [1, 2])]).toEqual(['up', 'left', 'down', 'right']);
  });
});

describe('beats', () => {
  test('the hunters’ two steps are two beats, however many hunters there are', () => {
    const [frame] = reelOf('labyrinth-solver').frames;
    const kinds = [...beats(frame?.events ?? []).at(0)].map(([beat]) => `${beat.kind} ${beat.events.length}`);
    expect(kinds).toEqual(['move 1', 'hunt 2', 'hunt 2']);
  });

  test('one after the other, and all over at the end', () => {
    const [frame] = reelOf('labyrinth-solver').frames;
    const score = beats(frame?.events ?? []);
    expect([...score.at(0)].every(([, k]) => k === 0)).toBe(true);
    expect([...score.at(1)].every(([, k]) => k === 1)).toBe(true);
    const middle = [...score.at(0.5)].map(([, k]) => k);
    expect(middle[0]).toBe(1);
    expect(middle[2]).toBe(0);
  });
});

describe('what a hand knows of the rules', () => {
  const config: Config = {
    rows: 2, cols: 3, core: [0, 0], runners: [[1, 2]], hunters: [], walls: [{ row: 0, col: 1, dir: 'h' }], boxes: [], max_rounds: 0, seats: 1,
  };
  const view: View = {
    round: 1, turn: 0, push: null, result: null, runners: [{ at: [1, 2], status: 'on', walls: 1 }], hunters: [],
    walls: [{ row: 1, col: 1, dir: 'v', life: 2 }], boxes: [], arrived: 0, needed: 1, walls_used: 1,
  };
  const board = new Board(config, view);

  test('steps', () => {
    expect(board.blocked([1, 2], 'right')).toBe('out_of_board');
    expect(board.blocked([1, 2], 'left')).toBe('temporary_wall');
    expect(board.blocked([1, 1], 'up')).toBe('fixed_wall');
    expect(board.blocked([1, 2], 'up')).toBeNull();
  });

  test('walls', () => {
    expect(board.refused({ row: 0, col: 1, dir: 'h' })).toBe('wall_stands');
    expect(board.refused({ row: 1, col: 1, dir: 'v' })).toBe('wall_stands');
    expect(board.refused({ row: 1, col: 0, dir: 'h' })).toBe('out_of_board');
    expect(board.refused({ row: 0, col: 2, dir: 'h' })).toBe('would_cut');
    expect(board.refused({ row: 0, col: 1, dir: 'v' })).toBe('would_cut');
  });

  test('every wall and step that was taken in the recorded matches was legal to the hand', () => {
    for (const name of ['labyrinth-company', 'labyrinth-gauntlet', 'labyrinth-boxes']) {
      const { opening, frames } = reelOf(name);
      frames.forEach((frame, index) => {
        const before = frames[index - 1]?.view ?? opening.view;
        const first = frame.events[0];
        const here = new Board(opening.config, before);
        if (first !== undefined && 'wall_up' in first) expect(here.refused(first.wall_up.wall)).toBeNull();
        if (first !== undefined && 'moved' in first) {
          const { from, to } = first.moved;
          expect(here.blocked(from, direction(from, to))).toBeNull();
        }
      });
    }
  });
});

test('what a hint claims is said in the reader\'s language', () => {
  const { tongue } = makingOf(reelOf('labyrinth-solver'));
  expect(claimed({ forced_win: { rounds: 1, line: ['stay'], shortest: true } }, tongue)).toBe('You win in 1 round, and no sooner.');
  expect(claimed({ no_forced_win: { survives: null } }, tongue)).toContain('as long as you like');
  expect(claimed({ no_forced_win: { survives: 4 } }, tongue)).toContain('4 rounds');
  expect(claimed({ chance: { won: 0.75, outcomes: 9 } }, tongue)).toContain('75%');
  expect(claimed({ nearer: { rounds: 2, steps: 5 } }, tongue)).toContain('5 steps are left after 2 rounds');
  expect(claimed({ estimate: { won: 0.5, playouts: 200 } }, tongue)).toContain('200 games');
  expect(claimed(undefined, tongue)).toBeNull();
});

test('the board of a day is ordered as the terminal makes it', () => {
  const { seed, board } = daily(new Date('2026-11-16T23:59:00Z'));
  expect(seed).toBe('20261116');
  expect(board).toEqual({ rows: 9, cols: 9, runners: 1, hunters: 1, walls: 24, boxes: 0, difficulty: 'medium' });
});
