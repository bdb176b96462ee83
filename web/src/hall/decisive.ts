/**
 * The turn after which the lead did not change any more: where whoever was ahead at the end went ahead for good. Of equal numbers all the way,
 * the last turn. `scores` has one list for each side, one value for each state.
 */
export function decisive(scores: readonly (readonly (number | null)[])[]): number {
  const length = Math.max(0, ...scores.map((series) => series.length));
  const leader = (at: number): number | null => {
    const now = scores.map((series) => series[at] ?? 0);
    const most = Math.max(...now);
    const first = now.indexOf(most);
    return now.lastIndexOf(most) === first ? first : null;
  };
  const winner = length === 0 ? null : leader(length - 1);
  if (winner === null) return Math.max(length - 1, 0);
  let at = length - 1;
  while (at > 0 && leader(at - 1) === winner) at -= 1;
  return at;
}
