import { expect, test } from 'vitest';

import { counselled, ownOf } from '../src/analysis/counsel';
import type { Frame } from '../src/reel/types';
import type { Describe, GamePart, Making } from '../src/stage/stage';
import { describe as galaxy } from '../src/stages/galaxy/describe';
import { describe as gotham } from '../src/stages/gotham/describe';
import { describe as heroes } from '../src/stages/heroes/describe';
import { describe as jungle } from '../src/stages/jungle/describe';
import { makingOf, recorded } from './recorded';

const part = (describe: unknown) => ({ describe: describe as Describe }) as GamePart;
const texts = (sentences: readonly { text: string }[]) => sentences.map(({ text }) => text);
const matchOf = (name: string) => {
  const reel = recorded<unknown, unknown, unknown, unknown>(name);
  return { frames: reel.frames as Frame[], making: makingOf(reel) as Making };
};

test('the advice tells the act of the asked thief, a stay as well, before what the others do', () => {
  const { frames, making } = matchOf('gotham-harbour');
  // Thief 1 walks and Thief 2 stays, in a window in which four thieves act.
  const played = frames[2]!;
  expect(texts(ownOf(part(gotham), making, played, 0))).toEqual(['Thief 1 walks to 30.']);
  expect(texts(ownOf(part(gotham), making, played, 1))).toEqual(['Thief 2 stays on 7.']);
  const stay = (event: unknown) => ((event as { moved?: { unit: number } }).moved?.unit === 1 ? { moved: { unit: 1, from: 22, to: 22, price: 0, balance: 100 } } : event);
  const told = counselled(part(gotham), making, 0, { ...played, events: played.events.map(stay) }, played);
  expect([texts(told.own), texts(told.others), texts(told.was ?? [])]).toEqual([['Thief 1 stays on 22.'], [], ['Thief 1 walks to 30.']]);
});

test('an advice that is what was played says so', () => {
  const { frames, making } = matchOf('gotham-harbour');
  expect(counselled(part(gotham), making, 5, frames[2]!, frames[2]!)).toMatchObject({ own: [{ text: 'Thief 6 walks to 27.' }], others: [], was: null });
});

test('heroes and units that walk are told where they walk', () => {
  const duel = matchOf('heroes-duel');
  expect(texts(ownOf(part(heroes), duel.making, duel.frames[5]!, 0)).join(' ')).toMatch(/● \S+ \d walks right\. ● \S+ \d walks right\./);
  expect(texts(ownOf(part(heroes), duel.making, duel.frames[5]!, 1)).join(' ')).toMatch(/^◆ .* walks up\. ◆ .* walks left\./);
  const grotto = matchOf('jungle-grotto');
  expect(texts(ownOf(part(jungle), grotto.making, grotto.frames[1]!, 2))).toEqual(['Unit 5 goes to column 3, row 1.', 'Unit 6 goes to column 11, row 1.']);
});

test('where one acts alone, all that happens is its act', () => {
  const { frames, making } = matchOf('galaxy-turns');
  expect(texts(ownOf(part(galaxy), making, frames[0]!, 1)).length).toBeGreaterThan(0);
});
