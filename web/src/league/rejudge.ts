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

function changeOf({ old_ranks, new_ranks }: RejudgeLine): Compared['change'] {
  if (new_ranks === null) return null;
  const same = old_ranks.length === new_ranks.length && old_ranks.every((rank, seat) => rank === new_ranks[seat]);
  return same ? 'same' : 'other';
}
