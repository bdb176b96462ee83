import { Refusal } from '../api';
import { say } from '../lang/lang.svelte';
import { learnt, said } from './said.svelte';

const same = (text: string): string => text;

/** Why something that was asked of the server did not go well, in the reader's words. `before` mends what the server said, `after` what is shown of it. */
export async function inWords(error: unknown, before = same, after = same): Promise<string> {
  if (!(error instanceof Refusal)) return say('trouble.unreachable');
  await learnt();
  // A key is what programs show; whoever reads this has no use for the word.
  return say('trouble.refused', { text: after(said(before(error.message))).replace(/; show the owner key$/, '') });
}
