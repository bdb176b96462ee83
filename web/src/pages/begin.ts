import { api, type Branch, type Order, type Resume } from '../api';
import { rememberDay } from '../play/daily';
import { keep, ownerKey } from '../play/keys';
import { named } from '../play/name';
import { router } from '../route.svelte';
import { inWords } from '../said/refused';

/** Matches that were begun by this page since it was loaded and are played at once: they are shown from their beginning. One at a pace is followed. */
export const begun = new Set<string>();

/** Starts a match and goes there; returns why not, in words, if it was refused. */
export async function begin(wish: Order | Resume | Branch, day?: string, query = '', why: (error: unknown) => Promise<string> = (error) => inWords(error)): Promise<string | null> {
  try {
    const order = wish.seats === undefined ? wish : { ...wish, seats: named(wish.seats) };
    const made = await api.begin(order, 'resume' in wish ? ownerKey(wish.resume) : undefined);
    await keep(made, 'game' in wish ? wish : undefined);
    if ('game' in wish && (wish.pace_ms ?? 0) === 0) begun.add(made.id);
    if (day !== undefined) rememberDay(made.id, day);
    router.go(`/match/${encodeURIComponent(made.id)}${query}`);
    return null;
  } catch (error) {
    return why(error);
  }
}
