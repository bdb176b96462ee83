import type { Frame } from './types';

type Told = Pick<Frame, 'events' | 'faults' | 'notes' | 'stderr' | 'exceptions'>;

/** The frame of a window with all that was told to others in it, too; what several were told is told once. How things stand stays as the first saw it. */
export function together(first: Frame, others: readonly Told[]): Frame {
  const made = { ...first };
  for (const other of others) {
    made.events = woven(made.events, other.events);
    made.faults = woven(made.faults, other.faults);
    made.notes = woven(made.notes, other.notes);
    made.stderr = woven(made.stderr, other.stderr);
    made.exceptions = woven(made.exceptions ?? [], other.exceptions ?? []);
  }
  return made;
}

/** Two parts of one row in its order: what is in both holds them together, and what only one has stays before it. */
function woven<T>(first: readonly T[], second: readonly T[]): T[] {
  const texts = first.map((one) => JSON.stringify(one));
  const made: T[] = [];
  let at = 0;
  let alone: T[] = [];
  for (const one of second) {
    const same = texts.indexOf(JSON.stringify(one), at);
    if (same === -1) alone.push(one);
    else {
      made.push(...first.slice(at, same), ...alone, one);
      at = same + 1;
      alone = [];
    }
  }
  return [...made, ...first.slice(at), ...alone];
}
