import type { KnobCard } from '../api';

/** The knob of a game that says how many lead on a board that is made. */
const LEADERS = ['runners', 'teams'] as const;

const has = (knobs: readonly KnobCard[], name: string): boolean => knobs.some((knob) => knob.name === name);

/** A board that is made has room for everybody at the table, unless somebody says otherwise. */
export function crowd(knobs: readonly KnobCard[], seats: number): Record<string, string> {
  const name = LEADERS.find((one) => has(knobs, one));
  return name === undefined ? {} : { [name]: String(seats) };
}

/**
 * Whether more people sit at the table than the usual map has runners for, so that a board must be made for them. A map of teams has
 * room for any number of them, and where no board can be made the server is asked as it is.
 */
export const crowded = (knobs: readonly KnobCard[], seats: number, usual: number): boolean => seats > usual && has(knobs, 'runners');
