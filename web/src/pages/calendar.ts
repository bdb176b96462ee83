/** Days in the reader's calendar. Browsers have a field for Gregorian ones only. */

/** A day of a calendar. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

const DAY_MS = 86_400_000;
/** No year of a calendar that we write is longer. */
const LONGEST_YEAR = 390;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day, counted at noon UTC so that no clock that is put forward matters, as the calendar has it. */
function read(calendar: string, at: number): Day {
  let format = formats.get(calendar);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' });
    formats.set(calendar, format);
  }
  const parts = format.formatToParts(at);
  const part = (type: string) => Number.parseInt(parts.find((one) => one.type === type)?.value ?? '', 10);
  return { year: part('year'), month: part('month'), day: part('day') };
}

const noon = (gregorian: string) => Date.parse(`${gregorian}T12:00:00Z`);

/** A Gregorian day as fields have it, `2026-11-18`, in another calendar. */
export const inCalendar = (calendar: string, gregorian: string): Day => read(calendar, noon(gregorian));

/** The other way; null where the calendar has no such day. */
export function toGregorian(calendar: string, wanted: Day, near: string): string | null {
  const now = read(calendar, noon(near));
  // Near the day that is meant, and then day by day: a few hundred at most.
  const start = noon(near) + Math.round((wanted.year - now.year) * 365.2425) * DAY_MS;
  for (let away = -LONGEST_YEAR; away <= LONGEST_YEAR; away += 1) {
    const at = start + away * DAY_MS;
    const { year, month, day } = read(calendar, at);
    if (year === wanted.year && month === wanted.month && day === wanted.day) return new Date(at).toISOString().slice(0, 10);
  }
  return null;
}
