import type { Frame, Opening } from '../reel/types';

/**
 * The window of the first mistake, or of the first exception in the error output, of whoever sits on the first seat, on all seats that it leads; null where
 * there is none.
 */
export function firstFault(opening: Opening, frames: readonly Frame[]): number | null {
  const [author] = opening.seats;
  const own = new Set(
    opening.seats.filter(({ side, name }) => side === author?.side && name === author.name).map(({ seat }) => seat),
  );
  const first = frames.findIndex(({ faults, exceptions = [] }) => faults.some(({ seat }) => own.has(seat)) || exceptions.some(([seat]) => own.has(seat)));
  return first === -1 ? null : first;
}
