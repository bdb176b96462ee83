import { describe, expect, test } from 'vitest';

import type { BackstageMatch, FinalPage, SeriesCard } from '../src/api/league';
import { FinalMock, SIXTEEN } from '../e2e/final';
import { needless, partsAhead, partsOf, placeIn, seriesTitle, slotName, through, won } from '../src/hall/bracket';
import { again, verdict } from '../src/hall/verdict';
import { inGroups, onward, pagesOf, tablesAhead } from '../src/hall/tables';
import { decisive } from '../src/hall/decisive';

describe('the decisive turn', () => {
  test('is where whoever won went ahead for good', () => {
    expect(decisive([[0, 2, 2, 5, 9], [0, 1, 4, 4, 4]])).toBe(3);
    expect(decisive([[0, 1, 2], [0, 0, 0]])).toBe(1);
  });

  test('of level scores is where whoever won all the same had their last point', () => {
    expect(decisive([[0, 1, 1, 2, 2, 2], [0, 0, 2, 2, 2, 2]], 1)).toBe(2);
    expect(decisive([[0, 1, 1, 2, 2, 2], [0, 0, 2, 2, 2, 2]], 0)).toBe(3);
    // Who leads at the end and has won went ahead for good, as before.
    expect(decisive([[0, 2, 2, 5, 9], [0, 1, 4, 4, 4]], 0)).toBe(3);
    expect(decisive([[0, 0, 0], [0, 0, 0]], 1)).toBe(2);
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

  test('of double elimination has no semi-finals, and says of a round on which side it is', () => {
    const page = mock.page(false, false);
    const [some] = page.series;
    const duel = (number: number, stage: string, round: number, width: number): SeriesCard => ({
      ...some!, number, stage, round, width, through: 1, slots: some!.slots.slice(0, 2), result: [], games: [],
    });
    const series = [duel(0, 'winners', 0, 2), duel(1, 'winners', 0, 2), duel(2, 'winners', 1, 1), duel(3, 'losers', 0, 1), duel(4, 'losers', 1, 1), duel(5, 'final', 2, 1), duel(6, 'final', 3, 1)];
    const double = { ...page, series };
    expect(partsOf(double).map(({ columns }) => columns.map(({ title }) => title))).toEqual([['Round 1', 'Round 2', 'Final', 'Final, second match'], ['Round 1', 'Round 2']]);
    expect(series.map((one) => seriesTitle(double, one))).toEqual([
      'Winners’ bracket · Round 1', 'Winners’ bracket · Round 1', 'Winners’ bracket · Round 2',
      'Losers’ bracket · Round 1', 'Losers’ bracket · Round 2', 'Final', 'Final, second match',
    ]);
    // Whoever came undefeated has won the first final, so nothing is left to play.
    const over = { ...series[6]!, result: [{ team: 0, place: 1 }, { team: 7, place: 2 }] };
    expect([series[6]!, over].map((one) => needless(double, one))).toEqual([false, true]);
    const teams = double.teams.map((team, index) => (index === 7 ? { ...team, gone: 'withdrawn' } : team));
    expect(needless({ ...double, teams }, over)).toBe(false);
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

  test('leaves rounds behind on a projector that nobody could read and in which all is decided', () => {
    const page = mock.page(false, false);
    const [some] = page.series;
    const round = (number: number, width: number, done: boolean) => Array.from({ length: width }, (_, index) => ({
      ...some!, number: 100 * number + index, round: number, width, slots: some!.slots.slice(0, 2), result: done ? [{ team: 0, place: 1 }] : [],
    }));
    const columns = (series: typeof page.series, current: number | null, turn: number) => partsAhead({ ...page, series }, current, turn).flatMap((part) => part.columns);
    const widths = (series: typeof page.series) => columns(series, null, 0).map(({ series: list }) => list.length);
    expect(widths([...round(0, 32, true), ...round(1, 16, true), ...round(2, 8, true), ...round(3, 4, false)])).toEqual([8, 4]);
    expect(widths([...round(0, 4, true), ...round(1, 2, true)])).toEqual([4, 2]);
    // What is still too much is shown around the match on the stage, or stretch by stretch.
    const many = [...round(0, 32, true), ...round(1, 16, false), ...round(2, 8, false), ...round(3, 1, false)];
    const numbers = (current: number | null, turn: number) => columns(many, current, turn).map(({ series: list }) => list.map((one) => one.number));
    const first = [[100, 101, 102, 103, 104, 105, 106, 107], [200, 201, 202, 203], [300]];
    const second = [[108, 109, 110, 111, 112, 113, 114, 115], [204, 205, 206, 207], [300]];
    expect([numbers(105, 1), numbers(112, 0), numbers(206, 0)]).toEqual([first, second, second]);
    expect([numbers(null, 0), numbers(null, 1), numbers(null, 2)]).toEqual([first, second, first]);
  });

  test('counts the games of a final', () => {
    const all = mock.page(true, true, true);
    const last = all.series[8]!;
    expect([won(last, 0), won(last, 1)]).toEqual([2, 0]);
    expect(seriesTitle(all, last)).toBe('Final');
  });
});

describe('what the hall is told of a game', () => {
  const mock = new FinalMock();
  const stage = mock.backstage(true);
  /** A series with these games, each as [team, place], and a match with these seats, each as [team, rank, score]. */
  const card = (some: Partial<SeriesCard>, games: [number, number][][]): SeriesCard => ({
    ...stage.page.series[8]!, best_of: 1, through: 1, result: [], level: null, slots: [0, 1].map((team) => ({ team, series: null, group: null, rank: null })), ...some,
    games: games.map((ranks) => ({ id: 'x', map: 'grotto', ranks: ranks.map(([team, place]) => ({ team, place })) })),
  });
  const match = (...seats: [team: number | null, rank: number, score: number][]): BackstageMatch => ({
    ...stage.matches[0]!, seats: seats.map(([team, rank, score]) => ({ team, name: team === null ? 'random' : (SIXTEEN[team] ?? ''), rank, score, faults: 0, time_ms: 0 })),
  });
  const result = (...order: number[]) => order.map((team, index) => ({ team, place: index + 1 }));
  const page: FinalPage = stage.page;

  test('is who goes on, and by what where the match was level', () => {
    const level: [number, number][] = [[0, 1], [1, 1]];
    const seed = verdict(page, card({ result: result(0, 1), level: 'seed' }, [level, level]), 1, match([0, 1, 0], [1, 1, 0]));
    expect(seed).toMatchObject({ told: 'wins', names: [SIXTEEN[0]], why: 'seed' });
    // The order of the codes has parted a level match.
    const earlier = verdict(page, card({ result: result(1, 0) }, [[[1, 1], [0, 2]]]), 0, match([0, 1, 0], [1, 1, 0]));
    expect(earlier).toMatchObject({ told: 'wins', names: [SIXTEEN[1]], why: 'earlier' });
    expect(earlier.seated.map(({ team, place, on }) => [team, place, on])).toEqual([[1, 1, true], [0, 2, false]]);
    expect(verdict(page, card({ result: result(1, 0) }, [[[1, 1], [0, 2]]]), 0, match([0, 2, 0], [1, 1, 4])).why).toBe(null);
  });

  test('is both who go on from a table of four', () => {
    const four = card({ through: 2, result: result(3, 0, 4, 2) }, [[[3, 1], [0, 2], [4, 3], [2, 4]]]);
    const told = verdict(page, four, 0, match([0, 2, 5], [2, 4, 1], [3, 1, 9], [4, 3, 2]));
    expect(told).toMatchObject({ told: 'on', names: [SIXTEEN[3], SIXTEEN[0]] });
    expect(told.seated.map(({ on }) => on)).toEqual([true, true, false, false]);
  });

  test('never is that a house bot has won that only fills a seat', () => {
    const told = verdict(page, card({ result: result(1, 0), level: null }, [[[0, 3], [1, 2]]]), 0, match([0, 3, 1], [1, 2, 5], [null, 1, 9]));
    expect(told).toMatchObject({ told: 'wins', names: [SIXTEEN[1]] });
    expect(told.seated.map(({ team, on }) => [team, on])).toEqual([[null, false], [1, true], [0, false]]);
  });

  test('is that it is played again, and of a long series how it stands', () => {
    expect(verdict(page, card({}, [[[0, 1], [1, 1]]]), 0, match([0, 1, 0], [1, 1, 0]))).toMatchObject({ told: 'again', names: [] });
    const long = card({ best_of: 3 }, [[[0, 1], [1, 2]], [[0, 2], [1, 1]]]);
    expect([again(long, 2), again(long, 3)]).toEqual([false, true]);
    expect(verdict(page, long, 0, match([0, 1, 3], [1, 2, 0]))).toMatchObject({ told: 'game', names: [SIXTEEN[0]], stands: [{ won: 1 }, { won: 0 }] });
    expect(verdict(page, long, 1, match([0, 2, 3], [1, 1, 5]))).toMatchObject({ told: 'game', names: [SIXTEEN[1]], stands: [{ won: 1 }, { won: 1 }] });
  });

  test('is a draw in a group, where a draw may be', () => {
    const group = card({ through: 0, group: 0, stage: 'group', result: [{ team: 0, place: 1 }, { team: 1, place: 1 }] }, [[[0, 1], [1, 1]]]);
    expect(verdict(page, group, 0, match([0, 1, 2], [1, 1, 2]))).toMatchObject({ told: 'level', names: [], why: null });
  });
});

describe('the tables of groups and leagues on a projector', () => {
  const page = new FinalMock().page(false, false);
  const some = page.series[0]!;
  const slot = (team: number | null, group: number | null = null, rank: number | null = null) => ({ team, series: null, group, rank });
  const line = (team: number) => ({ team, played: 3, won: 1, points: 1 });
  const group = (number: number, of: number, teams: number[], done = false): SeriesCard => ({ ...some, number, stage: 'group', group: of, through: 0, slots: teams.map((team) => slot(team)), result: done ? teams.map((team) => ({ team, place: 1 })) : [] });
  const league = (count: number, series: SeriesCard[]): FinalPage => ({ ...page, series, groups: [Array.from({ length: count }, (_, team) => line(team))] });
  const places = (of: FinalPage, current: number | null, turn: number) => tablesAhead(of, current, turn)[0]!.lines.map(({ place }) => place);

  test('leave for the knock-out when all is decided and none of theirs is on the stage', () => {
    const last: SeriesCard = { ...some, number: 9, stage: 'final', slots: [slot(null, 0, 0), slot(null, 1, 1)], result: [] };
    const of = (done: boolean): FinalPage => ({ ...page, groups: [[line(0)], [line(1)]], series: [group(0, 0, [0], true), group(1, 1, [1], done), last] });
    expect([inGroups(of(false), 9), inGroups(of(true), 1), inGroups(of(true), 9), inGroups(of(true), null)]).toEqual([true, true, false, false]);
    expect([onward(of(true), 0), onward(of(true), 1)]).toEqual([1, 2]);
    expect(inGroups(page, null)).toBe(false);
    expect(inGroups(league(3, [group(0, 0, [0, 1], true)]), null)).toBe(true);
  });

  test('are turned page by page until somebody is on the stage', () => {
    const hundred = league(100, [group(0, 0, [40, 70])]);
    expect(pagesOf(hundred, null)).toBe(5);
    const seen = [0, 1, 2, 3, 4].flatMap((turn) => places(hundred, null, turn));
    expect(seen).toEqual(Array.from({ length: 100 }, (_, place) => place + 1));
    expect(places(hundred, null, 5)[0]).toBe(1);
    expect(pagesOf(hundred, 0)).toBe(1);
  });

  test('of a long one show the best and those around the stage', () => {
    const shown = tablesAhead(league(100, [group(0, 0, [40, 70])]), 0, 0)[0]!;
    expect([shown.lines.length, shown.all]).toEqual([24, 100]);
    expect(shown.lines.map(({ place }) => place)).toEqual([...Array.from({ length: 12 }, (_, place) => place + 1), 38, 39, 40, 41, 42, 43, 44, 69, 70, 71, 72, 73]);
    expect(shown.lines.filter(({ gap }) => gap).map(({ place }) => place)).toEqual([38, 69]);
    expect(places(league(24, [group(0, 0, [3, 4])]), 0, 0)).toHaveLength(24);
  });

  test('of many groups show those around the stage', () => {
    const many: FinalPage = { ...page, groups: Array.from({ length: 40 }, (_, team) => [line(team)]), series: [group(0, 20, [20])] };
    expect(tablesAhead(many, 0, 0).map(({ group: of }) => of)).toEqual(Array.from({ length: 16 }, (_, place) => place + 16));
    expect([0, 1, 2].flatMap((turn) => tablesAhead(many, null, turn))).toHaveLength(40);
  });
});
