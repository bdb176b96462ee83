import { keep, recall } from '../kept';
import { self } from '../league/self.svelte';
import { NAMELESS } from '../reel/nameless';

/** What a person is called in the matches they begin: what they chose, else what their account is called. */
const KEY = 'meydan.name';

export const myName = (): string => recall(KEY) ?? self.me?.name ?? '';

export const keepName = (name: string): void => keep(KEY, name.trim());

/** The seats of an order; the first that waits for a person is that of whoever begins. */
export function named(seats: readonly string[], name = myName().trim()): string[] {
  const mine = name === '' ? -1 : seats.indexOf(NAMELESS);
  return seats.map((seat, index) => (index === mine ? `${NAMELESS}:${name}` : seat));
}

/** Who sat somewhere, for an order of the same again. */
export const sameAgain = ({ kind, name }: { kind: string; name: string }): string => (kind !== 'person' ? `house:${name}` : name === NAMELESS ? NAMELESS : `${NAMELESS}:${name}`);
