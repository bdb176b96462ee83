import { api, type Order, type Resume } from '../api';
import { rememberDay } from '../play/daily';
import { keep, ownerKey } from '../play/keys';
import { router } from '../route.svelte';
import { inWords } from '../said/refused';

/** Starts a match and goes there; returns why not, in words, if it was refused. */
export async function begin(wish: Order | Resume, day?: string): Promise<string | null> {
  try {
    const begun = await api.begin(wish, 'resume' in wish ? ownerKey(wish.resume) : undefined);
    await keep(begun);
    if (day !== undefined) rememberDay(begun.id, day);
    router.go(`/match/${encodeURIComponent(begun.id)}`);
    return null;
  } catch (error) {
    return inWords(error);
  }
}
