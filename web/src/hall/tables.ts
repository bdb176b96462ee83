import type { FinalLine, FinalPage, SeriesCard } from '../api/league';

/** The lines of a table that are read from the last row of a hall, and the groups. */
const LINES = 24;
const GROUPS = 16;

/** A table of a group, or a part of it, with the places of its lines. */
export interface Table {
  group: number;
  /** From the best down. A gap is where lines are left out. */
  lines: { place: number; line: FinalLine; gap: boolean }[];
  /** How many lines the whole table has. */
  all: number;
  /** How many of the group go on; none in a league of all. */
  through: number;
}

/** How many of a group go on to the knock-out. */
export function onward(page: FinalPage, group: number): number {
  const ranks = page.series.flatMap(({ slots }) => slots).filter((slot) => slot.group === group).map(({ rank }) => (rank ?? 0) + 1);
  return Math.max(0, ...ranks);
}

/** Whether a hall looks at the tables of the groups: until all are decided, and as long as one of their matches is on the stage. After that at the knock-out. */
export function inGroups(page: FinalPage, current: number | null): boolean {
  if (page.groups.length === 0) return false;
  if (page.series.every(({ group }) => group !== null)) return true;
  const staged = page.series.find(({ number }) => number === current);
  return page.series.some(({ group, result }) => group !== null && result.length === 0) || (staged !== undefined && staged.group !== null);
}

/** Every table whole, for whoever can scroll. */
export const tablesOf = (page: FinalPage): Table[] => page.groups.map((_, group) => tableOf(page, group, [[0, page.groups[group]?.length ?? 0]]));

function tableOf(page: FinalPage, group: number, parts: [from: number, to: number][]): Table {
  const lines = page.groups[group] ?? [];
  const shown = parts.flatMap(([from, to], part) => lines.slice(from, to).map((line, index) => ({ place: from + index + 1, line, gap: part > 0 && index === 0 && from > (parts[part - 1]?.[1] ?? 0) })));
  return { group, lines: shown, all: lines.length, through: onward(page, group) };
}

/** How many pages a projector turns through, where what is on the stage does not say which is looked at. */
export function pagesOf(page: FinalPage, current: number | null): number {
  if (page.groups.length > 1) return staged(page, current) === null ? Math.ceil(page.groups.length / GROUPS) : 1;
  const lines = page.groups[0]?.length ?? 0;
  return lines > LINES && staged(page, current) === null ? Math.ceil(lines / LINES) : 1;
}

/** The same for a projector: of many groups those around the one on the stage, of a long table the best and those around the teams on the stage. */
export function tablesAhead(page: FinalPage, current: number | null, turn: number): Table[] {
  const on = staged(page, current);
  const pages = pagesOf(page, current);
  if (page.groups.length > 1) {
    const leaf = on === null ? turn % pages : Math.floor((on.group ?? 0) / GROUPS);
    return page.groups.map((_, group) => group).slice(leaf * GROUPS, (leaf + 1) * GROUPS).map((group) => tableOf(page, group, [[0, page.groups[group]?.length ?? 0]]));
  }
  const lines = page.groups[0] ?? [];
  if (lines.length <= LINES) return [tableOf(page, 0, [[0, lines.length]])];
  if (on === null) return [tableOf(page, 0, [[(turn % pages) * LINES, (turn % pages + 1) * LINES]])];
  const seats = on.slots.map(({ team }) => lines.findIndex((line) => line.team === team)).filter((place) => place >= 0);
  const half = LINES / 2;
  const near = (place: number) => Math.min(...seats.map((seat) => Math.abs(seat - place)));
  const rest = lines.map((_, place) => place).slice(half).sort((a, b) => near(a) - near(b) || a - b).slice(0, LINES - half);
  const chosen = [...Array.from({ length: half }, (_, place) => place), ...rest].sort((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const place of chosen) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] === place) last[1] = place + 1;
    else parts.push([place, place + 1]);
  }
  return [tableOf(page, 0, parts)];
}

/** The series of a group that is on the stage. */
function staged(page: FinalPage, current: number | null): SeriesCard | null {
  return page.series.find(({ number, group }) => number === current && group !== null) ?? null;
}
