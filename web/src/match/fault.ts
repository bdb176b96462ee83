import type { Frame, LastWords, Opening } from '../reel/types';

/**
 * The window of the first mistake, or of the first exception in the error output, of whoever sits on the first seat, on all seats that it leads; the last
 * one for what was done wrong after it; null where there is none.
 */
export function firstFault(opening: Opening, frames: readonly Frame[], after: LastWords | null = null): number | null {
  const [author] = opening.seats;
  const own = new Set(
    opening.seats.filter(({ side, name }) => side === author?.side && name === author.name).map(({ seat }) => seat),
  );
  const erred = ({ faults, exceptions = [] }: Pick<LastWords, 'faults' | 'exceptions'>) => faults.some(({ seat }) => own.has(seat)) || exceptions.some(([seat]) => own.has(seat));
  const first = frames.findIndex(erred);
  if (first !== -1) return first;
  return after !== null && erred(after) && frames.length > 0 ? frames.length - 1 : null;
}
