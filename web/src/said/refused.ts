import { Refusal } from '../api';
import { say } from '../lang/lang.svelte';
import { learnt, said } from './said.svelte';

/** Why something that was asked of the server did not go well, in the reader's words. */
export async function inWords(error: unknown): Promise<string> {
  if (!(error instanceof Refusal)) return say('trouble.unreachable');
  await learnt();
  // A key is what programs show; whoever reads this has no use for the word.
  return say('trouble.refused', { text: said(error.message).replace(/; show the owner key$/, '') });
}
