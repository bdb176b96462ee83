import type { FinalPage, SeriesCard, SlotCard } from '../api/league';
import { say } from './words';

/** A round of a bracket, as a column. */
export interface Column {
  key: string;
  title: string;
  series: SeriesCard[];
}

/** A part of a final: the bracket, or that of those who have lost once. */
export interface Part {
  key: 'main' | 'losers';
  title: string | null;
  columns: Column[];
}

/** The knock-out of a final, part by part and round by round. */
export function partsOf(page: FinalPage): Part[] {
  const down = page.series.filter(({ stage }) => stage === 'losers');
  const main = columnsOf(page.series.filter(({ stage }) => stage !== 'group' && stage !== 'losers'), down.length === 0);
  const losers = columnsOf(down, false);
  const parts: Part[] = [];
  if (main.length > 0) parts.push({ key: 'main', title: losers.length > 0 ? say('final.upper') : null, columns: main });
  if (losers.length > 0) parts.push({ key: 'losers', title: say('final.lower'), columns: losers });
  return parts;
}

/** The most teams in a round that are read from the last row of a hall. */
const LEGIBLE = 16;

const teamsIn = (columns: Column[]): number => Math.max(0, ...columns.map(({ series }) => series.reduce((sum, { slots }) => sum + slots.length, 0)));

/**
 * What a projector shows of a knock-out, leaf by leaf. Rounds in which everything is decided leave, as long as there are more teams in one than anybody could
 * read. What is still too much is cut into stretches, each with the matches to which it leads.
 */
export function leavesOf(page: FinalPage): Part[][] {
  const parts = partsOf(page).map((part) => ({ ...part, columns: ahead(part.columns) }));
  if (parts.reduce((sum, { columns }) => sum + teamsIn(columns), 0) <= LEGIBLE) return [parts];
  return parts.flatMap((part) => {
    const count = Math.max(1, Math.ceil(teamsIn(part.columns) / LEGIBLE));
    return Array.from({ length: count }, (_, leaf) => [{ ...part, columns: part.columns.map((column) => ({ ...column, series: stretch(column.series, leaf, count) })) }]);
  });
}

/** The leaf with the match on the stage; where there is none they take turns. */
export function partsAhead(page: FinalPage, current: number | null, turn: number): Part[] {
  const leaves = leavesOf(page);
  return leaves.find((parts) => isOn(parts, current)) ?? leaves[turn % leaves.length] ?? [];
}

export const isOn = (parts: Part[], current: number | null): boolean => parts.some(({ columns }) => columns.some(({ series }) => series.some((one) => one.number === current)));

function stretch<T>(all: T[], leaf: number, count: number): T[] {
  const from = Math.floor((leaf * all.length) / count);
  return all.slice(from, Math.max(from + 1, Math.floor(((leaf + 1) * all.length) / count)));
}

function ahead(columns: Column[]): Column[] {
  const first = columns.findIndex((column) => teamsIn([column]) <= LEGIBLE || column.series.some(({ result }) => result.length === 0));
  return columns.slice(Math.max(first, 0));
}

/** Where whoever loses is not out, no round is the last but one: `straight` is the usual knock-out. */
function columnsOf(series: SeriesCard[], straight: boolean): Column[] {
  const columns = new Map<string, SeriesCard[]>();
  for (const one of series) {
    // The match for the third place stands below the final.
    const key = one.stage === 'third' ? `final ${one.round}` : `${one.stage} ${one.round}`;
    columns.set(key, [...(columns.get(key) ?? []), one]);
  }
  const finals = [...columns.keys()].filter((key) => key.startsWith('final'));
  return [...columns].map(([key, list]) => ({
    key,
    title: titleOf(list[0], key === finals[1], straight),
    series: [...list].sort((a, b) => Number(a.stage === 'third') - Number(b.stage === 'third') || a.number - b.number),
  })).sort((a, b) => (a.series[0]?.round ?? 0) - (b.series[0]?.round ?? 0));
}

function titleOf(first: SeriesCard | undefined, again: boolean, straight: boolean): string {
  if (first === undefined) return '';
  if (first.stage === 'final' || first.stage === 'third') return say(again ? 'final.again' : 'final.last');
  if (straight && first.slots.length === 2 && first.width === 2) return say('final.semi');
  if (straight && first.slots.length === 2 && first.width === 4) return say('final.quarter');
  return say('final.round', { n: first.round + 1 });
}

/** The series of a group, round by round. */
export function roundsOf(page: FinalPage, group: number): SeriesCard[][] {
  const rounds: SeriesCard[][] = [];
  for (const one of page.series) if (one.group === group) (rounds[one.round] ??= []).push(one);
  return rounds.filter((round) => round !== undefined);
}

/** The name of whoever is in a slot, or where they come from. */
export function slotName(page: FinalPage, slot: SlotCard): { name: string; known: boolean } {
  if (slot.team !== null) return { name: page.teams[slot.team]?.name ?? '', known: true };
  const rank = (slot.rank ?? 0) + 1;
  if (slot.group !== null) return { name: say('final.ofgroup', { rank, group: slot.group + 1 }), known: false };
  return { name: say('final.of', { rank, n: (slot.series ?? 0) + 1 }), known: false };
}

/** The place of a team in a series that is decided. */
export const placeIn = (series: SeriesCard, team: number | null): number | null => series.result.find((one) => one.team === team)?.place ?? null;

/** How many games of a series a team has won alone. */
export function won(series: Pick<SeriesCard, 'games'>, team: number | null): number {
  return series.games.filter(({ ranks }) => {
    const own = ranks.find((one) => one.team === team)?.place;
    return own !== undefined && ranks.every((one) => one.team === team || one.place > own);
  }).length;
}

/** Whether a place of a decided series leads on, or wins it. */
export const through = (series: SeriesCard, place: number): boolean => place <= Math.max(series.through, 1);

/** Whether a game of a series is never played, because somebody has left and the series is decided without it; the first one where nothing is said. */
export const walkover = (series: SeriesCard, game = 0): boolean => series.result.length > 0 && series.games.length <= game;

/** Whether a grand final need not be played once more, because nobody has lost it who had not lost before. */
export const needless = (page: FinalPage, series: SeriesCard): boolean =>
  walkover(series) && series.slots.every(({ team }) => team === null || page.teams[team]?.gone === null);

/** Those of a decided series who are still there and go on, or win it, from the best down. */
export const goesOn = (page: FinalPage, series: SeriesCard): string[] =>
  series.result.filter(({ team, place }) => through(series, place) && page.teams[team]?.gone === null).map(({ team }) => page.teams[team]?.name ?? '');

/** What a series is called: its round, and of which part that is where there are two. */
export function seriesTitle(page: FinalPage, series: SeriesCard): string {
  if (series.stage === 'third') return say('final.third');
  if (series.group !== null) return page.groups.length > 1 ? say('final.group', { n: series.group + 1 }) : say('final.round', { n: series.round + 1 });
  const columns = partsOf(page).flatMap(({ columns, title }) => columns.map((column) => ({ column, part: title })));
  const found = columns.find(({ column }) => column.series.some(({ number }) => number === series.number));
  if (found === undefined) return say('final.match', { n: series.number + 1 });
  // Both parts have a first round.
  return found.part === null || series.stage === 'final' ? found.column.title : `${found.part} · ${found.column.title}`;
}
