import { Refusal, api, type Order, type Resume } from '../api';
import { say } from '../lang/lang.svelte';
import { rememberDay } from '../play/daily';
import { keep, ownerKey } from '../play/keys';
import { router } from '../route.svelte';

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

export function inWords(error: unknown): string {
  return error instanceof Refusal ? say('trouble.refused', { text: error.message }) : say('trouble.unreachable');
}
