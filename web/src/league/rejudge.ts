import type { RejudgeLine } from '../api/league';

export interface Compared {
  line: RejudgeLine;
  /** Whether the second playing gave the same ranks; null while it has not. */
  change: 'same' | 'other' | null;
}

/** Old beside new; what came out differently first, because that is what is looked for. */
export function compare(lines: readonly RejudgeLine[]): { lines: Compared[]; done: number; other: number } {
  const compared = lines.map((line): Compared => ({ line, change: changeOf(line) }));
  const order = { other: 0, null: 1, same: 2 };
  const place = ({ change }: Compared) => order[change ?? 'null'];
  return {
    lines: compared.sort((a, b) => place(a) - place(b)),
    done: lines.filter(({ state }) => state !== 'queued' && state !== 'running').length,
    other: compared.filter(({ change }) => change === 'other').length,
  };
}

/** What a match gave: its ranks, or the score of whoever played alone. */
export function given(ranks: readonly number[] | null, scores: readonly number[] | null): readonly number[] | null {
  return ranks?.length === 1 ? scores : ranks;
}

function changeOf({ old_ranks, old_scores, new_ranks, new_scores }: RejudgeLine): Compared['change'] {
  const [before, after] = [given(old_ranks, old_scores) ?? [], given(new_ranks, new_scores)];
  if (after === null) return null;
  return before.length === after.length && before.every((value, seat) => value === after[seat]) ? 'same' : 'other';
}
