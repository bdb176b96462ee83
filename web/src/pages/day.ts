/** The span of a day in the reader's own time zone, as a list of matches is asked for; nothing where no day is chosen. */
export function spanOf(day: string): { since: number; until: number } | object {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined || [year, month, date].some(Number.isNaN)) return {};
  // The next day, not so many hours later: clocks are put forward and back.
  return { since: new Date(year, month - 1, date).getTime(), until: new Date(year, month - 1, date + 1).getTime() };
}
