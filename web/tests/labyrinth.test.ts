import { beforeEach, describe, expect, test, vi } from 'vitest';

import { LANGS, Writer, type Message } from '../src/lang/message';
import { dayOf, dayOfMatch, playedOn, rememberDay, rememberPlayed } from '../src/play/daily';
import type { Frame } from '../src/reel/types';
import type { Tongue } from '../src/stage/stage';
import { Board } from '../src/stages/labyrinth/board';
import { remarks } from '../src/stages/labyrinth/comment';
import { daily, dailyResult } from '../src/stages/labyrinth/daily';
import knobs from '../src/stages/labyrinth/daily.json';
import { claimed, describe as tells, direction } from '../src/stages/labyrinth/describe';
import { unpack } from '../src/stages/labyrinth/score';
import { beats } from '../src/stages/labyrinth/stage';
import type { Comment, Config, Event, Moment, View } from '../src/stages/labyrinth/types';
import { en } from '../src/stages/labyrinth/words.en';
import { fa } from '../src/stages/labyrinth/words.fa';
import { fr } from '../src/stages/labyrinth/words.fr';
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

  test('that nothing was heard is said of nobody who wrote something', () => {
    const reel = reelOf('labyrinth-company');
    const making = makingOf(reel);
    const [frame] = reel.frames as [Frame<View, Event>];
    const quiet: Frame<View, Event> = { ...frame, faults: [], notes: [] };
    const told = (shown: Frame<View, Event>) => tells.sentence({ stayed: { runner: 1, silent: true } }, making, shown)?.text;
    expect(told(quiet)).toContain('nothing was heard');
    for (const kind of ['rejected', 'garbage'] as const) expect(told({ ...quiet, faults: [{ seat: 1, window: 0, kind, text: '' }] })).toContain('was refused');
    expect(told({ ...quiet, notes: [[1, 'hello']] })).toBe('Runner 2 stays.');
    expect(told({ ...quiet, notes: [[0, 'hello']] })).toContain('nothing was heard');
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
  expect(claimed({ chance: { won: 0.75, outcomes: 9, exact: true } }, tongue)).toContain('75%');
  expect(claimed({ nearer: { rounds: 2, steps: 5 } }, tongue)).toContain('5 steps are left after 2 rounds');
  expect(claimed({ estimate: { won: 0.5, playouts: 200 } }, tongue)).toContain('200 games');
  expect(claimed(undefined, tongue)).toBeNull();
});

test('the board of a day is ordered as the terminal makes it', () => {
  const { seed, board } = daily(dayOf(new Date('2026-11-16T23:59:00Z')));
  expect(seed).toBe('20261116');
  // A test of the program makes boards from this file and compares them with those of `--daily`.
  expect(board).toEqual(knobs);
});

describe('a comment', () => {
  const reel = reelOf('labyrinth-company');
  const win = (rounds: number, shortest = true) => ({ rounds, shortest });
  const moment = (more: Partial<Moment>): Moment => ({
    window: 0, round: 1, runner: 0, act: 'stay', best: { move: 'up' }, claim: null, win: win(5), verdict: 'best', ...more,
  });
  const comment: Comment = {
    result: 'defeat', rounds: 4, best: win(5), cut: false,
    moments: [
      moment({}),
      moment({ window: 1, runner: 1, act: { wall: { row: 1, col: 2, dir: 'h' } }, verdict: { slower: 2 } }),
      moment({ window: 4, round: 2, act: { move: 'left' }, verdict: 'thrown_away' }),
      moment({ window: 8, round: 3, win: null, claim: { no_forced_win: { survives: 1 } }, verdict: 'open' }),
      moment({ window: 8, round: 3, win: null, claim: { chance: { won: 0.9, outcomes: 9, exact: true } }, verdict: { riskier: [90, 40] } }),
      moment({ window: 9, best: null, win: null, verdict: 'unseen' }),
    ],
  };

  test('says where a win was thrown away, what was possible and what was better', () => {
    const { summary, lines } = remarks(comment, makingOf(reel));
    expect(summary).toEqual(['From the start the game is won in 5 rounds, and no sooner.', 'Wins thrown away: 1. Slower than needed: 1.']);
    expect(lines.map((line) => [line.window, line.mistake])).toEqual([[0, false], [1, true], [4, true], [8, false], [8, true], [9, false]]);
    expect(lines[1]).toMatchObject({ side: 1, tone: 'bad' });
    expect(bare(lines[1]?.head)).toBe('Round 1, runner 2: wall 1 2 H');
    expect(bare(lines[1]?.text)).toBe('2 rounds slower than needed. Better: up');
    expect(bare(lines[2]?.text)).toBe('The win is thrown away. Better: up');
    expect(lines[2]?.known).toBe('Before that: a win in 5 rounds, and no sooner.');
    expect(lines[3]?.known).toContain('No win can be forced');
  });

  test('is said in every language without a gap', () => {
    for (const lang of LANGS) {
      const writer = new Writer(lang);
      const all: Record<string, Message> = { en, fa, fr }[lang];
      const tongue: Tongue = {
        say: (key, values) => writer.write(all[key] ?? `missing ${key}`, values),
        number: (value, options) => writer.number(value, options),
      };
      const { summary, lines } = remarks(comment, { ...makingOf(reel), tongue });
      for (const text of [...summary, ...lines.flatMap((line) => [line.head, line.text, line.known])]) expect(text).not.toMatch(/[{}]|undefined|missing/);
    }
  });
});

describe('the board of a day', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
    return () => void vi.unstubAllGlobals();
  });

  test('belongs to the match that was begun on it, or whose map says so', () => {
    rememberDay('abc', '2026-11-16');
    expect(dayOfMatch('abc', 'random 20261116')).toBe('2026-11-16');
    expect(dayOfMatch('other', 'random 20261116')).toBeNull();
    expect(dayOfMatch(null, 'daily 2026-11-17')).toBe('2026-11-17');
  });

  test('the shortest win is not known before one has played, and the first game counts', () => {
    expect(playedOn('labyrinth', '2026-11-16')).toBeNull();
    const first = dailyResult({ result: 'victory', rounds: 12, best: { rounds: 9, shortest: true }, moments: [], cut: false });
    expect(rememberPlayed('labyrinth', '2026-11-16', first)).toEqual({ won: true, rounds: 12, best: 9 });
    rememberPlayed('labyrinth', '2026-11-16', { won: true, rounds: 9, best: 9 });
    expect(playedOn('labyrinth', '2026-11-16')?.rounds).toBe(12);
    expect(playedOn('labyrinth', '2026-11-17')).toBeNull();
  });
});

/** Without the marks that keep a name in another script from turning the sentence around. */
const bare = (text: string | undefined) => text?.replace(/[\u2068\u2069]/g, '');
