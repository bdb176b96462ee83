import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { en as sentences } from '../src/lang/en';
import { lessonOf, STEPS, stepOf } from '../src/learn/lessons';
import { en } from '../src/learn/words.en';
import { fa } from '../src/learn/words.fa';
import { fr } from '../src/learn/words.fr';
import type { Frame, Opening } from '../src/reel/types';
import { STAGES } from '../src/stages';

const GAMES = STAGES.map(({ game }) => game);

describe('lessons', () => {
  test('go from the goal over a move and a mistake to a win', () => {
    const seen = { read: false, moved: false, erred: false, won: false };
    expect(stepOf(seen)).toBe('goal');
    expect(stepOf({ ...seen, read: true })).toBe('move');
    expect(stepOf({ ...seen, read: true, moved: true })).toBe('mistake');
    expect(stepOf({ ...seen, read: true, moved: true, erred: true })).toBe('win');
    expect(stepOf({ ...seen, won: true })).toBeNull();
  });

  test.each(GAMES)('%s has one, with words in every language', (game) => {
    expect(lessonOf(game)?.order.seats).toContain('human');
    for (const words of [en, fa, fr] as Record<string, unknown>[]) {
      for (const what of [...STEPS, 'why', 'won']) expect(words[`${game}.${what}`], `${game}.${what}`).toBeTruthy();
    }
  });

  test.each(GAMES)('what %s asks for as a mistake is refused by its hand with one of the words of the lesson', (game) => {
    const slips = lessonOf(game)?.slips ?? [];
    expect(slips.length).toBeGreaterThan(0);
    for (const slip of slips) expect(sentences, `${game}.no.${slip}`).toHaveProperty([`${game}.no.${slip}`]);
  });

  test('the first move in jungle is made when every unit has come out: a nest may have been taken', () => {
    const opening = { seats: [{ seat: 0, side: 0 }, { seat: 1, side: 1 }] } as Opening;
    const moved = (...units: boolean[]) => {
      const own = { units: units.map((out) => ({ position: out ? { x: 1, y: 1 } : null })) };
      return lessonOf('jungle')?.moved?.({ teams: [own, { units: [] }] }, 0, opening);
    };
    expect([moved(false, false), moved(true, false), moved(true, true)]).toEqual([false, false, true]);
  });

  test('galaxy is not over with the first click, wherever it goes', () => {
    const opening = { config: { map: { strategic: [{ planet: 0 }, { planet: 2 }] } }, seats: [{ seat: 0, side: 0 }] } as unknown as Opening;
    const won = (owners: (number | null)[]) => lessonOf('galaxy')?.won({ owners }, 0, opening);
    expect([won([0, null, null]), won([0, 0, null]), won([0, null, 0])]).toEqual([false, false, true]);
  });

  test('a game that the page does not know has none', () => {
    expect(lessonOf('nim')).toBeUndefined();
  });

  // In each of these recorded matches somebody reaches what the lesson asks for, and nobody has it at the start.
  test.each([
    ['labyrinth', 'labyrinth-solver'],
    ['heroes', 'heroes-duel'],
    ['gotham', 'gotham-harbour'],
    ['jungle', 'jungle-grotto'],
    ['galaxy', 'galaxy-turns'],
  ])('the small win of %s comes in the course of a match', (game, name) => {
    const lines = readFileSync(join(import.meta.dirname, `../e2e/fixtures/${name}.reel`), 'utf8').trimEnd().split('\n');
    const [opening, ...rest] = lines.map((line) => JSON.parse(line) as Opening | Frame | { kind: 'end' });
    const frames = rest.filter((line): line is Frame => line.kind === 'frame');
    const start = opening as Opening;
    const sides = [...new Set(start.seats.map(({ side }) => side))];
    const won = (view: unknown) => sides.some((side) => lessonOf(game)?.won(view, side, start) === true);
    expect(won(start.view)).toBe(false);
    expect(frames.some(({ view }) => won(view))).toBe(true);
  });
});
