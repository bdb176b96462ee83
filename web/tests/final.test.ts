import { describe, expect, test } from 'vitest';

import { FinalMock, SIXTEEN } from '../e2e/final';
import { partsOf, placeIn, seriesTitle, slotName, through, won } from '../src/hall/bracket';
import { decisive } from '../src/hall/decisive';

describe('the decisive turn', () => {
  test('is where whoever won went ahead for good', () => {
    expect(decisive([[0, 2, 2, 5, 9], [0, 1, 4, 4, 4]])).toBe(3);
    expect(decisive([[0, 1, 2], [0, 0, 0]])).toBe(1);
  });

  test('is the last one where nobody won', () => {
    expect(decisive([[0, 3, 4], [0, 1, 4]])).toBe(2);
    expect(decisive([])).toBe(0);
  });
});

describe('a bracket', () => {
  const mock = new FinalMock();

  test('has a column for each round, with the names people use', () => {
    const columns = partsOf(mock.page(false, false)).flatMap((part) => part.columns);
    expect(columns.map(({ series }) => series.length)).toEqual([4, 2, 2, 1]);
    expect(columns.map(({ title }) => title)).toEqual(['Round 1', 'Round 2', 'Semi-finals', 'Final']);
  });

  test('says where a team comes from until that is known', () => {
    const before = mock.page(false, false);
    expect(slotName(before, before.series[4]!.slots[0]!)).toMatchObject({ known: false });
    mock.cue({ act: 'next' });
    mock.cue({ act: 'result' });
    const after = mock.page(false, false);
    expect(slotName(after, after.series[4]!.slots[0]!)).toEqual({ name: SIXTEEN[0], known: true });
    const first = after.series[0]!;
    expect([0, 7, 8, 15].map((team) => placeIn(first, team))).toEqual([1, 2, 3, 4]);
    expect([1, 2, 3, 4].map((place) => through(first, place))).toEqual([true, true, false, false]);
  });

  test('counts the games of a final', () => {
    const all = mock.page(true, true, true);
    const last = all.series[8]!;
    expect([won(last, 0), won(last, 1)]).toEqual([2, 0]);
    expect(seriesTitle(all, last)).toBe('Final');
  });
});
